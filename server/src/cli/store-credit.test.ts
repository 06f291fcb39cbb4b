// frontdesk store-credit check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, world } from '#test/world.ts';

test('store-credit check says that the books are right, and fails with what is wrong', async () => {
  const { parts } = await world();
  const { organization, admin, scope } = await makeOrganization(await world());
  const { id } = (await admin.post('/customers', {})).body.data;
  await admin.post(
    `/customers/${id}/store-credit`,
    { amount: 5, currency: 'EUR' },
    { 'idempotency-key': 'five' },
  );
  const check = ['store-credit', 'check', '-o', organization.slug];
  const right = await callCommand(parts, check);
  assert.deepEqual(
    [right.exitCode, right.stdout],
    [0, 'The balances of all 1 accounts are the sums of their entries.\n'],
  );

  await scope.write((tx) => run(tx, 'update credit_accounts set balance_minor = 700'));
  const wrong = await callCommand(parts, check);
  assert.deepEqual([wrong.exitCode, wrong.stderr], [1, 'Error: 1 of 1 balances are wrong.\n']);
  assert.match(wrong.stdout, new RegExp(`^customer ${id} +EUR +7 +5 +0$`, 'm'));
  const { accounts, wrong: told } = JSON.parse((await callCommand(parts, [...check, '--json'])).stdout);
  assert.deepEqual(
    [accounts, told],
    [
      1,
      [
        {
          entityType: 'customer',
          entityId: id,
          currency: 'EUR',
          balanceMinor: 700,
          entriesMinor: 500,
          lotsMinor: 0,
        },
      ],
    ],
  );
});
