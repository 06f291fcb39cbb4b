// The brand colour of pages and documents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, textOn } from './brand.ts';

test('Text on any brand colour can be read', () => {
  for (let color = 0; color <= 0xffffff; color += 0x0005_03) {
    const written = `#${color.toString(16).padStart(6, '0')}`;
    assert.ok(contrast(written, textOn(written)) >= 4.5, written);
  }
});

test('Contrast is reckoned as WCAG has it', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(textOn('#ffd60a'), '#000000');
  assert.equal(textOn('#0a5c55'), '#ffffff');
});
