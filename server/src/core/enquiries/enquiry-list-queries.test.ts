// Lists of more enquiries than a search reads at first: what is found must not depend on how much that is, nor on which
// index it is found by.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createCustomer } from '#core/customers/customers.ts';
import { type EnquirySelection, selectEnquiries } from '#core/enquiries/enquiry-list-queries.ts';
import { createStaffMember } from '#core/staff/staff.ts';
import { lowestIdAt } from '#kit/id.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const enquiryCount = 5_000;
const firstMade = Date.UTC(2024, 0, 1);
const changedAt = new Date(firstMade + 100_000_000);
const idAt = (place: number) => lowestIdAt(new Date(firstMade + place * 1_000));

/** The enquiries' places, oldest first, that are so: each is a word of its text too. */
const kinds = {
  common: () => true,
  rare: (place: number) => place % 1_500 === 0,
  oldest: (place: number) => place <= 20,
  open: (place: number) => place % 100 === 0,
  urgent: (place: number) => place % 7 === 0,
  assigned: (place: number) => place % 3 === 0,
  hers: (place: number) => place % 2 === 0,
  changed: (place: number) => place % 1_999 === 0,
};
type Kind = keyof typeof kinds;

describe('among five thousand enquiries', () => {
  let house: TestOrganization;
  let selections: Partial<Record<Kind, Partial<EnquirySelection>>>;
  before(async () => {
    house = await makeOrganization(await world());
    const hers = await createCustomer(house.scope, { firstName: 'Ada' });
    const his = await createCustomer(house.scope, { firstName: 'Ben' });
    const { id: staffId } = await createStaffMember(house.scope, { firstName: 'Kim' });
    await makeEnquiries(house, { hers: hers.id, his: his.id, staffId });
    selections = {
      open: { status: 'open' },
      urgent: { priority: 'urgent' },
      assigned: { staffId },
      hers: { customerId: hers.id },
      changed: { updatedAfter: changedAt },
    };
  });

  async function findsAll(...wanted: Kind[]): Promise<void> {
    const patterns = wanted.filter((kind) => !(kind in selections)).map((word) => `%${word}%`);
    const selection = Object.assign({}, ...wanted.map((kind) => selections[kind]));
    const all = Array.from({ length: enquiryCount }, (_, index) => enquiryCount - index).filter((place) =>
      wanted.every((kind) => kinds[kind](place)),
    );
    for (const pageStart of all.length > 51 ? [0, 51] : [0]) {
      const after = pageStart === 0 ? undefined : idAt(all[pageStart - 1]!);
      const found = await house.scope.read((tx) =>
        selectEnquiries(tx, {
          ...selection,
          ...(patterns.length > 0 ? { patterns } : {}),
          after,
          count: 51,
        }),
      );
      const places = found.map(({ enquiryNumber }) => Number(enquiryNumber.slice(4)));
      assert.deepEqual(places, all.slice(pageStart, pageStart + 51), wanted.join(', '));
    }
  }

  test('a search finds what is common, rare or old, in all of them and in those of a status', async () => {
    for (const word of ['common', 'rare', 'oldest'] as const) {
      await findsAll(word);
      await findsAll(word, 'open');
      await findsAll(word, 'open', 'urgent');
    }
  });

  test('a search finds the same in those of somebody and of a customer', async () => {
    for (const word of ['common', 'rare', 'oldest'] as const) {
      await findsAll(word, 'assigned');
      await findsAll(word, 'assigned', 'open');
      await findsAll(word, 'hers', 'urgent');
      await findsAll(word, 'assigned', 'hers');
    }
  });

  test('what changed since a moment is found wherever it lies, with and without words', async () => {
    await findsAll('changed');
    await findsAll('changed', 'common');
    await findsAll('changed', 'urgent');
    await findsAll('changed', 'assigned');
    await findsAll('changed', 'assigned', 'common');
    await findsAll('changed', 'hers');
  });
});

async function makeEnquiries(
  { scope }: TestOrganization,
  { hers, his, staffId }: { hers: string; his: string; staffId: string },
): Promise<void> {
  const rows = Array.from({ length: enquiryCount }, (_, index) => {
    const place = index + 1;
    const named = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind](place));
    return {
      ...{ id: idAt(place), place, text: named.map((word) => ` ${word}`).join('') },
      status: kinds.open(place) ? 'open' : 'closed',
      priority: kinds.urgent(place) ? 'urgent' : 'low',
      customer: kinds.hers(place) ? hers : his,
      at: new Date(firstMade + place * 1_000),
      changed: kinds.changed(place) ? changedAt : new Date(firstMade + place * 1_000),
    };
  });
  await scope.write(async (tx) => {
    await tx`
      insert into enquiries (organization_id, id, enquiry_number, email, customer_id, type, subject, status,
        status_category, priority, source, reply_token, search_text, created_at, updated_at)
      select ${tx.organizationId}, id, 'ENQ-' || lpad(place::text, 6, '0'), 'ada@example.com', customer, 'general', 'Hours',
        status, status, priority, 'website', lpad(place::text, 16, 'x'), text, at, changed
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as made (id uuid, place integer, text text, status text,
        priority text, customer uuid, at timestamptz, changed timestamptz)
    `;
    await tx`
      insert into enquiry_assignees (organization_id, staff_id, enquiry_id, position, status)
      select organization_id, ${staffId}, id, 0, status from enquiries
      where organization_id = ${tx.organizationId} and search_text like '% assigned%'
    `;
  });
}
