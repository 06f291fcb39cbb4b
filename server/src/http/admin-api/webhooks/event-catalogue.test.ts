// The catalogue of events says of every kind what it means and brings, and the documentation shows it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventTypes } from '#core/events/event.ts';
import { eventCatalogue } from '#http/admin-api/webhooks/event-catalogue.ts';
import { eventMeanings } from '#http/admin-api/webhooks/event-meanings.ts';
import { world } from '#test/world.ts';

const page = join(import.meta.dirname, '../../../../../docs/events.md');

test('every kind of event has a view of its record, a meaning, and a row in the catalogue', async () => {
  const { eventViews } = (await world()).parts.platform.tools;
  const catalogue = eventCatalogue();
  for (const type of eventTypes) {
    assert.ok(eventViews[type.slice(0, type.indexOf('.'))], `${type} has no view`);
    assert.ok(eventMeanings[type], `${type} has no meaning`);
    assert.ok(catalogue.includes(`| \`${type}\``), `${type} is not in the catalogue`);
  }
});

test('docs/events.md is what the code says', () => {
  assert.equal(
    readFileSync(page, 'utf8'),
    eventCatalogue(),
    'write it anew with: npm run events -w frontdesk',
  );
});
