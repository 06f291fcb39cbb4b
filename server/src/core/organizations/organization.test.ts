// Slugs of organizations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSlug, slugFor } from '#core/organizations/organization.ts';

test('a slug is made of any name', () => {
  const made: [name: string, slug: string][] = [
    ['Zoë’s Studio', 'zoe-s-studio'],
    ['  The  Harbour (Hamburg)! ', 'the-harbour-hamburg'],
    ['用户之家', 'organization'],
    ['---', 'organization'],
    ['x'.repeat(100), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
  ];
  for (const [name, slug] of made) {
    assert.equal(slugFor(name), slug);
    assert.ok(isSlug(slug), slug);
  }
});

test('what can’t stand in a URL as it is is no slug', () => {
  for (const text of ['', '-', '-a', 'a-', 'A', 'a b', 'ä', 'a_b', 'a.b', 'x'.repeat(64), 'a\n']) {
    assert.equal(isSlug(text), false, JSON.stringify(text));
  }
  for (const text of ['a', '0', 'a-b', 'a--b', 'x'.repeat(63)]) assert.ok(isSlug(text), text);
});
