// The SQL that lists customers, newest first, paged by record id.
import type { Customer, CustomerStatus } from '#core/customers/customer.ts';
import { type CustomerRow, customersFrom, toCustomer } from '#core/customers/customer-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** What a parameter filter compares: a built-in field or a custom parameter. */
export type ParameterFilter = { value: string } & (
  | { field: 'first_name' | 'last_name' | 'source' | 'customer_number' | 'email' | 'phone' }
  | { parameterId: string }
);

/** Which customers, and which part of the list. */
export interface CustomerSelection {
  /** LIKE patterns over the search text, all of which must match. */
  patterns?: string[] | undefined;
  parameter?: ParameterFilter | undefined;
  status?: CustomerStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** Customers of a selection, newest first. */
export async function selectCustomers(tx: Tx, selection: CustomerSelection): Promise<Customer[]> {
  const { patterns, updatedAfter, parameter } = selection;
  const chosen = patterns || (updatedAfter && !parameter) ? searched(tx, selection) : filtered(tx, selection);
  const rows = await tx<CustomerRow[]>`${customersFrom(tx, chosen)} order by c.id desc`;
  return rows.map((row) => toCustomer(tx, row));
}

// By the function, which does not trust the planner's guess of how many match: it is far off for words, and for changes
// when the organizations on the instance are of different ages.
function searched(tx: Tx, selection: CustomerSelection): SqlFragment {
  const { patterns = [], status, updatedAfter, count } = selection;
  const { lowest, below } = idBounds(selection);
  const ordered = JSON.stringify({ status });
  return tx`
    select c.* from unnest(array(select matching_ids('customers', ${ordered}::text::jsonb, '{}', ${patterns}::text[],
      ${updatedAfter}::timestamptz, ${lowest}, ${below}, ${count}))) found (id)
    join customers c on c.organization_id = ${tx.organizationId} and c.id = found.id
  `;
}

function filtered(tx: Tx, selection: CustomerSelection): SqlFragment {
  const { parameter, status, createdAfter, createdBefore, updatedAfter, after, count } = selection;
  const { lowest, below } = idBounds(selection);
  return tx`
    select c.* from customers c
    where c.organization_id = ${tx.organizationId}
      ${after || createdBefore ? tx`and c.id < ${below}` : tx``}
      ${createdAfter ? tx`and c.id >= ${lowest}` : tx``}
      ${status ? tx`and c.status = ${status}` : tx``}
      ${updatedAfter ? tx`and c.updated_at >= ${updatedAfter}` : tx``}
      ${parameter ? havingParameter(tx, parameter) : tx``}
    order by c.id desc limit ${count}
  `;
}

function havingParameter(tx: Tx, filter: ParameterFilter): SqlFragment {
  const { value } = filter;
  if ('parameterId' in filter) {
    return tx`and c.id in (
      select customer_id from customer_parameter_values
      where organization_id = ${tx.organizationId} and parameter_id = ${filter.parameterId} and match_text = ${value}
    )`;
  }
  switch (filter.field) {
    case 'first_name':
      return tx`and c.first_name = ${value}`;
    case 'last_name':
      return tx`and c.last_name = ${value}`;
    case 'source':
      return tx`and c.source = ${value}`;
    case 'customer_number':
      return tx`and c.customer_number = ${value}`;
    case 'email':
      return tx`and c.id in (
        select customer_id from customer_emails where organization_id = ${tx.organizationId} and address = ${value}
      )`;
    case 'phone':
      return tx`and c.id in (
        select customer_id from customer_phones where organization_id = ${tx.organizationId} and number = ${value}
      )`;
  }
}
