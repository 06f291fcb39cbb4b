// What may be said about the lists enquiries are sorted by, checked and applied. Pure.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import {
  checkedDefinition,
  type NewCustomerParameter,
} from '#core/customer-parameters/customer-parameters.ts';
import {
  type EnquirySettings,
  type EnquiryStatus,
  type EnquiryType,
  labelLengthMax,
  type StatusCategory,
  settingsBounds,
  statusFor,
} from '#core/enquiries/settings/enquiry-settings.ts';
import { Fault, type FaultDetail } from '#kit/fault.ts';
import { checkedText, problem } from '#kit/field-checks.ts';

/** A status as it is sent; what is left out gets a default. */
export interface StatusInput {
  key: string;
  label: string;
  /** Default the label. */
  customerLabel?: string | undefined;
  category: StatusCategory;
  color?: string | undefined;
  /** The list is put in the order of these; where there is none, by its place. */
  order?: number | undefined;
  isDefault?: boolean | undefined;
  isFinal?: boolean | undefined;
  requiresLostReason?: boolean | undefined;
  /** Default true. */
  active?: boolean | undefined;
  allowedTo?: string[] | undefined;
}

/** Whole lists to set; one that is left out stays. */
export interface SettingsChanges {
  statuses?: StatusInput[] | undefined;
  types?: EnquiryType[] | undefined;
  categories?: string[] | undefined;
  sources?: string[] | undefined;
  lostReasons?: string[] | undefined;
  customFields?: SentField[] | undefined;
}

/** A field as it is sent, or as it was shown: its id is its key. */
export interface SentField extends NewCustomerParameter {
  id?: string | undefined;
  /** Default false. */
  archived?: boolean | undefined;
}

/**
 * The settings with the changes applied, as the next version. What is wrong is added to `problems`, and the result is then
 * of no use.
 */
export function withSettingsChanges(
  settings: EnquirySettings,
  changes: SettingsChanges,
  countryCode: string,
  problems: FaultDetail[],
): EnquirySettings {
  const { statuses, types, categories, sources, lostReasons, customFields } = changes;
  return {
    statuses: statuses ? checkedStatuses(statuses, problems) : settings.statuses,
    types: types ? checkedTypes(types, problems) : settings.types,
    categories: categories ? checkedNames('categories', categories, problems) : settings.categories,
    sources: sources ? checkedNames('sources', sources, problems) : settings.sources,
    lostReasons: lostReasons ? checkedNames('lostReasons', lostReasons, problems) : settings.lostReasons,
    customFields: customFields ? checkedFields(customFields, countryCode, problems) : settings.customFields,
    version: settings.version + 1,
  };
}

function checkedStatuses(sent: StatusInput[], problems: FaultDetail[]): EnquiryStatus[] {
  checkKeys('statuses', sent, problems);
  const keys = new Set(sent.map(({ key }) => key));
  const checked = sent.map((status, place) => checkedStatus(status, `statuses[${place}]`, keys, problems));
  const statuses = inOrder(checked, (place) => sent[place]!.order);
  if (!statusFor({ statuses }, 'new') && !statusFor({ statuses }, 'open')) {
    problems.push(
      problem('statuses', 'must have an active one of category new or open: enquiries begin with it.'),
    );
  }
  for (const [place, { category, isDefault }] of statuses.entries()) {
    const earlier = statuses.findIndex((one) => one.isDefault && one.category === category);
    if (isDefault && earlier < place) {
      problems.push(
        problem(`statuses[${place}].isDefault`, 'is taken: one status of a category can be its default.'),
      );
    }
  }
  return statuses;
}

