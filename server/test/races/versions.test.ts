// Changes of one customer at once: none is overwritten unseen, and none is lost.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askAs } from '#test/ask.ts';
import { onServer } from '#test/databases.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('changes of one customer at once', () => {
  // To see it fail: drop `for update` from lockCustomer() in core/customers/customer-queries.ts (on a server).
  test('of ten made from one version one is taken, and nine are told of the conflict', async () => {
    const { admin } = await makeOrganization(await world());
    const { id } = (await admin.post('/customers', {})).body.data;
    const answers = await atOnce(10, (place) =>
      admin.patch(`/customers/${id}`, { firstName: `No. ${place}`, version: 1 }),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'changed')), {
      changed: 1,
      version_conflict: 9,
    });
    const now = (await admin.get(`/customers/${id}`)).body.data;
    assert.equal(now.version, 2);
    assert.equal(now.firstName, answers.find(({ status }) => status === 200)!.body.data.firstName);
  });

  test('ten made without a version are all taken, one after the other, each with its event', async () => {
    const all = await world();
    const { admin, organization } = await makeOrganization(all);
    const { id } = (await admin.post('/customers', {})).body.data;
    const fields = ['firstName', 'lastName', 'source'] as const;
    const answers = await atOnce(9, (place) =>
      admin.patch(`/customers/${id}`, { [fields[place % 3]!]: `v${place}` }),
    );
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 200: 9 });
    assert.deepEqual(
      answers.map(({ body }) => body.data.version).sort((a, b) => a - b),
      [2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    const last = (await admin.get(`/customers/${id}`)).body.data;
    for (const field of fields) assert.match(last[field], /^v\d$/, `the change of ${field} is lost`);
    const events = await all.parts.db.root((tx) =>
      run<{ version: number }>(
        tx,
        `select (data ->> 'version')::integer as version from events
         where organization_id = ? and type = 'customer.updated' order by position`,
        organization.id,
      ),
    );
    assert.deepEqual(
      events.map(({ version }) => version),
      [2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
  });

  test('over two processes it is the same', onServer, async (t) => {
    const [here, there] = await openTwoApps(t);
    const house = await makeOrganization(here);
    const callers = [house.admin, askAs(there.app, await house.keyFor())];
    const { id } = (await house.admin.post('/customers', {})).body.data;
    const answers = await atOnce(10, (place) =>
      callers[place % 2]!.patch(`/customers/${id}`, { firstName: `No. ${place}` }, { 'if-match': '"1"' }),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'changed')), {
      changed: 1,
      version_conflict: 9,
    });
  });
});
