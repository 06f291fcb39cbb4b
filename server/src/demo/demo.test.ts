// The demo organization of a first start: made whole or not at all, kept, and never in production.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listOrganizations } from '#core/organizations/organizations.ts';
import { makeDemo } from '#src/demo/demo.ts';
import { type Demo, demoFileOf } from '#src/demo/demo-file.ts';
import { askAs } from '#test/ask.ts';
import { makeOrganization, openWorld, type World, world } from '#test/world.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-demo-'));
  folders.push(folder);
  return folder;
}

/** A world on its own embedded database, closed after `use`. */
async function within<Result>(
  dataDir: string,
  settings: Record<string, string>,
  use: (opened: World) => Promise<Result>,
): Promise<Result> {
  const opened = await openWorld({ DATA_DIR: dataDir, DATABASE_URL: '', ...settings });
  try {
    return await use(opened);
  } finally {
    await opened.app.close();
    await opened.parts.close();
  }
}

function readFile(dataDir: string): Demo {
  return JSON.parse(readFileSync(demoFileOf(dataDir), 'utf8'));
}

test('a first start makes a demo organization, and demo.json opens it', async () => {
  const dataDir = newDataDir();
  await within(dataDir, {}, async ({ app, parts }) => {
    const made = await makeDemo(parts);
    assert.equal(made?.isNew, true);
    const demo = readFile(dataDir);
    assert.deepEqual(demo, made.demo);
    assert.equal(statSync(demoFileOf(dataDir)).mode & 0o777, 0o600);

    const admin = askAs(app, demo.adminApiKey);
    const { body: account } = await admin.get('/account');
    assert.deepEqual(
      { id: account.data.id, slug: account.data.slug, name: account.data.name },
      demo.organization,
    );
    const { body: first } = await admin.get(`/customers/${demo.customer.email}`);
    assert.equal(first.data.customerNumber, 'CUST-000001');
    const { body: next } = await admin.post('/customers', { firstName: 'Ada' });
    assert.equal(next.data.customerNumber, 'CUST-000301');
  });
});

test('the demo has two houses with rooms, and five services that can be held somewhere', async () => {
  await within(newDataDir(), {}, async ({ app, parts }) => {
    const admin = askAs(app, (await makeDemo(parts))!.demo.adminApiKey);
    const { data: locations } = (await admin.get('/locations')).body;
    assert.equal(locations.length, 2);
    for (const { id } of locations) {
      const { rules, exceptions } = (await admin.get(`/locations/${id}/schedule`)).body.data;
      assert.ok(rules.length >= 6 && exceptions.length === 9);
    }
    const { data: services } = (await admin.get('/services')).body;
    assert.equal(services.length, 5);
    for (const { name, sublocationIds, locationId } of services) {
      assert.ok(sublocationIds.length > 0 || locationId, name);
    }
  });
});

test('the demo has visits that were and visits to come, and totals that are the sums of its orders', async () => {
  await within(newDataDir(), {}, async ({ app, parts, clock }) => {
    const { demo } = (await makeDemo(parts))!;
    const admin = askAs(app, demo.adminApiKey);
    const { data: bookings } = (await admin.get('/bookings?limit=100')).body;
    const now = clock.now().toISOString();
    const past = bookings.filter(({ endsAt }: { endsAt: string }) => endsAt < now);
    // Today's two are still to come in the morning, and over in the evening.
    assert.ok(past.length >= 6 && bookings.length - past.length >= 5);
    assert.ok(bookings.every(({ ignoresSchedule }: { ignoresSchedule: boolean }) => !ignoresSchedule));
    const { id, totalOrders, totalSpent } = (await admin.get(`/customers/${demo.customer.email}`)).body.data;
    const { data: orders } = (await admin.get(`/orders?customerId=${id}`)).body;
    const paid = orders.reduce((sum: number, { amountPaid }: { amountPaid: number }) => sum + amountPaid, 0);
    assert.deepEqual([totalOrders, totalSpent.toFixed(2)], [orders.length, paid.toFixed(2)]);
    assert.ok(totalOrders >= 2);
  });
});

test('the demo has companies with members, credit, enquiries in several statuses, and tasks to do', async () => {
  await within(newDataDir(), {}, async ({ app, parts }) => {
    const { demo } = (await makeDemo(parts))!;
    const admin = askAs(app, demo.adminApiKey);
    const { data: companies } = (await admin.get('/companies')).body;
    const [canal, northwind] = await Promise.all(
      companies.map(async ({ id }: { id: string }) => (await admin.get(`/companies/${id}`)).body.data),
    );
    assert.deepEqual([canal.members.length, northwind.members.length], [1, 2]);
    const credit = (await admin.get(`/companies/${northwind.id}/store-credit`)).body.data;
    assert.deepEqual(credit.balances, [{ currency: 'EUR', balance: 500 }]);
    const { data: enquiries } = (await admin.get('/enquiries')).body;
    const statuses = enquiries.map(({ status }: { status: string }) => status);
    assert.deepEqual(statuses, ['new', 'pending', 'open', 'resolved']);
    const { data: tasks } = (await admin.get('/tasks?isTask=true')).body;
    assert.equal(tasks.length, 2);
    const { body: next } = await admin.post('/enquiries', { email: 'ada@example.com', subject: 'Hello' });
    assert.equal(next.data.enquiryNumber, 'ENQ-000005');
  });
});

