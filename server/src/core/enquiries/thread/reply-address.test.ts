// The written form of the addresses that answers go to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReplyToken, readReplyAddress, writeReplyAddress } from '#core/enquiries/thread/reply-address.ts';

const organizationId = '01920000-0000-7000-8000-00000000abcd';

test('an address names organization and enquiry, in whatever case it comes back', () => {
  const token = newReplyToken();
  const address = writeReplyAddress({ organizationId, token }, 'replies.example');
  assert.match(address, /^reply\+[0-9a-v]{42}@replies\.example$/);
  assert.ok(address.indexOf('@') <= 64, 'longer than a local part may be');
  for (const written of [address, address.toUpperCase(), ` ${address} `]) {
    assert.deepEqual(readReplyAddress(written, 'Replies.Example'), { organizationId, token });
  }
});

test('anything else is no such address', () => {
  const address = writeReplyAddress({ organizationId, token: newReplyToken() }, 'replies.example');
  const others = [
    address.replace('replies.', 'evil.'),
    address.replace('reply+', ''),
    address.replace('reply+', 'reply+0'),
    address.replace('reply+', 'reply+z').replace(/.@/, '@'),
    `x${address}`,
    `${address}.evil`,
    'reply+@replies.example',
    '',
  ];
  for (const other of others) assert.equal(readReplyAddress(other, 'replies.example'), undefined, other);
});

test('two tokens differ', () => {
  assert.notEqual(newReplyToken(), newReplyToken());
});
