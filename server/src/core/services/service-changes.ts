// What may be said about a service, checked and applied to the record. Pure: whether the places, people and things it
// names exist, the operations find out.
import {
  type CapacityMode,
  type EquipmentUse,
  type Service,
  type ServiceStatus,
  serviceBounds,
  serviceDescriptionLengthMax,
  serviceExternalIdLengthMax,
  serviceNameLengthMax,
  serviceResourcesMax,
  type TaxSetting,
} from '#core/services/service.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalText, checkedText, checkedWhole, problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { amountRule, normalizeCurrency, toDecimal, toMinor } from '#kit/money.ts';

type Bounded = keyof typeof serviceBounds;

/** Fields to set; what is left out stays. An empty text clears, also an id. Lists are whole. Amounts are decimals. */
export interface ServiceChanges extends Partial<Record<Bounded, number | undefined>> {
  name?: string | undefined;
  description?: string | undefined;
  categoryId?: string | undefined;
  locationId?: string | undefined;
  sublocationIds?: string[] | undefined;
  staffIds?: string[] | undefined;
  /** One piece each unless it says how many. */
  equipment?: { equipmentId: string; quantity?: number | undefined }[] | undefined;
  capacityMode?: CapacityMode | undefined;
  /** In the service's currency. */
  price?: number | undefined;
  /** In the service's currency. */
  lateCancelFee?: number | undefined;
  /** ISO 4217, in any case; with another one the amounts must be told again. */
  currency?: string | undefined;
  /** Percent. */
  taxRate?: number | undefined;
  taxSetting?: TaxSetting | undefined;
  requiresStaff?: boolean | undefined;
  requiresApproval?: boolean | undefined;
  qrCodeTicketsEnabled?: boolean | undefined;
  walletTicketsEnabled?: boolean | undefined;
  status?: ServiceStatus | undefined;
  externalId?: string | undefined;
}

/** The record with the changes applied. What is wrong is added to `problems`, and the result is then of no use. */
export function withServiceChanges(
  service: Service,
  changes: ServiceChanges,
  problems: FaultDetail[],
): Service {
  const next = {
    ...service,
    ...textsOf(changes, service, problems),
    ...boundedOf(changes, service, problems),
    ...moneyOf(changes, service, problems),
    ...placesOf(changes, service, problems),
    capacityMode: changes.capacityMode ?? service.capacityMode,
    taxSetting: changes.taxSetting ?? service.taxSetting,
    requiresStaff: changes.requiresStaff ?? service.requiresStaff,
    requiresApproval: changes.requiresApproval ?? service.requiresApproval,
    qrCodeTicketsEnabled: changes.qrCodeTicketsEnabled ?? service.qrCodeTicketsEnabled,
    walletTicketsEnabled: changes.walletTicketsEnabled ?? service.walletTicketsEnabled,
    status: changes.status ?? service.status,
  };
  if (next.requiresStaff && next.staffIds.length === 0) {
    problems.push(problem('staffIds', 'must name who can hold the service when it requires staff.'));
  }
  return next;
}

function textsOf(changes: ServiceChanges, service: Service, problems: FaultDetail[]) {
  const { name, description, categoryId, externalId } = changes;
  return {
    name: name === undefined ? service.name : checkedText('name', name, serviceNameLengthMax, problems),
    description:
      description === undefined
        ? service.description
        : checkedOptionalText('description', description, serviceDescriptionLengthMax, problems),
    categoryId: categoryId === undefined ? service.categoryId : checkedId('categoryId', categoryId, problems),
    externalId:
      externalId === undefined
        ? service.externalId
        : checkedOptionalText('externalId', externalId, serviceExternalIdLengthMax, problems),
  };
}

function boundedOf(
  changes: ServiceChanges,
  service: Service,
  problems: FaultDetail[],
): Pick<Service, Bounded> {
  const fields = Object.keys(serviceBounds) as Bounded[];
  const entries = fields.map((field) => {
    const sent = changes[field];
    return [
      field,
      sent === undefined ? service[field] : checkedWhole(field, sent, serviceBounds[field], problems),
    ];
  });
  return Object.fromEntries(entries);
}

