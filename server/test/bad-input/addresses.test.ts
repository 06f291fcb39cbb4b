// Paths and queries with something wrong: always a clear refusal in the API's form, never a 500.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { writeCursor } from '#kit/cursor.ts';
import { newId } from '#kit/id.ts';
import { type Asker, openAsker } from '#test/bad-input/asker.ts';
import { expectRefusal, leavingNoTrace } from '#test/bad-input/refusals.ts';
import { describedOperations, type Operation, type Parameter } from '#test/operations.ts';
import { type House, makeHouse } from '#test/tenancy/houses.ts';
import { type World, world } from '#test/world.ts';

const endless = 'x'.repeat(5_000);

suite('an address with something wrong', () => {
  let all: World;
  let house: House;
  let asker: Asker;
  let operations: Operation[];

  before(async () => {
    all = await world();
    house = await makeHouse(all, 'addresses');
    asker = openAsker(all, house, await house.keyFor());
    operations = (await describedOperations(all)).filter(({ needsKey }) => needsKey);
  });

  test('a query parameter out of its bounds is refused by name', async () => {
    let tried = 0;
    for (const operation of operations) {
      for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
        for (const value of badValuesOf(parameter)) {
          const query = `?${parameter.name}=${value}`;
          await asker.expect(operation, { query }, { names: parameter.name });
          tried += 1;
        }
      }
    }
    assert.ok(tried > 30, 'the document names no query parameters');
  });

  test('an unknown query parameter is refused by name, whatever it is called', async () => {
    for (const operation of operations) {
      for (const name of ['zzz', '__proto__', 'constructor', 'toString', 'Limit', 'limit[]']) {
        await asker.expect(operation, { query: `?${encodeURIComponent(name)}=1` }, { names: name });
      }
    }
  });

  test('a cursor that no page gave is refused as one', async () => {
    const good = writeCursor(newId(new Date()));
    const bad = ['x', 'null', '0', `${good}x`, good.slice(1), `${good}=`, house.own.id, '%2B%2F'];
    for (const operation of operations.filter(takesCursor)) {
      for (const cursor of bad) {
        await asker.expect(
          operation,
          { query: `?cursor=${cursor}` },
          { code: 'invalid_cursor', names: 'cursor' },
        );
      }
      await asker.expect(operation, { query: '?cursor=' }, { names: 'cursor' });
    }
  });

  test('every list says the same of an id it is narrowed by: text that is none is refused, and nobody’s leaves nothing', async () => {
    const unknown = newId(new Date());
    const refused = ['ada', house.ownNumber, '', '0', `urn:uuid:${unknown}`, `${unknown}0`, unknown.slice(1)];
    const narrowed = operations
      .filter(takesCursor)
      .flatMap((operation) =>
        operation.parameters
          .filter((one) => one.in === 'query' && namesRecord(one) && !otherIds.includes(one.name))
          .map(({ name }): [Operation, string] => [operation, name]),
      );
    for (const [operation, name] of narrowed) {
      for (const value of refused) {
        await asker.expect(operation, { query: `?${name}=${value}` }, { code: 'invalid_field', names: name });
      }
      for (const id of [unknown, unknown.toUpperCase()]) {
        const { status, body } = await asker.ask(operation, { query: `?${name}=${id}` });
        assert.deepEqual([status, body.data], [200, []], `${operation.path}?${name}=`);
      }
    }
    assert.ok(narrowed.length > 20, 'no list is narrowed by ids');
  });

  test('a time that is none, or that no calendar has, is refused by name', async () => {
    const refused = [
      '2026',
      '2026-03',
      '2026-03-31',
      '2026-03-31T09:00',
      '2026-03-31T09:00:00',
      '31.03.2026',
      '1774947600000',
      'now',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-03-31T25:00:00Z',
      '2026-03-31T09:60:00Z',
      '2026-03-31T09:00:00%2B25:00',
      '275761-01-01T00:00:00Z',
      '%2B275761-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
    ];
    for (const [operation, name] of timesOf(operations)) {
      for (const time of refused)
        await asker.expect(operation, { query: `?${name}=${time}` }, { names: name });
    }
  });

  test('a time at the edge of the calendar is answered, not stumbled over', async () => {
    const odd = [
      '0000-01-01T00:00:00Z',
      '0000-01-01T00:00:00%2B23:59',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '9999-12-31T23:59:59-23:59',
      '2016-12-31T23:59:60Z',
      '2016-12-31T23:59:60%2B00:00',
      '1969-12-31T23:59:59Z',
      '2026-03-29T02:30:00%2B01:00',
      '2026-03-31t09:00:00z',
    ];
    for (const [operation, name] of timesOf(operations)) {
      for (const time of odd) {
        const answer = await asker.ask(operation, { query: `?${name}=${time}` });
        if (answer.status !== 200)
          expectRefusal(answer, { names: name }, `${operation.operationId} ${name}=${time}`);
      }
    }
  });

  test('a path parameter that can name nothing is missing or refused, however it is written', async () => {
    const odd = [
      '%00',
      'a%00b',
      '%0a',
      'x'.repeat(321),
      'x'.repeat(513),
      endless,
      '%F0%9F%92%A9',
      '..%2F..',
      '%25',
      "'",
      '%5C',
      '__proto__',
      'constructor',
      '%ED%A0%80x',
      '~',
      '-1',
      'null',
    ];
    await leavingNoTrace(all, house, async () => {
      for (const operation of operations.filter(({ path }) => path.includes('{'))) {
        for (const value of odd) {
          const answer = await asker.ask(operation, { reference: value });
          const status = answer.status === 404 ? 404 : 400;
          expectRefusal(answer, { status }, `${operation.operationId} of ${value.slice(0, 40)}`);
        }
      }
    });
  });

  test('a path that is no path is refused in the API’s form', async () => {
    for (const path of [
      '/customers/%',
      '/customers/%zz',
      '/customers/%E0%A4%A',
      '/customers/%ff',
      '/%c0%ae',
    ]) {
      expectRefusal(await asker.inject('GET', path), {}, path);
    }
  });

  test('an unknown path and an unknown method are missing, in the API’s form', async () => {
    const unknown: [method: string, path: string][] = [
      ['GET', '/'],
      ['GET', ''],
      ['GET', '/nonsense'],
      ['GET', '/customers/'],
      ['GET', '//customers'],
      ['GET', '/customers/a/b'],
      ['GET', `/${endless}`],
      ['GET', '/Customers'],
      ['DELETE', '/customers'],
      ['PUT', '/customers'],
      ['POST', '/account'],
      ['OPTIONS', '/customers'],
      ['PATCH', '/customers'],
    ];
    for (const [method, path] of unknown) {
      const answer = await asker.inject(method as 'GET', path, {}, method === 'GET' ? undefined : '{}');
      expectRefusal(answer, { status: 404, code: 'not_found' }, `${method} ${path.slice(0, 40)}`);
    }
  });
});

