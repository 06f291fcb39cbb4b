// Lists of more customers than a search reads at first: what is found must not depend on how much that is.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type CustomerSelection, selectCustomers } from '#core/customers/customer-list-queries.ts';
import { lowestIdAt } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const customerCount = 12_000;
const firstMade = Date.UTC(2024, 0, 1);
const idAt = (place: number) => lowestIdAt(new Date(firstMade + place * 1_000));

/** The customers' places, oldest first, that have the words: every place has common, and so on. */
const words: Record<string, (place: number) => boolean> = {
  common: () => true,
  dense: (place) => place % 200 === 0,
  rare: (place) => place % 3_000 === 0,
  oldest: (place) => place <= 20,
};

describe('among twelve thousand customers', () => {
  let house: TestOrganization;
  before(async () => {
    house = await makeOrganization(await world());
    await makeCustomers(house);
  });

  async function placesOf(selection: Partial<CustomerSelection>): Promise<number[]> {
    const found = await house.scope.read((tx) => selectCustomers(tx, { count: 51, ...selection }));
    return found.map(({ customerNumber }) => Number(customerNumber.slice(5)));
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

  test('all words of a search must occur', async () => {
    const both = newestFirst((place) => words.dense!(place) && words.rare!(place));
    assert.deepEqual(await placesOf({ patterns: ['%dense%', '%rare%'] }), both);
  });

  test('a search keeps to a status and to the times of making', async () => {
    const banned = newestFirst((place) => words.rare!(place) && place % 2_000 === 0);
    assert.deepEqual(await placesOf({ patterns: ['%rare%'], status: 'banned' }), banned);
    const between = newestFirst((place) => place >= 3_000 && place < 9_000 && words.rare!(place));
    const createdAfter = new Date(firstMade + 3_000_000);
    const createdBefore = new Date(firstMade + 9_000_000);
    assert.deepEqual(await placesOf({ patterns: ['%rare%'], createdAfter, createdBefore }), between);
  });

  test('what changed since a moment is found wherever it lies', async () => {
    const changed = [40, 7_000, 11_999];
    const updatedAfter = new Date(firstMade + 100_000_000);
    await house.scope.write(
      (tx) => tx`
        update customers set updated_at = ${updatedAfter}
        where organization_id = ${tx.organizationId} and id = any(${changed.map(idAt)}::uuid[])
      `,
    );
    assert.deepEqual(await placesOf({ updatedAfter }), changed.toReversed());
    assert.deepEqual(await placesOf({ updatedAfter, patterns: ['%common%'] }), changed.toReversed());
    assert.deepEqual(
      await placesOf({ updatedAfter: new Date(firstMade) }),
      newestFirst(() => true).slice(0, 51),
    );
  });
});

async function makeCustomers({ scope }: TestOrganization): Promise<void> {
  const rows = Array.from({ length: customerCount }, (_, index) => {
    const place = index + 1;
    const text = Object.keys(words).filter((word) => words[word]!(place));
    return { id: idAt(place), place, search: text.map((word) => ` ${word}`).join('') };
  });
  await scope.write(
    (tx) => tx`
      insert into customers (organization_id, id, customer_number, status, source, search_text, created_at, updated_at)
      select ${tx.organizationId}, id, 'CUST-' || lpad(place::text, 6, '0'),
        case when place % 2000 = 0 then 'banned' else 'active' end, 'test', search, to_timestamp(${firstMade / 1_000} + place),
        to_timestamp(${firstMade / 1_000} + place)
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as made (id uuid, place integer, search text)
    `,
  );
}

function newestFirst(has: (place: number) => boolean): number[] {
  const places = Array.from({ length: customerCount }, (_, index) => customerCount - index);
  return places.filter(has);
}
