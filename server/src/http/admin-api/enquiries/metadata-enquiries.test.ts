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

test('what GET shows can be put back, and changes nothing', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.post('/staff', { firstName: 'Rosa' });
  await admin.put('/metadata/enquiries', {
    customFields: [
      { key: 'guests', name: 'Guests', type: 'number', validation: { min: 1, max: 80 } },
      { key: 'room', name: 'Room' },
    ],
  });
  const shown = await admin.get('/metadata/enquiries');
  assert.equal(shown.headers.etag, '"2"');
  const { data } = shown.body;
  assert.deepEqual(
    data.customFields.map(({ order }: { order: number }) => order),
    [0, 1],
  );
  const answer = await admin.put('/metadata/enquiries', data);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body.data, data);
  const [first, second, ...others] = data.statuses;
  const swapped = [{ ...first, order: 1 }, { ...second, order: 0 }, ...others];
  const { statuses } = (await admin.put('/metadata/enquiries', { statuses: swapped })).body.data;
  assert.deepEqual([statuses[0].key, statuses[0].order], ['open', 0], 'in the order that is sent');
});

test('of two who change the lists from one version, the second is told', async () => {
  const { admin } = await makeOrganization(await world());
  const { version } = (await admin.get('/metadata/enquiries')).body.data;
  const change = (categories: string[], body: object, headers?: Record<string, string>) =>
    admin.put('/metadata/enquiries', { categories, ...body }, headers);
  assert.equal((await change(['A'], { version })).status, 200);
  for (const late of [await change(['B'], { version }), await change(['B'], {}, { 'if-match': '"1"' })]) {
    assert.deepEqual([late.status, late.body.code], [409, 'version_conflict']);
  }
  assert.deepEqual((await admin.get('/metadata/enquiries')).body.data.categories, ['A']);
});

test('a value of a custom field keeps within its bounds', async () => {
  const { admin } = await makeOrganization(await world());
  const define = (validation: object, type = 'number') =>
    admin.put('/metadata/enquiries', { customFields: [{ key: 'guests', name: 'Guests', type, validation }] });
  const create = async (guests: unknown) =>
    (await admin.post('/enquiries', { email: 'a@example.com', subject: 'x', customFields: { guests } }))
      .status;
  await define({ min: 1, max: 80 });
  assert.deepEqual([await create(0), await create(80), await create(81)], [400, 201, 400]);
  await define({ maxLength: 3, pattern: '[a-c]+' }, 'text');
  assert.deepEqual([await create('abc'), await create('abca'), await create('abd')], [201, 400, 400]);
  for (const [validation, path] of [
    [{ min: 2, max: 1 }, 'customFields[0].validation.max'],
    [{ pattern: '(' }, 'customFields[0].validation.pattern'],
  ] as const) {
    const { status, body } = await define(validation);
    assert.deepEqual([status, body.details[0].path], [400, path]);
  }
});

test('what a status or a field needs can’t be taken away, and is asked for once', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.put('/metadata/enquiries', {
    statuses: [status('new', 'new'), status('lost', 'closed', { requiresLostReason: true })],
    lostReasons: ['Price'],
    customFields: [{ key: 'guests', name: 'Guests', type: 'number', required: true }],
  });
  const { id } = (
    await admin.post('/enquiries', { email: 'a@example.com', subject: 'x', customFields: { guests: 2 } })
  ).body.data;
  const refusals = async (change: object) => {
    const { status, body } = await admin.patch(`/enquiries/${id}`, change);
    return [status, body.details?.map(({ path, code }: Record<string, string>) => `${path} ${code}`)];
  };
  assert.deepEqual(await refusals({ status: 'lost', lostReason: 'bad' }), [
    400,
    ['lostReason invalid_field'],
  ]);
  assert.deepEqual(await refusals({ status: 'lost' }), [400, ['lostReason missing_field']]);
  assert.deepEqual(await refusals({ customFields: { guests: null } }), [
    400,
    ['customFields.guests missing_field'],
  ]);
  await admin.patch(`/enquiries/${id}`, { status: 'lost', lostReason: 'Price' });
  for (const lostReason of ['', null]) {
    assert.deepEqual(await refusals({ lostReason }), [400, ['lostReason missing_field']]);
  }
  assert.deepEqual(await refusals({ category: 'Other' }), [200, undefined]);
});

test('an enquiry of a type that is gone shows the words of its key', async () => {
  const { admin } = await makeOrganization(await world());
  await admin.put('/metadata/enquiries', { types: [{ key: 'summer_party', label: 'Party' }] });
  const { id } = (await admin.post('/enquiries', { email: 'a@example.com', subject: 'x' })).body.data;
  await admin.put('/metadata/enquiries', { types: [{ key: 'other', label: 'Other' }] });
  assert.equal((await admin.get(`/enquiries/${id}`)).body.data.typeLabel, 'Summer party');
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
