// What becomes of deleted enquiries: they come back within 30 days, are removed after that, and nothing new names them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEnquiry } from '#core/enquiries/create-enquiry.ts';
import {
  deleteEnquiry,
  removeDeletedEnquiries,
  restoreEnquiry,
} from '#core/enquiries/deleting/deleted-enquiries.ts';
import { getEnquiry } from '#core/enquiries/enquiries.ts';
import { replyToEnquiry } from '#core/enquiries/thread/replies.ts';
import { readSources } from '#test/sources.ts';
import { asOwner } from '#test/tenancy/catalog.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

const asked = { email: 'jane@example.com', subject: 'A room' };

test('a deleted enquiry can be restored for 30 days and is then removed, unless something names it', async () => {
  const { parts, clock } = await world();
  const { scope, admin, organization } = await makeOrganization(await world());
  const make = () => createEnquiry(scope, asked);
  const [restored, removed, ordered] = [await make(), await make(), await make()];
  await replyToEnquiry(scope, removed.id, { message: 'No.' });
  await admin.post('/orders', { enquiryId: ordered.id, items: [{ name: 'Tea', unitPrice: 3 }] });
  for (const { id } of [restored, removed, ordered]) await deleteEnquiry(scope, id);

  // The clock is everybody's: a month is taken from the enquiries instead.
  const age = (days: number) =>
    parts.db.root((tx) =>
      run(
        tx,
        `update enquiries set deleted_at = deleted_at - interval '${days} days' where organization_id = ?`,
        organization.id,
      ),
    );
  await age(29);
  const back = await admin.post(`/enquiries/${restored.enquiryNumber}/restore`);
  assert.deepEqual([back.status, back.body.data.version], [200, 2], JSON.stringify(back.body));
  assert.equal((await restoreEnquiry(scope, restored.id)).version, 2, 'what is there stays as it is');
  await age(2);
  await assert.rejects(restoreEnquiry(scope, removed.id), { code: 'not_found' });
  await removeDeletedEnquiries(parts.db, clock, 500);
  const left = await parts.db.read(organization.id, (tx) =>
    run<{ id: string }>(tx, 'select id from enquiries order by id'),
  );
  assert.deepEqual(
    left.map(({ id }) => id),
    [restored.id, ordered.id],
  );
  const messages = await parts.db.read(organization.id, (tx) => run(tx, 'select from enquiry_messages'));
  assert.deepEqual(messages, []);
});

test('an enquiry whose external id is another one’s by now is not restored', async () => {
  const { scope } = await makeOrganization(await world());
  const first = await createEnquiry(scope, { ...asked, externalId: 'E-1' });
  await deleteEnquiry(scope, first.id);
  await createEnquiry(scope, { ...asked, externalId: 'E-1' });
  await assert.rejects(restoreEnquiry(scope, first.id), { kind: 'conflict', code: 'external_id_in_use' });
  await assert.rejects(getEnquiry(scope, first.id), { code: 'not_found' });
});

test('orders and tasks can’t be linked to a deleted enquiry, nor tasks to a deleted order; links from before stay', async () => {
  const { admin, scope } = await makeOrganization(await world());
  const enquiry = await createEnquiry(scope, asked);
  const items = [{ name: 'Tea', unitPrice: 3 }];
  const linked = (await admin.post('/orders', { enquiryId: enquiry.id, items })).body.data;
  const other = (await admin.post('/orders', { items })).body.data;
  const links = { enquiryIds: [enquiry.id], orderIds: [other.id] };
  const task = (await admin.post('/tasks', { content: 'Call', ...links })).body.data;
  await admin.delete(`/enquiries/${enquiry.id}`);
  await admin.delete(`/orders/${other.id}`);

  const orderAnswers = [
    await admin.post('/orders', { enquiryId: enquiry.id, items }),
    await admin.patch(`/orders/${(await admin.post('/orders', { items })).body.data.id}`, {
      enquiryId: enquiry.id,
    }),
  ];
  for (const { status, body } of orderAnswers)
    assert.deepEqual([status, body.details?.[0].path], [400, 'enquiryId']);
  const refused = await admin.post('/tasks', { content: 'Call', ...links });
  const paths = refused.body.details.map(({ path }: { path: string }) => path);
  assert.deepEqual([refused.status, paths], [400, ['enquiryIds[0]', 'orderIds[0]']]);

  const patches: [string, object][] = [
    [`/orders/${linked.id}`, { notes: 'Tea', enquiryId: enquiry.id }],
    [`/tasks/${task.id}`, { content: 'Call again', ...links }],
  ];
  for (const [path, body] of patches) assert.equal((await admin.patch(path, body)).status, 200, path);
});

test('every table that names enquiries and does not go with them keeps its enquiries from being removed', async () => {
  const naming = await asOwner<{ table: string }>(
    await world(),
    `select conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'enquiries'::regclass and confdeltype <> 'c' order by 1`,
  );
  assert.ok(naming.length >= 4, 'no table names enquiries');
  const [queries] = readSources('src/core/enquiries/deleting').filter(({ path }) =>
    path.endsWith('-queries.ts'),
  );
  for (const { table } of naming) {
    const looked = new RegExp(`select from ${table} `);
    assert.match(queries!.text, looked, `${table} is forgotten, and the clean-up fails`);
  }
});
