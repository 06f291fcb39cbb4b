// The SQL of what is taken: counting it, taking it, giving it back. Whoever takes something holds the locks of its
// resources first (docs/decisions/0012).
import { type Peak, type Taking, type Wish, wholeQuantity } from '#core/bookings/occupancy/occupancy.ts';
import { freeOccupancies } from '#core/bookings/waiting-list/freed-time-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { newId } from '#kit/id.ts';

/**
 * The peak of what is taken of each resource of a wish in its time, and how many places it has. Not the sum: what ends
 * when the next begins was never taken twice. The rows are read as steps, up where something begins and down where it
 * ends, the ends of a moment first, and the highest sum of steps is the peak.
 *
 * Times are compared and not ranges: behind row-level security no index serves the overlap of ranges. Nothing is longer
 * than nine days (a check of the table), so what began earlier has ended.
 */
export async function selectPeaks(tx: Tx, wish: Wish, now: Date): Promise<Map<string, Peak>> {
  const { serviceId, from, until } = wish;
  const rows = await tx<PeakRow[]>`
    with wanted as (
      select unnest(${resourceIdsOf(wish)}::uuid[]) as resource_id
    ), taken as (
      select resource_id, starts_at, ends_at, case when is_whole then ${wholeQuantity}::integer else quantity end as quantity,
        service_id = ${serviceId} as is_same,
        service_id = ${serviceId} and starts_at = ${from} and ends_at = ${until} as is_session, place_id
      from occupancies
      where organization_id = ${tx.organizationId} and resource_id = any(${resourceIdsOf(wish)}::uuid[])
        and starts_at < ${until} and starts_at > ${from}::timestamptz - interval '216 hours' and ends_at > ${from}
        and (expires_at is null or expires_at > ${now})
    ), steps as (
      select resource_id, starts_at as at, quantity, case when is_same then quantity else 0 end as for_service from taken
      union all
      select resource_id, ends_at, -quantity, case when is_same then -quantity else 0 end from taken
    ), levels as (
      select resource_id, at, sum(quantity) over step as taken, sum(for_service) over step as taken_for_service
      from steps window step as (partition by resource_id order by at, quantity)
    )
    select w.resource_id, coalesce(max(l.taken), 0) as taken, coalesce(max(l.taken_for_service), 0) as taken_for_service,
      coalesce(
        (select capacity from sublocations where organization_id = ${tx.organizationId} and id = w.resource_id),
        (select quantity from equipment where organization_id = ${tx.organizationId} and id = w.resource_id),
        (select capacity from services where organization_id = ${tx.organizationId} and id = w.resource_id)
      ) as capacity,
      (select case when bool_and(t.is_session) and count(distinct t.place_id) = 1 then min(t.place_id::text) end
        from taken t where t.resource_id = w.resource_id) as session_place_id
    from wanted w left join levels l on l.resource_id = w.resource_id
    group by w.resource_id
  `;
  return new Map(
    rows.map(({ resourceId, taken, takenForService, capacity, sessionPlaceId }) => [
      resourceId,
      {
        taken,
        takenForService,
        capacity: capacity ?? undefined,
        sessionPlaceId: sessionPlaceId ?? undefined,
      },
    ]),
  );
}

interface PeakRow {
  resourceId: string;
  taken: number;
  takenForService: number;
  capacity: number | null;
  sessionPlaceId: string | null;
}

/** Who takes something: a booking, or a hold until it expires. */
export type Taker = { bookingId: string } | { holdId: string; expiresAt: Date };

/**
 * The insert of what somebody takes, to run by itself or as a part of a longer statement. The first of the takings is
 * the place.
 */
export function insertOccupancies(
  tx: Tx,
  taker: Taker,
  { serviceId, from, until }: Wish,
  takings: Taking[],
  now: Date,
): SqlFragment {
  const rows = takings.map(({ resourceType, resourceId, quantity, isWhole, isOverride }) => ({
    id: newId(now),
    resource_type: resourceType,
    resource_id: resourceId,
    quantity,
    is_whole: isWhole,
    is_override: isOverride,
  }));
  const booking = 'bookingId' in taker ? taker.bookingId : undefined;
  const hold = 'holdId' in taker ? taker : undefined;
  return tx`
    insert into occupancies (organization_id, id, booking_id, hold_id, expires_at, service_id, place_id, starts_at, ends_at,
      resource_type, resource_id, quantity, is_whole, is_override)
    select ${tx.organizationId}::uuid, r.id, ${booking}::uuid, ${hold?.holdId}::uuid,
      ${hold?.expiresAt}::timestamptz, ${serviceId}::uuid, ${takings[0]?.resourceId}::uuid, ${from}::timestamptz, ${until}::timestamptz,
      r.resource_type, r.resource_id, r.quantity, r.is_whole, r.is_override
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id uuid, resource_type text, resource_id uuid,
      quantity integer, is_whole boolean, is_override boolean)
  `;
}

/** Gives back what bookings take, and what is offered to those that wait; the waiting list is looked at afterwards. */
export async function deleteOccupanciesOfBookings(tx: Tx, bookingIds: string[], now: Date): Promise<void> {
  const offers = tx`
    from booking_holds where organization_id = ${tx.organizationId} and booking_id = any(${bookingIds}::uuid[])
  `;
  await Promise.all([
    freeOccupancies(
      tx,
      tx`(o.booking_id = any(${bookingIds}::uuid[]) or o.hold_id = any(array(select id ${offers})))`,
      now,
    ),
    tx`delete ${offers}`,
  ]);
}

/**
 * Removes what expired holds took of these resources. Nobody counts it any more, but the exclusion constraint, which
 * knows no time, would.
 */
export async function deleteExpiredOccupancies(tx: Tx, resourceIds: string[], now: Date): Promise<void> {
  await tx`
    delete from occupancies
    where organization_id = ${tx.organizationId} and resource_id = any(${resourceIds}::uuid[]) and expires_at <= ${now}
  `;
}

function resourceIdsOf({ choices }: Wish): string[] {
  return choices.flat().map(({ resourceId }) => resourceId);
}
