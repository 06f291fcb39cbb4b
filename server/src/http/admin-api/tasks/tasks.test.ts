// Tasks and their categories, as a back end and an automation use them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#test/ask.ts';
import { makeOrganization, world } from '#test/world.ts';

const due = '2027-01-29T08:00:00.000Z';

test('a task is created pending, with what the contract names and who made it', async () => {
  const { admin } = await makeOrganization(await world());
  const customer = (await admin.post('/customers', { firstName: 'Ada' })).body.data;
  const { status, body, headers } = await admin.post('/tasks', {
    content: ' Call back ',
    taskDueDate: '2027-01-29T09:00:00+01:00',
    customerIds: [customer.id, customer.id.toUpperCase()],
    staffNames: ['Somebody', ' Somebody '],
  });
  assert.equal(status, 201);
  assert.equal(headers.etag, '"1"');
  const { data } = body;
  assert.equal(data.content, 'Call back');
  assert.equal(data.type, 'note');
  assert.equal(data.isTask, true);
  assert.equal(data.taskStatus, 'pending');
  assert.equal(data.taskDueDate, due);
  assert.deepEqual(data.customerIds, [customer.id]);
  assert.deepEqual(data.staffNames, ['Somebody']);
  assert.equal(data.createdByName, 'Test key');
  assert.deepEqual((await admin.get(`/tasks/${data.id}`)).body.data, data);
});

test('completing a repeating task moves it on, and the same completion again changes nothing', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (
    await admin.post('/tasks', {
      content: 'Water',
      taskDueDate: due,
      taskRecurrence: { frequency: 'monthly' },
    })
  ).body.data;
  const complete = { status: 'completed', expectedTaskDueDate: due, taskDueDate: due };
  const first = (await admin.patch(`/tasks/${id}`, complete)).body.data;
  assert.equal(first.taskStatus, 'pending');
  assert.equal(first.taskDueDate, '2027-02-28T08:00:00.000Z');
  assert.equal(first.taskRecurrenceCompletedCount, 1);
  assert.ok(first.taskCompletedAt && first.taskCompletedBy);
  const repeated = await admin.patch(`/tasks/${id}`, complete);
  assert.equal(repeated.status, 200);
  assert.deepEqual(repeated.body.data, first);
  const other = await admin.patch(`/tasks/${id}`, {
    ...complete,
    expectedTaskDueDate: '2027-03-01T00:00:00Z',
  });
  assert.deepEqual([other.status, other.body.code], [409, 'occurrence_conflict']);
  assert.equal(
    (await admin.patch(`/tasks/${id}`, { status: 'completed' })).body.data.taskDueDate,
    // Nine o’clock in Berlin, an hour earlier in UTC since clocks changed.
    '2027-03-29T07:00:00.000Z',
  );
});

test('of ten parallel completions of one occurrence, one counts', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (
    await admin.post('/tasks', { content: 'Water', taskDueDate: due, taskRecurrence: { frequency: 'daily' } })
  ).body.data;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.patch(`/tasks/${id}`, { status: 'completed', expectedTaskDueDate: due }),
    ),
  );
  // Without the lock of lockTask several would count: each sees the occurrence as the current one.
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal((await admin.get(`/tasks/${id}`)).body.data.taskRecurrenceCompletedCount, 1);
});

test('the first completion of a task without due date can be sent again, naming that it had none', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/tasks', { content: 'Water', taskRecurrence: { frequency: 'daily' } }))
    .body.data;
  const complete = (expectedTaskDueDate: string | null) =>
    admin.patch(`/tasks/${id}`, { status: 'completed', expectedTaskDueDate });
  const done = (await complete(null)).body.data;
  assert.equal(done.taskRecurrenceCompletedCount, 1);
  for (const none of [null, '']) assert.deepEqual((await complete(none)).body.data, done);
  assert.equal((await complete(done.taskDueDate)).body.data.taskRecurrenceCompletedCount, 2);
  const dated = (await admin.post('/tasks', { content: 'When', taskDueDate: due })).body.data;
  const { body } = await admin.patch(`/tasks/${dated.id}`, {
    status: 'completed',
    expectedTaskDueDate: null,
  });
  assert.equal(body.code, 'occurrence_conflict');
});

test('a status is taken under the name that the record shows it by, which gives way to the other', async () => {
  const { admin } = await makeOrganization(await world());
  const { data } = (await admin.post('/tasks', { content: 'Once' })).body;
  const done = (await admin.patch(`/tasks/${data.id}`, { taskStatus: 'completed' })).body.data;
  assert.equal(done.taskStatus, 'completed');
  const back = (await admin.patch(`/tasks/${data.id}`, { ...done, status: 'pending', version: 2 })).body.data;
  assert.equal(back.taskStatus, 'pending');
  assert.equal((await admin.patch(`/tasks/${data.id}`, { taskStatus: 'done' })).status, 400);
});

