// Connections are few and shared by all organizations: nobody may ever see what was asked for by somebody else, nor be
// told that nothing is there.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { askAs } from '#test/ask.ts';
import {
  type Cleanup,
  closeWorld,
  connectBeside,
  freshDatabase,
  freshWorld,
  onServer,
  serverUrl,
} from '#test/databases.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, openWorld, type TestOrganization, type World, world } from '#test/world.ts';

const organizationCount = 20;
const taskCount = 1_000;
const fewConnections = { DATABASE_CONNECTIONS: '3' };
const email = 'same@example.com';

suite('many organizations over few connections', () => {
  // To see it fail: let fits() in db/lanes.ts compare lane.tenant, whom the session is set for, with the asker, instead
  // of lane.takenFor.
  test('a session shows each organization its own rows, whatever runs beside it', async (t) => {
    const all = await narrowWorld(t);
    const tenants = await makeTenants(all);
    await eachTask(tenants, async ({ organization }, task) => {
      // Nothing here names the organization: only the session tells whose rows these are.
      const seen = () =>
        'select current_organization_id() as session, array_to_json(array_agg(organization_id)) as rows from customers';
      const check = (rows: { session?: unknown; rows?: unknown }[]) =>
        assert.deepEqual(rows[0], { session: organization.id, rows: [organization.id] });
      if (task % 50 === 0) {
        assert.equal(await countCustomers(all, tenants), organizationCount, 'as the owner');
      } else if (task % 3 === 0) {
        await all.parts.db.write(organization.id, async (tx) => {
          check(await run(tx, seen()));
          await run(tx, 'update customers set last_name = ?', organization.slug);
          check(await run(tx, seen()));
        });
      } else {
        await all.parts.db.read(organization.id, async (tx) => {
          check(await run(tx, seen()));
          await turn();
          check(await run(tx, seen()));
        });
      }
    });
    assert.equal(
      await countCustomers(all, tenants, 'last_name = slug or last_name is null'),
      organizationCount,
    );
  });

  test('every request gets its own organization’s answer, with keys never seen before', async (t) => {
    const all = await narrowWorld(t);
    const tenants = await makeTenants(all);
    const keys = await Promise.all(tenants.map(({ keyFor }) => keyFor()));
    const answers: number[] = [];
    await eachTask(tenants, async (tenant, task) => {
      const caller = askAs(all.app, keys[tenants.indexOf(tenant)]!);
      answers.push(await askOne(caller, tenant, task));
    });
    assert.deepEqual([...new Set(answers)].sort(), [200, 201]);
  });

  // To see it fail: do not wait for the settings in read() of db/lanes.ts.
  test(
    'requests whose connections are killed fail as unavailable, and never see another’s rows or none',
    onServer,
    async (t) => {
      const url = await freshDatabase(t);
      const all = await openWorld({ DATABASE_URL: url, ...fewConnections });
      t.after(() => closeWorld(all));
      const tenants = await makeTenants(all);
      const killer = startKiller(connectBeside(t, url));
      const answers: number[] = [];
      try {
        await eachTask(tenants, async (tenant, task) => {
          answers.push(await askOne(tenant.admin, tenant, task));
        });
      } finally {
        await killer.stop();
      }
      assert.ok(killer.killed() > 10, 'too few connections were killed to prove anything');
      assert.deepEqual([...new Set(answers)].sort(), [200, 201, 503]);
      for (const tenant of tenants) {
        assert.equal(
          (await tenant.admin.get(`/customers/${email}`)).status,
          200,
          'and all is well afterwards',
        );
      }
    },
  );
});

/** A world with few connections; the embedded database has but one. */
function narrowWorld(test: Cleanup): Promise<World> {
  return serverUrl ? freshWorld(test, fewConnections) : world();
}

type Tenant = TestOrganization;

async function makeTenants(all: World): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (let place = 0; place < organizationCount; place += 1) {
    const house = await makeOrganization(all);
    const { status } = await house.admin.post('/customers', {
      firstName: house.organization.slug,
      lastName: house.organization.slug,
      emails: [{ address: email }],
    });
    assert.equal(status, 201);
    tenants.push(house);
  }
  return tenants;
}

/** How many customers the tenants have together, as the owner of the database sees them. */
async function countCustomers(all: World, tenants: Tenant[], condition = 'true'): Promise<number> {
  const slugs = JSON.stringify(tenants.map(({ organization }) => organization.slug));
  const [row] = await all.parts.db.root((tx) =>
    run<{ count: number }>(
      tx,
      `select count(*) as count from customers c join organizations o on o.id = c.organization_id
       where slug in (select json_array_elements_text(?::text::json)) and (${condition})`,
      slugs,
    ),
  );
  return row!.count;
}

/** Asks one thing of the Admin API, checks whose the answer is, and returns its status. */
async function askOne(caller: TestOrganization['admin'], tenant: Tenant, task: number): Promise<number> {
  const { slug } = tenant.organization;
  const isOwn = ({ firstName }: { firstName?: string }) => assert.equal(firstName, slug);
  const what = task % 4;
  const { status, body } =
    what === 0
      ? await caller.post('/customers', { firstName: slug })
      : await caller.get(['', `/customers/${email}`, '/customers?limit=5', `/customers?search=test`][what]!);
  if (status === 503) {
    assert.equal(body.code, 'upstream_unavailable');
    return status;
  }
  assert.ok(status === 200 || status === 201, `${status}: ${JSON.stringify(body)}`);
  const shown = Array.isArray(body.data) ? body.data : [body.data];
  assert.ok(shown.length > 0, 'the answer holds nothing');
  shown.forEach(isOwn);
  return status;
}

/** Runs all tasks, many at once, spread over the tenants in no order. */
async function eachTask(
  tenants: Tenant[],
  work: (tenant: Tenant, task: number) => Promise<void>,
): Promise<void> {
  const tasks = Array.from({ length: taskCount }, (_, task) => task);
  await Promise.all(
    tasks.map(async (task) => {
      // Arriving over time, so that tasks begin while others are in the middle.
      if (task > 100) await pause(Math.floor(task / 10));
      await work(tenants[(task * 7919) % tenants.length]!, task);
    }),
  );
}

function startKiller(sql: ReturnType<typeof connectBeside>) {
  let stopped = false;
  let killed = 0;
  async function killSome() {
    while (!stopped) {
      const kill = killed % 3 === 2 ? sql`pg_cancel_backend(pid)` : sql`pg_terminate_backend(pid)`;
      const rows = await sql`
        select ${kill} from (
          select pid from pg_stat_activity
          where application_name = 'frontdesk' and datname = current_database() order by random() limit 1
        ) as victim
      `;
      killed += rows.length;
      await pause(5);
    }
  }
  const running = killSome();
  return {
    killed: () => killed,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
