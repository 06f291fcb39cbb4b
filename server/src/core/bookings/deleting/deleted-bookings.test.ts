// What becomes of deleted bookings after their 30 days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateBooking } from '#core/bookings/bookings.ts';
import { deleteBooking, removeDeletedBookings } from '#core/bookings/deleting/deleted-bookings.ts';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import { rescheduleBooking } from '#core/bookings/placing/reschedule-booking.ts';
import { makeBookable } from '#test/bookable.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

const hourMs = 3_600_000;

test('a deleted booking is removed after 30 days, unless it was rescheduled', async () => {
  const { parts, clock } = await world();
  const { scope, organization } = await makeOrganization(await world());
  const { service } = await makeBookable(scope, { service: { capacityMode: 'shared' } });
  const startsAt = new Date(Math.ceil(clock.now().getTime() / hourMs) * hourMs + hourMs);
  const book = () => createBooking(scope, { serviceId: service.id, startsAt, attendees: [{ name: 'Ada' }] });
  const [kept, old, recent, moved] = [await book(), await book(), await book(), await book()];
  for (const { id } of [old, recent]) await updateBooking(scope, id, { status: 'cancelled' });
  const successor = await rescheduleBooking(scope, moved.id, {
    startsAt: new Date(startsAt.getTime() + hourMs),
  });
  for (const { id } of [old, recent, moved]) await deleteBooking(scope, id);
  const age = (ids: string[], days: number) =>
    parts.db.root((tx) =>
      run(
        tx,
        `update bookings set deleted_at = deleted_at - interval '${days} days' where id = any(?::uuid[])`,
        `{${ids}}`,
      ),
    );
  await age([old.id, moved.id], 31);
  await age([recent.id], 29);
  await removeDeletedBookings(parts.db, clock, 500);
  const left = await parts.db.read(organization.id, (tx) =>
    run<{ id: string }>(tx, 'select id from bookings order by id'),
  );
  assert.deepEqual(
    left.map(({ id }) => id),
    [kept, recent, moved, successor].map(({ id }) => id),
  );
  const attendees = await parts.db.read(organization.id, (tx) =>
    run(tx, 'select from booking_attendees where booking_id = ?', old.id),
  );
  assert.deepEqual(attendees, []);
});
