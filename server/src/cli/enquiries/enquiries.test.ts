// The commands on what enquiries are sorted by, and on mail that comes in.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEnquiry } from '#core/enquiries/create-enquiry.ts';
import { getEnquiry } from '#core/enquiries/enquiries.ts';
import { replyToEnquiry } from '#core/enquiries/thread/replies.ts';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

async function openCaller() {
  const { parts, config } = await world();
  const { organization, admin, scope } = await makeOrganization(await world());
  const call = (...argv: string[]) => callCommand(parts, [...argv, '-o', organization.slug]);
  return { call, admin, scope, dataDir: config.dataDir };
}

test('statuses are added, listed and retired', async () => {
  const { call, admin } = await openCaller();
  const flags = [
    '--category',
    'closed',
    '--label',
    'Lost',
    '--customer-label',
    'Ended',
    '--final',
    '--lost-reason',
  ];
  const made = await call('enquiry-status', 'create', 'lost', ...flags, '--json');
  assert.deepEqual([made.exitCode, made.stderr], [0, '']);
  assert.deepEqual(JSON.parse(made.stdout).at(-1), {
    key: 'lost',
    label: 'Lost',
    customerLabel: 'Ended',
    category: 'closed',
    isDefault: false,
    isFinal: true,
    requiresLostReason: true,
    active: true,
    color: null,
    allowedTo: null,
  });
  assert.equal((await call('enquiry-status', 'retire', 'pending')).exitCode, 0);
  const { statuses } = (await admin.get('/metadata/enquiries')).body.data;
  const states = statuses.map(({ key, active }: { key: string; active: boolean }) => [key, active]);
  assert.deepEqual(states.slice(2), [
    ['pending', false],
    ['resolved', true],
    ['closed', true],
    ['lost', true],
  ]);
  assert.match((await call('enquiry-status', 'list')).stdout, /pending .*retired/);
  const twice = await call('enquiry-status', 'create', 'lost', '--category', 'closed');
  assert.match(twice.stderr, /statuses\[6\]\.key is in the list twice/);
  assert.equal((await call('enquiry-status', 'create', 'x', '--category', 'never')).exitCode, 2);
  assert.match((await call('enquiry-status', 'retire', 'nothing')).stderr, /was not found/);
});

test('types and reasons of loss are added and removed', async () => {
  const { call } = await openCaller();
  await call('enquiry-type', 'create', 'party', '--label', 'A party');
  assert.match((await call('enquiry-type', 'list')).stdout, /party +A party/);
  assert.doesNotMatch((await call('enquiry-type', 'remove', 'party')).stdout, /party/);
  assert.match((await call('lost-reason', 'create', 'Too expensive')).stdout, /Too expensive/);
  assert.equal((await call('lost-reason', 'remove', 'Too expensive')).stdout, 'There are none.\n');
  assert.equal((await call('lost-reason', 'remove', 'Too expensive')).exitCode, 1);
});

test('inbound-mail adds an answer to its enquiry, and says why another mail is ignored', async () => {
  const { call, scope, dataDir } = await openCaller();
  const { id } = await createEnquiry(scope, { email: 'jane@example.com', subject: 'A room' });
  const reply = await replyToEnquiry(scope, id, { message: 'Yes.' });
  const file = join(dataDir, `answer-${id}.eml`);
  writeFileSync(file, `From: jane@example.com\r\nIn-Reply-To: ${reply.mailMessageId}\r\n\r\nGreat!\r\n`);
  assert.equal((await call('inbound-mail', file)).stdout, `Added to the enquiry ${id}.\n`);
  assert.equal((await call('inbound-mail', file)).stdout, 'Ignored: it came before.\n');
  assert.equal((await getEnquiry(scope, id)).version, 3);
  writeFileSync(file, 'nothing like a mail');
  assert.equal((await call('inbound-mail', file)).exitCode, 65, 'so that no mail server tries it again');
});
