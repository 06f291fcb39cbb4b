// History that follows the verified email: what a guest did joins the profile of whoever proves the address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailedCode, signIn } from '#test/customer.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

const guest = 'guest@follows.example';

async function verified(all: World, { me }: Awaited<ReturnType<typeof signIn>>, email: string) {
  all.clock.advance(61_000);
  await me.post('/profile/email-verification/send', { email });
  return me.post('/profile/email-verification/verify', { email, otp: await mailedCode(all, email) });
}

async function orderBy({ admin }: TestOrganization, email: string) {
  const item = { name: 'Desk', quantity: 1, unitPrice: 5 };
  return (await admin.post('/orders', { customer: { email }, status: 'processing', items: [item] })).body
    .data;
}

test('a guest’s orders and enquiries join the profile once its owner proves the address', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const order = await orderBy(house, guest);
  await house.admin.post('/enquiries', { email: guest, subject: 'A desk?' });
  const signedIn = await signIn(all, house, 'owner@follows.example');
  await signedIn.me.patch('/profile', { firstName: 'Olga' });
  const answer = await verified(all, signedIn, guest);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const profile = (await house.admin.get('/customers/owner@follows.example')).body.data;
  assert.deepEqual(
    profile.emails.map(({ address }: { address: string }) => address),
    ['owner@follows.example', guest],
  );
  assert.equal(profile.totalOrders, 1);
  assert.equal((await house.admin.get(`/customers/${order.customerId}`)).body.data.id, profile.id);
  const { orders } = (await signedIn.me.get('/orders')).body.data;
  assert.deepEqual(
    orders.map(({ id }: { id: string }) => id),
    [order.id],
  );
  assert.equal((await signedIn.me.get('/enquiries')).body.data.enquiries.length, 1);
});

test('who signs in with a guest’s address becomes the guest, and is none any more', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const order = await orderBy(house, guest);
  const first = await signIn(all, house, guest);
  assert.equal((await first.me.get('/orders')).body.data.orders[0].id, order.id);
  const second = await signIn(all, house, 'second@follows.example');
  await second.me.patch('/profile', { firstName: 'Second' });
  assert.equal((await verified(all, second, guest)).body.code, 'email_in_use');
});

test('signing in brings along what a guest did under an address the profile had given up', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const address = 'back@follows.example';
  const signedIn = await signIn(all, house, address);
  await signedIn.me.patch('/profile', { firstName: 'Back' });
  const profile = (await house.admin.get(`/customers/${address}`)).body.data;
  await house.admin.patch(`/customers/${profile.id}`, { emails: [] });
  const order = await orderBy(house, address);
  assert.notEqual(order.customerId, profile.id);
  await signIn(all, house, address);
  assert.equal((await house.admin.get(`/orders/${order.id}`)).body.data.customerId, profile.id);
});

test('a customer whom staff made, and a guest who is banned, stay apart', async () => {
  const all = await world();
  const house = await makeOrganization(all);
  const made = { firstName: 'Made', emails: [{ address: 'made@follows.example' }] };
  await house.admin.post('/customers', made);
  const { customerId } = await orderBy(house, guest);
  await house.admin.patch(`/customers/${customerId}`, { status: 'banned' });
  const signedIn = await signIn(all, house, 'apart@follows.example');
  await signedIn.me.patch('/profile', { firstName: 'Apart' });
  for (const address of ['made@follows.example', guest]) {
    assert.equal((await verified(all, signedIn, address)).body.code, 'email_in_use', address);
  }
});
