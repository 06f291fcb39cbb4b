// What a million enquiries, tasks and entries of the audit log in one organization do to single requests, and a few
// hundred thousand companies and events. The organization of a usual size has as many a day, for fewer days.
import { writeMomentCursor } from 'frontdesk/src/kit/cursor.ts';
import type { DeskTenant } from '#bench/seed/desk/desk.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import type { OwnTokens } from '#bench/seed/trade/own-tokens.ts';
import { narrowedCompanies, narrowedEnquiries, searchedCompanies, searchedEnquiries } from './desk-kinds.ts';
import {
  cursorsOf,
  type Kind,
  measureFew,
  measureKinds,
  measurePages,
  measureSearches,
  type Scaled,
  type ScaledGroup,
  type ScaleRun,
  within,
} from './measure.ts';
import { dueTasks, narrowedTasks } from './task-kinds.ts';

/** The two organizations, and what their first two customers hold. */
export interface DeskRun {
  great: DeskTenant;
  usual: DeskTenant;
  tokens: { great: OwnTokens; usual: OwnTokens };
}

/** Measures requests about enquiries, tasks, companies, the audit log and events. */
export async function measureDesk(run: ScaleRun, { great, usual, tokens }: DeskRun): Promise<ScaledGroup[]> {
  const two = { great, usual };
  const [count, companies, events] = [great.desk.count, great.desk.companies, great.desk.events].map((many) =>
    many.toLocaleString('en'),
  );
  const there = `as among ${usual.desk.count.toLocaleString('en')}`;
  const pages = (list: string, cursors: string[]) => measurePages(run, great, list, cursors);
  const kinds = (some: Record<string, Kind<DeskTenant>>) => measureKinds(run, two, some);
  const searches = (some: Record<string, Kind<DeskTenant>>) => measureSearches(run, great, some);
  const due = great.desk.dueTasks.map(({ id, dueAt }) => writeMomentCursor({ moment: new Date(dueAt), id }));
  return [
    {
      title: `Pages of ${count} enquiries`,
      rows: await pages('/enquiries', cursorsOf(great.desk.enquiries.map(({ id }) => id))),
    },
    { title: `Enquiries narrowed, ${there}`, rows: await kinds(narrowedEnquiries) },
    { title: `Search of ${count} enquiries`, rows: await measureSearches(run, great, searchedEnquiries) },
    {
      title: `Pages of ${count} tasks`,
      rows: await pages('/tasks', cursorsOf(great.desk.tasks.map(({ id }) => id))),
    },
    { title: `Pages of ${count} tasks by due date`, rows: await pages('/tasks?sort=due_date', due) },
    { title: `Tasks narrowed, ${there}`, rows: await kinds(narrowedTasks) },
    { title: `Tasks by due date, ${there}`, rows: await kinds(dueTasks) },
    {
      title: `Pages of ${companies} companies`,
      rows: await pages('/companies', cursorsOf(great.desk.companyIds)),
    },
    {
      title: `Companies narrowed, as among ${usual.desk.companies.toLocaleString('en')}`,
      rows: await kinds(narrowedCompanies),
    },
    {
      title: `Search of ${companies} companies`,
      rows: await searches(searchedCompanies),
    },
    { title: `One record, ${there}`, rows: await kinds(single) },
    { title: `Audit log and events, ${count} and ${events}, ${there}`, rows: await kinds(history) },
    { title: 'A customer’s own enquiries', rows: await measureOwn(run, tokens) },
  ];
}

const single: Record<string, Kind<DeskTenant>> = {
  'an enquiry by id': ({ desk }) => desk.enquiries.map(({ id }) => `/enquiries/${id}`),
  'an enquiry by number': ({ desk }) =>
    desk.enquiries.map(({ enquiryNumber }) => `/enquiries/${enquiryNumber}`),
  'a task by id': ({ desk }) => desk.tasks.map(({ id }) => `/tasks/${id}`),
  'a company by id': ({ desk }) => desk.companyIds.map((id) => `/companies/${id}`),
};

const history: Record<string, Kind<DeskTenant>> = {
  'the audit log': () => ['/audit'],
  'of an enquiry': ({ desk }) => desk.enquiries.map(({ id }) => `/audit?recordId=${id}`),
  'of a customer with one of a hundred': () => [`/audit?recordId=${customerIdAt(1)}`],
  'of somebody who does much': ({ desk }) => [`/audit?actorId=${desk.busyStaff}`],
  'of somebody who does little': ({ desk }) => [`/audit?actorId=${desk.newStaff}`],
  'of somebody, about a customer': ({ desk }) => [
    `/audit?actorId=${desk.busyStaff}&recordId=${customerIdAt(1)}`,
    `/audit?actorId=${desk.newStaff}&recordId=${customerIdAt(1)}`,
  ],
  'events from the first on': () => ['/events?after=0'],
  'events from the middle on': ({ desk }) => [`/events?after=${Math.floor(desk.events / 2)}`],
  'the last events': ({ desk }) => [`/events?after=${desk.events - 60}`],
};

/** The customer with one of a hundred enquiries, and the one with five: first pages, and pages at depth. */
async function measureOwn(run: ScaleRun, tokens: DeskRun['tokens']): Promise<Scaled[]> {
  const rows: Scaled[] = [];
  for (const who of ['first', 'second'] as const) {
    const whose = `of a customer with ${who === 'first' ? 'one of a hundred' : 'five'}`;
    for (const query of ['', '?status=resolved']) {
      const base = await measureFew(run, whose, [own(`/enquiries${query}`, tokens.usual[who])]);
      const there = await measureFew(run, `/enquiries${query} ${whose}`, [
        own(`/enquiries${query}`, tokens.great[who]),
      ]);
      rows.push(within(2, base, there));
    }
  }
  return rows;
}

function own(path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return { method: 'GET' as const, path: `/api/client/v1${path}`, headers };
}
