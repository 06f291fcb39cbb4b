// What the front desk of the demo organization has on its hands: companies, credit, questions and tasks, so that these
// lists show something at once.
import { createCompany } from '#core/companies/companies.ts';
import { getCustomer } from '#core/customers/customers.ts';
import { createEnquiry, type EnquiryInput } from '#core/enquiries/create-enquiry.ts';
import { updateEnquiry } from '#core/enquiries/enquiries.ts';
import { replyToEnquiry } from '#core/enquiries/thread/replies.ts';
import { addDays, type LocalDate } from '#core/places/local-date.ts';
import { momentAt, wallTimeAt } from '#core/places/local-time.ts';
import type { Scope } from '#core/scope.ts';
import { issueCompanyStoreCredit } from '#core/store-credit/company-credit.ts';
import { issueCustomerStoreCredit } from '#core/store-credit/customer-credit.ts';
import { createTaskCategory } from '#core/tasks/task-categories.ts';
import type { TaskChanges } from '#core/tasks/task-changes.ts';
import { createTask } from '#core/tasks/tasks.ts';
import type { DemoPlaces } from '#src/demo/demo-places.ts';

const dayMs = 24 * 3_600_000;

interface Question extends Omit<EnquiryInput, 'email'> {
  daysAgo: number;
  /** Which customer asks, from 0. */
  guest: number;
  /** What staff noted for each other. */
  note?: string;
  becomes?: 'open' | 'pending' | 'resolved';
}

const questions: Question[] = [
  {
    daysAgo: 6,
    guest: 5,
    subject: 'Do you have lockers?',
    message: 'I come by bike and would like to leave my things over night.',
    source: 'website',
    note: 'Told her on the phone: from October on.',
    becomes: 'resolved',
  },
  {
    daysAgo: 2,
    guest: 1,
    subject: 'Offsite for twelve people in the spring',
    message: 'We need a room for two days, with lunch. What would it cost, and is the terrace open by then?',
    source: 'website',
    priority: 'high',
    becomes: 'open',
  },
  {
    daysAgo: 1,
    guest: 0,
    subject: 'Invoice for last week',
    message: 'Could the invoice be made out to my company?',
    source: 'email',
    becomes: 'pending',
  },
  {
    daysAgo: 0.1,
    guest: 9,
    message: 'Is the padel court open on Sunday evening?',
    source: 'website',
  },
];

/** Makes all of it, each thing at the moment it came. `customerIds` are of those who have long been customers. */
export async function makeDemoDesk(scope: Scope, places: DemoPlaces, customerIds: string[]): Promise<void> {
  const companyId = await makeCompanies(scope, customerIds);
  await issueCredit(scope, customerIds[0]!, companyId);
  const enquiryIds = await makeEnquiries(scope, places.staffIds, customerIds);
  await makeTasks(scope, places, { companyId, customerId: customerIds[0]!, enquiryId: enquiryIds[1]! });
}

/** Returns the id of the first one. */
async function makeCompanies(scope: Scope, customerIds: string[]): Promise<string> {
  const northwind = await createCompany(daysAgo(scope, 200), {
    name: 'Northwind Studio',
    legalName: 'Northwind Studio GmbH',
    emails: [{ address: 'office@northwind-studio.example' }],
    domains: ['northwind-studio.example'],
    industry: 'Design',
    billingAddress: { line1: 'Große Elbstraße 40', postalCode: '22767', city: 'Hamburg', country: 'DE' },
    paymentTermsDays: 14,
    members: [
      { customerId: customerIds[1]!, role: 'owner' },
      { customerId: customerIds[3]!, role: 'member' },
    ],
  });
  await createCompany(daysAgo(scope, 90), {
    name: 'Kiel Canal Shipping',
    emails: [{ address: 'hello@kielcanal.example' }],
    domains: ['kielcanal.example'],
    industry: 'Logistics',
    members: [{ customerId: customerIds[7]!, role: 'admin' }],
  });
  return northwind.id;
}

async function issueCredit(scope: Scope, customerId: string, companyId: string): Promise<void> {
  const thanks = { amount: 20, currency: 'EUR', note: 'Brought a friend', key: 'demo-friend' };
  await issueCustomerStoreCredit(daysAgo(scope, 30), customerId, thanks);
  const prepaid = { amount: 500, currency: 'EUR', note: 'Paid ahead for meetings', key: 'demo-prepaid' };
  await issueCompanyStoreCredit(daysAgo(scope, 20), companyId, prepaid);
}

async function makeEnquiries(
  scope: Scope,
  { mei }: DemoPlaces['staffIds'],
  customerIds: string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { daysAgo: days, guest, note, becomes, ...question } of questions) {
    const { emails } = await getCustomer(scope, customerIds[guest]!);
    const { id } = await createEnquiry(daysAgo(scope, days), { ...question, email: emails[0]!.address });
    ids.push(id);
    const later = daysAgo(scope, days * 0.8);
    if (note) await replyToEnquiry(later, id, { message: note, internal: true, staffId: mei });
    if (becomes) await updateEnquiry(later, id, { status: becomes, assignedToStaffIds: [mei] });
  }
  return ids;
}

async function makeTasks(
  scope: Scope,
  { harbourId, staffIds }: DemoPlaces,
  { companyId, customerId, enquiryId }: { companyId: string; customerId: string; enquiryId: string },
): Promise<void> {
  const [house, customers] = [
    await createTaskCategory(scope, { name: 'House' }),
    await createTaskCategory(scope, { name: 'Customers' }),
  ];
  const tasks: (TaskChanges & { content: string })[] = [
    {
      title: 'Water the plants',
      content: 'The big ones in the hall, and the herbs in the kitchen.',
      categoryId: house.id,
      locationId: harbourId,
      isTask: true,
      dueAt: dueIn(scope, 1, 9),
      recurrence: { frequency: 'weekly' },
      links: { staff: [staffIds.mei] },
    },
    {
      title: 'Send the offer for the offsite',
      content: 'Two days, twelve people, lunch included.',
      categoryId: customers.id,
      isTask: true,
      dueAt: dueIn(scope, 2, 12),
      links: { enquiry: [enquiryId], company: [companyId], staff: [staffIds.ines] },
    },
    {
      title: 'Prefers the desk by the window',
      content: 'And takes her coffee black.',
      categoryId: customers.id,
      isTask: false,
      isPinned: true,
      links: { customer: [customerId] },
    },
  ];
  for (const task of tasks) await createTask(daysAgo(scope, 1), task);
}

/** An hour of a day to come, in the organization's time zone. */
function dueIn(scope: Scope, days: number, hour: number): Date {
  const { timeZone } = scope.organization;
  const { date } = wallTimeAt(timeZone, scope.clock.now());
  const day: LocalDate = addDays(date, days);
  return momentAt(timeZone, { date: day, minute: hour * 60 });
}

function daysAgo(scope: Scope, days: number): Scope {
  const moment = new Date(scope.clock.now().getTime() - days * dayMs);
  return { ...scope, clock: { now: () => moment } };
}
