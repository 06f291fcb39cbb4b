// What may be said about the items of an order, checked and made into items with their prices. Pure; what they come to
// is calculated in order-changes.ts.
import { type OrderItem, type OrderItemType, orderBounds } from '#core/orders/order.ts';
import type { Service, TaxSetting } from '#core/services/service.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, checkedText, problem } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';
import { amountRule, toMinor } from '#kit/money.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** An item as it is sent. Money in decimals of the order's currency. What a service knows may be left out. */
export interface OrderItemInput {
  /** Of an item the order has, which stays the same one. */
  id?: string | undefined;
  /** Default `service` with a serviceId, else `custom`. */
  type?: OrderItemType | undefined;
  /** Default the service's name. */
  name?: string | undefined;
  description?: string | undefined;
  serviceId?: string | undefined;
  /** Default 1. */
  quantity?: number | undefined;
  /** Default the service's price, when that is in the order's currency and tax setting. */
  unitPrice?: number | undefined;
  /** The discount on this line alone. */
  discount?: number | undefined;
  /** Percent. Default the service's. */
  taxRate?: number | undefined;
  specialInstructions?: string | undefined;
  /** What the sender has calculated; refused when it is something else. */
  subtotal?: number | undefined;
  tax?: number | undefined;
  total?: number | undefined;
}

/** What items are checked against. */
export interface ItemSurroundings {
  currency: string;
  taxSetting: TaxSetting;
  /** The services that the items name, by record id in lower case. */
  services: ReadonlyMap<string, Service>;
  /** The items the order has by now. */
  known: readonly OrderItem[];
  now: Date;
}

/** Items with what they cost, but not yet what they come to. What is wrong is added to `problems`. */
export function checkedItems(
  sent: readonly OrderItemInput[],
  surroundings: ItemSurroundings,
  problems: FaultDetail[],
): OrderItem[] {
  if (sent.length > orderBounds.items) {
    problems.push(problem('items', `must have at most ${orderBounds.items} entries.`));
  }
  const ids = sent.map(({ id }) => id?.toLowerCase());
  if (surroundings.known.some(({ id, bookingId }) => bookingId !== undefined && !ids.includes(id))) {
    problems.push(
      problem('items', 'must keep those with a booking, by their id; what they cost may change.'),
    );
  }
  return sent.map((item, place) => {
    const id = ids[place];
    const path = `items[${place}]`;
    const known = surroundings.known.find((one) => one.id === id);
    if (id !== undefined && !known)
      problems.push(problem(`${path}.id`, 'must be the id of an item of the order.'));
    if (id !== undefined && ids.indexOf(id) < place)
      problems.push(problem(`${path}.id`, 'is in the list twice.'));
    return checkedItem(item, path, known, surroundings, problems);
  });
}

function checkedItem(
  sent: OrderItemInput,
  path: string,
  known: OrderItem | undefined,
  surroundings: ItemSurroundings,
  problems: FaultDetail[],
): OrderItem {
  const { nameLength, textLength } = orderBounds;
  const { currency, services, now } = surroundings;
  const serviceId = trimmedOrNone(sent.serviceId)?.toLowerCase();
  const service = serviceId === undefined ? undefined : services.get(serviceId);
  if (serviceId !== undefined && !service) {
    problems.push(problem(`${path}.serviceId`, 'must be the record id of a service.'));
  }
  const name = sent.name ?? service?.name;
  if (name === undefined && serviceId === undefined) {
    problems.push(problem(`${path}.name`, 'is needed without a serviceId.', 'missing_field'));
  }
  return {
    id: known?.id ?? newId(now),
    type: sent.type ?? (serviceId === undefined ? 'custom' : 'service'),
    name: name === undefined ? '' : checkedText(`${path}.name`, name, nameLength, problems),
    description: checkedOptionalText(`${path}.description`, sent.description ?? '', textLength, problems),
    serviceId,
    quantity: checkedQuantity(sent.quantity ?? 1, `${path}.quantity`, problems),
    unitPriceMinor: checkedPrice(sent.unitPrice, path, service, surroundings, problems),
    ownDiscountMinor: checkedAmount(sent.discount ?? 0, `${path}.discount`, currency, problems),
    taxRate: checkedRate(sent.taxRate ?? service?.taxRate ?? 0, `${path}.taxRate`, problems),
    subtotalMinor: 0,
    discountMinor: 0,
    taxMinor: 0,
    totalMinor: 0,
    specialInstructions: checkedOptionalText(
      `${path}.specialInstructions`,
      sent.specialInstructions ?? '',
      textLength,
      problems,
    ),
    bookingId: known?.bookingId,
  };
}

/** A decimal amount in minor units; 0 with a problem for what is no amount of the currency. */
export function checkedAmount(
  decimal: number,
  path: string,
  currency: string,
  problems: FaultDetail[],
): number {
  const minor = toMinor(decimal, currency);
  if (minor === undefined) problems.push(problem(path, amountRule(currency)));
  return minor ?? 0;
}

function checkedPrice(
  sent: number | undefined,
  path: string,
  service: Service | undefined,
  { currency, taxSetting }: ItemSurroundings,
  problems: FaultDetail[],
): number {
  if (sent !== undefined) return checkedAmount(sent, `${path}.unitPrice`, currency, problems);
  if (service?.currency === currency && service.taxSetting === taxSetting) return service.priceMinor;
  const reason = service
    ? `is needed: the service is priced in ${service.currency} with tax ${service.taxSetting}.`
    : 'is needed.';
  problems.push(problem(`${path}.unitPrice`, reason, 'missing_field'));
  return 0;
}

function checkedQuantity(quantity: number, path: string, problems: FaultDetail[]): number {
  if (quantity <= 0 || quantity > orderBounds.quantityMax || !hasDigits(quantity, 3)) {
    const most = orderBounds.quantityMax;
    problems.push(
      problem(path, `must be more than 0 and at most ${most}, with at most three digits after the point.`),
    );
  }
  return quantity;
}

function checkedRate(rate: number, path: string, problems: FaultDetail[]): number {
  if (rate < 0 || rate > 100 || !hasDigits(rate, 4)) {
    problems.push(
      problem(path, 'must be a percentage from 0 to 100, with at most four digits after the point.'),
    );
  }
  return rate;
}

/** Whether a number has no more than so many digits after the point. */
function hasDigits(value: number, digits: number): boolean {
  return Math.round(value * 10 ** digits) / 10 ** digits === value;
}
