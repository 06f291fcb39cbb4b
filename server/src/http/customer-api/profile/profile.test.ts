// The own profile: reading, making, changing it, proving addresses and uploading a photo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { mailedCode, signIn } from '#test/customer.ts';
import { makeOrganization, world } from '#test/world.ts';

async function newcomer(email = 'new@example.com') {
  const w = await world();
  const house = await makeOrganization(w);
  return { w, house, ...(await signIn(w, house, email)) };
}

test('a first name makes the profile: 201, the account’s address primary, created and first active at once', async () => {
  const { me } = await newcomer();
  assert.equal((await me.patch('/profile', { lastName: 'Doe' })).body.code, 'missing_field');
  const { status, body } = await me.patch('/profile', {
    firstName: 'Jane',
    phone: '040 123456',
    emails: [{ address: 'other@example.com', isPrimary: true, order: 0 }],
  });
  assert.equal(status, 201);
  assert.equal(body.data.customer, undefined);
  assert.equal(body.customer.email, 'new@example.com');
  assert.deepEqual(body.customer.emails, [{ address: 'new@example.com', isPrimary: true, order: 0 }]);
  assert.equal(body.customer.phone, '+4940123456');
  assert.equal(body.customer.createdAt, body.customer.firstActiveAt);
  assert.deepEqual((await me.get('/profile')).body.data.customer, body.customer);
});

test('a change answers 200 with the customer in both places; read-only fields are refused', async () => {
  const { me } = await newcomer();
  await me.patch('/profile', { firstName: 'Jane' });
  const { status, body } = await me.patch('/profile', { lastName: 'Doe' });
  assert.equal(status, 200);
  assert.equal(body.customer.displayName, 'Jane Doe');
  assert.deepEqual(body.data.customer, body.customer);
  for (const field of ['displayName', 'createdAt', 'firstActiveAt']) {
    const refused = await me.patch('/profile', { [field]: field === 'displayName' ? 'X' : 1 });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.details[0].path, field);
  }
});

test('phone sets or removes the primary phone, and phones goes before it', async () => {
  const { me } = await newcomer();
  await me.patch('/profile', { firstName: 'Jane', phone: '040 111111' });
  const both = await me.patch('/profile', {
    phone: '040 999999',
    phones: [
      { number: '040 222222', isPrimary: false, order: 1 },
      { number: '040 333333', isPrimary: true, order: 0 },
    ],
  });
  assert.deepEqual(both.body.customer.phones, [
    { number: '+4940333333', isPrimary: true, order: 0 },
    { number: '+4940222222', isPrimary: false, order: 1 },
  ]);
  const removed = await me.patch('/profile', { phone: '' });
  assert.deepEqual(removed.body.customer.phones, [{ number: '+4940222222', isPrimary: true, order: 0 }]);
  assert.equal((await me.patch('/profile', { phone: 'no number' })).body.details[0].path, 'phone');
});

test('customers edit only the parameters that are theirs to edit', async () => {
  const { me, house } = await newcomer();
  const { scope } = house;
  const diet = await createCustomerParameter(scope, { name: 'Diet', customerEditable: true });
  await createCustomerParameter(scope, { name: 'Credit note', customerVisible: false });
  const made = await me.patch('/profile', { firstName: 'Jane', profileParameters: { Diet: 'vegan' } });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body.data.customer.parameterValues, { [diet.id]: 'vegan' });
  assert.deepEqual(
    made.body.customer.parameters.map(({ name }: { name: string }) => name),
    ['Diet'],
  );
  const refused = await me.patch('/profile', { profileParameters: { 'Credit note': 'x' } });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.details[0].path, 'profileParameters.Credit note');
});

test('a new address joins only by its code, once, and up to five', async () => {
  const { w, me } = await newcomer();
  assert.equal((await me.post('/profile/email-verification/send', { email: 'b@example.com' })).status, 403);
  await me.patch('/profile', { firstName: 'Jane' });
  const introduced = await me.patch('/profile', {
    emails: [
      { address: 'new@example.com', isPrimary: true, order: 0 },
      { address: 'b@example.com', isPrimary: false, order: 1 },
    ],
  });
  assert.equal(introduced.status, 400);
  for (const name of ['b', 'c', 'd', 'e']) {
    const email = `${name}@example.com`;
    w.clock.advance(61_000);
    assert.equal((await me.post('/profile/email-verification/send', { email })).status, 200);
    const otp = await mailedCode(w, email);
    const { status, body } = await me.post('/profile/email-verification/verify', { email, otp });
    assert.equal(status, 200);
    assert.equal(body.data.email, email);
  }
  const full = await me.post('/profile/email-verification/send', { email: 'f@example.com' });
  assert.equal(full.body.code, 'email_limit_reached');
  const own = await me.post('/profile/email-verification/send', { email: 'c@example.com' });
  assert.equal(own.body.code, 'email_in_use');
});

test('an address of another profile can’t be added, even with its code', async () => {
  const { w, me, house } = await newcomer();
  await me.patch('/profile', { firstName: 'Jane' });
  await house.admin.post('/customers', { emails: [{ address: 'taken@example.com' }] });
  await me.post('/profile/email-verification/send', { email: 'taken@example.com' });
  const otp = await mailedCode(w, 'taken@example.com');
  const { status, body } = await me.post('/profile/email-verification/verify', {
    email: 'taken@example.com',
    otp,
  });
  assert.equal(status, 400);
  assert.equal(body.code, 'email_in_use');
});

test('a photo goes through its upload address, once, and is shown', async () => {
  const { w, me } = await newcomer();
  await me.patch('/profile', { firstName: 'Jane' });
  const { uploadUrl } = (await me.post('/profile/photo-upload-url', {})).body.data;
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const upload = (url: string, payload: Buffer) =>
    w.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload,
      headers: { 'content-type': 'image/png' },
    });
  assert.equal((await upload(uploadUrl, Buffer.from('not a picture'))).statusCode, 415);
  assert.equal((await upload(uploadUrl, Buffer.alloc(5 * 1024 * 1024 + 1))).statusCode, 413);
  const sent = await upload(uploadUrl, picture);
  assert.equal(sent.statusCode, 200);
  const { storageId } = sent.json();
  assert.equal((await upload(uploadUrl, picture)).statusCode, 403);
  assert.equal((await me.post('/profile/photo', { storageId: crypto.randomUUID() })).status, 400);
  const { status, body } = await me.post('/profile/photo', { storageId });
  assert.equal(status, 200);
  assert.deepEqual({ ...body.data }, { customer: body.customer, profilePhoto: body.profilePhoto, storageId });
  const shown = await w.app.inject(new URL(body.profilePhoto).pathname);
  assert.equal(shown.headers['content-type'], 'image/webp');
  w.clock.advance(16 * 60_000);
});
