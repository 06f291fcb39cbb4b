// The SQL that reads and writes customers with their addresses, numbers and parameter values. Lists are in
// customer-list-queries.ts.
import { type Customer, searchTextOf } from '#core/customers/customer.ts';
import { type CustomerRow, customersFrom, toCustomer } from '#core/customers/customer-row-queries.ts';
import { insertEvent, type NewEvent } from '#core/events/event-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

/** The customer with this record id, or whoever the one who had it was merged into (G-151). */
export async function findCustomerById(tx: Tx, id: string): Promise<Customer | undefined> {
  return (await findUnmerged(tx, id)) ?? findSurvivor(tx, tx`merged_customer_id = ${id}`);
}

function findUnmerged(tx: Tx, id: string): Promise<Customer | undefined> {
  return findOne(tx, tx`select * from customers where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Whoever answers for a merged customer; the latest, where several had the same number. */
function findSurvivor(tx: Tx, condition: SqlFragment): Promise<Customer | undefined> {
  return findOne(
    tx,
    tx`
      select * from customers where organization_id = ${tx.organizationId} and id = (
        select survivor_id from customer_merges
        where organization_id = ${tx.organizationId} and undone_at is null and ${condition}
        order by id desc limit 1
      )
    `,
  );
}

/** The customer with this record id, locked until the transaction ends. */
export async function lockCustomer(tx: Tx, id: string): Promise<Customer | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from customers where organization_id = ${tx.organizationId} and id = ${id} for update
  `.execute();
  const [customer] = await Promise.all([findUnmerged(tx, id), locked]);
  return customer;
}

/** The customer with this number, or whoever the one who had it was merged into (G-151). */
export async function findCustomerByNumber(tx: Tx, customerNumber: string): Promise<Customer | undefined> {
  const found = await findOne(
    tx,
    tx`select * from customers where organization_id = ${tx.organizationId} and customer_number = ${customerNumber}`,
  );
  return found ?? findSurvivor(tx, tx`merged_customer_number = ${customerNumber}`);
}

/** The customer with this email address, in normal form. */
export async function findCustomerByEmail(tx: Tx, address: string): Promise<Customer | undefined> {
  return findOne(
    tx,
    tx`
      select * from customers where organization_id = ${tx.organizationId} and id = (
        select customer_id from customer_emails
        where organization_id = ${tx.organizationId} and address = ${address}
      )
    `,
  );
}

/**
 * The customer with this email address, in normal form, locked until the transaction ends. Whoever lost it while this
 * waited, to another customer or for good, is not found.
 */
export async function lockHolderOf(tx: Tx, address: string): Promise<Customer | undefined> {
  const holder = await findCustomerByEmail(tx, address);
  const locked = holder && (await lockCustomer(tx, holder.id));
  return locked?.emails.some((email) => email.address === address) ? locked : undefined;
}

/** The customer with this phone number in E.164; of several, one whose primary number it is, then the oldest. */
export async function findCustomerByPhone(tx: Tx, number: string): Promise<Customer | undefined> {
  return findOne(
    tx,
    tx`
      select * from customers where organization_id = ${tx.organizationId} and id = (
        select customer_id from customer_phones
        where organization_id = ${tx.organizationId} and number = ${number}
        order by is_primary desc, customer_id limit 1
      )
    `,
  );
}

/** Which of these addresses belong to customers, other than `exceptId`. */
export async function selectTakenEmails(tx: Tx, addresses: string[], exceptId?: string): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    select address from customer_emails
    where organization_id = ${tx.organizationId} and address = any(${addresses}::text[])
      and (${exceptId ?? null}::uuid is null or customer_id <> ${exceptId ?? null}::uuid)
  `;
  return rows.map(({ address }) => address);
}

/**
 * The last number of the unbroken run of taken numbers that starts with `first`, such as CUST-000042 of 7 to 42. The
 * run may be as long as an import; the first gap ends the reading.
 */
export async function selectEndOfNumberRun(tx: Tx, first: string): Promise<string> {
  const [row] = await tx<{ customerNumber: string }[]>`
    select taken.customer_number from customers taken
    where taken.organization_id = ${tx.organizationId} and taken.customer_number >= ${first}
      and taken.customer_number ~ '^CUST-[0-9]{6}$'
      and not exists (
        select from customers next
        where next.organization_id = ${tx.organizationId}
          and next.customer_number = 'CUST-' || lpad((substr(taken.customer_number, 6)::integer + 1)::text, 6, '0')
      )
    order by taken.customer_number limit 1
  `;
  return row?.customerNumber ?? first;
}

/** Stores a new customer and its event in one statement. Violates the unique constraints of numbers and addresses. */
export async function insertCustomer(tx: Tx, customer: Customer, event: NewEvent): Promise<void> {
  await tx`
    with customer as (${insertRow(tx, customer)}),
      emails as (${insertEmails(tx, emailsOf(tx, customer))}),
      phones as (${insertPhones(tx, phonesOf(tx, customer))}),
      parameter_values as (${insertParameterValues(tx, parameterValuesOf(tx, customer))})
    ${insertEvent(tx, event)}
  `;
}

/** Stores a changed customer, the parts of it that are named in `changed` replaced whole. */
export async function updateCustomerRow(
  tx: Tx,
  customer: Customer,
  changed: Set<keyof Customer>,
): Promise<void> {
  const replaced: PromiseLike<unknown>[] = [];
  const where = tx`organization_id = ${tx.organizationId} and customer_id = ${customer.id}`;
  if (changed.has('emails')) {
    replaced.push(tx`delete from customer_emails where ${where}`, insertEmails(tx, emailsOf(tx, customer)));
  }
  if (changed.has('phones')) {
    replaced.push(tx`delete from customer_phones where ${where}`, insertPhones(tx, phonesOf(tx, customer)));
  }
  if (changed.has('parameterValues')) {
    replaced.push(
      tx`delete from customer_parameter_values where ${where}`,
      insertParameterValues(tx, parameterValuesOf(tx, customer)),
    );
  }
  await Promise.all([updateRow(tx, customer), ...replaced]);
}

/** Notes that the customer did something at this moment. No change of the record: no version, no event. */
export async function markActive(tx: Tx, id: string, activeAt: Date): Promise<void> {
  await tx`
    update customers set last_activity_at = ${activeAt}, first_active_at = coalesce(first_active_at, ${activeAt})
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Notes that the customer has proven an address: no guest any more. No change of the record: no version, no event. */
export async function markProven(tx: Tx, id: string): Promise<void> {
  await tx`
    update customers set is_guest = false
    where organization_id = ${tx.organizationId} and id = ${id} and is_guest
  `;
}

function insertRow(tx: Tx, c: Customer): SqlFragment {
  return tx`
    insert into customers (organization_id, id, customer_number, first_name, last_name, display_name, status, source,
      photo_file_id, last_activity_at, first_active_at, marketing_opt_in, sms_opt_in, is_guest, search_text,
      version, created_at, updated_at)
    values (${tx.organizationId}, ${c.id}, ${c.customerNumber}, ${c.firstName}, ${c.lastName}, ${c.displayName},
      ${c.status}, ${c.source}, ${c.photoFileId}, ${c.lastActivityAt}, ${c.firstActiveAt}, ${c.marketingOptIn},
      ${c.smsOptIn}, ${c.isGuest}, ${searchTextOf(c)}, ${c.version}, ${c.createdAt}, ${c.updatedAt})
  `;
}

function updateRow(tx: Tx, c: Customer): SqlFragment {
  return tx`
    update customers set customer_number = ${c.customerNumber}, first_name = ${c.firstName},
      last_name = ${c.lastName}, display_name = ${c.displayName}, status = ${c.status}, source = ${c.source},
      photo_file_id = ${c.photoFileId}, last_activity_at = ${c.lastActivityAt},
      first_active_at = ${c.firstActiveAt}, marketing_opt_in = ${c.marketingOptIn}, sms_opt_in = ${c.smsOptIn},
      search_text = ${searchTextOf(c)}, version = ${c.version}, updated_at = ${c.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${c.id}
  `;
}

/**
 * The insert of email addresses: `owners` has a customer_id and a JSON list of emails in each row. In the order of the
 * addresses, so that two who want the same ones wait for each other in one direction only.
 */
export function insertEmails(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into customer_emails (organization_id, customer_id, position, address, is_primary)
    select ${tx.organizationId}::uuid, owner.customer_id, place - 1, entry ->> 'address',
      (entry ->> 'isPrimary')::boolean
    from (${owners}) as owner (customer_id, list), json_array_elements(list) with ordinality as entries (entry, place)
    order by entry ->> 'address'
  `;
}

/** The insert of phone numbers: `owners` has a customer_id and a JSON list of phones in each row. */
export function insertPhones(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into customer_phones (organization_id, customer_id, position, number, is_primary)
    select ${tx.organizationId}::uuid, owner.customer_id, place - 1, entry ->> 'number',
      (entry ->> 'isPrimary')::boolean
    from (${owners}) as owner (customer_id, list), json_array_elements(list) with ordinality as entries (entry, place)
  `;
}

/** The insert of parameter values: `owners` has a customer_id and a list as `parameterEntries` makes it in each row. */
export function insertParameterValues(tx: Tx, owners: SqlFragment): SqlFragment {
  return tx`
    insert into customer_parameter_values (organization_id, customer_id, parameter_id, value, match_text)
    select ${tx.organizationId}::uuid, owner.customer_id, (entry ->> 'parameterId')::uuid, (entry -> 'value')::jsonb,
      entry ->> 'matchText'
    from (${owners}) as owner (customer_id, list), json_array_elements(list) as entries (entry)
  `;
}

/** The parameter values of a customer as `insertParameterValues` reads them. */
export function parameterEntries({ parameterValues }: Customer): object[] {
  return Object.entries(parameterValues).map(([parameterId, value]) => ({
    parameterId,
    value,
    matchText: parameterMatchText(value),
  }));
}

const emailsOf = (tx: Tx, customer: Customer) => listOf(tx, customer.id, customer.emails);
const phonesOf = (tx: Tx, customer: Customer) => listOf(tx, customer.id, customer.phones);
const parameterValuesOf = (tx: Tx, customer: Customer) => listOf(tx, customer.id, parameterEntries(customer));

// The lists go as JSON: one parameter each, and the statement stays the same for any length.
function listOf(tx: Tx, customerId: string, list: object[]): SqlFragment {
  return tx`select ${customerId}::uuid, ${JSON.stringify(list)}::text::json`;
}

/** The text a parameter filter compares a value by: at most 200 characters of it. */
export function parameterMatchText(value: Customer['parameterValues'][string]): string {
  return (Array.isArray(value) ? value.join(', ') : String(value)).slice(0, 200);
}

async function findOne(tx: Tx, chosen: SqlFragment): Promise<Customer | undefined> {
  const rows = await tx<CustomerRow[]>`${customersFrom(tx, chosen)}`;
  return rows[0] && toCustomer(tx, rows[0]);
}