function checkedStatus(
  sent: StatusInput,
  path: string,
  keys: Set<string>,
  problems: FaultDetail[],
): EnquiryStatus {
  const label = checkedText(`${path}.label`, sent.label, labelLengthMax, problems);
  const { customerLabel, color, allowedTo } = sent;
  if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(color)) {
    problems.push(problem(`${path}.color`, 'must be a colour like #1d4ed8.'));
  }
  if (allowedTo?.some((key) => !keys.has(key))) {
    problems.push(problem(`${path}.allowedTo`, 'must hold keys of statuses in the list.'));
  }
  return {
    key: sent.key,
    label,
    customerLabel: customerLabel
      ? checkedText(`${path}.customerLabel`, customerLabel, labelLengthMax, problems)
      : label,
    category: sent.category,
    color: color?.toLowerCase(),
    isDefault: sent.isDefault ?? false,
    isFinal: sent.isFinal ?? false,
    requiresLostReason: sent.requiresLostReason ?? false,
    active: sent.active ?? true,
    allowedTo,
  };
}

function checkedTypes(sent: EnquiryType[], problems: FaultDetail[]): EnquiryType[] {
  checkKeys('types', sent, problems);
  if (sent.length === 0)
    problems.push(problem('types', 'must have an entry: the first is that of new enquiries.'));
  return sent.map(({ key, label }, place) => ({
    key,
    label: checkedText(`types[${place}].label`, label, labelLengthMax, problems),
  }));
}

function checkedNames(
  field: 'categories' | 'sources' | 'lostReasons',
  sent: string[],
  problems: FaultDetail[],
): string[] {
  checkLength(field, sent, problems);
  const max = field === 'sources' ? 64 : labelLengthMax;
  const names = sent.map((name, place) => checkedText(`${field}[${place}]`, name, max, problems));
  const folded = names.map((name) => name.toLowerCase());
  for (const [place, name] of folded.entries()) {
    if (folded.indexOf(name) < place) problems.push(problem(`${field}[${place}]`, 'is in the list twice.'));
  }
  return names;
}

function checkedFields(sent: SentField[], countryCode: string, problems: FaultDetail[]): CustomerParameter[] {
  checkLength('customFields', sent, problems);
  const fields: CustomerParameter[] = [];
  for (const [place, field] of sent.entries()) {
    const path = `customFields[${place}]`;
    try {
      const definition = checkedDefinition({ ...field, order: field.order ?? place }, '', countryCode);
      if (field.id !== undefined && field.id !== definition.key) {
        problems.push(problem(`${path}.id`, 'must be its key, or left out.'));
      }
      if (fields.some(({ key }) => key === definition.key))
        problems.push(problem(`${path}.key`, 'is in the list twice.'));
      fields.push({ ...definition, id: definition.key, archived: field.archived ?? false });
    } catch (error) {
      if (!(error instanceof Fault) || !error.details) throw error;
      problems.push(...error.details.map((detail) => ({ ...detail, path: `${path}.${detail.path}` })));
    }
  }
  return inOrder(fields, (place) => fields[place]!.order);
}

/** The entries by the order that `orderAt` gives for the place of each, or else by their place. */
function inOrder<Entry>(entries: Entry[], orderAt: (place: number) => number | undefined): Entry[] {
  const placed = entries.map((entry, place) => ({ entry, order: orderAt(place) ?? place }));
  return placed.toSorted((one, other) => one.order - other.order).map(({ entry }) => entry);
}

function checkKeys(field: 'statuses' | 'types', sent: { key: string }[], problems: FaultDetail[]): void {
  checkLength(field, sent, problems);
  const keys = sent.map(({ key }) => key);
  for (const [place, key] of keys.entries()) {
    const path = `${field}[${place}].key`;
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(key)) {
      problems.push(
        problem(path, 'must start with a small letter and have at most 64 small letters, digits and _.'),
      );
    }
    if (keys.indexOf(key) < place) problems.push(problem(path, 'is in the list twice.'));
  }
}

function checkLength(field: keyof typeof settingsBounds, sent: unknown[], problems: FaultDetail[]): void {
  const max = settingsBounds[field];
  if (sent.length > max) problems.push(problem(field, `must have at most ${max} entries.`));
}
