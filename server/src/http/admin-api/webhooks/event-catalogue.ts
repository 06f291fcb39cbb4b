// What every kind of event means and brings, and docs/events.md, which is written from it: npm run events -w frontdesk.
import { type EventType, eventTypes, subscribableEvents } from '#core/events/event.ts';
import { bookingExample } from '#http/admin-api/bookings/booking-examples.ts';
import { companyExample } from '#http/admin-api/companies/company-examples.ts';
import { customerExample, customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerParameterExamples } from '#http/admin-api/customers/customer-parameter-view.ts';
import { enquiryExample } from '#http/admin-api/enquiries/enquiry-examples.ts';
import { changedSettingsExample } from '#http/admin-api/enquiries/enquiry-settings-view.ts';
import { orderExample } from '#http/admin-api/orders/order-examples.ts';
import { organizationExample } from '#http/admin-api/organization-view.ts';
import {
  changedLocationExample,
  equipmentExample,
  locationExample,
  scheduleExample,
  serviceCategoryExample,
  serviceExample,
  staffExample,
  sublocationExample,
} from '#http/admin-api/places/place-examples.ts';
import { customerCreditExample } from '#http/admin-api/store-credit/credit-examples.ts';
import { taskCategoryExample, taskExample } from '#http/admin-api/tasks/task-examples.ts';
import { eventMeanings } from '#http/admin-api/webhooks/event-meanings.ts';
import { eventExample } from '#http/admin-api/webhooks/event-view.ts';

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never;

interface Payload {
  title: string;
  /** What `data` is. */
  data: string;
  example: object;
}

const payloads: Record<KindOf<EventType>, Payload> = {
  organization: {
    title: 'The organization',
    data: 'the organization, as `frontdesk organization show --json` prints it',
    example: organizationExample,
  },
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
  location: { title: 'Locations', data: recordOf('/locations/{locationId}'), example: locationExample },
  sublocation: {
    title: 'Sublocations',
    data: recordOf('/sublocations/{sublocationId}'),
    example: sublocationExample,
  },
  equipment: { title: 'Equipment', data: recordOf('/equipment/{equipmentId}'), example: equipmentExample },
  staff: { title: 'Staff', data: recordOf('/staff/{staffId}'), example: staffExample },
  service_category: {
    title: 'Service categories',
    data: recordOf('/service-categories/{serviceCategoryId}'),
    example: serviceCategoryExample,
  },
  service: { title: 'Services', data: recordOf('/services/{serviceId}'), example: serviceExample },
  schedule: {
    title: 'Opening hours',
    data: 'the schedule as `GET /locations/{locationId}/schedule` and its like returned it, with whose it is; the record of the event is its owner',
    example: {
      ownerType: 'location',
      ownerId: locationExample.id,
      version: changedLocationExample.version,
      ...scheduleExample,
    },
  },
  customer_parameter: {
    title: 'Customer parameters',
    data: 'the definition, as `GET /metadata/customer-parameters` lists it',
    example: customerParameterExamples.at(-1)!,
  },
  enquiry_settings: {
    title: 'Enquiry settings',
    data: 'the lists, as `GET /metadata/enquiries` returned them; the record of the event is the organization',
    example: changedSettingsExample,
  },
  task_category: {
    title: 'Task categories',
    data: 'the category, as `GET /task-categories` lists it',
    example: taskCategoryExample,
  },
};

const introduction = `# Events

Everything that can happen, when it is told, and what is told. Each event has the record as it was at that moment in \`data\`, inside the body that [webhooks.md](webhooks.md) describes:

${fenced({ ...eventExample, data: {} })}

A change is told once, as the kind that says most: a booking that is cancelled is \`booking.cancelled\`, and not \`booking.updated\` too. A change that changes nothing is not told. Of deleted records \`data\` is the record as it was last.

\`POST /api/v1/webhook-subscriptions\` and \`frontdesk webhook-subscription create\` take every kind; \`POST /api/v1/zapier/subscriptions\` those marked with \\*. \`GET /api/v1/events\` lists them all. Kinds may be added: pass over those you don't know. What happens to keys, applications, subscriptions and sign-ins is told to nobody: [audit.md](audit.md).

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
