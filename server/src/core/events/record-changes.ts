// What has changed of a record, field by field, as the audit log tells it. Pure.

/** One field that changed. A side without a value is left out. */
export interface FieldChange {
  /** The name of the field in the Admin API. */
  field: string;
  from?: unknown;
  to?: unknown;
}

/** Fields that change with every change and say nothing of it. */
const restless = ['updatedAt', 'version', 'updatedBy', 'updatedByName'];

/** The differences of two views of a record, in the order of its fields. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names]
    .filter((name) => !restless.includes(name) && JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

function fieldsOf(view: unknown): Record<string, unknown> {
  return view as Record<string, unknown>;
}
