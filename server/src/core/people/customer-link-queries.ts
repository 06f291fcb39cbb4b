// Everything that points at a customer, and the SQL that makes it point at another one and back again. A test compares
// the list with the foreign keys of the database.
import type { SqlFragment, Tx } from '#db/tx.ts';

/** A column that points at customers. */
interface CustomerLink {
  table(tx: Tx): SqlFragment;
  column(tx: Tx): SqlFragment;
  /** The columns that tell the rows of one customer apart, as JSON of the row `t`. */
  key(tx: Tx): SqlFragment;
  /** Whether the row `t` has the key in the row `k`. */
  hasKey(tx: Tx): SqlFragment;
  /** For records with a version: they show the customer, so they change with it. */
  touched?(tx: Tx, now: Date): SqlFragment;
  /** Where no two rows may name one customer. */
  single?: {
    /** Whether the rows `t` and `other` would be two. */
    isTwice(tx: Tx): SqlFragment;
    /** Whether the row `kept` says more than the other and stays, also when it is the merged customer's. */
    saysMore(tx: Tx, kept: SqlFragment): SqlFragment;
    /** Whether what the row `k` belongs to is still there. */
    belongs(tx: Tx): SqlFragment;
    /** The columns that are stored of a row. */
    columns(tx: Tx): SqlFragment;
  };
}

const byId = {
  column: (tx: Tx) => tx`customer_id`,
  key: (tx: Tx) => tx`jsonb_build_object('id', t.id)`,
  hasKey: (tx: Tx) => tx`t.id = k.id`,
};
const withVersion = {
  ...byId,
  touched: (tx: Tx, now: Date) => tx`, version = t.version + 1, updated_at = ${now}`,
};
const never = (tx: Tx) => tx`false`;

/** Links by table and column, in the order of locks. */
type CustomerLinks = Record<string, CustomerLink>;

/** What points at customers but for their credit. */
export const recordLinks: CustomerLinks = {
  'accounts.customer_id': { ...byId, table: (tx) => tx`accounts` },
  // Companies get their version with their event.
  'companies.primary_customer_id': {
    ...byId,
    table: (tx) => tx`companies`,
    column: (tx) => tx`primary_customer_id`,
  },
  'company_members.customer_id': {
    ...byId,
    table: (tx) => tx`company_members`,
    key: (tx) => tx`jsonb_build_object('company_id', t.company_id)`,
    hasKey: (tx) => tx`t.company_id = k.company_id`,
    single: {
      isTwice: (tx) => tx`other.company_id = t.company_id`,
      saysMore: never,
      belongs: (tx) =>
        tx`exists (select from companies c where (c.organization_id, c.id) = (k.organization_id, k.company_id))`,
      columns: (tx) => tx`organization_id, company_id, customer_id, position, role, title`,
    },
  },
  'customer_import_rows.customer_id': {
    ...byId,
    table: (tx) => tx`customer_import_rows`,
    key: (tx) => tx`jsonb_build_object('row_key', t.row_key)`,
    hasKey: (tx) => tx`t.row_key = k.row_key`,
  },
  'orders.customer_id': { ...withVersion, table: (tx) => tx`orders` },
  'order_customers.customer_id': {
    ...byId,
    table: (tx) => tx`order_customers`,
    key: (tx) => tx`jsonb_build_object('order_id', t.order_id)`,
    hasKey: (tx) => tx`t.order_id = k.order_id`,
    single: {
      isTwice: (tx) => tx`other.order_id = t.order_id`,
      saysMore: (tx, kept) => tx`${kept}.role = 'primary'`,
      belongs: (tx) =>
        tx`exists (select from orders o where (o.organization_id, o.id) = (k.organization_id, k.order_id))`,
      columns: (tx) => tx`organization_id, customer_id, order_id, position, role`,
    },
  },
  'bookings.customer_id': { ...withVersion, table: (tx) => tx`bookings` },
  'booking_customers.customer_id': {
    ...byId,
    table: (tx) => tx`booking_customers`,
    key: (tx) => tx`jsonb_build_object('booking_id', t.booking_id)`,
    hasKey: (tx) => tx`t.booking_id = k.booking_id`,
    single: {
      isTwice: (tx) => tx`other.booking_id = t.booking_id`,
      saysMore: (tx, kept) => tx`${kept}.role = 'primary'`,
      belongs: (tx) =>
        tx`exists (select from bookings b where (b.organization_id, b.id) = (k.organization_id, k.booking_id))`,
      columns: (tx) => tx`organization_id, booking_id, customer_id, position, role, starts_at`,
    },
  },
  'booking_attendees.customer_id': {
    ...byId,
    table: (tx) => tx`booking_attendees`,
    key: (tx) => tx`jsonb_build_object('booking_id', t.booking_id, 'position', t.position)`,
    hasKey: (tx) => tx`t.booking_id = k.booking_id and t.position = k.position`,
  },
  'enquiries.customer_id': { ...withVersion, table: (tx) => tx`enquiries` },
  'task_links.customer_id': {
    ...byId,
    table: (tx) => tx`task_links`,
    key: (tx) => tx`jsonb_build_object('task_id', t.task_id)`,
    hasKey: (tx) => tx`t.task_id = k.task_id`,
    single: {
      isTwice: (tx) => tx`other.task_id = t.task_id`,
      saysMore: never,
      belongs: (tx) =>
        tx`exists (select from tasks s where (s.organization_id, s.id) = (k.organization_id, k.task_id))`,
      columns: (tx) => tx`organization_id, task_id, customer_id, position, is_pending`,
    },
  },
  'customer_merges.survivor_id': {
    ...byId,
    table: (tx) => tx`customer_merges`,
    column: (tx) => tx`survivor_id`,
  },
};

