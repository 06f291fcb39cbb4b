// Two organizations that look alike on purpose: the same email, phone, number and names of keys in both, rows in every
// table, and words that only one of them has, by which a leak is recognised.
import assert from 'node:assert/strict';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { publishEvents } from '#core/events/event-queries.ts';
import { createPublicKey } from '#core/public-keys/public-keys.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { spareRows } from '#test/tenancy/spare-rows.ts';
import { makeOrganization, type TestOrganization, type World } from '#test/world.ts';

/** What both organizations have. */
export const alike = {
  email: 'same@example.com',
  phone: '+4940123456',
  customerNumber: 'SAME-0001',
  idempotencyKey: 'same-key',
  parameter: 'Shoe size',
} as const;

/** An organization with rows everywhere. */
export interface House extends TestOrganization {
  /** A word that stands in the names, addresses and notes of this house and nowhere else. */
  word: string;
  /** A customer with the values both houses have. */
  same: Record<string, unknown> & { id: string };
  /** A customer whose every value only this house has. */
  own: Record<string, unknown> & { id: string };
  ownEmail: string;
  ownPhone: string;
  ownNumber: string;
  parameterId: string;
}

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let housesMade = 0;

/** A house whose own words begin with `name`. */
export async function makeHouse(world: World, name: string): Promise<House> {
  housesMade += 1;
  const house = await makeOrganization(world, { name: `${name} house` });
  const { scope, admin, organization } = house;
  const word = `only${name}${process.pid}x${housesMade}`;
  const ownEmail = `${word}@example.com`;
  const ownPhone = `+49151${String(10_000_000 + process.pid * 50 + housesMade)}`;
  const ownNumber = `ONLY-${housesMade}-${process.pid}`;
  const { id: parameterId } = await createCustomerParameter(scope, {
    name: alike.parameter,
    key: 'shoeSize',
  });
  await createCustomerParameter(scope, { name: `Seat ${word}`, key: 'seat' });

  const same = await admin.post(
    '/customers',
    {
      firstName: word,
      emails: [{ address: alike.email }],
      phones: [{ number: alike.phone }],
      customerNumber: alike.customerNumber,
      parameterValues: { shoeSize: '44' },
      profilePhoto: onePixel,
    },
    { 'idempotency-key': alike.idempotencyKey },
  );
  const own = await admin.post('/customers', {
    lastName: word,
    source: word,
    emails: [{ address: ownEmail }],
    phones: [{ number: ownPhone }],
    customerNumber: ownNumber,
    parameterValues: { seat: word },
  });
  const drawn = await admin.post('/customers', { firstName: 'Drawn number' });
  assert.deepEqual([same.status, own.status, drawn.status], [201, 201, 201]);

  await createPublicKey(scope, { name: 'Website', allowedOrigins: ['https://example.com'] });
  await world.parts.limiter.take(organization.id, { subject: 'same', limit: 10, windowSeconds: 3600 });
  await world.parts.db.root((tx) => publishEvents(tx, 1000));
  await world.parts.db.root(async (tx) => {
    for (const row of spareRows(organization.id, own.body.data.id, word))
      await run(tx, row.text, ...row.values);
  });
  return {
    ...house,
    word,
    same: same.body.data,
    own: own.body.data,
    ownEmail,
    ownPhone,
    ownNumber,
    parameterId,
  };
}

/** All rows of an organization, table by table, as JSON text; without what changes by being asked. */
export async function rowsOf(
  world: World,
  organizationId: string,
  tables: string[],
): Promise<Record<string, string>> {
  return world.parts.db.root(async (tx) => {
    const rows: Record<string, string> = {};
    for (const table of tables) {
      const [row] = await run<{ all: string }>(
        tx,
        `select coalesce(json_agg(to_jsonb(t) - 'last_used_at' order by to_jsonb(t)::text), '[]')::text as all
         from ${table} t where organization_id = ?`,
        organizationId,
      );
      if (table !== 'rate_windows') rows[table] = row!.all;
    }
    return rows;
  });
}
