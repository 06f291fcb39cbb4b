// What cells mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CustomerParameter,
  type ParameterType,
  systemParameters,
} from '#core/customer-parameters/customer-parameter.ts';
import { cellText, readYesNo } from '#src/cli/imports/cell-values.ts';
import {
  readEmails,
  readParameterValue,
  readPhones,
  readStatus,
} from '#src/cli/imports/customers/customer-cells.ts';

const parameter = (type: ParameterType, options: CustomerParameter['options'] = []): CustomerParameter => ({
  ...systemParameters[0]!,
  type,
  options,
});

test('what programs put around text goes, and what stands for nothing is nothing', () => {
  assert.equal(cellText('\u202a+49 170 1\u202c '), '+49 170 1');
  assert.equal(cellText("'+49 170 1"), '+49 170 1');
  assert.equal(cellText("'Ali"), "'Ali");
  for (const cell of ['', ' - ', 'n/a', 'NULL', '\\N']) assert.equal(cellText(cell), '');
  assert.equal(cellText('Null'), 'Null');
});

test('yes and no are read in several languages, and nothing else is', () => {
  for (const text of ['yes', 'TRUE', '1', 'x', 'Ja', 'oui', 'Sí', 'opted-in', 'Subscribed', '✓']) {
    assert.equal(readYesNo(text), true, text);
  }
  for (const text of ['no', 'false', '0', 'Nein', 'non', 'opted out', 'Unsubscribed', '✗']) {
    assert.equal(readYesNo(text), false, text);
  }
  for (const text of ['maybe', 'weekly', '2', '?']) assert.equal(readYesNo(text), undefined, text);
});

test('statuses are read by their names', () => {
  assert.deepEqual(['Active', 'inaktiv', 'Bloqué', 'VIP'].map(readStatus), [
    'active',
    'inactive',
    'banned',
    undefined,
  ]);
});

test('a cell may have several addresses or numbers', () => {
  assert.deepEqual(readEmails('a@x.example; b@x.example,c@x.example'), [
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ]);
  assert.deepEqual(readEmails('Doe, Jane <jane@x.example>'), ['jane@x.example']);
  assert.deepEqual(readEmails('mailto:a@x.example ::: b@x.example'), ['a@x.example', 'b@x.example']);
  assert.deepEqual(readPhones('+49 40 / 123-456; tel:0170 1'), ['+49 40 / 123-456', '0170 1']);
  assert.deepEqual(readPhones('491701234567.0'), ['491701234567']);
});

test('values of parameters are read in the form of their type, and what is unclear stays as it is', () => {
  const choices = [
    { value: 'desk', label: 'Own desk' },
    { value: 'flex', label: 'Flexible' },
  ];
  const values: [CustomerParameter, string, unknown][] = [
    [parameter('number'), '12,5', 12.5],
    [parameter('number'), '-3', -3],
    [parameter('number'), '1,234', '1,234'],
    [parameter('boolean'), 'ja', true],
    [parameter('date'), '31.12.1999', '1999-12-31'],
    [parameter('date'), '12/31/1999', '1999-12-31'],
    [parameter('date'), '31/12/1999', '1999-12-31'],
    [parameter('date'), '02/03/1999', '02/03/1999'],
    [parameter('select', choices), 'own DESK', 'desk'],
    [parameter('select', choices), 'sofa', 'sofa'],
    [parameter('multi_select', choices), 'desk; Flexible', ['desk', 'flex']],
    [parameter('text'), '007', '007'],
  ];
  for (const [definition, text, value] of values) {
    assert.deepEqual(readParameterValue(definition, text), value, `${definition.type} ${text}`);
  }
});
