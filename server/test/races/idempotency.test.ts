// Keyed requests that arrive together: one takes effect, all get its answer.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { askAs } from '#test/ask.ts';
import { closeWorld, connectBeside, freshDatabase, onServer } from '#test/databases.ts';
import { atOnce, countOf, openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, openWorld, world } from '#test/world.ts';

const keyed = (key: string) => ({ 'idempotency-key': key });

suite('posts with one Idempotency-Key at once', () => {
  // To see it fail: let claimKey() in core/idempotency/idempotency-queries.ts return true always.
  test('ten make one customer with one event, and nine replays of its answer', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(10, () => admin.post('/customers', { firstName: 'Once' }, keyed('ten')));
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 201: 10 });
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    assert.equal(replays.length, 9);
    assert.equal((await admin.get('/customers')).body.data.length, 1);
  });

  test('ten over two processes make one customer', onServer, async (t) => {
    const [here, there] = await openTwoApps(t);
    const house = await makeOrganization(here);
    const callers = [house.admin, askAs(there.app, await house.keyFor())];
    const answers = await atOnce(10, (place) =>
      callers[place % 2]!.post('/customers', { firstName: 'Once' }, keyed('two-apps')),
    );
    assert.deepEqual(countOf(answers.map(({ status }) => status)), { 201: 10 });
    assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
    assert.equal((await house.admin.get('/customers')).body.data.length, 1);
  });

  test('of different bodies one takes effect, and the others are told that the key is used', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(6, (place) =>
      admin.post('/customers', { firstName: `No. ${place}` }, keyed('six')),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'created')), {
      created: 1,
      idempotency_key_reused: 5,
    });
    const { data } = (await admin.get('/customers')).body;
    assert.deepEqual(data, [answers.find(({ status }) => status === 201)!.body.data].map(withoutOptIns));
  });

  test('one that is refused leaves the key to the next', async () => {
    const { admin } = await makeOrganization(await world());
    await admin.post('/customers', { emails: [{ address: 'taken@example.com' }] });
    const refused = await admin.post(
      '/customers',
      { emails: [{ address: 'taken@example.com' }] },
      keyed('refused'),
    );
    assert.deepEqual([refused.status, refused.body.code], [400, 'email_in_use']);
    assert.equal((await admin.post('/customers', { firstName: 'Next' }, keyed('refused'))).status, 201);
  });

  // To see it fail: let inTransaction() in core/idempotency/idempotency.ts not forget a transaction that has failed.
  test('one whose number somebody has given out by hand gets the next', async () => {
    const { admin } = await makeOrganization(await world());
    for (const customerNumber of ['CUST-000001', 'CUST-000002'])
      await admin.post('/customers', { customerNumber });
    const { status, body } = await admin.post('/customers', {}, keyed('number'));
    assert.equal(status, 201);
    assert.equal(body.data.customerNumber, 'CUST-000003');
    assert.deepEqual((await admin.post('/customers', {}, keyed('number'))).body, body);
  });

  test(
    'one that waits for the first longer than five seconds is told so, and works later',
    onServer,
    async (t) => {
      const url = await freshDatabase(t);
      const all = await openWorld({ DATABASE_URL: url });
      t.after(() => closeWorld(all));
      const { admin, organization } = await makeOrganization(all);
      const beside = connectBeside(t, url);
      const [isHeld, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = beside.begin(async (sql) => {
        await sql`
        insert into idempotency_answers (organization_id, operation, key, fingerprint, created_at)
        values (${organization.id}, 'createCustomer', 'held', '', now())
      `;
        isHeld.resolve();
        await held.promise;
        await sql`delete from idempotency_answers where key = 'held'`;
      });
      await isHeld.promise;
      const waiting = await admin.post('/customers', {}, keyed('held'));
      assert.deepEqual([waiting.status, waiting.body.code], [409, 'idempotency_in_progress']);
      assert.ok(Number(waiting.headers['retry-after']) > 0);
      held.resolve();
      await holder;
      assert.equal((await admin.post('/customers', {}, keyed('held'))).status, 201);
    },
  );
});

function withoutOptIns({ marketingOptIn: _, smsOptIn: __, ...listed }: Record<string, unknown>): object {
  return listed;
}
