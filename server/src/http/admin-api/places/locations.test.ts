// Locations and the places at them, as a back end uses them. What is the same of every kind of record is tried with
// each in kept-records.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrganization, world } from '#test/world.ts';

test('a location is created in normal form, in the organization’s time zone unless another is named', async () => {
  const { admin } = await makeOrganization(await world(), { timeZone: 'Asia/Kathmandu' });
  const { status, body } = await admin.post('/locations', {
    name: '  North ',
    address: { line1: 'Am Kai 1', city: '', country: 'de' },
    phone: '040 / 123 456',
    email: 'North@Example.com',
  });
  assert.equal(status, 201);
  const { name, timezone, address, phone, email } = body.data;
  assert.deepEqual(
    { name, timezone, address, phone, email },
    {
      name: 'North',
      timezone: 'Asia/Kathmandu',
      address: { line1: 'Am Kai 1', country: 'DE' },
      phone: '+4940123456',
      email: 'north@example.com',
    },
  );
  const south = await admin.post('/locations', { name: 'South', timezone: 'america/argentina/buenos_aires' });
  assert.equal(south.body.data.timezone, 'America/Argentina/Buenos_Aires');
});

test('places and services in use are offered to choose from, by words of their names', async () => {
  const { admin } = await makeOrganization(await world());
  const north = (await admin.post('/locations', { name: 'North Pier' })).body.data;
  await admin.post('/locations', { name: 'North Gate', status: 'archived' });
  const room = (await admin.post('/sublocations', { name: 'Blue Room', locationId: north.id })).body.data;
  const yoga = (await admin.post('/services', { name: 'Yoga', durationMinutes: 60 })).body.data;
  for (const [kind, search, { id, name }] of [
    ['locations', 'north', north],
    ['sublocations', 'room%20blue', room],
    ['services', 'yog', yoga],
  ]) {
    const options = async (words: string) =>
      (await admin.get(`/metadata/options/${kind}?search=${words}`)).body.data.options;
    assert.deepEqual([await options(search), await options('other')], [[{ id, name }], []], kind);
  }
});
