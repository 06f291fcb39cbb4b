// Holds ARCHITECTURE.md: who may import whom, where SQL, time and the whole database may be, and how files look.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOrder, exceptions, importFault, rootFiles } from '#test/import-table.ts';
import {
  exportsOf,
  importsOf,
  readDocuments,
  readSources,
  type SourceFile,
  sourceFile,
  withoutComments,
} from '#test/sources.ts';

const isSource = ({ path }: SourceFile) => path.endsWith('.ts');
const product = readSources('src').filter(isSource);
const everything = [...product, ...readSources('test').filter(isSource)];
const fileLinesMax = 300;
const folderFilesMax = 14;

test('every import follows the table of who may import whom', () => {
  const faults = everything.flatMap((file) => importFaults(file));
  expectNone(faults, 'An import leaves its place in the house (test/import-table.ts has the table)');
});

test('the import table refuses what it is there to refuse', () => {
  const refused: [path: string, statement: string][] = [
    ['src/core/customers/a.ts', "import { x } from '../events/event.ts';"],
    ['src/core/customers/a.ts', "import { x } from '#core/webhooks/subscriptions.ts';"],
    ['src/core/unheard-of/a.ts', "import { x } from '#core/events/events.ts';"],
    ['src/core/customers/a.ts', "import { sendMail } from '#integrations/mail/mail.ts';"],
    ['src/core/customers/a.ts', "import type { FastifyRequest } from 'fastify';"],
    ['src/core/customers/a.ts', "import type { Reply } from '#http/wire/request.ts';"],
    ['src/core/customers/a.ts', "import {\n  openDatabase,\n} from '#db/database.ts';"],
    ['src/http/admin-api/a.ts', "import { selectX } from '#core/customers/customer-queries.ts';"],
    ['src/http/admin-api/a.ts', "type X = import('#db/tx.ts').Tx;"],
    ['src/http/admin-api/a.ts', "import { page } from '#http/pages/pages.ts';"],
    ['src/http/wire/a.ts', "import { account } from '#http/admin-api/account.ts';"],
    ['src/http/admin-api/a.ts', "import { readConfig } from '#src/config.ts';"],
    ['src/integrations/mail/a.ts', "import sharp from 'sharp';"],
    ['src/integrations/mail/a.ts', "import { fetchUrl } from '#integrations/callbacks/exchange.ts';"],
    ['src/db/a.ts', "import type { Scope } from '#core/scope.ts';"],
    ['src/kit/a.ts', "import { LRUCache } from 'lru-cache';"],
    ['src/kit/a.ts', "await import('#db/tx.ts');"],
  ];
  for (const [path, statement] of refused) {
    assert.equal(importFaults(sourceFile(path, statement)).length, 1, `${path} may say: ${statement}`);
  }
});

