// Deleting with If-Match, the same for every record that has a version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

test('a record of a newer version than If-Match names is not deleted', async () => {
  const { admin, scope } = await makeOrganization(await world());
  const make = async (path: string, body: object) => (await admin.post(path, body)).body.data;
  const location = await make('/locations', { name: 'Harbour' });
  const { service: yoga } = await makeBookable(scope);
  const start = { date: '2026-11-24', startTime: '10:00', ignoreSchedule: true };
  const booking = await make('/bookings', { serviceId: yoga.id, ...start });
  const cancelled = (await admin.patch(`/bookings/${booking.id}`, { status: 'cancelled' })).body.data;
  const records: [string, { id: string; version: number }][] = [
    ['/bookings', cancelled],
    ['/enquiries', await make('/enquiries', { email: 'a@example.com', subject: 'x' })],
    ['/tasks', await make('/tasks', { content: 'x' })],
    ['/orders', await make('/orders', { items: [{ type: 'custom', name: 'x', unitPrice: 1 }] })],
    ['/sublocations', await make('/sublocations', { name: 'Room', kind: 'room', locationId: location.id })],
    ['/equipment', await make('/equipment', { name: 'Projector', locationId: location.id })],
    ['/staff', await make('/staff', { firstName: 'Rosa' })],
    ['/services', await make('/services', { name: 'Desk', durationMinutes: 60 })],
    ['/service-categories', await make('/service-categories', { name: 'Rooms' })],
    ['/locations', location],
  ];
  for (const [path, record] of records) {
    const gone = async (version: number) =>
      (await admin.delete(`${path}/${record.id}`, { 'if-match': `"${version}"` })).status;
    assert.equal(await gone(99), 409, path);
    assert.equal((await admin.get(`${path}/${record.id}`)).status, 200, path);
    assert.equal(await gone(record.version), 204, path);
  }
});