function takesCursor({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'cursor');
}

/** Values that a query parameter does not take, as they stand in a URL. */
function badValuesOf({ name, schema }: Parameter): string[] {
  const { type, enum: choices, format, minimum, maximum, minLength = 0, maxLength } = schema;
  const repeated = `1&${name}=2`;
  if (type === 'integer' || type === 'number') {
    return [
      repeated,
      'abc',
      '',
      '1.5',
      'NaN',
      'Infinity',
      '1e400',
      'null',
      '%00',
      '1%202',
      String((minimum ?? 1) - 1),
      String((maximum ?? 1e308) + 1),
    ];
  }
  const texts = [repeated, 'a%00b', '%1b', `${'x'.repeat((maxLength ?? 4_000) + 1)}`];
  if (minLength > 0) texts.push('');
  if (choices) texts.push('nonsense', '', String(choices[0]).toUpperCase());
  if (format) texts.push('nonsense', '');
  return texts;
}

/** What is called an id and is none of a record: built-in parameters have names, and so have parts of the system. */
const otherIds = ['parameterId', 'actorId'];

function namesRecord({ name }: Parameter): boolean {
  return /Id$/.test(name) || name === 'assignedTo';
}

/** The operations that can be narrowed by times, with the names of the parameters. */
function timesOf(operations: Operation[]): [Operation, string][] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter(({ schema }) => schema.format === 'date-time')
      .map(({ name }): [Operation, string] => [operation, name]),
  );
}
