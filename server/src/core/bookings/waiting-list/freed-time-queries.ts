// The SQL of freed times: notes for the job that offers places to the waiting list. Written in the transaction that
// frees the places, so that none is lost; only ever inserted, so that nobody waits for them.
import type { RootTx, SqlFragment, Tx } from '#db/tx.ts';
import { newId } from '#kit/id.ts';

/** A time in which places have become free. */
export interface FreedTime {
  organizationId: string;
  id: string;
  startsAt: Date;
  endsAt: Date;
}

/** Deletes what a condition chooses of `occupancies o`, and notes the time from the first to the last of it as freed. */
export async function freeOccupancies(tx: Tx, condition: SqlFragment, now: Date): Promise<void> {
  await tx`
    with freed as (
      delete from occupancies o where o.organization_id = ${tx.organizationId} and ${condition}
      returning o.starts_at, o.ends_at
    )
    insert into freed_times (organization_id, id, starts_at, ends_at)
    select ${tx.organizationId}, ${newId(now)}, min(starts_at), max(ends_at) from freed having count(*) > 0
  `;
}

/** Notes a time as freed: somebody has begun to wait for it, and who frees it just now may not have seen them. */
export async function insertFreedTime(
  tx: Tx,
  { from, until }: { from: Date; until: Date },
  now: Date,
): Promise<void> {
  await tx`
    insert into freed_times (organization_id, id, starts_at, ends_at)
    values (${tx.organizationId}, ${newId(now)}, ${from}, ${until})
  `;
}

/**
 * Notes all times that somebody waits for, in all organizations: what makes room and is noted by nobody, such as a new
 * room, is found then.
 */
export async function insertWaitedForTimes(tx: RootTx, now: Date): Promise<void> {
  await tx`
    insert into freed_times (organization_id, id, starts_at, ends_at)
    select organization_id, gen_random_uuid(), min(starts_at), max(ends_at) from bookings
    where status = 'waiting_list' and deleted_at is null and starts_at > ${now} group by organization_id
  `;
}

/** Up to `limit` notes of all organizations, the oldest first. */
export async function selectFreedTimes(tx: RootTx, limit: number): Promise<FreedTime[]> {
  return tx<FreedTime[]>`
    select organization_id, id, starts_at, ends_at from freed_times order by id limit ${limit}
  `;
}

/** Forgets a note that was worked off. */
export async function deleteFreedTime(tx: Tx, id: string): Promise<void> {
  await tx`delete from freed_times where organization_id = ${tx.organizationId} and id = ${id}`;
}
