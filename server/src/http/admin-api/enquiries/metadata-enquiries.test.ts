// What enquiries are sorted by: the lists every organization begins with, and its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrganization, world } from '#test/world.ts';

const status = (key: string, category: string, more: object = {}) => ({ key, label: key, category, ...more });

test('an organization that has defined nothing has the common statuses, types and priorities', async () => {
  const { admin } = await makeOrganization(await world());
  const rosa = (await admin.post('/staff', { firstName: 'Rosa' })).body.data;
  await admin.post('/staff', { firstName: 'Gone', status: 'inactive' });
  const { data } = (await admin.get('/metadata/enquiries')).body;
  const keys = data.statuses.map(({ key, category, order }: Record<string, string>) => [
    key,
    category,
    order,
  ]);
  assert.deepEqual(keys, [
    ['new', 'new', 0],
    ['open', 'open', 1],
    ['pending', 'pending', 2],
    ['resolved', 'resolved', 3],
    ['closed', 'closed', 4],
  ]);
  assert.deepEqual(data.priorities, ['low', 'medium', 'high', 'urgent']);
  assert.deepEqual(data.types[0], { key: 'general', label: 'General' });
  assert.deepEqual(data.staff, [{ id: rosa.id, name: 'Rosa' }]);
});

test('lists that are sent are replaced, and enquiries go by them', async () => {
  const { admin } = await makeOrganization(await world());
  const answer = await admin.put('/metadata/enquiries', {
    statuses: [
      status('asked', 'new', { isDefault: true, allowedTo: ['working'] }),
      status('working', 'open', { customerLabel: 'We are at it', color: '#1D4ED8' }),
      status('gone', 'closed', { active: false }),
    ],
    types: [{ key: 'party', label: 'A party' }],
    categories: ['Indoors'],
    lostReasons: ['Price'],
  });
  assert.equal(answer.status, 200);
  assert.deepEqual((await admin.get('/metadata/enquiries')).body.data, answer.body.data);
  assert.equal(answer.body.data.statuses[1].color, '#1d4ed8');
  assert.deepEqual(answer.body.data.sources[0], 'website', 'a list that is not sent stays');
  const made = await admin.post('/enquiries', { email: 'a@example.com', subject: 'x', category: 'INDOORS' });
  const { id, ...enquiry } = made.body.data;
  assert.deepEqual(
    [enquiry.status, enquiry.type, enquiry.typeLabel, enquiry.category],
    ['asked', 'party', 'A party', 'Indoors'],
  );
  const change = async (sent: object) => {
    const { status, body } = await admin.patch(`/enquiries/${id}`, sent);
    return [status, body.code ?? body.data.status];
  };
  assert.deepEqual(await change({ status: 'gone' }), [400, 'invalid_field'], 'a retired status');
  assert.deepEqual(await change({ status: 'open' }), [400, 'invalid_field'], 'an unknown status');
  assert.deepEqual(await change({ category: 'Outdoors' }), [400, 'invalid_field']);
  assert.deepEqual(await change({ lostReason: 'price' }), [200, 'asked']);
  assert.deepEqual(await change({ status: 'working' }), [200, 'working']);
});

test('a status that must not follow is refused, naming those that may', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.put('/metadata/enquiries', {
    statuses: [status('a', 'new', { allowedTo: ['b'] }), status('b', 'open'), status('c', 'closed')],
  });
  const { id } = (await admin.post('/enquiries', { email: 'a@example.com', subject: 'x' })).body.data;
  const { status: code, body } = await admin.patch(`/enquiries/${id}`, { status: 'c' });
  assert.deepEqual([code, body.code], [409, 'invalid_transition']);
  assert.match(body.error, /to b only/);
});

