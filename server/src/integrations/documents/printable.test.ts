// Text on its way to a document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

test('Text comes composed, on one line and without surrounding space', () => {
  assert.equal(printable(' Zoe\u0308\n\tÅngström '), 'Zoë Ångström');
});

test('Marks that would turn a line around are gone; joiners that letters and emoji need stay', () => {
  assert.equal(printable('\u202eevil\u2069 \u200fx'), 'evil x');
  assert.equal(printable('می\u200cخواهم 👩\u200d👧'), 'می\u200cخواهم 👩\u200d👧');
});

test('A word of more than 24 characters can be broken between any two, and never inside one', () => {
  const usual = 'Lebensversicherungsgesel';
  assert.equal(printable(usual), usual);
  assert.equal(printable(`${usual}l e\u0301`), `${[...usual, 'l'].join('\u200b')} é`);
  assert.equal(printable('👩\u200d👧'.repeat(13)), Array(13).fill('👩\u200d👧').join('\u200b'));
});

test('Scripts that are written without spaces are left to the rules of their lines', () => {
  for (const text of [
    'โยคะยามเช้าสำหรับผู้เริ่มต้นทุกคนที่ท่าเรือ',
    '海港工作室海港工作室海港工作室海港工作室海港工作室海港工作室',
  ]) {
    assert.equal(printable(text), text.normalize('NFC'));
  }
});
