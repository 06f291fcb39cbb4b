// The house's one error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault, invalidField, invalidFields, missing } from '#kit/fault.ts';

test('a wrong field is named in sentence and details', () => {
  const fault = invalidField('emails[1].address', 'must be an email address.');
  assert.ok(fault instanceof Fault && fault instanceof Error);
  assert.equal(fault.kind, 'invalid');
  assert.equal(fault.code, 'invalid_field');
  assert.equal(fault.message, 'emails[1].address must be an email address.');
  assert.deepEqual(fault.details, [
    { path: 'emails[1].address', code: 'invalid_field', message: 'must be an email address.' },
  ]);
});

test('of several wrong fields the first one leads, and all are told', () => {
  const details = [
    { path: 'a', code: 'missing_field', message: 'is needed.' },
    { path: 'b', code: 'invalid_field', message: 'must be text.' },
  ];
  const fault = invalidFields(details);
  assert.deepEqual([fault.code, fault.message, fault.details], ['missing_field', 'a is needed.', details]);
});

test('the cause is for the log and no part of what is told', () => {
  const fault = new Fault('unavailable', 'upstream_unavailable', 'Try again.', {
    cause: new Error('secret'),
  });
  assert.equal(JSON.stringify({ ...fault }).includes('secret'), false);
  assert.equal(missing('The customer').message, 'The customer was not found.');
});
