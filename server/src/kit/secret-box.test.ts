// Secrets at rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSecretBox } from '#kit/secret-box.ts';

const box = openSecretBox('the secret key of this test, which is long');
const secret = Buffer.from('whsec_ä');

test('a sealed secret comes back as it was, and is nowhere to be read in its box', () => {
  const sealed = box.seal('webhooks', secret);
  assert.deepEqual(box.open('webhooks', sealed), secret);
  assert.equal(sealed.includes(secret), false);
  assert.notDeepEqual(box.seal('webhooks', secret), sealed);
  assert.deepEqual(box.open('webhooks', box.seal('webhooks', Buffer.alloc(0))), Buffer.alloc(0));
});

test('it opens under no other key and for no other purpose', () => {
  const sealed = box.seal('webhooks', secret);
  assert.throws(() => openSecretBox('another secret key, which is long as well').open('webhooks', sealed));
  assert.throws(() => box.open('mail', sealed));
});

test('a box with one bit changed, or cut short, does not open', () => {
  const sealed = box.seal('webhooks', secret);
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed);
    changed[place]! ^= 1;
    assert.throws(() => box.open('webhooks', changed), `byte ${place}`);
  }
  for (const length of [0, 11, 12, 27, 28, sealed.length - 1]) {
    assert.throws(() => box.open('webhooks', sealed.subarray(0, length)), `${length} bytes`);
  }
});
