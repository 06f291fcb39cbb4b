// What a request that does not fit its shape is told: where, and what would be right, in a sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { compileCheck } from '#http/wire/validation.ts';
import type { Fault } from '#kit/fault.ts';

const shape = Type.Object({
  status: Type.Optional(Type.Enum(['pending'])),
  size: Type.Optional(Type.Enum(['small', 'large'])),
  rhythm: Type.Optional(Type.Unsafe<object | null>({ type: ['object', 'null'] })),
  days: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
  kind: Type.Optional(Type.Literal('note')),
});
const check = compileCheck({ schema: shape, httpPart: 'body', method: 'POST', url: '/' });

function told(body: unknown): Fault {
  return (check(body) as { error: Fault }).error;
}

test('what would be right is said in English, for one choice and for several', () => {
  const sentences: [object, string][] = [
    [{ status: 'done' }, 'status must be pending.'],
    [{ size: 'huge' }, 'size must be one of small, large.'],
    [{ rhythm: 'daily' }, 'rhythm must be a JSON object or null.'],
    [{ days: 1.5 }, 'days must be a whole number or null.'],
    [{ kind: 'memo' }, 'kind must be note.'],
  ];
  for (const [body, sentence] of sentences) assert.equal(told(body).message, sentence);
});

test('a body that is wrong as a whole has an empty path, and a sentence that names it', () => {
  const fault = told([]);
  assert.equal(fault.message, 'The body must be a JSON object.');
  assert.deepEqual(fault.details, [{ path: '', code: 'invalid_field', message: 'must be a JSON object.' }]);
});
