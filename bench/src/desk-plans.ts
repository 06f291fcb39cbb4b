// The statements about enquiries, tasks and companies whose plans are taken down.
import { selectAuditEntries } from 'frontdesk/src/core/audit/audit-queries.ts';
import { type CompanySelection, selectCompanies } from 'frontdesk/src/core/companies/company-list-queries.ts';
import { searchPatterns } from 'frontdesk/src/core/customers/customer-search.ts';
import { type EnquirySelection, selectEnquiries } from 'frontdesk/src/core/enquiries/enquiry-list-queries.ts';
import { selectPublishedEvents } from 'frontdesk/src/core/events/event-queries.ts';
import {
  selectDueTasks,
  selectNewestTasks,
  type TaskFilter,
} from 'frontdesk/src/core/tasks/task-list-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import type { Desk } from '#bench/seed/desk/desk.ts';
import { customerIdAt } from '#bench/seed/people.ts';

const dayMs = 86_400_000;
const count = 51;

/** By title. */
export function deskWorks(desk: Desk): Record<string, (tx: Tx) => Promise<unknown>> {
  const now = new Date();
  const yesterday = new Date(now.getTime() - dayMs);
  const dueBefore = new Date(now.getTime() + 7 * dayMs);
  const often = customerIdAt(1);
  const enquiries = (selection: Omit<EnquirySelection, 'count'>) => (tx: Tx) =>
    selectEnquiries(tx, { count, ...selection });
  const found = (text: string, selection: Omit<EnquirySelection, 'count'> = {}) =>
    enquiries({ patterns: searchPatterns(text), ...selection });
  const tasks = (filter: Partial<TaskFilter> & { after?: string | undefined }) => (tx: Tx) =>
    selectNewestTasks(tx, { linkedIds: [], count, ...filter });
  const due = (filter: Partial<TaskFilter>) => (tx: Tx) =>
    selectDueTasks(tx, { linkedIds: [], count, ...filter });
  const companies = (selection: Omit<CompanySelection, 'count'>) => (tx: Tx) =>
    selectCompanies(tx, { count, ...selection });
  const mine = { linkedIds: [desk.busyStaff], status: 'pending' as const };
  return {
    'Enquiries: a page from the middle': enquiries({ after: desk.enquiries[desk.enquiries.length / 2]?.id }),
    'Enquiries that are new and urgent': enquiries({ status: 'new', priority: 'urgent' }),
    'Enquiries that are new, of one who answers many': enquiries({ status: 'new', staffId: desk.busyStaff }),
    'Enquiries of a customer with one of a hundred': enquiries({ customerId: often }),
    'Resolved enquiries of a customer with one of a hundred': enquiries({
      customerId: often,
      status: 'resolved',
    }),
    'Enquiries changed since yesterday': enquiries({ updatedAfter: yesterday }),
    'Open enquiries of one who answers many, changed since yesterday': enquiries({
      ...{ status: 'open', staffId: desk.busyStaff, updatedAfter: yesterday },
    }),
    'Search of enquiries: what many have (booking)': found('booking'),
    'Search of enquiries: what few have (umbrella)': found('umbrella'),
    'Search of enquiries: what many have, and hardly any has the status (booking)': found('booking', {
      status: 'lost',
    }),
    'Search of enquiries: what few have, of one who answers many (umbrella)': found('umbrella', {
      staffId: desk.busyStaff,
    }),
    'Tasks: a page from the middle': tasks({ after: desk.tasks[desk.tasks.length / 2]?.id }),
    'Pinned tasks': tasks({ isPinned: true }),
    'Pending tasks of somebody': tasks(mine),
    'Pending tasks changed since yesterday': tasks({ status: 'pending', updatedAfter: yesterday }),
    'Pending tasks by due date': due({ status: 'pending' }),
    'Pending tasks of somebody that are due this week': due({ ...mine, dueAfter: now, dueBefore }),
    'Pending tasks of a category by due date': due({ status: 'pending', categoryId: desk.categoryIds[0] }),
    'Tasks about a customer with one of a hundred, by due date': due({ linkedIds: [often] }),
    'Search of companies: what many have (gmbh)': companies({ patterns: searchPatterns('gmbh') }),
    'Search of companies: a domain (firm4321)': companies({ patterns: searchPatterns('firm4321') }),
    'The audit log of a customer with one of a hundred': (tx) =>
      selectAuditEntries(tx, { recordId: often, count }),
    'The audit log of somebody': (tx) => selectAuditEntries(tx, { actorId: desk.busyStaff, count }),
    'Events from the middle on': (tx) => selectPublishedEvents(tx, Math.floor(desk.events / 2), count),
  };
}
