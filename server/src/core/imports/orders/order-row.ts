// The rows of an import of orders: what they say of one order, checked by the rules for every order, its money by the
// same arithmetic. Pure.
import type { Directory } from '#core/imports/directory.ts';
import type { AlreadyThere, Candidate, ImportRow } from '#core/imports/import-row.ts';
import { type CustomerSaid, examineMention, type Mention } from '#core/imports/mentions.ts';
import { paidAsSaid } from '#core/imports/orders/order-money.ts';
import { momentSaid, type SaidMoment } from '#core/imports/said-moment.ts';
import { type OrderChanges, withOrderChanges } from '#core/orders/checking/order-changes.ts';
import type { OrderItemInput } from '#core/orders/checking/order-items.ts';
import {
  emptyOrder,
  type Order,
  type OrderPaymentStatus,
  type OrderStatus,
  type PaymentMethod,
} from '#core/orders/order.ts';
import type { Scope } from '#core/scope.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { normalizePastCurrency } from '#kit/money.ts';

/** An item as a row says it; the service by id or name. */
export interface ItemSaid extends Omit<OrderItemInput, 'id' | 'serviceId'> {
  service?: string | undefined;
}

type SaidChanges =
  | 'taxSetting'
  | 'orderDiscount'
  | 'discountName'
  | 'serviceChargeAmount'
  | 'tipAmount'
  | 'source';
type SaidTexts = 'notes' | 'externalId' | 'subtotal' | 'discountTotal' | 'taxTotal' | 'total';

/** What rows say of an order. Money in decimals of its currency. */
export interface OrderRowInput extends Pick<OrderChanges, SaidChanges | SaidTexts>, CustomerSaid {
  /** Default completed. */
  status?: OrderStatus | undefined;
  paymentStatus?: OrderPaymentStatus | undefined;
  currency?: string | undefined;
  /** When the order was made; default now. */
  createdAt?: SaidMoment | undefined;
  completedAt?: SaidMoment | undefined;
  cancelledAt?: SaidMoment | undefined;
  refundedAt?: SaidMoment | undefined;
  paidAt?: SaidMoment | undefined;
  amountPaid?: number | undefined;
  paymentMethod?: PaymentMethod | undefined;
  refundAmount?: number | undefined;
  /** By id or name. */
  location?: string | undefined;
  items?: ItemSaid[] | undefined;
}

/** The rows of one order. */
export type OrderRow = ImportRow<OrderRowInput>;

/** Rows with the order they would make. */
export interface OrderCandidate<Row extends OrderRow = OrderRow> extends Candidate<Row> {
  /** Without a number, and without its customer. */
  order: Order;
  mention: Mention | undefined;
}

/** Checks what rows say of an order. What is wrong goes into the candidate's `problems`. */
export function examineOrder<Row extends OrderRow>(
  scope: Scope,
  row: Row,
  directory: Directory,
): OrderCandidate<Row> {
  const { input } = row;
  const problems = [...row.problems];
  if (!input.externalId) {
    problems.push(problem('externalId', 'is needed: an order is known by its id.', 'missing_field'));
  }
  const mention = examineMention(scope, input, problems);
  const empty = emptyAsSaid(scope, input, problems);
  const { items, taxSetting } = itemsWithServices(input, directory, problems);
  const { createdAt: now } = empty;
  const changes = { ...changesOf(input, directory, problems), items, taxSetting };
  const services = directory.services;
  const next = withOrderChanges(empty, changes, { services, now }, problems);
  if (next.items.length === 0 && next.status !== 'draft' && next.status !== 'open_tab') {
    problems.push(problem('items', 'must have an entry unless the order is a draft or an open tab.'));
  }
  const order =
    problems.length > 0 ? next : paidAsSaid(next, momentsOf(scope, input, now, problems), problems);
  return { row, problems, order, mention };
}

/** What says that an order is there already. */
export function orderFound(externalId: string, owner: AlreadyThere['owner']): AlreadyThere {
  return { by: 'externalId', value: externalId, owner };
}

function emptyAsSaid(scope: Scope, input: OrderRowInput, problems: FaultDetail[]): Order {
  const { organization, actor, clock } = scope;
  const now = clock.now();
  const createdAt = momentSaid('createdAt', input.createdAt, organization.timeZone, problems) ?? now;
  if (createdAt > now) problems.push(problem('createdAt', 'must not be in the future.'));
  const currency = normalizePastCurrency(input.currency ?? organization.currency);
  if (!currency) problems.push(problem('currency', 'must be a currency of ISO 4217, like EUR.'));
  const empty = emptyOrder(
    { id: organization.id, currency: currency ?? organization.currency },
    actor,
    createdAt,
  );
  return { ...empty, status: input.status ?? 'completed', source: 'import', updatedAt: now };
}

function itemsWithServices(
  { items = [], taxSetting }: OrderRowInput,
  { findService }: Directory,
  problems: FaultDetail[],
): Pick<OrderChanges, 'items' | 'taxSetting'> {
  const found = items.map(({ service, ...item }, place) => {
    const one = findService(`items[${place}].service`, service, problems);
    return { service: one, item: { ...item, serviceId: one?.id } };
  });
  const usual = found.find(({ service }) => service !== undefined)?.service?.taxSetting;
  return { items: found.map(({ item }) => item), taxSetting: taxSetting ?? usual };
}

function changesOf(input: OrderRowInput, { findLocation }: Directory, problems: FaultDetail[]): OrderChanges {
  const { orderDiscount, discountName, serviceChargeAmount, tipAmount, source, notes, externalId } = input;
  const { subtotal, discountTotal, taxTotal, total } = input;
  return {
    orderDiscount,
    discountName,
    serviceChargeAmount,
    tipAmount,
    source,
    notes,
    externalId,
    subtotal,
    discountTotal,
    taxTotal,
    total,
    locationId: findLocation('location', input.location, problems)?.id,
  };
}

function momentsOf(scope: Scope, input: OrderRowInput, createdAt: Date, problems: FaultDetail[]) {
  const moment = (field: 'completedAt' | 'cancelledAt' | 'refundedAt' | 'paidAt') =>
    momentSaid(field, input[field], scope.organization.timeZone, problems) ?? createdAt;
  return {
    ...input,
    completedAt: moment('completedAt'),
    cancelledAt: moment('cancelledAt'),
    refundedAt: moment('refundedAt'),
    paidAt: moment('paidAt'),
  };
}
