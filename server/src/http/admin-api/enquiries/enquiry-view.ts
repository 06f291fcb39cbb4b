// An enquiry as the Admin API shows it. Source: Spec, Resources, Admin API: enquiry.
import { type Static, Type } from 'typebox';
import { type Enquiry, enquiryPriorities } from '#core/enquiries/enquiry.ts';
import { statusCategories } from '#core/enquiries/settings/enquiry-settings.ts';
import type { Scope } from '#core/scope.ts';
import { enquiryExample } from '#http/admin-api/enquiries/enquiry-examples.ts';
import { toDecimal } from '#kit/money.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const moment = (description: string) => Type.String({ format: 'date-time', description });

/** An enquiry. */
export const enquiryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    enquiryNumber: Type.String({ description: 'The number people use.' }),
    name: text('Who asked, as they called themselves.'),
    email: Type.Optional(
      Type.String({
        format: 'email',
        description: 'Where the answer goes; absent once who asked was erased.',
      }),
    ),
    phone: text('Phone number they gave.'),
    customerId: Type.String({ description: 'The customer who asked.' }),
    type: Type.String({ description: 'Key of its type.' }),
    typeLabel: Type.String({ description: 'What the type is called.' }),
    subject: text('What it is about, in a line.'),
    message: text('What they asked.'),
    category: text('What it is sorted under.'),
    orderId: text('The order it is about.'),
    status: Type.String({ description: 'Key of its status; `GET /metadata/enquiries` lists them.' }),
    statusLabel: Type.String({ description: 'What the status is called.' }),
    statusCategory: Type.Enum([...statusCategories], {
      description: 'What the status means, whatever it is called.',
    }),
    lostReason: text('Why nothing came of it.'),
    priority: Type.Enum([...enquiryPriorities], { description: 'How soon it wants an answer.' }),
    assignedTo: text('Record id of the staff member in charge: the first of those it is assigned to.'),
    assignedToStaffIds: Type.Array(Type.String(), { description: 'Record ids of the staff who answer it.' }),
    assignedToStaffNames: Type.Array(Type.String(), { description: 'Their names.' }),
    source: Type.String({ description: 'Where it came from.' }),
    referrer: text('The page or person that led here.'),
    firstResponseAt: Type.Optional(moment('When staff first answered.')),
    resolvedAt: Type.Optional(moment('When it was resolved.')),
    closedAt: Type.Optional(moment('When it was closed.')),
    responseCount: Type.Integer({ description: 'How many answers staff gave.' }),
    totalOrdersValue: Type.Number({
      description: 'What the orders it led to come to, in the organization’s currency.',
    }),
    totalPaid: Type.Number({ description: 'What was paid of them and not given back.' }),
    orderCount: Type.Integer({ description: 'How many they are; cancelled ones do not count.' }),
    customFields: Type.Record(Type.String(), Type.Unknown(), { description: 'Values by key.' }),
    previousEnquiryId: text('The closed enquiry that this one goes on from.'),
    externalId: text('Its id in a system of yours.'),
    createdAt: moment('When the record was made.'),
    updatedAt: moment('When the record was last changed.'),
    version: Type.Integer({
      description: 'Counts the changes; send it with a change to overwrite nobody’s.',
    }),
  },
  { title: 'Enquiry', examples: [enquiryExample] },
);

/** An enquiry as lists, answers and events show it. */
export function enquiryView(enquiry: Enquiry, { organization }: Scope): Static<typeof enquiryShape> {
  const { type, status, staff, orders } = enquiry;
  return {
    id: enquiry.id,
    enquiryNumber: enquiry.enquiryNumber,
    name: enquiry.name,
    email: enquiry.email || undefined,
    phone: enquiry.phone,
    customerId: enquiry.customerId,
    type: type.key,
    typeLabel: type.label,
    subject: enquiry.subject,
    message: enquiry.message,
    category: enquiry.category,
    orderId: enquiry.orderId,
    status: status.key,
    statusLabel: status.label,
    statusCategory: status.category,
    lostReason: enquiry.lostReason,
    priority: enquiry.priority,
    assignedTo: staff[0]?.id,
    assignedToStaffIds: staff.map(({ id }) => id),
    assignedToStaffNames: staff.map(({ name }) => name),
    source: enquiry.source,
    referrer: enquiry.referrer,
    firstResponseAt: enquiry.firstResponseAt?.toISOString(),
    resolvedAt: enquiry.resolvedAt?.toISOString(),
    closedAt: enquiry.closedAt?.toISOString(),
    responseCount: enquiry.responseCount,
    totalOrdersValue: toDecimal(orders.valueMinor, organization.currency),
    totalPaid: toDecimal(orders.paidMinor, organization.currency),
    orderCount: orders.count,
    customFields: enquiry.customFields,
    previousEnquiryId: enquiry.previousEnquiryId,
    externalId: enquiry.externalId,
    createdAt: enquiry.createdAt.toISOString(),
    updatedAt: enquiry.updatedAt.toISOString(),
    version: enquiry.version,
  };
}