test('demo.json has exactly what programs look for', async () => {
  const dataDir = newDataDir();
  await within(dataDir, { PUBLIC_URL: 'http://localhost:4100' }, async ({ parts }) => makeDemo(parts));
  const { organization, adminApiKey, publicKey, oauthClients, ...rest } = readFile(dataDir);
  assert.deepEqual(Object.keys(organization), ['id', 'slug', 'name']);
  assert.equal(organization.slug, 'harbour-house');
  assert.match(adminApiKey, /^fdk_/);
  assert.match(publicKey.key, /^pk_/);
  assert.deepEqual(publicKey.allowedOrigins, [
    'http://localhost:5173',
    'http://localhost:8080',
    'http://localhost:4100',
  ]);
  const { confidential, public: open } = oauthClients;
  assert.deepEqual(Object.keys(confidential), ['clientId', 'clientSecret', 'redirectUris']);
  assert.deepEqual(Object.keys(open), ['clientId', 'redirectUris']);
  assert.match(confidential.clientId, /^fdc_/);
  assert.match(confidential.clientSecret, /^fds_/);
  assert.ok(confidential.redirectUris.length > 0 && open.redirectUris.length > 0);
  assert.deepEqual(rest, {
    urls: {
      admin: 'http://localhost:4100/api/v1',
      client: 'http://localhost:4100/api/client/v1',
      auth: 'http://localhost:4100/api/auth',
      issuer: 'http://localhost:4100/api/auth',
    },
    customer: { email: 'marlene.petersen@example.com' },
  });
});

test('a later start keeps the demo and its keys, and brings its addresses up to date', async () => {
  const dataDir = newDataDir();
  await within(dataDir, { PUBLIC_URL: 'http://localhost:4100' }, async ({ parts }) => makeDemo(parts));
  const before = readFile(dataDir);
  writeFileSync(demoFileOf(dataDir), JSON.stringify({ ...before, added: 'by a later version' }));

  await within(dataDir, { PUBLIC_URL: 'https://desk.example' }, async ({ app, parts }) => {
    const kept = await makeDemo(parts);
    assert.equal(kept?.isNew, false);
    const { urls, ...others } = readFile(dataDir);
    const { urls: _, ...othersBefore } = before;
    assert.deepEqual(others, { ...othersBefore, added: 'by a later version' });
    assert.equal(urls.admin, 'https://desk.example/api/v1');
    assert.equal((await askAs(app, before.adminApiKey).get('/account')).status, 200);
    assert.equal((await listOrganizations(parts.db)).length, 1);
  });
});

test('a process killed in the middle leaves nothing, and the next start makes the demo whole', async () => {
  const dataDir = newDataDir();
  const killed = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
        const { readConfig } = await import('#src/config.ts');
        const { openParts } = await import('#src/parts.ts');
        const { makeDemo } = await import('#src/demo/demo.ts');
        const parts = await openParts(readConfig(process.env));
        let customers = 0;
        parts.onEvent.listener = () => {
          customers += 1;
          if (customers === 200) process.kill(process.pid, 'SIGKILL');
        };
        await makeDemo(parts);
      `,
    ],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  );
  assert.equal(killed.signal, 'SIGKILL', killed.stderr);
  assert.equal(existsSync(demoFileOf(dataDir)), false);

  await within(dataDir, { SECRET_KEY: '' }, async ({ app, parts }) => {
    assert.deepEqual(await listOrganizations(parts.db), []);
    const made = await makeDemo(parts);
    assert.equal(made?.isNew, true);
    const { body } = await askAs(app, made.demo.adminApiKey).get('/customers/CUST-000300');
    assert.equal(body.data.customerNumber, 'CUST-000300');
  });
});

test('a demo.json without its organization is replaced', async () => {
  // What a kill between the file and the commit leaves.
  const dataDir = newDataDir();
  await within(dataDir, {}, async ({ parts }) => {
    const stale = { organization: { id: '0192f0c4-0000-7000-8000-000000000000' }, adminApiKey: 'fdk_stale' };
    writeFileSync(demoFileOf(dataDir), JSON.stringify(stale));
    const made = await makeDemo(parts);
    assert.equal(made?.isNew, true);
    assert.deepEqual(readFile(dataDir), made.demo);
  });
});

test('who has an organization of their own gets no demo', async () => {
  const dataDir = newDataDir();
  await within(dataDir, {}, async (opened) => {
    await makeOrganization(opened);
    assert.equal(await makeDemo(opened.parts), undefined);
    assert.equal((await listOrganizations(opened.parts.db)).length, 1);
  });
  assert.equal(existsSync(demoFileOf(dataDir)), false);
});

test('production makes no demo', async () => {
  const dataDir = newDataDir();
  const settings = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'desk@example.com',
  };
  await within(dataDir, settings, async ({ parts }) => {
    assert.equal(await makeDemo(parts), undefined);
    assert.deepEqual(await listOrganizations(parts.db), []);
  });
  assert.equal(existsSync(demoFileOf(dataDir)), false);
});

test('a database server gets no demo', { skip: !process.env.FRONTDESK_TEST_DATABASE }, async () => {
  const { parts } = await world();
  assert.equal(await makeDemo(parts), undefined);
});
