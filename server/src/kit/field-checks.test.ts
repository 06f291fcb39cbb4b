// The checks of single fields: what is one line stays one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultDetail } from '#kit/fault.ts';
import { checkedOptionalLine, checkedOptionalText, checkedText } from '#kit/field-checks.ts';

test('a name and its like take no line end, which would begin another field of a mail’s head', () => {
  for (const sent of ['A\r\nBcc: x@example.com', 'A\nB', 'A\u2028B', 'A\u0085B', 'A\u0000B']) {
    const problems: FaultDetail[] = [];
    checkedText('name', sent, 100, problems);
    checkedOptionalLine('subject', sent, 100, problems);
    assert.deepEqual(
      problems.map(({ path }) => path),
      ['name', 'subject'],
      JSON.stringify(sent),
    );
  }
});

test('a note takes lines, and what is empty is none', () => {
  const problems: FaultDetail[] = [];
  assert.equal(checkedOptionalText('notes', ' A\nB ', 3, problems), 'A\nB');
  assert.equal(checkedOptionalText('notes', ' \n ', 3, problems), undefined);
  assert.equal(checkedOptionalLine('subject', ' ', 3, problems), undefined);
  assert.equal(problems.length, 0);
  checkedOptionalText('notes', 'A\nBC', 3, problems);
  assert.equal(problems[0]?.path, 'notes');
});
