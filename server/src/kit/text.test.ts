// Text as people and programs send it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, foldForSearch, isStorableText, trimmedOrNone } from '#kit/text.ts';

test('text that can be sent back unchanged can be stored, and no other', () => {
  for (const text of ['', 'a\tb\r\nc', 'Zoë 👩‍💻 用户', '\u200d', '\ufeff'])
    assert.ok(isStorableText(text), text);
  for (const text of [
    '\u0000',
    'a\u0000',
    '\u001b[31m',
    '\u007f',
    '\b',
    '\ud800',
    'a\udc00b',
    '\udc00\ud800',
  ]) {
    assert.equal(isStorableText(text), false, JSON.stringify(text));
  }
});

test('folding forgets case, accents and the kinds of space, and nothing else', () => {
  assert.equal(foldForSearch('  Zoë\u00a0 MARTÍNEZ\t'), 'zoe martinez');
  assert.equal(foldForSearch('ﬁn Ⅷ'), 'fin viii');
  assert.equal(foldForSearch('zoe\u0308'), foldForSearch('zoë'));
  assert.equal(foldForSearch("O'Brien-100%"), "o'brien-100%");
});

test('text of nothing but space is none', () => {
  assert.equal(trimmedOrNone(' \t\n'), undefined);
  assert.equal(trimmedOrNone(undefined), undefined);
  assert.equal(trimmedOrNone(null), undefined);
  assert.equal(trimmedOrNone(' a b '), 'a b');
});

test('text inside HTML stays text', () => {
  assert.equal(
    escapeHtml(`<b title="x">A & B's</b>`),
    '&lt;b title=&quot;x&quot;&gt;A &amp; B&#39;s&lt;/b&gt;',
  );
});
