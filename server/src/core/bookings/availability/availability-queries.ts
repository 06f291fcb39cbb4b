// The SQL of availability: what is taken of resources over a time.
import { wholeQuantity } from '#core/bookings/occupancy/occupancy.ts';
import type { Tx } from '#db/tx.ts';

/** Something that takes of a resource, buffers included. */
export interface TakenTimeOfResource {
  resourceId: string;
  /** The sublocation, or the service that takes place without one. */
  placeId: string;
  /** Whether it is for the service that was asked about. */
  isForService: boolean;
  startMs: number;
  endMs: number;
  quantity: number;
}

/**
 * What bookings and holds take of resources at any moment between `from` and `until`. What is taken whole counts as more
 * than any capacity. Moments come as numbers: making a Date of each would take longer than reading the rows.
 *
 * Nothing is longer than nine days (a check of the table), so what began earlier has ended.
 */
export async function selectTakenTimes(
  tx: Tx,
  wanted: { serviceId: string; resourceIds: string[]; from: Date; until: Date; now: Date },
): Promise<TakenTimeOfResource[]> {
  const { serviceId, resourceIds, from, until, now } = wanted;
  return tx<TakenTimeOfResource[]>`
    select resource_id, place_id, service_id = ${serviceId} as is_for_service,
      (extract(epoch from starts_at) * 1000)::float8 as start_ms, (extract(epoch from ends_at) * 1000)::float8 as end_ms,
      case when is_whole then ${wholeQuantity}::integer else quantity end as quantity
    from occupancies
    where organization_id = ${tx.organizationId} and resource_id = any(${resourceIds}::uuid[])
      and starts_at < ${until} and starts_at > ${from}::timestamptz - interval '216 hours' and ends_at > ${from}
      and (expires_at is null or expires_at > ${now})
  `;
}
