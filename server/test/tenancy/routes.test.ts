// Two organizations that look alike ask every route of the Admin API for each other's records. The routes are taken
// from the OpenAPI document, so a new one is tried by itself.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { encodeOrganization } from '#core/api-keys/api-key.ts';
import { listPublicKeys } from '#core/public-keys/public-keys.ts';
import { writeCursor } from '#kit/cursor.ts';
import { newId, toBase62 } from '#kit/id.ts';
import { type Answer, askAs, type Caller } from '#test/ask.ts';
import { describedOperations, type Operation, sampleBody } from '#test/operations.ts';
import { listTenantTables } from '#test/tenancy/catalog.ts';
import { alike, type House, makeHouse, rowsOf } from '#test/tenancy/houses.ts';
import { type World, world } from '#test/world.ts';

/** What names a record: as a stranger has it, and in the same form as nobody has it. */
type Reference = { theirs: string; nobodys: string };

/** The records of a house that a path parameter can name. `fixed` parameters choose among words of the contract. */
const pathReferences: Record<string, 'fixed' | ((house: House) => Reference[])> = {
  customerId: (house) => [
    { theirs: house.own.id, nobodys: newId(new Date()) },
    { theirs: house.ownNumber, nobodys: 'ONLY-0-0' },
    { theirs: house.ownEmail, nobodys: 'nobody@example.com' },
    { theirs: house.ownPhone, nobodys: '+4915100000000' },
  ],
  subscriptionId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  eventId: (house) => [{ theirs: `evt_${house.own.id.replaceAll('-', '')}`, nobodys: 'evt_none' }],
  companyId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  bookingId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  orderId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  entryId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  locationId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  sublocationId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  equipmentId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  staffId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  serviceCategoryId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  serviceId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  holdId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  seriesId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  enquiryId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  taskId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  taskCategoryId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  mergeId: (house) => [{ theirs: house.own.id, nobodys: newId(new Date()) }],
  kind: 'fixed',
};