/** The accounts of store credit: emptied before they move, and locked last. */
export const creditLinks: CustomerLinks = {
  'credit_accounts.customer_id': {
    ...byId,
    table: (tx) => tx`credit_accounts`,
    key: (tx) => tx`jsonb_build_object('entity_id', t.entity_id, 'currency', t.currency)`,
    hasKey: (tx) => tx`t.entity_id = k.entity_id and t.currency = k.currency`,
  },
};

/** What goes over with the customer's record itself, as far as there is room. */
export const carriedLinks = [
  'customer_emails.customer_id',
  'customer_phones.customer_id',
  'customer_parameter_values.customer_id',
];

/** Who is to be pointed at, instead of whom, in which merge. */
export interface LinkMove {
  mergeId: string;
  fromId: string;
  toId: string;
  now: Date;
}

/**
 * Points at `toId` what points at `fromId`, with one statement a table however many rows there are, and notes it under
 * the merge. Both customers are locked.
 */
export async function moveLinks(tx: Tx, links: CustomerLinks, move: LinkMove): Promise<void> {
  for (const [name, link] of Object.entries(links)) {
    if (link.single) await dropDoubles(tx, name, link, move);
    await moveLink(tx, name, link, move);
  }
}

/** Points back at `toId` what `moveLinks` pointed at `fromId`, as far as it is there and still points at it. */
export async function moveLinksBack(tx: Tx, links: CustomerLinks, move: LinkMove): Promise<void> {
  for (const [name, link] of Object.entries(links)) {
    await moveLinkBack(tx, name, link, move);
    if (link.single) await putDoublesBack(tx, name, link, move);
  }
}

// Where both are named, one row is enough: the survivor's, unless the other says more.
async function dropDoubles(tx: Tx, name: string, link: CustomerLink, move: LinkMove): Promise<void> {
  const { isTwice, saysMore } = link.single!;
  const { mergeId, fromId, toId } = move;
  const [own, others] = [tx`t`, tx`other`];
  await tx`
    with gone as (
      delete from ${link.table(tx)} t using ${link.table(tx)} other
      where t.organization_id = ${tx.organizationId} and other.organization_id = ${tx.organizationId}
        and ${isTwice(tx)} and (
          t.customer_id = ${fromId} and other.customer_id = ${toId} and not ${saysMore(tx, own)}
          or t.customer_id = ${toId} and other.customer_id = ${fromId} and ${saysMore(tx, others)}
        )
      returning to_jsonb(t) as row
    )
    insert into customer_merge_moves (organization_id, merge_id, link, dropped)
    select ${tx.organizationId}::uuid, ${mergeId}, ${name}, jsonb_agg(row) from gone having count(*) > 0
  `;
}

async function moveLink(tx: Tx, name: string, link: CustomerLink, move: LinkMove): Promise<void> {
  const { mergeId, fromId, toId, now } = move;
  await tx`
    with gone as (
      update ${link.table(tx)} t set ${link.column(tx)} = ${toId} ${link.touched?.(tx, now) ?? tx``}
      where t.organization_id = ${tx.organizationId} and t.${link.column(tx)} = ${fromId}
      returning ${link.key(tx)} as key
    )
    insert into customer_merge_moves (organization_id, merge_id, link, moved)
    select ${tx.organizationId}::uuid, ${mergeId}, ${name}, jsonb_agg(key) from gone having count(*) > 0
    on conflict (organization_id, merge_id, link) do update set moved = excluded.moved
  `;
}

async function moveLinkBack(tx: Tx, name: string, link: CustomerLink, move: LinkMove): Promise<void> {
  const { mergeId, fromId, toId, now } = move;
  await tx`
    update ${link.table(tx)} t set ${link.column(tx)} = ${toId} ${link.touched?.(tx, now) ?? tx``}
    from jsonb_populate_recordset(null::${link.table(tx)}, (
      select moved from customer_merge_moves
      where organization_id = ${tx.organizationId} and merge_id = ${mergeId} and link = ${name}
    )) k
    where t.organization_id = ${tx.organizationId} and t.${link.column(tx)} = ${fromId} and ${link.hasKey(tx)}
  `;
}

async function putDoublesBack(tx: Tx, name: string, link: CustomerLink, move: LinkMove): Promise<void> {
  const { belongs, columns } = link.single!;
  await tx`
    insert into ${link.table(tx)} (${columns(tx)})
    select ${columns(tx)} from jsonb_populate_recordset(null::${link.table(tx)}, (
      select dropped from customer_merge_moves
      where organization_id = ${tx.organizationId} and merge_id = ${move.mergeId} and link = ${name}
    )) k
    where ${belongs(tx)} on conflict do nothing
  `;
}
