// What a front desk has to do with, day after day: enquiries, tasks, companies and what the audit log and the events
// tell of them. As the application would have left it: old enquiries answered, tasks that are due to come pending.
import { openScope } from 'frontdesk/src/core/scope.ts';
import { createTaskCategory } from 'frontdesk/src/core/tasks/task-categories.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import postgres from 'postgres';
import { withoutIndexes } from '#bench/seed/indexes.ts';
import { makeIdFunction } from '#bench/seed/moments.ts';
import type { TradingTenant } from '#bench/seed/seed.ts';
import { fillCompanies } from './companies.ts';
import { fillEnquiries } from './enquiries.ts';
import { fillHistory } from './history.ts';
import { fillTasks } from './tasks.ts';

/** How much to make. */
export interface DeskSizes {
  /** So many enquiries, and as many tasks and entries of the audit log. */
  count: number;
  companies: number;
  /** Of the last 29 days. */
  events: number;
}

/** What was made for an organization. Ids and moments are out of all over a list, in its order. */
export interface Desk extends DeskSizes {
  enquiries: { id: string; enquiryNumber: string }[];
  tasks: { id: string }[];
  /** By due date. */
  dueTasks: { id: string; dueAt: Date }[];
  companyIds: string[];
  categoryIds: string[];
  /** Who has a twentieth of the work, and who has hardly any. */
  busyStaff: string;
  newStaff: string;
}

/** An organization that takes bookings, with its front desk's work. */
export interface DeskTenant extends TradingTenant {
  desk: Desk;
}

const tables = [
  ...['enquiries', 'enquiry_assignees', 'enquiry_messages', 'tasks', 'task_links', 'task_completions'],
  ...['companies', 'company_domains', 'audit_entries', 'events'],
];
const categories = ['Calls', 'Cleaning', 'Deliveries', 'Handover', 'Invoices', 'Repairs', 'Stock', 'Visits'];

/** Fills tables that nobody else is writing to, for both organizations. Needs a superuser. */
export async function seedDesks(
  parts: Parts,
  databaseUrl: string,
  { great, usual }: { great: TradingTenant; usual: TradingTenant },
  sizes: { great: DeskSizes; usual: DeskSizes },
): Promise<{ great: DeskTenant; usual: DeskTenant }> {
  const made = {
    great: await prepare(parts, great, sizes.great),
    usual: await prepare(parts, usual, sizes.usual),
  };
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await makeIdFunction(sql);
    await withoutIndexes(sql, tables, async () => {
      // Foreign keys need no check: every row is made of rows that are there.
      await sql`set session_replication_role = replica`;
      await sql`set work_mem = '256MB'`;
      await fill(sql, made.great);
      await fill(sql, made.usual);
    });
    await sql`vacuum analyze`;
    await sql`checkpoint`;
  } finally {
    await sql.end();
  }
  return made;
}

async function prepare({ platform }: Parts, tenant: TradingTenant, sizes: DeskSizes): Promise<DeskTenant> {
  const actor = { type: 'system', id: 'bench', name: 'Benchmark' } as const;
  const scope = openScope(platform, tenant.organization, actor);
  const categoryIds: string[] = [];
  for (const name of categories) categoryIds.push((await createTaskCategory(scope, { name })).id);
  const [busyStaff, newStaff] = [tenant.trade.staff[0]!, tenant.trade.staff.at(-1)!];
  const none = { enquiries: [], tasks: [], dueTasks: [], companyIds: [] };
  return { ...tenant, desk: { ...sizes, ...none, categoryIds, busyStaff, newStaff } };
}

async function fill(sql: postgres.Sql, tenant: DeskTenant): Promise<void> {
  const { desk } = tenant;
  const organizationId = tenant.organization.id;
  const now = new Date();
  desk.companyIds = await fillCompanies(sql, organizationId, desk.companies, now);
  await fillEnquiries(sql, tenant, now);
  await fillTasks(sql, tenant, now);
  await fillHistory(sql, tenant, now);
  desk.enquiries = await sample(sql`id, enquiry_number as "enquiryNumber" from enquiries`, sql`id desc`);
  desk.tasks = await sample(sql`id from tasks`, sql`id desc`);
  desk.dueTasks = await sample(
    sql`id, due_at as "dueAt" from tasks`,
    sql`due_at, id`,
    sql`due_at is not null`,
  );
  await sql`drop table asked`;

  async function sample<Row>(
    columns: postgres.Fragment,
    order: postgres.Fragment,
    chosen = sql`true`,
  ): Promise<Row[]> {
    return sql<(Row & object)[]>`
      select * from (
        select row_number() over (order by ${order}) as place, count(*) over () as count, ${columns}
        where organization_id = ${organizationId} and ${chosen}
      ) numbered where place % greatest(1, count / ${sampleSize}) = 0 order by place
    `;
  }
}

const sampleSize = 500;
