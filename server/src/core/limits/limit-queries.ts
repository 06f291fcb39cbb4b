// All SQL of rate limits.
import type { Tx } from '#db/tx.ts';

/** A limit on one subject in one window. */
export interface WindowLimit {
  subject: string;
  limit: number;
  windowStart: Date;
}

/**
 * Grants up to `count` further requests. Returns how many were granted and how many the window has left after that;
 * the counter may pass the limit by what could not be granted. A process whose clock is behind counts in the window
 * that others have begun: going back to the old one would forget what they have granted.
 */
export async function grantRequests(
  tx: Tx,
  { subject, limit, windowStart }: WindowLimit,
  count: number,
): Promise<{ granted: number; left: number }> {
  const rows = await tx<{ granted: number }[]>`
    insert into rate_windows as kept (organization_id, subject, window_start, granted)
    values (${tx.organizationId}, ${subject}, ${windowStart}, ${count})
    on conflict (organization_id, subject) do update set
      window_start = greatest(kept.window_start, ${windowStart}),
      granted = case when kept.window_start >= ${windowStart} then kept.granted else 0 end + ${count}
    where kept.window_start < ${windowStart} or kept.granted < ${limit}
    returning granted
  `;
  const [row] = rows;
  if (!row) return { granted: 0, left: 0 };
  const over = Math.max(0, row.granted - limit);
  return { granted: Math.max(0, count - over), left: Math.max(0, limit - row.granted) };
}

/** Gives back requests that were granted and not used. */
export async function returnRequests(
  tx: Tx,
  { subject, limit, windowStart }: WindowLimit,
  count: number,
): Promise<void> {
  await tx`
    update rate_windows set granted = least(granted, ${limit}) - ${count}
    where organization_id = ${tx.organizationId} and subject = ${subject} and window_start = ${windowStart}
  `;
}