test('null and an empty text clear what a task can be without', async () => {
  const { admin } = await makeOrganization(await world());
  const category = (await admin.post('/task-categories', { name: 'Cleaning' })).body.data;
  const { id } = (await admin.post('/tasks', { content: 'x' })).body.data;
  for (const none of [null, '']) {
    await admin.patch(`/tasks/${id}`, { title: 'A title', categoryId: category.id });
    const { data } = (await admin.patch(`/tasks/${id}`, { title: none, categoryId: none })).body;
    assert.deepEqual([data.title, data.categoryId], [undefined, undefined]);
  }
});

test('categories are a list like others: newest first, page by page, narrowed by times', async () => {
  const all = await world();
  const { admin } = await makeOrganization(all);
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) {
    ids.unshift((await admin.post('/task-categories', { name })).body.data.id);
    all.clock.advance(1_000);
  }
  const idsOf = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id);
  const first = await admin.get('/task-categories?limit=2');
  assert.deepEqual(idsOf(first), ids.slice(0, 2));
  const { hasMore, nextCursor } = first.body.pagination;
  assert.equal(hasMore, true);
  assert.deepEqual(idsOf(await admin.get(`/task-categories?cursor=${nextCursor}`)), ids.slice(2));
  const since = all.clock.now().toISOString();
  await admin.patch(`/task-categories/${ids[2]}`, { name: 'D' });
  assert.deepEqual(idsOf(await admin.get(`/task-categories?updatedAfter=${since}`)), [ids[2]]);
});

test('a task that does not repeat is completed, completed again without effect, and reopened', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/tasks', { content: 'Once' })).body.data;
  const done = (await admin.patch(`/tasks/${id}`, { status: 'completed' })).body.data;
  assert.equal(done.taskStatus, 'completed');
  assert.deepEqual((await admin.patch(`/tasks/${id}`, { status: 'completed' })).body.data, done);
  const open = (await admin.patch(`/tasks/${id}`, { status: 'pending' })).body.data;
  assert.equal(open.taskStatus, 'pending');
  assert.equal(open.taskCompletedAt, undefined);
});

test('a series ends after its last time, and cancelling ends it at once', async () => {
  const { admin } = await makeOrganization(await world());
  const make = async (taskRecurrence: object) =>
    (await admin.post('/tasks', { content: 'Thrice', taskDueDate: due, taskRecurrence })).body.data.id;
  const twice = await make({ frequency: 'daily', maxOccurrences: 2 });
  assert.equal(
    (await admin.patch(`/tasks/${twice}`, { status: 'completed' })).body.data.taskStatus,
    'pending',
  );
  assert.equal(
    (await admin.patch(`/tasks/${twice}`, { status: 'completed' })).body.data.taskStatus,
    'completed',
  );
  const cancelled = await make({ frequency: 'daily' });
  await admin.patch(`/tasks/${cancelled}`, { status: 'cancelled' });
  const after = (await admin.patch(`/tasks/${cancelled}`, { status: 'completed' })).body.data;
  assert.deepEqual([after.taskStatus, after.taskDueDate], ['completed', due]);
});

test('a due date can be cleared with null or an empty text, and other properties are accepted', async () => {
  const { admin } = await makeOrganization(await world());
  for (const taskDueDate of [null, '']) {
    const { id } = (await admin.post('/tasks', { content: 'When', taskDueDate: due })).body.data;
    const { status, body } = await admin.patch(`/tasks/${id}`, {
      taskDueDate,
      categoryName: 'x',
      whatever: 1,
    });
    assert.equal(status, 200);
    assert.equal(body.data.taskDueDate, undefined);
  }
});

test('what a task can’t be is refused by name, and nothing is changed', async () => {
  const { admin } = await makeOrganization(await world());
  const stranger = (await (await makeOrganization(await world())).admin.post('/customers', {})).body.data;
  const { data } = (await admin.post('/tasks', { content: 'Stays' })).body;
  const refusals: [object, string][] = [
    [{ content: '   ' }, 'content'],
    [{ taskRecurrence: { frequency: 'custom' } }, 'taskRecurrence.customIntervalDays'],
    [{ taskRecurrence: { frequency: 'daily', customIntervalDays: 3 } }, 'taskRecurrence.customIntervalDays'],
    [{ taskDueDate: '1899-12-31T00:00:00Z' }, 'taskDueDate'],
    [{ taskDueDate: 'tomorrow' }, 'taskDueDate'],
    [{ customerIds: [stranger.id] }, 'customerIds[0]'],
    [{ staffIds: ['nobody'] }, 'staffIds[0]'],
    [{ categoryId: stranger.id }, 'categoryId'],
    [{ locationId: 'nowhere' }, 'locationId'],
    [{ status: 'done' }, 'status'],
  ];
  for (const [change, field] of refusals) {
    for (const answer of [
      await admin.patch(`/tasks/${data.id}`, change),
      await admin.post('/tasks', { content: 'New', ...change }),
    ]) {
      assert.equal(answer.status, 400, JSON.stringify(change));
      assert.equal(answer.body.details[0].path, field);
    }
  }
  assert.deepEqual((await admin.get(`/tasks/${data.id}`)).body.data, data);
  assert.equal((await admin.get('/tasks')).body.data.length, 1);
});