test('the order of the domains names each domain there is, as ARCHITECTURE.md tells it', () => {
  const domains = new Set(product.flatMap(({ path }) => /^src\/core\/([^/]+)\//.exec(path)?.[1] ?? []));
  assert.deepEqual([...domains].sort(), [...domainOrder].sort());
  const architecture = readDocuments().find(({ path }) => path.endsWith('/ARCHITECTURE.md'));
  assert.ok(
    architecture?.text.includes(`Order of the domains: ${domainOrder.join(', ')}.`),
    'ARCHITECTURE.md tells another order than test/import-table.ts',
  );
});

test('no exception to the import table outlives its reason', () => {
  const imports = new Set(
    everything.flatMap((file) => importsOf(file).map((i) => `${file.path} ${i.specifier}`)),
  );
  const stale = exceptions.filter(({ from, to }) => !imports.has(`${from} ${to}`));
  expectNone(
    stale.map(({ from, to }) => `${from} no longer imports ${to}`),
    'Remove the exception from test/import-table.ts',
  );
});

test('no name says that a file holds this and that, and no file only passes on what others export', () => {
  const vague = /(^|\/)(utils?|helpers?|common|shared|lib|misc|index|types)(\.(test\.)?ts$|\/)/;
  const faults = everything.filter(({ path }) => vague.test(path)).map(({ path }) => path);
  const passedOn = everything.flatMap((file) =>
    linesLike(file, /^export (?:type )?(?:\*|\{)[^;]*\bfrom '/, 'passes on what another file exports'),
  );
  expectNone([...faults, ...passedOn], 'Name a file by what it holds, and import from where a thing is');
});

test('the database across organizations is asked for only where the list says why', () => {
  const asking = product.filter(
    ({ path, text }) =>
      /\bRoot(Db|Tx)\b/.test(withoutComments(text)) &&
      !/^src\/(db|cli|demo|jobs)\/|^src\/[^/]+$|\.test\.ts$/.test(path),
  );
  assert.deepEqual(
    asking.map(({ path }) => path).sort(),
    Object.keys(rootFiles).sort(),
    'RootDb and RootTx reach every organization: rootFiles in test/import-table.ts lists who may ask, and why',
  );
});

test('SQL stands only in -queries files and in db/', () => {
  const faults = product
    .filter(({ path }) => !/^src\/db\/|-queries\.ts$|\.test\.ts$/.test(path))
    .flatMap((file) =>
      linesLike(file, /\b(tx|sql|owner|db)\s*(<[^`()]*>)?`/, 'is SQL outside a -queries file'),
    );
  expectNone(faults, 'Move the statement into the -queries file of its domain');
});

test('rules take the time from a clock', () => {
  const faults = product
    .filter(({ path }) => /^src\/(core|kit|jobs)\//.test(path))
    .filter(({ path }) => path !== 'src/kit/clock.ts' && !path.endsWith('.test.ts'))
    .flatMap((file) =>
      linesLike(
        file,
        /\bDate\.now\(|\bnew Date\(\)|performance\.now\(|\bDate\(\)/,
        "asks the machine's clock",
      ),
    );
  expectNone(faults, 'Take the time from scope.clock, so that a test can move it');
});

test('every file begins with a comment that says what lives in it', () => {
  const faults = everything
    .filter(({ lines }) => !/^(\/\/ .{10}|\/\*)/.test(lines.find((line) => !line.startsWith('#!')) ?? ''))
    .map(({ path }) => path);
  expectNone(faults, 'Say in one or two sentences what lives in the file');
});

test(`no folder has more than ${folderFilesMax} source files`, () => {
  const folders = Map.groupBy(
    product.filter(({ path }) => !path.endsWith('.test.ts')),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  );
  const faults = [...folders]
    .filter(([, files]) => files.length > folderFilesMax)
    .map(([folder, files]) => `${folder} has ${files.length}`);
  expectNone(faults, 'Split the folder by what its files are about');
});

test(`no file has more than ${fileLinesMax} lines`, () => {
  const faults = everything
    .filter(({ lines }) => lines.length - 1 > fileLinesMax)
    .map(({ path, lines }) => `${path} has ${lines.length - 1} lines`);
  expectNone(faults, 'Split it by operation');
});

test('every exported name has a docstring', () => {
  const faults = everything.flatMap((file) =>
    exportsOf(file)
      .filter(({ hasDocstring }) => !hasDocstring)
      .map(({ name, line }) => `${file.path}:${line} ${name}`),
  );
  expectNone(faults, 'Say what it promises, its units, its errors and its source');
  const [undocumented] = exportsOf(sourceFile('a.ts', '// A file.\nexport async function bare() {}\n'));
  assert.equal(undocumented?.hasDocstring, false);
});

test('no machine, tracker or plan is named: the project speaks of itself alone', () => {
  const foreign =
    /(^|[\s'"`(])\/(home|root|Users|work|mnt)\/\w|\bdecisions\.md\b|\bshared\/\w|\bissues? #?\d/i;
  const texts = [...readSources('src', 'test', 'migrations', '../docs', '../bench'), ...readDocuments()];
  const faults = texts.flatMap(({ path, lines }) =>
    lines.flatMap((line, place) => (foreign.test(line) ? [`${path}:${place + 1} ${line.trim()}`] : [])),
  );
  expectNone(faults, 'Say it in words that hold for every reader');
});

function importFaults(file: SourceFile): string[] {
  return importsOf(file).flatMap((found) => {
    const fault = importFault(file, found);
    return fault ? [`${file.path}:${found.line} ${found.specifier} ${fault}`] : [];
  });
}

function linesLike({ path, text }: SourceFile, pattern: RegExp, what: string): string[] {
  const code = withoutComments(text).split('\n');
  return code.flatMap((line, place) =>
    pattern.test(line) ? [`${path}:${place + 1} ${what}: ${line.trim().slice(0, 120)}`] : [],
  );
}

function expectNone(faults: string[], rule: string): void {
  assert.ok(faults.length === 0, `${rule}:\n  ${faults.join('\n  ')}`);
}
