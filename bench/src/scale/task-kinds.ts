// Kinds of lists of tasks.
import type { DeskTenant } from '#bench/seed/desk/desk.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import { type Kind, momentIn, narrowed, sinceMoments } from './measure.ts';

type Kinds = Record<string, Kind<DeskTenant>>;

/** The newest first, narrowed by where they stand, what they are about and who is to do them. */
export const narrowedTasks: Kinds = {
  ...narrowed('/tasks', {
    'status pending': 'status=pending',
    'status completed': 'status=completed',
    'status cancelled': 'status=cancelled',
    'mere notes': 'isTask=false',
    'mere notes, pending': 'isTask=false&status=pending',
    pinned: 'isPinned=true',
    'pinned, pending': 'isPinned=true&status=pending',
    ...sinceMoments(),
    'pending, changed since yesterday': `status=pending&updatedAfter=${momentIn(-1)}`,
    'cancelled, changed since tomorrow: none': `status=cancelled&updatedAfter=${momentIn(1)}`,
  }),
  'of a category': ({ desk }) => desk.categoryIds.map((id) => `/tasks?categoryId=${id}`),
  'of a category, pending': ({ desk }) =>
    desk.categoryIds.map((id) => `/tasks?categoryId=${id}&status=pending`),
  'at a location': ({ trade }) => locationsOf(trade).map((id) => `/tasks?locationId=${id}`),
  'at a location, pending': ({ trade }) =>
    locationsOf(trade).map((id) => `/tasks?locationId=${id}&status=pending`),
  'of one of many': ({ desk }) => [`/tasks?staffId=${desk.busyStaff}`],
  'of one of many, pending': ({ desk }) => [`/tasks?staffId=${desk.busyStaff}&status=pending`],
  'of one of many, cancelled': ({ desk }) => [`/tasks?staffId=${desk.busyStaff}&status=cancelled`],
  'of one of many, changed since yesterday': ({ desk }) => [
    `/tasks?staffId=${desk.busyStaff}&updatedAfter=${momentIn(-1)}`,
  ],
  'of one of many, changed since tomorrow: none': ({ desk }) => [
    `/tasks?staffId=${desk.busyStaff}&updatedAfter=${momentIn(1)}`,
  ],
  'of somebody new, pending': ({ desk }) => [`/tasks?staffId=${desk.newStaff}&status=pending`],
  'about a customer with one of a hundred': () => [`/tasks?customerId=${customerIdAt(1)}`],
  'about a customer with one of a hundred, pending': () => [
    `/tasks?customerId=${customerIdAt(1)}&status=pending`,
  ],
  'about an enquiry': ({ desk }) => desk.enquiries.map(({ id }) => `/tasks?enquiryId=${id}`),
  'about a sublocation, pending': ({ trade }) =>
    trade.sublocations.map(({ id }) => `/tasks?sublocationId=${id}&status=pending`),
  'about a company': ({ trade }) => trade.companies.map((id) => `/tasks?companyId=${id}`),
};

const thisWeek = `dueAfter=${momentIn(0)}&dueBefore=${momentIn(7)}`;

/** The first due first. */
export const dueTasks: Kinds = {
  ...byDueDate('pending', () => ['status=pending']),
  ...byDueDate('pending, due this week', () => [`status=pending&${thisWeek}`]),
  ...byDueDate('due this week', () => [thisWeek]),
  ...byDueDate('due last week, completed', () => [
    `status=completed&dueAfter=${momentIn(-7)}&dueBefore=${momentIn(0)}`,
  ]),
  ...byDueDate('pending, due this week, of one of many', ({ desk }) => [
    `staffId=${desk.busyStaff}&status=pending&${thisWeek}`,
  ]),
  ...byDueDate('pending, of one of many', ({ desk }) => [`staffId=${desk.busyStaff}&status=pending`]),
  ...byDueDate('pending, of somebody new', ({ desk }) => [`staffId=${desk.newStaff}&status=pending`]),
  ...byDueDate('due this week, of one of many', ({ desk }) => [`staffId=${desk.busyStaff}&${thisWeek}`]),
  ...byDueDate('about a customer with one of a hundred', () => [`customerId=${customerIdAt(1)}`]),
  ...byDueDate('pending, about a sublocation', ({ trade }) =>
    trade.sublocations.map(({ id }) => `sublocationId=${id}&status=pending`),
  ),
  ...byDueDate('pending, of a category', ({ desk }) =>
    desk.categoryIds.map((id) => `categoryId=${id}&status=pending`),
  ),
  ...byDueDate('pending, at a location', ({ trade }) =>
    locationsOf(trade).map((id) => `locationId=${id}&status=pending`),
  ),
  ...byDueDate('of a category, due this week', ({ desk }) =>
    desk.categoryIds.map((id) => `categoryId=${id}&${thisWeek}`),
  ),
  ...byDueDate('pinned, pending', () => ['isPinned=true&status=pending']),
};

function byDueDate(title: string, queriesIn: Kind<DeskTenant>): Kinds {
  return { [title]: (tenant) => queriesIn(tenant).map((query) => `/tasks?sort=due_date&${query}`) };
}

function locationsOf({ sublocations }: DeskTenant['trade']): string[] {
  return [...new Set(sublocations.map(({ locationId }) => locationId))];
}