function moneyOf(changes: ServiceChanges, service: Service, problems: FaultDetail[]) {
  const { price, lateCancelFee, taxRate = service.taxRate } = changes;
  if (!(taxRate >= 0 && taxRate <= 100 && isWithinDigits(taxRate, 4))) {
    problems.push(
      problem('taxRate', 'must be a percentage from 0 to 100, with at most four digits after the point.'),
    );
  }
  const currency = changes.currency === undefined ? service.currency : normalizeCurrency(changes.currency);
  if (currency === undefined) {
    problems.push(problem('currency', 'must be a three-letter currency code, like EUR.'));
    return {};
  }
  const amountOf = (field: string, sent: number | undefined, keptMinor: number) => {
    if (sent !== undefined) return checkedAmount(field, sent, currency, problems);
    // The digits of an amount mean another sum in another currency.
    if (keptMinor > 0 && currency !== service.currency) {
      problems.push(problem(field, `must be told in ${currency}.`, 'missing_field'));
    }
    return keptMinor;
  };
  const priceMinor = amountOf('price', price, service.priceMinor);
  const lateCancelFeeMinor = amountOf('lateCancelFee', lateCancelFee, service.lateCancelFeeMinor);
  return { currency, priceMinor, lateCancelFeeMinor, taxRate };
}

function checkedAmount(field: string, decimal: number, currency: string, problems: FaultDetail[]): number {
  const minor = toMinor(decimal, currency);
  if (minor === undefined) problems.push(problem(field, amountRule(currency)));
  return minor ?? 0;
}

function isWithinDigits(value: number, digits: number): boolean {
  return value === Number(value.toFixed(digits));
}

/** Where it takes place, who holds it and what it uses. With sublocations they say where, and it has no location. */
function placesOf(changes: ServiceChanges, service: Service, problems: FaultDetail[]) {
  const { sublocationIds, staffIds, equipment, locationId } = changes;
  const sublocations = sublocationIds
    ? checkedIds('sublocationIds', sublocationIds, problems)
    : service.sublocationIds;
  const location = locationId === undefined ? undefined : checkedId('locationId', locationId, problems);
  if (location !== undefined && sublocations.length > 0) {
    const hint = 'goes with a service without sublocationIds: those say where it takes place.';
    problems.push(problem('locationId', hint, 'conflicting_parameters'));
  }
  const kept = locationId === undefined && sublocations.length === 0 ? service.locationId : undefined;
  return {
    sublocationIds: sublocations,
    locationId: location ?? kept,
    staffIds: staffIds ? checkedIds('staffIds', staffIds, problems) : service.staffIds,
    equipment: equipment ? checkedEquipment(equipment, problems) : service.equipment,
  };
}

function checkedEquipment(
  sent: NonNullable<ServiceChanges['equipment']>,
  problems: FaultDetail[],
): EquipmentUse[] {
  checkedIds(
    'equipment',
    sent.map(({ equipmentId }) => equipmentId),
    problems,
    '.equipmentId',
  );
  return sent
    .map(({ equipmentId, quantity = 1 }, place) => ({
      equipmentId: equipmentId.toLowerCase(),
      quantity: checkedWhole(`equipment[${place}].quantity`, quantity, { min: 1, max: 1_000 }, problems),
    }))
    .sort((one, other) => (one.equipmentId < other.equipmentId ? -1 : 1));
}

/** Ids in their order, each once. `field` names the list, `member` the place of the id in an entry. */
function checkedIds(field: string, sent: string[], problems: FaultDetail[], member = ''): string[] {
  if (sent.length > serviceResourcesMax) {
    problems.push(problem(field, `must have at most ${serviceResourcesMax} entries.`));
  }
  const ids = sent.map((id) => id.trim().toLowerCase());
  for (const [place, id] of ids.entries()) {
    const path = `${field}[${place}]${member}`;
    if (!isUuid(id)) problems.push(problem(path, 'names no record of that kind.'));
    else if (ids.indexOf(id) < place) problems.push(problem(path, 'is in the list twice.'));
  }
  return ids.sort();
}

function checkedId(field: string, sent: string, problems: FaultDetail[]): string | undefined {
  const id = sent.trim().toLowerCase();
  if (id !== '' && !isUuid(id)) problems.push(problem(field, 'names no record of that kind.'));
  return id === '' ? undefined : id;
}

/** The amounts of a service as decimals of its currency. */
export function amountsOf({ priceMinor, lateCancelFeeMinor, currency }: Service): {
  price: number;
  lateCancelFee: number;
} {
  return { price: toDecimal(priceMinor, currency), lateCancelFee: toDecimal(lateCancelFeeMinor, currency) };
}
