// Merging two customers who can both sign in: one of them signs in for both, until that is undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '#test/customer.ts';
import { listTenantTables } from '#test/tenancy/catalog.ts';
import { rowsOf } from '#test/tenancy/houses.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const [kept, ended] = ['kept@joined.example', 'ended@joined.example'];

/** Two customers, signed in each. */
async function twoSignedIn(house: TestOrganization, all: World) {
  const make = async (address: string) =>
    (await house.admin.post('/customers', { emails: [{ address }] })).body.data;
  const [one, other] = [await make(kept), await make(ended)];
  return {
    one,
    other,
    first: (await signIn(all, house, kept)).me,
    second: (await signIn(all, house, ended)).me,
  };
}

async function numberOf(all: World, house: TestOrganization, email: string): Promise<string | undefined> {
  const answer = await (await signIn(all, house, email)).me.get('/profile');
  return answer.body.data?.customer?.customerNumber;
}

test('with endsSignIn the other’s sessions end, either address signs in as the survivor, and undoing parts them', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { one, other, first, second } = await twoSignedIn(house, all);
  const path = `/customers/${one.id}/merge`;
  const refused = await house.admin.post(path, { customerId: other.id });
  assert.deepEqual([refused.status, refused.body.code], [409, 'both_can_sign_in']);

  const merged = await house.admin.post(path, { customerId: other.id, endsSignIn: true });
  assert.equal(merged.status, 201, JSON.stringify(merged.body));
  assert.deepEqual([(await first.get('/profile')).status, (await second.get('/profile')).status], [200, 401]);
  for (const email of [kept, ended])
    assert.equal(await numberOf(all, house, email), one.customerNumber, email);

  const again = (await signIn(all, house, ended)).me;
  await house.admin.post(`/customers/merges/${merged.body.data.id}/undo`);
  assert.equal((await again.get('/profile')).status, 401, 'who was in as the survivor is so no more');
  assert.equal(await numberOf(all, house, kept), one.customerNumber);
  assert.equal(await numberOf(all, house, ended), other.customerNumber);
});

test('an address that the survivor gives up signs in as the survivor no more', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { one, other } = await twoSignedIn(house, all);
  await house.admin.post(`/customers/${one.id}/merge`, { customerId: other.id, endsSignIn: true });
  await house.admin.patch(`/customers/${one.id}`, { emails: [{ address: kept }] });
  assert.equal(await numberOf(all, house, ended), undefined);
  const third = (await house.admin.post('/customers', { emails: [{ address: ended }] })).body.data;
  assert.equal(await numberOf(all, house, ended), third.customerNumber, 'it is the next one’s');
});

test('a survivor whose sign-in ends in a further merge takes along those that joined it, and gets them back', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { one, other } = await twoSignedIn(house, all);
  await house.admin.post(`/customers/${one.id}/merge`, { customerId: other.id, endsSignIn: true });
  const last = (await house.admin.post('/customers', { emails: [{ address: 'last@joined.example' }] })).body
    .data;
  await signIn(all, house, 'last@joined.example');
  const body = { customerId: one.id, endsSignIn: true };
  const outer = await house.admin.post(`/customers/${last.id}/merge`, body);
  assert.equal(outer.status, 201, JSON.stringify(outer.body));
  for (const email of [kept, ended]) assert.equal(await numberOf(all, house, email), last.customerNumber);
  await house.admin.post(`/customers/merges/${outer.body.data.id}/undo`);
  for (const email of [kept, ended]) assert.equal(await numberOf(all, house, email), one.customerNumber);
});

test('a sign-in ends only when its address finds room with the survivor', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { one, other } = await twoSignedIn(house, all);
  const full = ['a', 'b', 'c', 'd'].map((name) => ({ address: `${name}@joined.example` }));
  await house.admin.patch(`/customers/${one.id}`, { emails: [{ address: kept }, ...full] });
  const body = { customerId: other.id, endsSignIn: true };
  const merge = await house.admin.post(`/customers/${one.id}/merge`, body);
  assert.deepEqual([merge.status, merge.body.code], [409, 'email_limit_reached']);
});

test('erasing the survivor removes both sign-ins', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const { one, other } = await twoSignedIn(house, all);
  await house.admin.post(`/customers/${one.id}/merge`, { customerId: other.id, endsSignIn: true });
  const { customerNumber } = one;
  const erased = await house.admin.post(`/customers/${one.id}/erase`, { customerNumber });
  assert.equal(erased.status, 200, JSON.stringify(erased.body));
  const rows = await rowsOf(all, house.organization.id, await listTenantTables(all));
  for (const [table, text] of Object.entries(rows))
    assert.ok(!text.includes('joined.example'), `${table} holds ${text}`);
});
