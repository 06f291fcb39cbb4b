// Subscriptions that end because their receivers fail for days.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import { listSubscriptions } from '#core/webhooks/subscriptions.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';
import { deliver, logOf, makeToldHouse } from '#test/webhooks.ts';
import { openWorld, type World } from '#test/world.ts';

const hourMs = 3_600_000;

suite('subscriptions whose receivers fail for days', () => {
  let world: World;

  before(async () => {
    world = await openWorld();
  });

  after(async () => {
    await world.app.close();
    await world.parts.close();
  });

  test('after five days of failures a subscription ends, its rest is dropped, and the administrators are told once', async (context) => {
    const to = `admin-${process.pid}@house.example`;
    const house = await makeToldHouse(world, context, { name: 'Café & <Co>', adminEmail: to });
    house.receiver.answer = () => 500;
    for (let hours = 0; hours < 6 * 24; hours += 6) {
      await createCustomer(house.scope, { firstName: `Guest ${hours}` });
      await deliver(world);
      const [listed] = (await listSubscriptions(house.scope, { limit: 1 })).items;
      assert.equal(listed!.disabledReason, hours < 5 * 24 ? undefined : 'failing', `after ${hours} hours`);
      world.clock.advance(6 * hourMs);
    }
    const log = await logOf(house);
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
    const house = await makeToldHouse(world, context);
    for (let day = 0; day < 12; day += 1) {
      house.receiver.answer = () => (day % 4 === 3 ? 200 : 500);
      await createCustomer(house.scope, { firstName: `Guest ${day}` });
      await deliver(world);
      world.clock.advance(24 * hourMs);
    }
    const [listed] = (await listSubscriptions(house.scope, { limit: 1 })).items;
    assert.equal(listed!.disabledAt, undefined);
  });

  async function mailTo(to: string) {
    const { platform, db } = world.parts;
    while ((await sendDueMails(platform, db)) > 0);
    return (platform.tools.mailer as Mailbox).listMail({ to });
  }
});
