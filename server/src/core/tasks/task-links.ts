// The records that a task names: whether there are such, and what they are called.
import { type Task, type TaskLinkKind, type TaskLinks, taskLinkKinds } from '#core/tasks/task.ts';
import type { TaskChanges } from '#core/tasks/task-changes.ts';
import {
  type NamedKind,
  type NamedRecord,
  selectNamed,
  selectStaffNamed,
} from '#core/tasks/task-link-queries.ts';
import type { Tx } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** The fields in which callers name the records a task is about. */
export const taskLinkFields = {
  customer: 'customerIds',
  enquiry: 'enquiryIds',
  order: 'orderIds',
  sublocation: 'sublocationIds',
  company: 'companyIds',
  staff: 'staffIds',
} as const satisfies Record<TaskLinkKind, string>;

/** Records of a kind that are named anew, each with the field that names it. */
interface Naming {
  kind: NamedKind;
  names: { id: string; field: string }[];
}

/**
 * The task, linked to the staff whom the changes call by name (names that are nobody's are kept as they are), and with
 * what its category, location and staff are called. Adds to `problems` what is no record of the organization. Source:
 * Spec, C, POST /tasks; G-123.
 */
export async function withNamedRecords(
  tx: Tx,
  task: Task,
  changes: TaskChanges,
  problems: FaultDetail[],
): Promise<Task> {
  const next = await withStaffCalled(tx, { ...task, links: oneOfEach(task.links) }, changes.staffNames);
  const namings = namingsOf(next, changes);
  const found = await Promise.all(namings.map((naming) => known(tx, task.id, naming)));
  for (const [place, { kind, names }] of namings.entries()) {
    const records = new Map(found[place]!.map((record) => [record.id, record]));
    const unknown = names.filter(({ id }) => !records.has(id));
    problems.push(...unknown.map(({ field }) => problem(field, `names no ${kind} of the organization.`)));
    setNames(next, kind, records);
  }
  return next;
}

/** Ids in one spelling, each once: a link is there or not. */
function oneOfEach(links: TaskLinks): TaskLinks {
  const entries = taskLinkKinds.map((kind) => [
    kind,
    [...new Set(links[kind].map((id) => id.toLowerCase()))],
  ]);
  return Object.fromEntries(entries);
}

async function withStaffCalled(tx: Tx, task: Task, sent: string[] | undefined): Promise<Task> {
  if (!sent) return task;
  const names = [...new Set(sent.map(trimmedOrNone).filter((name) => name !== undefined))];
  const called = names.length > 0 ? await selectStaffNamed(tx, names) : [];
  const namesakes = (name: string) => called.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const meant = names.map(namesakes).filter((ones) => ones.length === 1);
  const staff = [...new Set([...task.links.staff, ...meant.map(([one]) => one!.id)])];
  // Two of one name: nobody can tell who is meant, unless an id does.
  const namedStaff = names.filter((name) => {
    const ones = namesakes(name);
    return ones.length !== 1 && !ones.some(({ id }) => staff.includes(id));
  });
  return { ...task, links: { ...task.links, staff }, namedStaff };
}

function namingsOf(task: Task, changes: TaskChanges): Naming[] {
  const { links, staffNames, categoryId, locationId } = changes;
  const kinds = taskLinkKinds.filter((kind) => links?.[kind] || (kind === 'staff' && staffNames));
  const namings: Naming[] = kinds.map((kind) => ({
    kind,
    names: task.links[kind].map((id, place) => ({ id, field: `${taskLinkFields[kind]}[${place}]` })),
  }));
  if (categoryId !== undefined) namings.push(naming('category', task.categoryId, 'categoryId'));
  if (locationId !== undefined) namings.push(naming('location', task.locationId, 'locationId'));
  return namings;
}

function naming(kind: NamedKind, id: string | undefined, field: string): Naming {
  return { kind, names: id === undefined ? [] : [{ id: id.toLowerCase(), field }] };
}

async function known(tx: Tx, taskId: string, { kind, names }: Naming): Promise<NamedRecord[]> {
  const ids = names.map(({ id }) => id).filter(isUuid);
  return ids.length === 0 ? [] : selectNamed(tx, kind, { ids, taskId });
}

function setNames(task: Task, kind: NamedKind, records: Map<string, NamedRecord>): void {
  const nameOf = (id: string | undefined) =>
    id === undefined ? undefined : records.get(id.toLowerCase())?.name;
  if (kind === 'category') task.categoryName = nameOf(task.categoryId);
  if (kind === 'location') task.locationName = nameOf(task.locationId);
  if (kind === 'staff') task.staffNames = task.links.staff.map((id) => nameOf(id) ?? '');
}
