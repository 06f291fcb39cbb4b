// An operator's database user is often no superuser. It owns the tables and may pass the walls; requests may not.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { closeWorld, connectBeside, onServer, serverUrl } from '#test/databases.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, openWorld, world } from '#test/world.ts';

suite('a database whose owner is no superuser', { ...onServer, timeout: 60_000 }, () => {
  test('is migrated, serves requests, and walls its organizations in', async (t) => {
    // The role of requests belongs to the whole server; whoever may make roles has made it beforehand.
    await world();
    const operator = connectBeside(t, serverUrl!);
    const owner = `frontdesk_owner_${randomBytes(4).toString('hex')}`;
    await operator`create role ${operator(owner)} login`;
    await operator`grant frontdesk_tenant to ${operator(owner)}`;
    await operator`create database ${operator(owner)} owner ${operator(owner)}`;
    const url = new URL(serverUrl!);
    url.username = owner;
    url.pathname = `/${owner}`;
    const all = await openWorld({ DATABASE_URL: url.href, DATABASE_CONNECTIONS: '3' });
    try {
      const [mine, theirs] = [await makeOrganization(all), await makeOrganization(all)];
      for (const { admin } of [mine, theirs]) {
        const { status } = await admin.post('/customers', { emails: [{ address: 'same@example.com' }] });
        assert.equal(status, 201);
      }
      assert.equal((await mine.admin.get('/customers?search=same')).body.data.length, 1);
      const seen = await all.parts.db.read(mine.organization.id, (tx) =>
        run(tx, 'select distinct organization_id from customers'),
      );
      assert.deepEqual(seen, [{ organizationId: mine.organization.id }]);
      const everywhere = await all.parts.db.root((tx) =>
        run(tx, 'select distinct organization_id from customers'),
      );
      assert.equal(everywhere.length, 2);
    } finally {
      await closeWorld(all);
      await operator`drop database ${operator(owner)} with (force)`;
      await operator`drop role ${operator(owner)}`;
    }
  });
});