test('the list narrows by status, by what a task is about and by when it is due, page by page', async () => {
  const { admin } = await makeOrganization(await world());
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map(async (firstName) => (await admin.post('/customers', { firstName })).body.data.id),
  );
  const ids: string[] = [];
  for (let day = 10; day < 17; day += 1) {
    const taskDueDate = `2027-03-${day === 16 ? 10 : day}T10:00:00Z`;
    const customerIds = day % 2 ? [ada] : [ada, bob];
    ids.push((await admin.post('/tasks', { content: `Day ${day}`, taskDueDate, customerIds })).body.data.id);
  }
  await admin.post('/tasks', { content: 'Never due' });
  await admin.patch(`/tasks/${ids[1]}`, { status: 'completed' });
  const all = async (query: string) => {
    const seen: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { body } = await admin.get(`/tasks?limit=2&${query}${next}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      next = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`;
    }
    return seen.map((id) => ids.indexOf(id));
  };
  assert.deepEqual(await all(''), [-1, 6, 5, 4, 3, 2, 1, 0]);
  assert.deepEqual(await all(`customerId=${ada}`), [6, 5, 4, 3, 2, 1, 0]);
  assert.deepEqual(await all(`customerId=${ada}&status=pending`), [6, 5, 4, 3, 2, 0]);
  assert.deepEqual(await all(`customerId=${ada}&status=completed`), [1]);
  assert.deepEqual(await all(`customerId=${bob}`), [6, 4, 2, 0]);
  assert.deepEqual(await all('sort=due_date'), [0, 6, 1, 2, 3, 4, 5]);
  assert.deepEqual(
    await all('sort=due_date&status=pending&dueAfter=2027-03-11T00:00:00Z&dueBefore=2027-03-14T00:00:00Z'),
    [2, 3],
  );
  assert.deepEqual(await all('updatedAfter=2026-01-01T00:00:00Z&status=completed'), [1]);
  assert.equal((await admin.get('/tasks?dueAfter=2027-03-11T00:00:00Z')).status, 400);
  assert.equal((await admin.get('/tasks?customerId=ada')).status, 400);
  const byId = (await admin.get('/tasks?limit=2')).body.pagination.nextCursor;
  assert.equal((await admin.get(`/tasks?sort=due_date&cursor=${byId}`)).body.code, 'invalid_cursor');
});

test('a deleted task is gone, and was told', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/tasks', { content: 'Gone' })).body.data;
  const { status, body } = await admin.delete(`/tasks/${id}`);
  assert.deepEqual([status, body], [204, undefined]);
  assert.equal((await admin.get(`/tasks/${id}`)).status, 404);
  assert.equal((await admin.delete(`/tasks/${id}`)).status, 404);
});

test('two who change one task from the same version do not overwrite each other', async () => {
  const { admin } = await makeOrganization(await world());
  const { id } = (await admin.post('/tasks', { content: 'Both' })).body.data;
  assert.equal((await admin.patch(`/tasks/${id}`, { title: 'One', version: 1 })).status, 200);
  const late = await admin.patch(`/tasks/${id}`, { title: 'Two' }, { 'if-match': '"1"' });
  assert.deepEqual([late.status, late.body.code], [409, 'version_conflict']);
});

test('categories are chosen from, renamed, and removed when no task has them', async () => {
  const { admin } = await makeOrganization(await world());
  const category = (await admin.post('/task-categories', { name: 'Cleaning' })).body.data;
  assert.equal((await admin.post('/task-categories', { name: 'CLEANING' })).status, 400);
  const task = (await admin.post('/tasks', { content: 'Mop', categoryId: category.id })).body.data;
  assert.equal(task.categoryName, 'Cleaning');
  await admin.patch(`/task-categories/${category.id}`, { name: 'Housekeeping' });
  assert.equal((await admin.get(`/tasks/${task.id}`)).body.data.categoryName, 'Housekeeping');
  const options = (await admin.get('/metadata/options/task-categories?search=house')).body.data.options;
  assert.deepEqual(options, [{ id: category.id, name: 'Housekeeping' }]);
  assert.equal((await admin.delete(`/task-categories/${category.id}`)).body.code, 'category_in_use');
  await admin.delete(`/tasks/${task.id}`);
  assert.equal((await admin.delete(`/task-categories/${category.id}`)).status, 204);
  assert.deepEqual((await admin.get('/task-categories')).body.data, []);
});
