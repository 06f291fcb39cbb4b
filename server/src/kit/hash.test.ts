// Digests and their comparison.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalDigests, hmacSha256, sha256 } from '#kit/hash.ts';

test('digests are those of the standard', () => {
  const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  assert.equal(sha256('').toString('hex'), ofNothing);
  assert.deepEqual(sha256('ä'), sha256(Buffer.from('ä')));
  // RFC 4231, test case 2.
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(hmacSha256('Jefe', 'what do ya want for nothing?').toString('hex'), expected);
});

test('only equal digests are equal, and those of other lengths are no error', () => {
  assert.ok(equalDigests(sha256('a'), sha256('a')));
  assert.equal(equalDigests(sha256('a'), sha256('b')), false);
  assert.equal(equalDigests(sha256('a'), sha256('a').subarray(1)), false);
});
