// How a whole task is read from the database: the list of its values, and the record made of it.
import { type Doer, noTaskLinks, type Task, type TaskLinkKind } from '#core/tasks/task.ts';
import type { TaskBasis, TaskFrequency } from '#core/tasks/task-recurrence.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { momentFromMs } from '#kit/clock.ts';

/** A task as `tasksFrom` reads it: its values in the order of the query. */
export interface TaskRow {
  task: [
    id: string,
    title: string | null,
    content: string,
    categoryId: string | null,
    categoryName: string | null,
    locationId: string | null,
    locationName: string | null,
    isTask: boolean,
    status: Task['status'],
    dueMs: number | null,
    recurrence: RecurrenceRow | null,
    anchorMs: number | null,
    completedCount: number,
    completedMs: number | null,
    completedBy: DoerRow,
    isPinned: boolean,
    isInternal: boolean,
    links: [kind: TaskLinkKind, id: string, staffName: string | null][] | null,
    namedStaff: string[],
    version: number,
    createdMs: number,
    createdBy: DoerRow,
    updatedMs: number,
    updatedBy: DoerRow,
  ];
}

type RecurrenceRow = [
  frequency: TaskFrequency,
  customIntervalDays: number | null,
  basis: TaskBasis,
  endsMs: number | null,
  maxOccurrences: number | null,
];
type DoerRow = [id: string | null, name: string | null];

/** Reads whole tasks from `chosen`, a query of tasks rows named t, each as one JSON list (as customers are). */
export function tasksFrom(tx: Tx, chosen: SqlFragment): SqlFragment {
  return tx`
    select json_build_array(
      t.id, t.title, t.content, t.category_id,
      (select name from task_categories g where g.organization_id = t.organization_id and g.id = t.category_id),
      t.location_id,
      (select name from locations p where p.organization_id = t.organization_id and p.id = t.location_id),
      t.is_task, t.status, (extract(epoch from t.due_at) * 1000)::bigint,
      case when t.frequency is not null then json_build_array(t.frequency, t.custom_interval_days, t.basis,
        (extract(epoch from t.ends_at) * 1000)::bigint, t.max_occurrences) end,
      (extract(epoch from t.anchor_at) * 1000)::bigint, t.completed_count,
      (extract(epoch from t.completed_at) * 1000)::bigint,
      json_build_array(t.completed_by, t.completed_by_name), t.is_pinned, t.is_internal,
      (select json_agg(json_build_array(case when l.customer_id is not null then 'customer'
          when l.enquiry_id is not null then 'enquiry' when l.order_id is not null then 'order'
          when l.sublocation_id is not null then 'sublocation' when l.company_id is not null then 'company'
          else 'staff' end, l.linked_id, s.name) order by l.position)
        from task_links l
        left join staff s on s.organization_id = l.organization_id and s.id = l.staff_id
        where l.organization_id = t.organization_id and l.task_id = t.id),
      t.named_staff, t.version, (extract(epoch from t.created_at) * 1000)::bigint,
      json_build_array(t.created_by, t.created_by_name), (extract(epoch from t.updated_at) * 1000)::bigint,
      json_build_array(t.updated_by, t.updated_by_name)
    ) as task
    from (${chosen}) t
  `;
}

/** The record of a row that `tasksFrom` read. */
export function toTask({ organizationId }: Tx, { task }: TaskRow): Task {
  const [
    id,
    title,
    content,
    categoryId,
    categoryName,
    locationId,
    locationName,
    isTask,
    status,
    dueMs,
    recurrence,
    anchorMs,
    completedCount,
    completedMs,
    completedBy,
    isPinned,
    isInternal,
    links,
    namedStaff,
    version,
    createdMs,
    createdBy,
    updatedMs,
    updatedBy,
  ] = task;
  const linked = noTaskLinks();
  for (const [kind, linkedId] of links ?? []) linked[kind].push(linkedId);
  return {
    id,
    organizationId,
    title: title ?? undefined,
    content,
    categoryId: categoryId ?? undefined,
    categoryName: categoryName ?? undefined,
    locationId: locationId ?? undefined,
    locationName: locationName ?? undefined,
    isTask,
    status,
    dueAt: momentFromMs(dueMs),
    recurrence: recurrence ? recurrenceOf(recurrence) : undefined,
    anchorAt: momentFromMs(anchorMs),
    completedCount,
    completedAt: momentFromMs(completedMs),
    completedBy: doerOf(completedBy),
    isPinned,
    isInternal,
    links: linked,
    staffNames: (links ?? []).flatMap(([, , name]) => (name === null ? [] : [name])),
    namedStaff,
    version,
    createdAt: new Date(createdMs),
    createdBy: doerOf(createdBy)!,
    updatedAt: new Date(updatedMs),
    updatedBy: doerOf(updatedBy)!,
  };
}

function recurrenceOf([frequency, days, basis, endsMs, maxOccurrences]: RecurrenceRow): Task['recurrence'] {
  return {
    frequency,
    customIntervalDays: days ?? undefined,
    basis,
    endsAt: momentFromMs(endsMs),
    maxOccurrences: maxOccurrences ?? undefined,
  };
}

function doerOf([id, name]: DoerRow): Doer | undefined {
  return id === null ? undefined : { id, name: name ?? '' };
}
