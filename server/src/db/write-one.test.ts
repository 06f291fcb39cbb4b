// A statement that is a transaction by itself: it is written for its own organization, whatever its lane was set for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raiseNumber } from '#core/organizations/organization-queries.ts';
import type { Tx } from '#db/tx.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

test('lone statements of several organizations at once are each written for their own', async () => {
  const { parts } = await world();
  const houses: TestOrganization[] = [];
  for (let count = 0; count < 3; count += 1) houses.push(await makeOrganization(await world()));
  const rounds = Array.from({ length: 20 }, (_, round) => round + 1);
  await Promise.all(
    rounds.flatMap((round) =>
      houses.map(({ organization }, house) =>
        parts.db.writeOne(organization.id, (tx) => raiseNumber(tx, `kind-${round}`, house * 100 + round)),
      ),
    ),
  );
  for (const [house, { scope }] of houses.entries()) {
    assert.deepEqual(
      await scope.read(selectCounters),
      rounds.map((round) => house * 100 + round),
    );
  }
});

test('a lone statement that another organization’s wall refuses writes nothing', async () => {
  const { parts } = await world();
  const [own, foreign] = [await makeOrganization(await world()), await makeOrganization(await world())];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = parts.db.writeOne(own.organization.id, async (tx) => {
      await tx`
        insert into number_counters (organization_id, kind, last_number) values (${foreign.organization.id}, 'kind-1', 1)
      `;
    });
    await assert.rejects(refused, /row-level security/);
  }
  assert.deepEqual(await foreign.scope.read(selectCounters), []);
});

async function selectCounters(tx: Tx): Promise<number[]> {
  const rows = await tx<{ lastNumber: number }[]>`
    select last_number from number_counters
    where organization_id = ${tx.organizationId} and kind like 'kind-%' order by substr(kind, 6)::integer
  `;
  return rows.map(({ lastNumber }) => lastNumber);
}
