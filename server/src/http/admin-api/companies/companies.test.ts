// Companies through the Admin API: making, finding, changing, and what is refused.
import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { addToCompanyTotals } from '#core/companies/companies.ts';
import { newId } from '#kit/id.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

suite('companies', () => {
  let house: TestOrganization;
  let admin: TestOrganization['admin'];
  beforeEach(async () => {
    house = await makeOrganization(await world());
    ({ admin } = house);
  });

  const eventsOf = (recordId: string) =>
    house.scope.read((tx) =>
      run<{ type: string; data: { version: number } }>(
        tx,
        'select type, data from events where record_id = ? order by position',
        recordId,
      ),
    );

  test('a company is made with a number, and is found by it and by its id', async () => {
    const { status, body, headers } = await admin.post('/companies', {
      name: ' Raman Studio ',
      email: 'Office@Raman.example',
      domains: ['Raman.example'],
    });
    assert.deepEqual([status, headers.etag], [201, '"1"']);
    const { id, companyNumber, name, email, domains, status: state, source } = body.data;
    assert.deepEqual(
      [companyNumber, name, email, domains, state, source],
      ['COM-000001', 'Raman Studio', 'office@raman.example', ['raman.example'], 'active', 'admin'],
    );
    for (const reference of [id, companyNumber]) {
      assert.deepEqual((await admin.get(`/companies/${reference}`)).body.data, body.data);
    }
    assert.equal((await admin.post('/companies', { name: 'Next' })).body.data.companyNumber, 'COM-000002');
  });

  test('making and changing are told, what changes nothing is not', async () => {
    const { id } = (await admin.post('/companies', { name: 'Raman' })).body.data;
    await admin.patch(`/companies/${id}`, { industry: 'Design' });
    const same = await admin.patch(`/companies/${id}`, { industry: 'Design', name: 'Raman' });
    assert.deepEqual([same.status, same.body.data.version], [200, 2]);
    const events = await eventsOf(id);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.version]),
      [
        ['company.created', 1],
        ['company.updated', 2],
      ],
    );
  });

  test('a change made from an old version is refused', async () => {
    const { id } = (await admin.post('/companies', { name: 'Raman' })).body.data;
    await admin.patch(`/companies/${id}`, { name: 'Raman Studio' }, { 'if-match': '"1"' });
    for (const answer of [
      await admin.patch(`/companies/${id}`, { name: 'Late' }, { 'if-match': '"1"' }),
      await admin.patch(`/companies/${id}`, { name: 'Late', version: 1 }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [409, 'version_conflict']);
    }
    assert.equal((await admin.get(`/companies/${id}`)).body.data.name, 'Raman Studio');
  });

  test('a domain belongs to one company, and is free again when it is given up', async () => {
    const first = (await admin.post('/companies', { name: 'A', domains: ['a.example', 'b.example'] })).body;
    const taken = await admin.post('/companies', { name: 'B', domains: ['c.example', 'B.example.'] });
    assert.deepEqual(
      [taken.status, taken.body.code, taken.body.details[0].path],
      [400, 'domain_in_use', 'domains[1]'],
    );
    assert.equal((await admin.patch(`/companies/${first.data.id}`, { domains: ['a.example'] })).status, 200);
    const second = await admin.post('/companies', { name: 'B', domains: ['b.example'] });
    assert.equal(second.status, 201);
    const back = await admin.patch(`/companies/${first.data.id}`, { domains: ['a.example', 'b.example'] });
    assert.deepEqual([back.status, back.body.code], [400, 'domain_in_use']);
    const other = await makeOrganization(await world());
    const elsewhere = await other.admin.post('/companies', { name: 'B', domains: ['b.example'] });
    assert.equal(elsewhere.status, 201);
  });

  test('an external id belongs to one company of the organization', async () => {
    const first = await admin.post('/companies', { name: 'A', externalId: 'ERP-1' });
    const second = await admin.post('/companies', { name: 'B', externalId: 'ERP-2' });
    assert.deepEqual([first.status, second.status], [201, 201]);
    for (const taken of [
      await admin.post('/companies', { name: 'C', externalId: ' ERP-1 ' }),
      await admin.patch(`/companies/${second.body.data.id}`, { externalId: 'ERP-1' }),
    ]) {
      assert.deepEqual(
        [taken.status, taken.body.code, taken.body.details[0].path],
        [400, 'external_id_in_use', 'externalId'],
      );
    }
    const other = await makeOrganization(await world());
    assert.equal((await other.admin.post('/companies', { name: 'A', externalId: 'ERP-1' })).status, 201);
  });

  test('members are customers of the organization, and strangers are refused like nobody', async () => {
    const ann = (await admin.post('/customers', { firstName: 'Ann' })).body.data.id;
    const other = await makeOrganization(await world());
    const stranger = (await other.admin.post('/customers', {})).body.data.id;
    const { body } = await admin.post('/companies', {
      name: 'Raman',
      members: [{ customerId: ann, role: 'billing', title: 'Books' }],
      primaryCustomerId: ann,
    });
    assert.deepEqual(body.data.members, [{ customerId: ann, role: 'billing', title: 'Books' }]);
    for (const unknown of [stranger, newId(new Date())]) {
      const refused = await admin.patch(`/companies/${body.data.id}`, {
        members: [{ customerId: ann }, { customerId: unknown }],
      });
      assert.deepEqual([refused.status, refused.body.details[0].path], [400, 'members[1].customerId']);
      const primary = await admin.post('/companies', { name: 'X', primaryCustomerId: unknown });
      assert.deepEqual([primary.status, primary.body.details[0].path], [400, 'primaryCustomerId']);
    }
    assert.equal((await admin.get('/companies')).body.data.length, 1);
  });

  test('lists are searched, narrowed and paged, and options are theirs by name', async () => {
    for (const name of ['Raman Studio', 'Harbour Press', 'Raman Foods'])
      await admin.post('/companies', { name });
    await admin.patch('/companies/COM-000003', { status: 'inactive' });
    const namesOf = async (query: string) =>
      (await admin.get(`/companies${query}`)).body.data.map(({ name }: { name: string }) => name);
    assert.deepEqual(await namesOf('?search=raman'), ['Raman Foods', 'Raman Studio']);
    assert.deepEqual(await namesOf('?search=com-000002'), ['Harbour Press']);
    assert.deepEqual(await namesOf('?search=raman&status=inactive'), ['Raman Foods']);
    const page = (await admin.get('/companies?limit=2')).body;
    assert.deepEqual(await namesOf(`?limit=2&cursor=${page.pagination.nextCursor}`), ['Raman Studio']);
    const { options } = (await admin.get('/metadata/options/companies?search=press')).body.data;
    assert.deepEqual(
      options.map(({ name }: { name: string }) => name),
      ['Harbour Press'],
    );
  });

  test('totals follow what orders add', async () => {
    const { id } = (await admin.post('/companies', { name: 'Raman' })).body.data;
    const lastOrderAt = new Date('2026-01-02T03:04:05Z');
    const now = house.scope.clock.now();
    await house.scope.write((tx) =>
      addToCompanyTotals(tx, id, { orders: 2, spentMinor: 3_000, lifetimeMinor: 2_500, lastOrderAt, now }),
    );
    await house.scope.write((tx) =>
      addToCompanyTotals(tx, id, { orders: -1, spentMinor: -1_000, lifetimeMinor: -500, lastOrderAt, now }),
    );
    const { totalOrders, totalSpent, averageOrderValue, lifetimeValue, lastOrderDate, version } = (
      await admin.get(`/companies/${id}`)
    ).body.data;
    assert.deepEqual(
      [totalOrders, totalSpent, averageOrderValue, lifetimeValue, lastOrderDate, version],
      [1, 20, 20, 20, lastOrderAt.getTime(), 1],
    );
  });
});
