// The rows of customers as text that COPY reads.
import { type Customer, searchTextOf } from 'frontdesk/src/core/customers/customer.ts';
import { peopleOf } from './people.ts';

type Field = string | number | boolean | Date | undefined;

/** Rows of customers, for so many customers of each organization. Their columns are those of seed.ts. */
export function customerLines(counts: Map<string, number>): Generator<string> {
  return linesOf(counts, (c) => [
    [
      ...[
        c.organizationId,
        c.id,
        c.customerNumber,
        c.firstName,
        c.lastName,
        c.displayName,
        c.status,
        c.source,
      ],
      ...[c.totalOrders, c.totalSpentMinor, c.lifetimeValueMinor, c.lastOrderAt, c.marketingOptIn],
      ...[searchTextOf(c), c.createdAt, c.updatedAt],
    ],
  ]);
}

/** Rows of their email addresses. */
export function emailLines(counts: Map<string, number>): Generator<string> {
  return linesOf(counts, (c) =>
    c.emails.map(({ address, isPrimary }, place) => [c.organizationId, c.id, place, address, isPrimary]),
  );
}

/** Rows of their phone numbers. */
export function phoneLines(counts: Map<string, number>): Generator<string> {
  return linesOf(counts, (c) =>
    c.phones.map(({ number, isPrimary }, place) => [c.organizationId, c.id, place, number, isPrimary]),
  );
}

const linesAtOnce = 1_000;

function* linesOf(counts: Map<string, number>, rowsOf: (customer: Customer) => Field[][]): Generator<string> {
  let lines: string[] = [];
  for (const [organizationId, count] of counts) {
    for (const customer of peopleOf(organizationId, count)) {
      for (const row of rowsOf(customer)) lines.push(`${row.map(copyText).join('\t')}\n`);
      if (lines.length < linesAtOnce) continue;
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
}

/** The names and addresses of people.ts hold nothing that COPY would have to have escaped. */
function copyText(field: Field): string {
  if (field === undefined) return '\\N';
  return field instanceof Date ? field.toISOString() : String(field);
}
