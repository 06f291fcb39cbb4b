// What every kind of event means and brings, and docs/events.md, which is written from it: npm run events -w frontdesk.
import { type EventType, eventTypes, subscribableEvents } from '#core/events/event.ts';
import { bookingExample } from '#http/admin-api/bookings/booking-examples.ts';
import { companyExample } from '#http/admin-api/companies/company-examples.ts';
import { customerExample, customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';
import { enquiryExample } from '#http/admin-api/enquiries/enquiry-examples.ts';
import { orderExample } from '#http/admin-api/orders/order-examples.ts';
import { customerCreditExample } from '#http/admin-api/store-credit/credit-examples.ts';
import { taskExample } from '#http/admin-api/tasks/task-examples.ts';
import { eventExample } from '#http/admin-api/webhooks/event-view.ts';

/** When each kind of event is recorded, as the end of the sentence "Told when …". */
export const eventMeanings: Record<EventType, string> = {
  'customer.created':
    'a customer was made: by staff, an import, an order, booking or enquiry, or by signing in',
  'customer.updated': 'a customer’s record changed',
  'customer.erased':
    'the person behind a customer was erased: erase what you have of them too; the record has what is left',
  'customer_merge.created':
    'two customers were merged: whatever you have of the merged one belongs to the other now',
  'customer_merge.undone': 'a merge was undone: the merged customer is there again',
  'company.created': 'a company was made',
  'company.updated': 'a company’s record or its members changed',
  'store_credit.changed':
    'an entry was made in the ledger of a customer or a company: credit came, went or expired; the entries of one of them come in order',
  'order.created': 'an order was made',
  'order.updated': 'an order changed in a way that no other kind of event names',
  'order.paid': 'payments came to an order’s total',
  'order.completed': 'an order was completed',
  'order.cancelled': 'an order was cancelled; what it had booked and spent is free again',
  'order.refunded': 'money was given back on an order',
  'order.deleted': 'an order was deleted; it can be restored for some time',
  'order.restored': 'a deleted order was restored',
  'booking.created': 'a booking was made, in whatever status',
  'booking.updated': 'a booking changed in a way that no other kind of event names',
  'booking.confirmed': 'a booking was confirmed for the first time, also when it was made so',
  'booking.cancelled': 'a booking was cancelled',
  'booking.rescheduled': 'a booking gave way to another one at a new time, which has an event of its own',
  'booking.checked_in': 'somebody came and was checked in',
  'booking.completed': 'a booking was completed',
  'booking.no_show': 'nobody came',
  'booking.deleted': 'a booking was deleted',
  'enquiry.created':
    'somebody asked something: on the website, signed in, or through staff; or answered where an enquiry was over',
  'enquiry.updated': 'an enquiry changed in a way that no other kind of event names',
  'enquiry.replied': 'a message joined the thread of an enquiry, from staff or from the customer',
  'enquiry.resolved': 'an enquiry was resolved',
  'enquiry.deleted': 'an enquiry was deleted',
  'task.created': 'a task or a note was made',
  'task.updated': 'a task changed in a way that no other kind of event names',
  'task.completed': 'a task was completed, or one occurrence of a task that repeats',
  'task.deleted': 'a task was deleted',
};

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never;

interface Payload {
  title: string;
  /** What `data` is. */
  data: string;
  example: object;
}

const payloads: Record<KindOf<EventType>, Payload> = {
  customer: { title: 'Customers', data: recordOf('/customers/{customerId}'), example: customerExample },
  customer_merge: {
    title: 'Merges of customers',
    data: 'the merge, as `POST /customers/{customerId}/merge` answers it',
    example: customerMergeExample,
  },
  company: { title: 'Companies', data: recordOf('/companies/{companyId}'), example: companyExample },
  store_credit: {
    title: 'Store credit',
    data: 'the new entry of the ledger, as `GET /customers/{customerId}/store-credit` and `GET /companies/{companyId}/store-credit` list it',
    example: customerCreditExample,
  },
  order: { title: 'Orders', data: recordOf('/orders/{orderId}'), example: orderExample },
  booking: { title: 'Bookings', data: recordOf('/bookings/{bookingId}'), example: bookingExample },
  enquiry: { title: 'Enquiries', data: recordOf('/enquiries/{enquiryId}'), example: enquiryExample },
  task: { title: 'Tasks', data: recordOf('/tasks/{taskId}'), example: taskExample },
};

const introduction = `# Events

Everything that can happen, when it is told, and what is told. Each event has the record as it was at that moment in \`data\`, inside the body that [webhooks.md](webhooks.md) describes:

${fenced({ ...eventExample, data: {} })}

A change is told once, as the kind that says most: a booking that is cancelled is \`booking.cancelled\`, and not \`booking.updated\` too. A change that changes nothing is not told. Of deleted records \`data\` is the record as it was last.

\`POST /api/v1/webhook-subscriptions\` and \`frontdesk webhook-subscription create\` take every kind; \`POST /api/v1/zapier/subscriptions\` those marked with \\*. \`GET /api/v1/events\` lists them all. Kinds may be added: pass over those you don't know.

This page is written by \`npm run events -w frontdesk\`.
`;

/** The text of docs/events.md. */
export function eventCatalogue(): string {
  const chapters = Object.entries(payloads).map(([kind, { title, data, example }]) => {
    const rows = eventTypes
      .filter((type) => type.startsWith(`${kind}.`))
      .map((type) => `| \`${type}\`${isInContract(type) ? ' \\*' : ''} | ${eventMeanings[type]} |`);
    const table = ['| Kind | Told when |', '| --- | --- |', ...rows].join('\n');
    return `\n## ${title}\n\n${table}\n\n\`data\` is ${data}:\n\n${fenced(example)}\n`;
  });
  return introduction + chapters.join('');
}

function isInContract(type: EventType): boolean {
  return (subscribableEvents as readonly EventType[]).includes(type);
}

function recordOf(path: string): string {
  return `the record as \`GET ${path}\` returned it`;
}

function fenced(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}
