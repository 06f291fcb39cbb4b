// frontdesk customer export, erase
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

test('customer export writes a file that only its owner reads, and overwrites none; erase empties the record', async (t) => {
  const { parts } = await world();
  const { organization, admin } = await makeOrganization(await world());
  const { customerNumber } = (await admin.post('/customers', { firstName: 'Ada' })).body.data;
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-export-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ada.json');
  const args = ['customer', 'export', customerNumber, file, '-o', organization.slug];
  assert.equal((await callCommand(parts, args)).exitCode, 0);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).customer[0].first_name, 'Ada');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const again = await callCommand(parts, args);
  assert.deepEqual([again.exitCode, again.stderr], [1, `Error: ${file} is there already.\n`]);

  const erase = ['customer', 'erase', customerNumber, '-o', organization.slug];
  assert.equal((await callCommand(parts, erase)).exitCode, 0);
  assert.equal((await admin.get(`/customers/${customerNumber}`)).body.data.firstName, undefined);
});
