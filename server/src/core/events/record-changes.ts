// What has changed of a record, field by field, as the audit log tells it. Pure.
import { isDeepStrictEqual } from 'node:util';

/** One field that changed. A side without a value is left out. */
export interface FieldChange {
  /** The name of the field in the Admin API. */
  field: string;
  from?: unknown;
  to?: unknown;
}

/** Fields that change with every change and say nothing of it, and those that the entry has itself. */
const untold = ['updatedAt', 'version', 'updatedBy', 'updatedByName', 'id', 'createdAt'];

/** The differences of two views of a record, in the order of its fields. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names]
    .filter((name) => !untold.includes(name) && !isSame(from[name], to[name]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

// Alike as they are told: what the database gives back may name the same members in another order.
function isSame(one: unknown, other: unknown): boolean {
  const [written, otherWritten] = [JSON.stringify(one), JSON.stringify(other)];
  if (written === otherWritten) return true;
  if (written === undefined || otherWritten === undefined) return false;
  return isDeepStrictEqual(JSON.parse(written), JSON.parse(otherWritten));
}

function fieldsOf(view: unknown): Record<string, unknown> {
  return view as Record<string, unknown>;
}
