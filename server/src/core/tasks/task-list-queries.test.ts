// What somebody has to do, in the order in which it is due: links know due dates too, and must follow them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createStaffMember } from '#core/staff/staff.ts';
import { selectDueTasks, type TaskFilter } from '#core/tasks/task-list-queries.ts';
import { createTask, updateTask } from '#core/tasks/tasks.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const dayOf = (day: number) => new Date(Date.UTC(2030, 0, day, 12));

describe('tasks of somebody by due date', () => {
  let house: TestOrganization;
  let staff: string;
  before(async () => {
    house = await makeOrganization(await world());
    staff = (await createStaffMember(house.scope, { firstName: 'Kim' })).id;
  });

  async function make(content: string, dueAt: Date | undefined, recurs = false): Promise<string> {
    const links = { staff: [staff] };
    const recurrence = recurs ? { frequency: 'daily' as const } : undefined;
    return (await createTask(house.scope, { content, dueAt, links, recurrence })).id;
  }

  async function listed(filter: Partial<TaskFilter> = {}): Promise<string[]> {
    const selection = { linkedIds: [staff], count: 10, ...filter };
    return (await house.scope.read((tx) => selectDueTasks(tx, selection))).map(({ content }) => content);
  }

  test('come first due first, and move when their dates do', async () => {
    const late = await make('late', dayOf(9));
    const none = await make('none', undefined);
    await make('early', dayOf(3));
    const daily = await make('daily', dayOf(1), true);
    assert.deepEqual(await listed(), ['daily', 'early', 'late']);
    await updateTask(house.scope, late, { dueAt: dayOf(1) });
    await updateTask(house.scope, none, { dueAt: dayOf(8) });
    await updateTask(house.scope, daily, { status: 'completed' });
    assert.deepEqual(await listed(), ['late', 'daily', 'early', 'none']);
    await updateTask(house.scope, none, { dueAt: null });
    await updateTask(house.scope, late, { status: 'completed' });
    assert.deepEqual(await listed({ status: 'pending' }), ['daily', 'early']);
    assert.deepEqual(await listed({ dueBefore: dayOf(2) }), ['late']);
  });
});
