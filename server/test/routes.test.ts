// Holds that a route is found where its path says, and that one search for its operationId finds route and rule.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { describedOperations } from '#test/operations.ts';
import { type DeclaredRoute, exportsOf, readSources, routesOf } from '#test/sources.ts';
import { world } from '#test/world.ts';

/** Areas whose few routes stand in one file that is named after the area. */
const smallAreas: Record<string, string> = {
  'src/http/wire': 'serves the document of every area',
  'src/http/operations': 'three addresses that operators know by heart',
  'src/http/files': 'one route',
  'src/http/pages': 'pages are named by what they show',
};

/** Operations with no counterpart in the core, each with its reason. */
const areaOperations: Record<string, string> = {
  getAccount: 'shows what the check of the key has found: nothing is left to do',
  listOptions: 'chooses among the list operations by the kind in the path',
};

interface PlacedRoute extends DeclaredRoute {
  file: string;
}

const routes: PlacedRoute[] = readSources('src/http')
  .filter(({ path }) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((file) => routesOf(file).map((route) => ({ ...route, file: file.path })));

test('a route stands in the file with the longest name that its path begins with', () => {
  const placed = routes.filter(({ file }) => !(areaOf(file) in smallAreas));
  assert.ok(placed.length > 0, 'no route was found in the source');
  for (const route of placed) {
    const right = rightFile(route);
    assert.equal(
      route.file,
      right,
      `${route.file}:${route.line} declares ${route.method} ${route.path}, which belongs into ${right ?? 'a file of its own'}`,
    );
  }
});

test('the source declares exactly the routes that the document describes', async () => {
  const described = (await describedOperations(await world())).map(({ method, path }) => `${method} ${path}`);
  const declared = routes
    .filter(({ file }) => areaOf(file) === 'src/http/admin-api')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  assert.deepEqual(declared.sort(), described.sort());
});

test('an operationId is the name of an operation of the core, and of one route', async () => {
  const operations = await describedOperations(await world());
  const ids = operations.map(({ operationId }) => operationId);
  assert.deepEqual(
    ids,
    [...new Set(ids)],
    'an operationId names two routes, so a search for it finds the wrong one',
  );
  const exported = new Set(
    readSources('src/core').flatMap((file) =>
      exportsOf(file)
        .filter(({ isFunction }) => isFunction)
        .map(({ name }) => name),
    ),
  );
  for (const { operationId, method, path } of operations) {
    const known = exported.has(operationId) || operationId in areaOperations;
    assert.ok(known, `${method} ${path} is called ${operationId}, which no file of the core exports`);
  }
  for (const name of Object.keys(areaOperations)) {
    assert.ok(ids.includes(name) && !exported.has(name), `${name} needs no exception any more`);
  }
});

function rightFile({ file, path }: PlacedRoute): string | undefined {
  const words = path
    .split('/')
    .filter((step) => step !== '' && !/^[:$]/.test(step))
    .map((step) => step.replace(/^\./, ''))
    .join('-');
  const nameOf = (source: string) => basename(source, '.ts');
  return readSources(areaOf(file))
    .map((source) => source.path)
    .filter((source) => /(?<!\.test)\.ts$/.test(source))
    .filter((source) => words === nameOf(source) || words.startsWith(`${nameOf(source)}-`))
    .sort((left, right) => nameOf(right).length - nameOf(left).length)[0];
}

/** The area a file belongs to: `src/http/admin-api`, whichever of its folders the file is in. */
function areaOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}
