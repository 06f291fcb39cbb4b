// Clearing fields with a change, the same for every record: null does it, and so does an empty text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBookable } from '#test/bookable.ts';
import { makeOrganization, world } from '#test/world.ts';

test('null and an empty text clear what a record can be without', async () => {
  const { admin, scope } = await makeOrganization(await world());
  const make = async (path: string, body: object) => (await admin.post(path, body)).body.data;
  const customer = await make('/customers', {});
  const company = await make('/companies', { name: 'Raman' });
  const order = await make('/orders', { items: [{ type: 'custom', name: 'x', unitPrice: 1 }] });
  const { service, location } = await makeBookable(scope);
  const start = { date: '2026-11-24', startTime: '10:00', ignoreSchedule: true };
  const booking = await make('/bookings', { serviceId: service.id, ...start });
  const changes: [string, object][] = [
    [`/customers/${customer.id}`, { firstName: 'Ada', lastName: 'Byron', displayName: 'Ada B.' }],
    [
      `/companies/${company.id}`,
      {
        legalName: 'Raman GmbH',
        vatNumber: 'DE1',
        currency: 'EUR',
        primaryCustomerId: customer.id,
        externalId: 'c',
      },
    ],
    [
      `/orders/${order.id}`,
      {
        notes: 'n',
        customerId: customer.id,
        companyId: company.id,
        locationId: location.id,
        externalId: 'o',
      },
    ],
    [
      `/bookings/${booking.id}`,
      {
        customerNotes: 'c',
        internalNotes: 'i',
        customerId: customer.id,
        companyId: company.id,
        externalId: 'b',
      },
    ],
  ];
  for (const [path, full] of changes) {
    const fields = Object.keys(full);
    for (const none of [null, '']) {
      await admin.patch(path, full);
      const { status, body } = await admin.patch(
        path,
        Object.fromEntries(fields.map((field) => [field, none])),
      );
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        fields.filter((field) => field in body.data),
        [],
        path,
      );
    }
  }
});

test('null removes a company’s address', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/companies', { name: 'Raman', billingAddress: { city: 'Hamburg' } })).body
    .data;
  const { data } = (await admin.patch(`/companies/${id}`, { billingAddress: null })).body;
  assert.equal(data.billingAddress, undefined);
});
