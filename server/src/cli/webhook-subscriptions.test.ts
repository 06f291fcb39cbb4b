// The commands on webhook subscriptions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { callCommand } from '#test/command-line.ts';
import { publish } from '#test/webhooks.ts';
import { makeOrganization, world } from '#test/world.ts';

test('webhook-subscription makes, lists, rotates, replays, enables and deletes', async () => {
  const shared = await world();
  const { organization, scope } = await makeOrganization(shared);
  const run = async (...words: string[]) => {
    const argv = ['webhook-subscription', ...words, '-o', organization.slug, '--json'];
    const { exitCode, stdout, stderr } = await callCommand(shared.parts, argv);
    assert.equal(exitCode, 0, stderr);
    return JSON.parse(stdout);
  };
  const events = ['--event', 'customer.created', '--event', 'customer.updated'];
  const made = await run('create', 'https://hooks.zapier.com/hooks/desk', ...events);
  assert.deepEqual(made.events, ['customer.created', 'customer.updated']);
  assert.equal((await run('secret', made.id)).secret, made.secret);
  const rotated = await run('rotate-secret', made.id, '--end-previous');
  assert.notEqual(rotated.secret, made.secret);
  assert.equal(rotated.previousSecretUntil, null);
  await createCustomer(scope, { firstName: 'Ada' });
  await publish(shared);
  assert.deepEqual(await run('replay', made.id, '--after', '0'), {
    id: made.id,
    replayed: 0,
    lastSequence: 1,
  });
  assert.equal((await run('enable', made.id)).disabledAt, null);
  const listed = await callCommand(shared.parts, ['webhook-subscription', 'list', '-o', organization.slug]);
  assert.match(listed.stdout, new RegExp(`^${made.id} +in use +customer.created customer.updated`, 'm'));
  assert.deepEqual(await run('delete', made.id), { id: made.id, deleted: true });
  assert.deepEqual(await run('list'), []);
});

test('webhook-subscription names what is wrong: a kind there is not, and a number that is none', async () => {
  const { parts } = await world();
  const wrong = [
    ['create', 'https://hooks.zapier.com/hooks/desk', '--event', 'customer.exploded'],
    ['replay', 'x', '--after', 'yesterday'],
  ];
  for (const words of wrong) {
    const { exitCode, stderr } = await callCommand(parts, ['webhook-subscription', ...words]);
    assert.notEqual(exitCode, 0);
    assert.match(stderr, /It must be/);
  }
});
