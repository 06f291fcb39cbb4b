// What tests of webhooks have in common: an organization with a receiver, and rounds of publishing and delivering that
// a test runs when it wants them.
import type { TestContext } from 'node:test';
import type { Customer } from '#core/customers/customer.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { listDeliveries } from '#core/webhooks/deliveries.ts';
import { type Deliverer, type DelivererOptions, openDeliverer } from '#core/webhooks/delivering/deliverer.ts';
import type { Delivery } from '#core/webhooks/delivery.ts';
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import type { Subscription } from '#core/webhooks/subscription.ts';
import { createSubscription } from '#core/webhooks/subscriptions.ts';
import { type ReceivedCall, type Receiver, startReceiver } from '#test/receiver.ts';
import { makeOrganization, type TestOrganization, type World } from '#test/world.ts';

/** An organization whose new customers a receiver is told of. */
export interface ToldHouse extends TestOrganization {
  receiver: Receiver;
  subscription: Subscription;
  unsubscribeToken: string;
}

/** Makes an organization with a receiver that ends with the test. */
export async function makeToldHouse(
  world: World,
  context: TestContext,
  input: Parameters<typeof makeOrganization>[1] = {},
): Promise<ToldHouse> {
  const house = await makeOrganization(world, input);
  const receiver = await startReceiver(context);
  const { subscription, unsubscribeToken } = await createSubscription(house.scope, {
    event: 'customer.created',
    targetUrl: receiver.url,
  });
  return { ...house, receiver, subscription, unsubscribeToken };
}

/** Publishes what was committed. */
export async function publish({ parts, clock }: World): Promise<void> {
  while ((await publishDueEvents(parts.db, clock)) > 0);
}

/** Workers whose retries have no jitter. */
export function workers({ parts }: World, options: DelivererOptions = {}): Deliverer {
  return openDeliverer(parts.platform, parts.db, { random: () => 0.5, ...options });
}

/** Publishes what was committed and delivers until nothing is due. */
export async function deliver(world: World, options: DelivererOptions = {}): Promise<void> {
  await publish(world);
  await workers(world, options).run();
}

/** One more event of a kind that is told, about a customer that has had one. */
export async function happenAgain({ scope }: TestOrganization, customer: Customer): Promise<void> {
  await scope.write((tx) => recordEvent(tx, scope, eventOf(scope, 'customer.created', customer)));
}

/** The delivery log of the house's subscription, latest event first. */
export async function logOf({ scope, subscription }: ToldHouse): Promise<Delivery[]> {
  return (await listDeliveries(scope, subscription.id, { limit: 100 })).items;
}

/** The first names in the records that calls brought. */
export function namesIn(calls: ReceivedCall[]): (string | undefined)[] {
  return calls.map(({ event }) => event.data.firstName);
}
