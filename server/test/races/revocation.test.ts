// A revoked or expired key is refused by every process, also by one that has just accepted it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createApiKey, listApiKeys, revokeApiKey } from '#core/api-keys/api-keys.ts';
import { askAs } from '#test/ask.ts';
import { onServer } from '#test/databases.ts';
import { openTwoApps } from '#test/races/two-apps.ts';
import { makeOrganization, world } from '#test/world.ts';

suite('a revoked key', () => {
  // To see it fail: raise keptMs in core/api-keys/key-ring.ts above five seconds.
  test('is refused five seconds later, also by the process that did not revoke it', onServer, async (t) => {
    const [here, there] = await openTwoApps(t);
    const { scope, keyFor } = await makeOrganization(here);
    const key = await keyFor();
    const callers = [askAs(here.app, key), askAs(there.app, key)];
    for (const caller of callers) assert.equal((await caller.get('/account')).status, 200);

    for (const { id } of await listApiKeys(scope)) await revokeApiKey(scope, id);
    for (const { clock } of [here, there]) clock.advance(5_000);
    for (const caller of callers) {
      const { status, body } = await caller.get('/account');
      assert.deepEqual([status, body.code], [401, 'api_key_invalid']);
    }
  });

  test('is refused while it is being used', async () => {
    const all = await world();
    const { scope } = await makeOrganization(all);
    const { key, secret } = await createApiKey(scope, { name: 'Busy' });
    const caller = askAs(all.app, secret);
    for (let second = 0; second < 3; second += 1) {
      assert.equal((await caller.get('/account')).status, 200);
      all.clock.advance(1_000);
    }
    await revokeApiKey(scope, key.id);
    const statuses: number[] = [];
    for (let second = 0; second < 6; second += 1) {
      all.clock.advance(1_000);
      statuses.push((await caller.get('/account')).status);
    }
    assert.deepEqual(statuses.slice(4), [401, 401]);
  });

  test('that expires by itself is refused from that moment on', async () => {
    const all = await world();
    const { scope } = await makeOrganization(all);
    const expiresAt = new Date(all.clock.now().getTime() + 60_000);
    const { secret } = await createApiKey(scope, { name: 'Short', expiresAt });
    const caller = askAs(all.app, secret);
    assert.equal((await caller.get('/account')).status, 200);
    all.clock.advance(60_000);
    assert.equal((await caller.get('/account')).status, 401);
  });
});
