// Writes the areas' OpenAPI documents to docs/openapi, or with --check compares them: npm run openapi -- --check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorld } from '#test/world.ts';

const folder = join(import.meta.dirname, '../../docs/openapi');
/** Stands for every installation's own address. */
const placeholderUrl = 'https://frontdesk.example.com';
const differencesShown = 20;

const { app, parts } = await openWorld({ PUBLIC_URL: placeholderUrl });
const documents = app.describedAreas.map(({ name, document }) => ({
  file: `${name}.json`,
  document: document(),
}));
await app.close();
await parts.close();

if (process.argv.includes('--check')) {
  const faults = documents.flatMap(({ file, document }) => faultsOf(file, document));
  process.stderr.write(faults.map((fault) => `${fault}\n`).join(''));
  if (faults.length > 0) {
    process.stderr.write('Write the documents anew with: npm run openapi\n');
    process.exitCode = 1;
  }
} else {
  for (const { file, document } of documents) {
    writeFileSync(join(folder, file), `${JSON.stringify(document, null, 2)}\n`);
    process.stdout.write(`docs/openapi/${file} written.\n`);
  }
}

function faultsOf(file: string, document: object): string[] {
  const differences = differencesOf(readCommitted(file), JSON.parse(JSON.stringify(document)), '');
  if (differences.length === 0) return [];
  const shown = differences.slice(0, differencesShown).map((difference) => `  ${difference}`);
  const more = differences.length - shown.length;
  return [
    `docs/openapi/${file} is not what the code says:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function readCommitted(file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Where two JSON values differ, each place in words. */
function differencesOf(committed: unknown, made: unknown, place: string): string[] {
  if (isObject(committed) && isObject(made) && Array.isArray(committed) === Array.isArray(made)) {
    const names = new Set([...Object.keys(committed), ...Object.keys(made)]);
    return [...names].flatMap((name) => {
      const inner = place === '' ? name : `${place} › ${name}`;
      if (!(name in made)) return [`${inner} is in the file and no longer in the code`];
      if (!(name in committed)) return [`${inner} is in the code and not yet in the file`];
      return differencesOf(committed[name], made[name], inner);
    });
  }
  if (committed === made) return [];
  const [before, after] = apart(textOf(committed), textOf(made));
  return [`${place || 'the document'} is ${before} in the file and ${after} in the code`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Two texts from shortly before the first letter in which they differ. */
function apart(left: string, right: string): [string, string] {
  const same = [...left].findIndex((letter, place) => letter !== right[place]);
  const start = Math.max(0, (same < 0 ? left.length : same) - 30);
  const [before, after] = [left, right].map(
    (text) => (start > 0 ? '…' : '') + text.slice(start, start + 90) + (text.length > start + 90 ? '…' : ''),
  );
  return [before!, after!];
}