test('a status that enquiries have is neither removed nor given another meaning', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.post('/enquiries', { email: 'a@example.com', subject: 'x' });
  const before = (await admin.get('/metadata/enquiries')).body.data;
  const open = status('open', 'open');
  for (const statuses of [[open], [open, status('new', 'closed')]]) {
    const { status: code, body } = await admin.put('/metadata/enquiries', { statuses });
    assert.deepEqual([code, body.code], [409, 'status_in_use']);
  }
  assert.deepEqual((await admin.get('/metadata/enquiries')).body.data, before);
  const retired = await admin.put('/metadata/enquiries', {
    statuses: [open, status('new', 'new', { active: false })],
  });
  assert.equal(retired.status, 200);
});

test('lists that can’t be are refused by name, and nothing changes', async () => {
  const { admin } = await makeOrganization(await world());
  const before = (await admin.get('/metadata/enquiries')).body.data;
  const fresh = status('new', 'new');
  const refused: [object, string][] = [
    [{ statuses: [status('done', 'closed')] }, 'statuses'],
    [{ statuses: [fresh, fresh] }, 'statuses[1].key'],
    [{ statuses: [status('New', 'new')] }, 'statuses[0].key'],
    [{ statuses: [status('new', 'nonsense')] }, 'statuses[0].category'],
    [{ statuses: [{ ...fresh, color: 'red' }] }, 'statuses[0].color'],
    [{ statuses: [{ ...fresh, allowedTo: ['nowhere'] }] }, 'statuses[0].allowedTo'],
    [
      { statuses: [{ ...fresh, isDefault: true }, status('b', 'new', { isDefault: true })] },
      'statuses[1].isDefault',
    ],
    [{ types: [] }, 'types'],
    [{ types: [{ key: 'a', label: ' ' }] }, 'types[0].label'],
    [{ categories: ['A', 'a'] }, 'categories[1]'],
    [{ customFields: [{ key: 'guests', name: 'Guests', type: 'select' }] }, 'customFields[0].options'],
    [
      {
        customFields: [
          { key: 'a', name: 'A' },
          { key: 'a', name: 'B' },
        ],
      },
      'customFields[1].key',
    ],
  ];
  for (const [sent, path] of refused) {
    const { status: code, body } = await admin.put('/metadata/enquiries', sent);
    assert.deepEqual([code, body.details?.[0].path], [400, path], JSON.stringify(body));
  }
  assert.deepEqual((await admin.get('/metadata/enquiries')).body.data, before);
});

test('custom fields that are defined are checked; without any, every key is free', async () => {
  const { admin } = await makeOrganization(await world());
  const create = async (customFields: object) => {
    const answer = await admin.post('/enquiries', { email: 'a@example.com', subject: 'x', customFields });
    return [answer.status, answer.body.data?.customFields ?? answer.body.details[0].path];
  };
  assert.deepEqual(await create({ anything: { goes: [1] } }), [201, { anything: { goes: [1] } }]);
  await admin.put('/metadata/enquiries', {
    customFields: [
      { key: 'guests', name: 'Guests', type: 'number', required: true },
      {
        key: 'room',
        name: 'Room',
        type: 'select',
        options: [{ value: 'elbe', label: 'Elbe' }],
        defaultValue: 'elbe',
      },
    ],
  });
  assert.deepEqual(await create({ guests: 20 }), [201, { room: 'elbe', guests: 20 }]);
  assert.deepEqual(await create({}), [400, 'customFields.guests']);
  assert.deepEqual(await create({ guests: 'many' }), [400, 'customFields.guests']);
  assert.deepEqual(await create({ guests: 2, room: 'alster' }), [400, 'customFields.room']);
  assert.deepEqual(await create({ guests: 2, anything: 1 }), [400, 'customFields.anything']);
});

test('parallel changes of different lists all stay', async () => {
  const { admin } = await makeOrganization(await world());
  const lists = { categories: ['A'], sources: ['b'], lostReasons: ['C'], types: [{ key: 'd', label: 'D' }] };
  await Promise.all(
    Object.entries(lists).map(([list, value]) => admin.put('/metadata/enquiries', { [list]: value })),
  );
  const { data } = (await admin.get('/metadata/enquiries')).body;
  // Without the lock of lockSettings one would write over another.
  for (const [list, value] of Object.entries(lists)) assert.deepEqual(data[list], value);
});
