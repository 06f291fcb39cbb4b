// Two customers who want one address at once: one gets it, the other is told so, and nobody meets a fault of ours.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { atOnce, countOf } from '#test/races/two-apps.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

suite('one address, several customers at once', () => {
  // To see it fail: drop the unique constraint of customer_emails (organization_id, address).
  test('of ten creates one gets it, and nine are told which entry is taken', async () => {
    const { admin } = await makeOrganization(await world());
    const answers = await atOnce(10, (place) =>
      admin.post('/customers', {
        emails: [{ address: `own${place}@example.com` }, { address: 'Wanted@example.com' }],
      }),
    );
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'created')), {
      created: 1,
      email_in_use: 9,
    });
    for (const { body } of answers.filter(({ status }) => status === 400)) {
      assert.equal(body.details[0].path, 'emails[1].address');
    }
    const { data } = (await admin.get('/customers')).body;
    assert.equal(data.length, 1, 'nothing is left of those who were refused');
    const { body } = await admin.get('/customers/wanted@example.com');
    assert.equal(body.data.id, data[0].id);
  });

  test('a create and a change at once: one gets it', async () => {
    const { admin } = await makeOrganization(await world());
    for (let round = 0; round < 5; round += 1) {
      const address = `round${round}@example.com`;
      const { id } = (await admin.post('/customers', {})).body.data;
      const answers = await Promise.all([
        admin.post('/customers', { emails: [{ address }] }),
        admin.patch(`/customers/${id}`, { emails: [{ address }] }),
      ]);
      const taken = answers.filter(({ body }) => body.code === 'email_in_use');
      assert.equal(taken.length, 1, JSON.stringify(answers.map(({ body }) => body)));
    }
  });

  // To see it fail: drop `order by` from insertEmails() in core/customers/customer-queries.ts.
  test('two that want the same two in opposite order do not block each other', async () => {
    const { admin } = await makeOrganization(await world());
    const addresses = Array.from({ length: 5 }, (_, place) => `crossed${place}@example.com`);
    const answers = await atOnce(200, (place) => {
      const wanted = addresses.map((address) => ({ address: `${Math.floor(place / 2)}${address}` }));
      return admin.post('/customers', { emails: place % 2 ? wanted : wanted.toReversed() });
    });
    assert.deepEqual(countOf(answers.map(({ body }) => body.code ?? 'created')), {
      created: 100,
      email_in_use: 100,
    });
  });

  test('two that change addresses with each other meet no fault of ours', async () => {
    const { admin } = await makeOrganization(await world());
    const [one, other] = [
      await customerWith(admin, 'swap-a@example.com'),
      await customerWith(admin, 'swap-b@example.com'),
    ];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        admin.patch(`/customers/${one}`, { emails: [{ address: 'swap-b@example.com' }] }),
        admin.patch(`/customers/${other}`, { emails: [{ address: 'swap-a@example.com' }] }),
      ]);
      for (const { status, body } of answers) {
        assert.ok(status === 200 || body.code === 'email_in_use' || status === 503, JSON.stringify(body));
      }
    }
  });
});

async function customerWith(admin: TestOrganization['admin'], address: string): Promise<string> {
  return (await admin.post('/customers', { emails: [{ address }] })).body.data.id;
}