suite('two organizations with the same email, phone, number and names of keys', () => {
  let all: World;
  let mine: House;
  let theirs: House;
  let operations: Operation[];

  before(async () => {
    all = await world();
    mine = await makeHouse(all, 'mine');
    theirs = await makeHouse(all, 'theirs');
    operations = await describedOperations(all);
  });

  test('every id in a path answers a stranger like an id that nobody has', async () => {
    const tables = await listTenantTables(all);
    const rowsBefore = await rowsOf(all, theirs.organization.id, tables);
    let compared = 0;
    for (const operation of operations) {
      for (const { theirs: stranger, nobodys } of strangersIn(operation)) {
        const [seen, missing] = [await ask(mine, operation, stranger), await ask(mine, operation, nobodys)];
        assert.deepEqual(
          told(seen, stranger),
          told(missing, nobodys),
          `${operation.operationId} of ${stranger}`,
        );
        // Without a key it is the secret sent along that is refused.
        assert.equal(seen.status, operation.needsKey ? 404 : 401, `${operation.operationId} of ${stranger}`);
        compared += 1;
      }
    }
    assert.ok(compared >= 8, 'the document names no route with an id');
    assert.deepEqual(
      await rowsOf(all, theirs.organization.id, tables),
      rowsBefore,
      'a row of theirs has changed',
    );
  });

  test('every id in a query or a body answers a stranger like an id that nobody has', async () => {
    const nobodys = newId(new Date());
    const filtered = (id: string) => mine.admin.get(`/customers?parameterId=${id}&parameterValue=44`);
    assert.deepEqual(
      told(await filtered(theirs.parameterId), theirs.parameterId),
      told(await filtered(nobodys), nobodys),
    );
    const valued = (id: string) => mine.admin.post('/customers', { parameterValues: { [id]: '44' } });
    const seen = await valued(theirs.parameterId);
    assert.deepEqual(told(seen, theirs.parameterId), told(await valued(nobodys), nobodys));
    assert.equal(seen.status, 400);
  });

  test('what both have leads each to its own', async () => {
    for (const house of [mine, theirs]) {
      for (const reference of [alike.email, alike.phone, alike.customerNumber]) {
        const { body } = await house.admin.get(`/customers/${encodeURIComponent(reference)}`);
        assert.deepEqual(body.data, house.same, reference);
      }
      const repeated = await house.admin.post('/customers', replayed(house), {
        'idempotency-key': alike.idempotencyKey,
      });
      assert.equal(repeated.status, 409, 'the key is known, with another body');
    }
    const changed = await mine.admin.patch(`/customers/${alike.customerNumber}`, { lastName: 'Changed' });
    assert.equal(changed.body.data.id, mine.same.id);
    assert.deepEqual((await theirs.admin.get(`/customers/${theirs.same.id}`)).body.data, theirs.same);
    mine.same = changed.body.data;
  });

  test('no answer to anything asked holds what only the other has', async () => {
    const secrets = [theirs.word, theirs.organization.id, theirs.same.id, theirs.own.id, theirs.parameterId];
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      for (const query of queriesOf(operation)) {
        for (const path of pathsOf(operation)) {
          const { status, body } = await mine.admin.get(path + query);
          // A refusal may repeat what was sent; the tests above compare refusals.
          if (status >= 400) continue;
          const text = JSON.stringify(body);
          for (const secret of secrets)
            assert.ok(!text.includes(secret), `GET ${path}${query} shows ${secret}`);
        }
      }
    }
  });

  test('every list shows all of one’s own and nobody else’s', async () => {
    for (const operation of operations.filter(({ isPaged }) => isPaged)) {
      const [ours, others] = [await wholeList(mine, operation), await wholeList(theirs, operation)];
      assert.ok(ours.length > 0 && others.length > 0, `${operation.operationId} lists nothing`);
      assert.deepEqual(
        ours.filter((id) => others.includes(id)),
        [],
        operation.operationId,
      );
    }
    const rows = JSON.parse((await rowsOf(all, mine.organization.id, ['customers'])).customers!);
    const ids = rows.map(({ id }: { id: string }) => id).sort();
    const listed = operations.find(({ operationId }) => operationId === 'listCustomers')!;
    assert.deepEqual((await wholeList(mine, listed)).sort(), ids);
  });

  test('a key opens its own organization, and no piece of it opens another', async () => {
    const [ownKey, theirKey] = [await mine.keyFor(), await theirs.keyFor()];
    const [publicKey] = await listPublicKeys(theirs.scope);
    const accounts = await Promise.all([ownKey, theirKey].map((key) => askAs(all.app, key).get('/account')));
    assert.deepEqual(
      accounts.map(({ body }) => body.data.id),
      [mine.organization.id, theirs.organization.id],
    );
    const organizationEnd = 'fdk_'.length + 22;
    const body = `fdk_${encodeOrganization(mine.organization.id)}${theirKey.slice(organizationEnd, -6)}`;
    const crossed = body + toBase62(BigInt(crc32(body)), 6);
    for (const forged of [
      crossed,
      theirKey.slice(0, -1),
      `${theirKey}x`,
      publicKey!.key,
      mine.organization.id,
    ]) {
      const caller = askAs(all.app, forged);
      for (const operation of operations.filter((one) => one.needsKey)) {
        const { status, body } = await call(caller, operation, pathsOf(operation)[0]!);
        assert.deepEqual(
          [status, body.code],
          [401, 'api_key_invalid'],
          `${operation.operationId} with ${forged}`,
        );
      }
    }
  });

  /** References that a stranger would try in the path of an operation. */
  function strangersIn(operation: Operation): Reference[] {
    return operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .flatMap(({ name }) => {
        const references = pathReferences[name];
        assert.ok(
          references,
          `${operation.path} takes ${name}: teach pathReferences what a stranger would send`,
        );
        return references === 'fixed' ? [] : references(theirs);
      });
  }

  /** Paths of an operation: with their records, mine, and each word of a fixed parameter. */
  function pathsOf({ path, parameters }: Operation): string[] {
    return parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce(
        (paths, { name, schema }) => {
          const references = pathReferences[name];
          const values =
            typeof references === 'function'
              ? [...references(theirs).map((reference) => reference.theirs), mine.own.id]
              : ((schema.enum ?? []) as string[]);
          return paths.flatMap((one) =>
            values.map((value) => one.replace(`{${name}}`, encodeURIComponent(value))),
          );
        },
        [path],
      );
  }

  /** Queries that ask for the others' things in every way an operation offers. */
  function queriesOf({ parameters }: Operation): string[] {
    const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const wanted = [
      theirs.word,
      theirs.ownEmail,
      theirs.ownPhone,
      theirs.ownNumber,
      theirs.own.id,
      alike.email,
    ];
    const queries = ['', ...(names.includes('cursor') ? [`?cursor=${writeCursor(theirs.own.id)}`] : [])];
    if (names.includes('search'))
      queries.push(...wanted.map((value) => `?search=${encodeURIComponent(value)}`));
    if (names.includes('parameterValue')) {
      for (const field of [
        'firstName',
        'lastName',
        'email',
        'phone',
        'customerNumber',
        'source',
        'shoeSize',
        'seat',
      ]) {
        queries.push(
          ...[...wanted, '44'].map(
            (value) => `?parameterName=${field}&parameterValue=${encodeURIComponent(value)}`,
          ),
        );
      }
    }
    return queries;
  }

  async function wholeList({ admin, own }: House, { path, parameters }: Operation): Promise<string[]> {
    const ids: string[] = [];
    const continued = parameters.some(({ name }) => name === 'cursor') ? 'cursor' : 'after';
    let next: string | undefined = '';
    while (next !== undefined) {
      const { body }: Answer = await admin.get(`${path.replace(/\{\w+\}/, own.id)}?limit=2${next}`);
      ids.push(...body.data.map((record: { id?: string }) => record.id ?? JSON.stringify(record)));
      next = body.pagination.nextCursor && `&${continued}=${body.pagination.nextCursor}`;
    }
    return ids;
  }

  function ask(house: House, operation: Operation, reference: string): Promise<Answer> {
    return call(house.admin, operation, operation.path.replace(/\{\w+\}/, encodeURIComponent(reference)));
  }
});

function call(caller: Caller, operation: Operation, path: string): Promise<Answer> {
  const headers = Object.fromEntries(
    operation.parameters
      .filter((one) => one.in === 'header' && one.required)
      .map(({ name }) => [name, 'x'.repeat(20)]),
  );
  switch (operation.method) {
    case 'GET':
      return caller.get(path, headers);
    case 'DELETE':
      return caller.delete(path, headers);
    default:
      return caller[operation.method.toLowerCase() as 'post' | 'put' | 'patch'](
        path,
        sampleBody(operation),
        headers,
      );
  }
}

/** An answer without what differs from call to call, and with what was asked for taken out. */
function told({ status, headers, body }: Answer, reference: string) {
  const { requestId: _id, timestamp: _time, ...rest } = body;
  const text = JSON.stringify(rest).replaceAll(reference, '<what was asked for>');
  return { status, code: headers['x-error-code'], type: headers['content-type'], body: JSON.parse(text) };
}

function replayed(house: House): object {
  return { firstName: `${house.word} again` };
}
