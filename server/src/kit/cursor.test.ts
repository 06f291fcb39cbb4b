// Cursors of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, readCursor, readMomentCursor, writeCursor, writeMomentCursor } from '#kit/cursor.ts';
import { Fault } from '#kit/fault.ts';
import { newId } from '#kit/id.ts';

const id = newId(new Date('2026-03-31T09:00:00Z'));

test('a cursor gives back the id it was written for, and shows no id to who reads it', () => {
  const cursor = writeCursor(id);
  assert.equal(readCursor(cursor), id);
  assert.match(cursor, /^[A-Za-z0-9_-]{22}$/);
});

test('anything else is no cursor', () => {
  const cursor = writeCursor(id);
  const strange = [
    '',
    'x',
    id,
    `${cursor}=`,
    `${cursor}A`,
    cursor.slice(1),
    ` ${cursor}`,
    'null',
    'é'.repeat(22),
  ];
  for (const text of strange) {
    assert.throws(
      () => readCursor(text),
      (error) => error instanceof Fault && error.code === 'invalid_cursor',
      text,
    );
  }
});

test('a cursor over moments gives back the place it was written for, and no other text is one', () => {
  for (const moment of [new Date('2026-03-31T09:00:00.123Z'), new Date(0), new Date(-5)]) {
    assert.deepEqual(readMomentCursor(writeMomentCursor({ moment, id })), { moment, id });
  }
  const cursor = writeMomentCursor({ moment: new Date(0), id });
  const never = Buffer.from(cursor, 'base64url').fill(0x7f, 0, 8).toString('base64url');
  for (const text of ['', id, writeCursor(id), `${cursor}A`, cursor.slice(1), never, 'é'.repeat(32)]) {
    assert.throws(
      () => readMomentCursor(text),
      (error) => error instanceof Fault && error.code === 'invalid_cursor',
      text,
    );
  }
});

test('a page tells that more follow exactly when one more was read', () => {
  const items = [1, 2, 3].map((ms) => ({ id: newId(new Date(ms)) }));
  assert.deepEqual(pageOf(items, 3), { items, nextCursor: undefined });
  assert.deepEqual(pageOf(items, 2), { items: items.slice(0, 2), nextCursor: writeCursor(items[1]!.id) });
  assert.deepEqual(pageOf([], 2), { items: [], nextCursor: undefined });
});
