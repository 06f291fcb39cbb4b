// The written form of API keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeOrganization,
  encodeOrganization,
  isUsable,
  organizationOfSecret,
  writeSecret,
} from '#core/api-keys/api-key.ts';
import { newId } from '#kit/id.ts';

const organizationId = newId(new Date('2026-03-31T09:00:00Z'));

test('a key tells whose it is, is recognised by its prefix, and is never the same twice', () => {
  const secrets = Array.from({ length: 50 }, () => writeSecret(organizationId));
  assert.equal(new Set(secrets).size, 50);
  for (const secret of secrets) {
    assert.match(secret, /^fdk_[0-9A-Za-z]{58}$/);
    assert.equal(organizationOfSecret(secret), organizationId);
  }
});

test('a key with any letter mistyped, moved or left out is none', () => {
  const secret = writeSecret(organizationId);
  for (let place = 0; place < secret.length; place += 1) {
    const mistyped = `${secret.slice(0, place)}${secret[place] === 'x' ? 'y' : 'x'}${secret.slice(place + 1)}`;
    assert.equal(organizationOfSecret(mistyped), undefined, mistyped);
  }
  for (const text of [
    '',
    'fdk_',
    secret.slice(1),
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    `${secret}\n`,
  ]) {
    assert.equal(organizationOfSecret(text), undefined, JSON.stringify(text));
  }
});

test('every organization has one written form', () => {
  for (const id of [
    organizationId,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ]) {
    assert.equal(encodeOrganization(id).length, 22);
    assert.equal(decodeOrganization(encodeOrganization(id)), id);
  }
  assert.equal(decodeOrganization('z'.repeat(22)), undefined);
  assert.equal(decodeOrganization('-'), undefined);
});

test('a key is usable until it expires or is revoked', () => {
  const [now, later] = [new Date(1_000), new Date(2_000)];
  const key = { id: '', name: '', permissions: [], createdBy: '', createdAt: now, lastUsedAt: undefined };
  assert.equal(isUsable({ ...key, expiresAt: undefined, revokedAt: undefined }, now), true);
  assert.equal(isUsable({ ...key, expiresAt: later, revokedAt: undefined }, now), true);
  assert.equal(isUsable({ ...key, expiresAt: now, revokedAt: undefined }, now), false);
  assert.equal(isUsable({ ...key, expiresAt: undefined, revokedAt: now }, now), false);
});
