// What a value of a customer parameter may be, and the form it is kept in.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type CustomerParameter,
  checkParameterValue,
  type ParameterType,
  parameterTypes,
  systemParameters,
} from '#core/customer-parameters/customer-parameter.ts';

const template: CustomerParameter = { ...systemParameters[0]!, id: 'x', key: 'x', name: 'X', system: false };
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

function kept(
  type: ParameterType,
  value: unknown,
  validation: CustomerParameter['validation'] = {},
): unknown {
  const checked = checkParameterValue({ ...template, type, options, validation }, value, 'DE');
  return 'value' in checked ? checked.value : undefined;
}

suite('a value', () => {
  test('is kept in the one form of its type', () => {
    const forms: [ParameterType, unknown, unknown][] = [
      ['text', ' 44 ', '44'],
      ['long_text', 'a\nb', 'a\nb'],
      ['number', -1.5, -1.5],
      ['boolean', false, false],
      ['date', '2028-02-29', '2028-02-29'],
      ['datetime', '2026-03-29T02:30+02:00', '2026-03-29T00:30:00.000Z'],
      ['select', 'a', 'a'],
      ['multi_select', ['b', 'a', 'b'], ['b', 'a']],
      ['email', ' Ada@Example.com', 'ada@example.com'],
      ['phone', '040 123456', '+4940123456'],
      ['url', 'https://example.com/a?b', 'https://example.com/a?b'],
    ];
    assert.deepEqual(forms.map(([type]) => type).sort(), [...parameterTypes].sort());
    for (const [type, sent, form] of forms) assert.deepEqual(kept(type, sent), form, type);
  });

  test('of another type is none, and the sentence says what would be right', () => {
    const strangers = [
      null,
      undefined,
      true,
      5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'x',
      '',
      [],
      {},
      ['x'],
    ];
    for (const type of parameterTypes) {
      for (const stranger of strangers) {
        const checked = checkParameterValue({ ...template, type, options }, stranger, 'DE');
        const fits =
          (type === 'boolean' && stranger === true) ||
          (type === 'number' && stranger === 5) ||
          (type === 'multi_select' && Array.isArray(stranger) && stranger.length === 0) ||
          (type.includes('text') && stranger === 'x');
        assert.equal('value' in checked, fits, `${type}: ${String(stranger)}`);
        if ('problem' in checked) assert.match(checked.problem, /^must .+\.$/);
      }
    }
  });

  test('keeps to the bounds of its definition, both ends included', () => {
    assert.deepEqual(
      [1, 5, 0.9, 5.1].map((value) => kept('number', value, { min: 1, max: 5 })),
      [1, 5, undefined, undefined],
    );
    assert.equal(kept('text', 'abc', { maxLength: 3 }), 'abc');
    assert.equal(kept('text', 'abcd', { maxLength: 3 }), undefined);
    assert.equal(
      kept('text', 'x'.repeat(501), { maxLength: 1000 }),
      undefined,
      'no bound is above that of the type',
    );
    assert.equal(kept('text', 'A-12', { pattern: '[A-Z]-\\d+' }), 'A-12');
    assert.equal(
      kept('text', 'xA-12x', { pattern: '[A-Z]-\\d+' }),
      undefined,
      'a pattern means the whole text',
    );
    assert.equal(kept('text', 'b', { pattern: 'a|b' }), 'b');
    assert.equal(kept('text', 'ax', { pattern: 'a|b' }), undefined);
  });

  test('is a day or a moment that a calendar has', () => {
    for (const day of ['2026-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '0000-12-31', '26-01-01']) {
      assert.equal(kept('date', day), undefined, day);
      assert.equal(kept('datetime', `${day}T10:00:00Z`), undefined, day);
    }
    assert.equal(kept('datetime', '9999-12-31T23:59:59Z'), '9999-12-31T23:59:59.000Z');
    assert.equal(kept('datetime', '9999-12-31T23:59:59-00:01'), undefined);
    assert.equal(kept('datetime', '0001-01-01T00:00:00+00:01'), undefined);
    assert.equal(kept('datetime', '2016-12-31T23:59:60Z'), undefined);
  });
});
