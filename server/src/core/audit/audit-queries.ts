// The SQL that reads the audit log and erases people from it. Its rows are written with events, by the database
// (migrations/0100), or alone (event-queries.ts).
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** Which entries, and which part of the list. */
export interface AuditSelection {
  recordId?: string | undefined;
  actorId?: string | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

type Row = Omit<AuditEntry, 'actor' | 'changes'> & {
  actorType: AuditEntry['actor']['type'];
  actorId: string;
  actorName: string;
  changes: AuditEntry['changes'] | null;
};

/** Entries of a selection, newest first. */
export async function selectAuditEntries(tx: Tx, selection: AuditSelection): Promise<AuditEntry[]> {
  const { recordId, actorId, count } = selection;
  const { lowest, below } = idBounds(selection);
  // A record has few entries, and who changed it may have a million: asked for both, the planner must not begin there.
  const actor = recordId ? tx`actor_id || ''` : tx`actor_id`;
  const rows = await tx<Row[]>`
    select id, action, record_id, actor_type, actor_id, actor_name, changes, created_at from audit_entries
    where organization_id = ${tx.organizationId} and id >= ${lowest} and id < ${below}
      ${recordId ? tx`and record_id = ${recordId}` : tx``}
      ${actorId ? tx`and ${actor} = ${actorId}` : tx``}
    order by id desc limit ${count}
  `;
  return rows.map(({ actorType, actorId, actorName, changes, ...entry }) => ({
    ...entry,
    actor: { type: actorType, id: actorId, name: actorName },
    changes: changes ?? [],
  }));
}

/** Leaves of what was changed of these records only which fields, and what is in the books: all else is gone. */
export async function eraseAuditedValues(tx: Tx, recordIds: string[]): Promise<void> {
  await tx`
    update audit_entries a set changes = (${erasedChanges(tx)})
    where organization_id = ${tx.organizationId} and record_id = any(${recordIds}::uuid[]) and changes is not null
  `;
}

/** What changes of orders and store credit tell of money, and of nobody: it stays when a person is erased (G-206). */
const bookedFields = [
  'status paymentStatus condition currency taxSetting subtotal discountTotal orderDiscount taxTotal',
  'serviceChargeAmount tipAmount total amountPaid refundAmount balanceDue storeCreditApplied storeCreditFrom',
  'completedAt cancelledAt refundedAt reason amount balance',
].flatMap((names) => names.split(' '));
const bookedLists = ['payments', 'refunds'];

/** The changes of the entry in the row `a` as erasing leaves them; as a query. */
export function erasedChanges(tx: Tx): SqlFragment {
  const listWithoutWords = (side: 'from' | 'to') => tx`
    case when change -> ${side}::text is not null then (
      select coalesce(jsonb_agg(entry - array['cardBrand', 'cardLast4', 'reason']), '[]')
      from jsonb_array_elements((change -> ${side}::text)::jsonb) entry
    ) end
  `;
  return tx`
    select json_agg(case
      when split_part(a.action, '.', 1) not in ('order', 'store_credit') then json_build_object('field', field)
      when field = any(${bookedFields}) then change
      when field = any(${bookedLists}) then jsonb_strip_nulls(jsonb_build_object('field', field,
        'from', ${listWithoutWords('from')}, 'to', ${listWithoutWords('to')}))::json
      else json_build_object('field', field)
    end order by place)
    from json_array_elements(a.changes) with ordinality as changed (change, place),
      lateral (select change ->> 'field') as named (field)
  `;
}
