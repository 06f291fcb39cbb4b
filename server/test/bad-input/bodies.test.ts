// Every property of every body, with everything that can be wrong with it: always a clear 400 that names the property,
// never a 500, and nothing written.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Answer } from '#test/ask.ts';
import { badBodiesOf } from '#test/bad-input/bad-values.ts';
import { expectRefusal, leavingNoTrace } from '#test/bad-input/refusals.ts';
import { describedOperations, type Operation, type Shape, sampleBody } from '#test/operations.ts';
import { type House, makeHouse } from '#test/tenancy/houses.ts';
import { type World, world } from '#test/world.ts';

suite('a body with something wrong', () => {
  let all: World;
  let house: House;
  let key: string;
  let takingBodies: Operation[];

  before(async () => {
    all = await world();
    house = await makeHouse(all, 'bodies');
    key = await house.keyFor();
    takingBodies = (await describedOperations(all)).filter(({ body }) => body);
    assert.ok(takingBodies.length >= 2);
  });

  test('is refused by name, for every property and every way to be wrong', async () => {
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        const bad = badBodiesOf(operation.body!);
        assert.ok(bad.length > 10, `${operation.operationId} has a shape that nothing is generated from`);
        for (const { what, json, names } of bad) {
          expectRefusal(await send(operation, json), { names }, `${operation.operationId} with ${what}`);
        }
      }
    });
  });

  test('is refused with a key as without, and the key stays free', async () => {
    const headers = { 'idempotency-key': 'bad-body' };
    const created = takingBodies.find(({ operationId }) => operationId === 'createCustomer')!;
    await leavingNoTrace(all, house, async () => {
      for (const { what, json, names } of badBodiesOf(created.body!).slice(0, 30)) {
        expectRefusal(await send(created, json, headers), { names }, what);
      }
    });
    assert.equal((await send(created, '{}', headers)).status, 201);
  });

  test('is refused when it is no object at all', async () => {
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        for (const json of ['null', '[]', '5', '"text"', 'true', '[{}]']) {
          expectRefusal(
            await send(operation, json),
            { names: 'the body' },
            `${operation.operationId} with ${json}`,
          );
        }
      }
    });
  });

  test('is refused when it is no JSON', async () => {
    const noJson = [
      '',
      ' ',
      '{',
      '{"firstName":"A",}',
      "{'firstName':'A'}",
      '{"firstName":NaN}',
      'firstName=A',

      '{}{}',
    ];
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        for (const text of noJson) {
          const what = `${operation.operationId} with ${JSON.stringify(text)}`;
          expectRefusal(await send(operation, text), { code: 'invalid_request', names: 'the body' }, what);
        }
      }
    });
  });

  test('is refused when its letters are broken', async () => {
    const bytes = Buffer.concat([Buffer.from('{"firstName":"J'), Buffer.from([0xf6]), Buffer.from('rg"}')]);
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        expectRefusal(
          await send(operation, bytes),
          { names: 'the body' },
          `${operation.operationId} in Latin-1`,
        );
      }
    });
  });

  test('is refused when it is said to be something else', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'json',
      'application/jsonp',
      '',
    ];
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        for (const type of types) {
          const answer = await send(operation, '{}', { 'content-type': type });
          expectRefusal(answer, { code: 'unsupported_media' }, `${operation.operationId} as ${type}`);
        }
      }
    });
  });

  test('is refused when it is larger than the operation takes', async () => {
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        const name = firstText(operation.body!);
        const most = operation.body!.properties?.[name]?.maxLength ?? 0;
        const huge = JSON.stringify({ [name]: 'x'.repeat(Math.max(12_000_000, most + 2_000)) });
        expectRefusal(await send(operation, huge), { code: 'file_too_large' }, operation.operationId);
      }
    });
  });

  test('is refused when it is nested without end', async () => {
    const depth = 120_000;
    const nested = `${'['.repeat(depth)}"a\\u0000"${']'.repeat(depth)}`;
    await leavingNoTrace(all, house, async () => {
      for (const operation of takingBodies) {
        for (const name of ['parameterValues', firstText(operation.body!), 'zzz']) {
          const json = `{"${name}":${name === 'parameterValues' ? `{"x":${nested}}` : nested}}`;
          for (const headers of [{}, { 'idempotency-key': 'nested' }] as Record<string, string>[]) {
            expectRefusal(
              await send(operation, json, headers),
              {},
              `${operation.operationId} with ${name} nested`,
            );
          }
        }
      }
    });
  });

  test('no text and no list is without bounds', async () => {
    for (const operation of takingBodies) {
      for (const [path, shape] of partsOf(operation.body!, '')) {
        const texts = shape.maxLength !== undefined || shape.enum || shape.const !== undefined;
        const bounded = shape.type === 'array' ? shape.maxItems !== undefined : texts;
        assert.ok(bounded, `${operation.operationId}: ${path} has no bound`);
      }
    }
  });

  async function send(
    operation: Operation,
    payload: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await all.app.inject({
      method: operation.method,
      url: `/api/v1${operation.path.replace(/\{\w+\}/g, house.same.id)}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      payload,
    });
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: response.body === '' ? undefined : response.json(),
    };
  }
});

function firstText(shape: Shape): string {
  return Object.keys(sampleBody({ body: shape } as Operation))[0]!;
}

/** The texts and lists of a shape, with their paths. */
function partsOf(shape: Shape, path: string): [string, Shape][] {
  const members = Object.entries(shape.properties ?? {}).flatMap(([name, member]) =>
    partsOf(member, path ? `${path}.${name}` : name),
  );
  const items = shape.items ? partsOf(shape.items, `${path}[]`) : [];
  const own = shape.type === 'string' || shape.type === 'array';
  return [...(own ? [[path, shape] as [string, Shape]] : []), ...members, ...items];
}
