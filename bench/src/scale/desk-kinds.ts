// Kinds of lists of enquiries and companies.
import type { DeskTenant } from '#bench/seed/desk/desk.ts';
import { customerIdAt } from '#bench/seed/people.ts';
import { type Kind, momentIn, narrowed, sinceMoments } from './measure.ts';

type Kinds = Record<string, Kind<DeskTenant>>;

/** Narrowed by where they stand, who answers them, who asked and when. */
export const narrowedEnquiries: Kinds = {
  ...narrowed('/enquiries', {
    'status new': 'status=new',
    'status closed': 'status=closed',
    'status new, for longer than a month: none': `status=new&createdBefore=${momentIn(-30)}`,
    'priority urgent': 'priority=urgent',
    'status new, urgent': 'status=new&priority=urgent',
    'status closed, low': 'status=closed&priority=low',
    'of a week two weeks ago': `createdAfter=${momentIn(-21)}&createdBefore=${momentIn(-14)}`,
    'of that week, pending': `status=pending&createdAfter=${momentIn(-21)}&createdBefore=${momentIn(-14)}`,
  }),
  ...assigned('assigned to one of many', ({ desk }) => desk.busyStaff),
  ...assigned('assigned to somebody new', ({ desk }) => desk.newStaff),
  ...ofCustomer('of a customer with one of a hundred', customerIdAt(1)),
  ...ofCustomer('of a customer with five', customerIdAt(2)),
  ...narrowed('/enquiries', sinceMoments()),
  ...narrowed('/enquiries', {
    'status open, changed since yesterday': `status=open&updatedAfter=${momentIn(-1)}`,
    'status closed, changed since tomorrow: none': `status=closed&updatedAfter=${momentIn(1)}`,
  }),
};

/** Searched for what many have, few and nobody, in all of them and in some. */
export const searchedEnquiries: Kinds = {
  ...narrowed('/enquiries', {
    'what many have (booking)': 'search=booking',
    'a name (anna)': 'search=anna',
    'a name (schmidt), birthday': 'search=schmidt%20birthday',
    'what few have (umbrella)': 'search=umbrella',
    'digits of a number (enq-0123)': 'search=enq-0123',
    'nobody (qqqq)': 'search=qqqq',
    'what many have, status new': 'search=booking&status=new',
    'what many have, status open': 'search=booking&status=open',
    'what many have, status new for longer than a month: none': `search=booking&status=new&createdBefore=${momentIn(-30)}`,
    'what many have, status new, urgent': 'search=booking&status=new&priority=urgent',
    'what only old ones have (enq-00), status pending': 'search=enq-00&status=pending',
    'what few have, status closed': 'search=umbrella&status=closed',
    'what few have, status new': 'search=umbrella&status=new',
    'nobody, status closed': 'search=qqqq&status=closed',
    'what many have, changed since yesterday': `search=booking&updatedAfter=${momentIn(-1)}`,
    'what many have, changed since tomorrow: none': `search=booking&updatedAfter=${momentIn(1)}`,
  }),
  'what many have, of one of many': ({ desk }) => [`/enquiries?search=booking&assignedTo=${desk.busyStaff}`],
  'what few have, of one of many': ({ desk }) => [`/enquiries?search=umbrella&assignedTo=${desk.busyStaff}`],
  'what many have, of somebody new': ({ desk }) => [`/enquiries?search=booking&assignedTo=${desk.newStaff}`],
  'what few have, of a customer with one of a hundred': () => [
    `/enquiries?search=umbrella&customerId=${customerIdAt(1)}`,
  ],
};

/** Narrowed by where they stand and when they changed. */
export const narrowedCompanies: Kinds = narrowed('/companies', {
  'status banned': 'status=banned',
  ...sinceMoments(),
});

/** Searched, in all of them and in some. */
export const searchedCompanies: Kinds = narrowed('/companies', {
  'what many have (gmbh)': 'search=gmbh',
  'a name (schmidt)': 'search=schmidt',
  'a name and a trade (okafor pharma)': 'search=okafor%20pharma',
  'a domain (firm4321)': 'search=firm4321',
  'nobody (qqqq)': 'search=qqqq',
  'what many have, status banned': 'search=gmbh&status=banned',
});

function assigned(title: string, idIn: (tenant: DeskTenant) => string): Kinds {
  const queries = {
    '': '',
    ', status new': '&status=new',
    ', status closed, urgent': '&status=closed&priority=urgent',
    ', changed since yesterday': `&updatedAfter=${momentIn(-1)}`,
    ', closed, changed since tomorrow: none': `&status=closed&updatedAfter=${momentIn(1)}`,
  };
  return Object.fromEntries(
    Object.entries(queries).map(([more, query]) => [
      title + more,
      (tenant: DeskTenant) => [`/enquiries?assignedTo=${idIn(tenant)}${query}`],
    ]),
  );
}

function ofCustomer(title: string, id: string): Kinds {
  return narrowed('/enquiries', {
    [title]: `customerId=${id}`,
    [`${title}, status resolved`]: `customerId=${id}&status=resolved`,
  });
}
