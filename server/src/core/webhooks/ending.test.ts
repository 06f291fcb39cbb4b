// Subscriptions that end because their receivers fail for days, and that many failing receivers hold up nobody.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { openDeliverer } from '#core/webhooks/deliverer.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import { createSubscription, listSubscriptions } from '#core/webhooks/subscriptions.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';
import { startReceiver } from '#test/receiver.ts';
import { makeOrganization, openWorld, type TestOrganization, type World } from '#test/world.ts';

const hourMs = 3_600_000;

let world: World;

before(async () => {
  world = await openWorld();
});

after(async () => {
  await world.app.close();
  await world.parts.close();
});

async function subscribe(context: TestContext, house: TestOrganization) {
  const receiver = await startReceiver(context);
  const { scope } = house;
  const { subscription } = await createSubscription(scope, {
    event: 'customer.created',
    targetUrl: receiver.url,
  });
  return { receiver, subscription };
}

async function deliver(): Promise<void> {
  const { parts, clock } = world;
  while ((await publishDueEvents(parts.db, clock)) > 0);
  await openDeliverer(parts.platform, parts.db, { random: () => 0.5, callMsMax: 300 }).run();
}

async function mailTo(to: string) {
  const { platform, db } = world.parts;
  while ((await sendDueMails(platform, db)) > 0);
  return (platform.tools.mailer as Mailbox).listMail({ to });
}

test('after five days of failures a subscription ends, its rest is dropped, and the administrators are told once', async (context) => {
  const to = `admin-${process.pid}@house.example`;
  const house = await makeOrganization(world, { name: 'Café & <Co>', adminEmail: to });
  const { receiver, subscription } = await subscribe(context, house);
  receiver.answer = () => 500;
  for (let hours = 0; hours < 6 * 24; hours += 6) {
    await createCustomer(house.scope, { firstName: `Guest ${hours}` });
    await deliver();
    const [listed] = (await listSubscriptions(house.scope, { limit: 1 })).items;
    assert.equal(listed!.disabledReason, hours < 5 * 24 ? undefined : 'failing', `after ${hours} hours`);
    world.clock.advance(6 * hourMs);
  }
  const log = (await listDeliveries(house.scope, subscription.id, { limit: 100 })).items;
  assert.equal(
    log.some(({ status }) => status === 'pending'),
    false,
  );
  assert.equal(
    log.some(({ status }) => status === 'dropped'),
    true,
  );
  const [mail, ...others] = await mailTo(to);
  assert.equal(others.length, 0);
  assert.match(mail!.subject, /127\.0\.0\.1.*five days/);
  assert.match(mail!.text, /Café & <Co>/);
  assert.match(mail!.html, /Café &amp; &lt;Co&gt;/);
  assert.match(mail!.text, /The receiver answered 500\./);
});

test('a receiver that answers now and then is never given up', async (context) => {
  const house = await makeOrganization(world);
  const { receiver } = await subscribe(context, house);
  for (let day = 0; day < 12; day += 1) {
    receiver.answer = () => (day % 4 === 3 ? 200 : 500);
    await createCustomer(house.scope, { firstName: `Guest ${day}` });
    await deliver();
    world.clock.advance(24 * hourMs);
  }
  const [listed] = (await listSubscriptions(house.scope, { limit: 1 })).items;
  assert.equal(listed!.disabledAt, undefined);
});

test('many receivers that hang do not hold up one that answers', async (context) => {
  const bad = await makeOrganization(world);
  const good = await makeOrganization(world);
  const hung = [];
  for (let count = 0; count < 12; count += 1) {
    const { receiver } = await subscribe(context, bad);
    receiver.answer = () => 500;
    hung.push(receiver);
  }
  const { receiver } = await subscribe(context, good);
  await createCustomer(bad.scope, { firstName: 'Ada' });
  await deliver();
  for (const one of hung) one.answer = () => 'never';
  await createCustomer(bad.scope, { firstName: 'Bo' });
  await createCustomer(good.scope, { firstName: 'Cy' });
  while ((await publishDueEvents(world.parts.db, world.clock)) > 0);
  const deliverer = openDeliverer(world.parts.platform, world.parts.db, { callMsMax: 500 });
  assert.equal(await deliverer.start(), 8 + 1, 'those that fail have eight workers of their own');
  await receiver.received(1);
  await deliverer.idle();
});
