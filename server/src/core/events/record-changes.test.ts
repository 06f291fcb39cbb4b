// What the audit log says of a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween } from '#core/events/record-changes.ts';

test('each field that differs is told with what it was and what it is, and no other', () => {
  const before = { id: '1', name: 'Ada', email: 'a@example.com', tags: ['a'], version: 1, updatedAt: 1 };
  const after = { id: '1', name: 'Ada L.', phone: '+49', tags: ['a', 'b'], version: 2, updatedAt: 2 };
  assert.deepEqual(JSON.parse(JSON.stringify(changesBetween(before, after))), [
    { field: 'name', from: 'Ada', to: 'Ada L.' },
    { field: 'email', from: 'a@example.com' },
    { field: 'tags', from: ['a'], to: ['a', 'b'] },
    { field: 'phone', to: '+49' },
  ]);
});

test('a record that is as it was has no changes', () => {
  const record = { id: '1', lists: [{ a: 1 }], version: 1 };
  assert.deepEqual(changesBetween(record, { ...record, version: 2 }), []);
});

test('members in another order are no change', () => {
  const before = { options: [{ value: 'a', label: 'A' }], color: undefined };
  assert.deepEqual(changesBetween(before, { options: [{ label: 'A', value: 'a' }] }), []);
});
