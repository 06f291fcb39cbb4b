// Writes docs/events.md from what the code says of events: npm run events -w frontdesk
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCatalogue } from '#http/admin-api/webhooks/event-catalogue.ts';

writeFileSync(join(import.meta.dirname, '../../docs/events.md'), eventCatalogue());
process.stdout.write('docs/events.md written.\n');
