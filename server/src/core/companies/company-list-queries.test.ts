// Lists of more companies than a search reads at first: what is found must not depend on how much that is.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type CompanySelection, selectCompanies } from '#core/companies/company-list-queries.ts';
import { lowestIdAt } from '#kit/id.ts';
import { run } from '#test/tenancy/raw-sql.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const companyCount = 6_000;
const firstMade = Date.UTC(2024, 0, 1);
const idAt = (place: number) => lowestIdAt(new Date(firstMade + place * 1_000));

/** The companies' places, oldest first, that have the words: every place has common, and so on. */
const words: Record<string, (place: number) => boolean> = {
  common: () => true,
  rare: (place) => place % 1_500 === 0,
  oldest: (place) => place <= 20,
};

describe('among six thousand companies', () => {
  let house: TestOrganization;
  before(async () => {
    house = await makeOrganization(await world());
    const rows = Array.from({ length: companyCount }, (_, place) => ({
      id: idAt(place + 1),
      number: `COM-${String(place + 1).padStart(6, '0')}`,
      status: (place + 1) % 1_000 === 0 ? 'banned' : 'active',
      text: Object.keys(words)
        .filter((word) => words[word]!(place + 1))
        .map((word) => ` ${word}`)
        .join(''),
      at: new Date(firstMade + (place + 1) * 1_000),
    }));
    await house.scope.write((tx) =>
      run(
        tx,
        `insert into companies (organization_id, id, company_number, name, status, source, search_text, created_at,
           updated_at)
         select ?, id, number, number, status, 'test', text, at, at from json_to_recordset(?::text::json)
           as r (id uuid, number text, status text, text text, at timestamptz)`,
        house.organization.id,
        JSON.stringify(rows),
      ),
    );
  });

  async function placesOf(selection: Partial<CompanySelection>): Promise<number[]> {
    const found = await house.scope.read((tx) => selectCompanies(tx, { count: 51, ...selection }));
    return found.map(({ companyNumber }) => Number(companyNumber.slice(4)));
  }

  for (const [word, has] of Object.entries(words)) {
    test(`a search for what is ${word} finds the newest, page by page`, async () => {
      const all = newestFirst(has);
      const patterns = [`%${word}%`];
      assert.deepEqual(await placesOf({ patterns }), all.slice(0, 51));
      const last = all[Math.min(50, all.length - 1)]!;
      assert.deepEqual(await placesOf({ patterns, after: idAt(last) }), all.slice(51, 102));
    });
  }

  test('a list and a search keep to a status and to the times of making', async () => {
    const banned = newestFirst((place) => place % 1_000 === 0);
    assert.deepEqual(await placesOf({ status: 'banned' }), banned);
    const both = newestFirst((place) => place % 3_000 === 0);
    assert.deepEqual(await placesOf({ patterns: ['%rare%'], status: 'banned' }), both);
    const createdAfter = new Date(firstMade + 1_500_000);
    const createdBefore = new Date(firstMade + 4_500_000);
    const between = newestFirst((place) => place >= 1_500 && place < 4_500 && words.rare!(place));
    assert.deepEqual(await placesOf({ patterns: ['%rare%'], createdAfter, createdBefore }), between);
  });
});

function newestFirst(has: (place: number) => boolean): number[] {
  return Array.from({ length: companyCount }, (_, place) => companyCount - place).filter(has);
}
