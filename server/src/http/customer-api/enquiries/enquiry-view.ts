// A customer's own enquiry as the Customer API shows it. Source: Spec, Resources, Enquiry (Customer API view).
import { type Static, Type } from 'typebox';
import { type Enquiry, enquiryPriorities } from '#core/enquiries/enquiry.ts';
import type { EnquiryMessage } from '#core/enquiries/thread/enquiry-message.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });
const text = (description: string) => Type.Optional(Type.String({ description }));
const createdAt = '2026-03-31T09:12:45.310Z';

/** The enquiry that examples are about. */
export const enquiryExample = {
  id: '019d4331-0c5e-7d48-b1f6-2a90c47e5d13',
  enquiryNumber: 'ENQ-000017',
  type: 'general',
  subject: 'A room for 20 people',
  message: 'We would like to celebrate on 12 June. Do you have a room with a piano?',
  category: 'Events',
  status: 'open',
  statusLabel: 'In progress',
  priority: 'medium' as const,
  source: 'website',
  responseCount: 1,
  createdAt,
  updatedAt: '2026-03-31T09:29:40.763Z',
  firstResponseAt: '2026-03-31T09:29:40.763Z',
  customerRole: 'primary',
};

/** An enquiry of the customer's own. */
export const enquiryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    enquiryNumber: Type.String({ description: 'The number people use.' }),
    type: Type.String({ description: 'What kind of enquiry it is.' }),
    subject: Type.String({ description: 'What it is about, in a line; empty for nothing.' }),
    message: Type.String({ description: 'What you asked; empty for nothing.' }),
    category: Type.String({ description: 'What it is sorted under; empty for nothing.' }),
    status: Type.String({ description: 'Where it stands, as a name for programs.' }),
    statusLabel: Type.String({ description: 'Where it stands, in words for you.' }),
    priority: Type.Enum([...enquiryPriorities], { description: 'How soon it wants an answer.' }),
    source: Type.String({ description: 'Where it came from.' }),
    responseCount: Type.Integer({ description: 'How many answers you got.' }),
    createdAt: moment('When it was sent.'),
    updatedAt: moment('When something last happened to it.'),
    firstResponseAt: Type.Optional(moment('When you were first answered.')),
    resolvedAt: Type.Optional(moment('When it was resolved.')),
    customerRole: Type.String({ description: 'Your part in it.' }),
  },
  { title: 'Enquiry', examples: [enquiryExample] },
);

/** What `enquiryShape` describes. */
export function enquiryView(enquiry: Enquiry): Static<typeof enquiryShape> {
  return {
    id: enquiry.id,
    enquiryNumber: enquiry.enquiryNumber,
    type: enquiry.type.key,
    subject: enquiry.subject ?? '',
    message: enquiry.message ?? '',
    category: enquiry.category ?? '',
    status: enquiry.status.key,
    statusLabel: enquiry.status.customerLabel,
    priority: enquiry.priority,
    source: enquiry.source,
    responseCount: enquiry.responseCount,
    createdAt: enquiry.createdAt.toISOString(),
    updatedAt: enquiry.updatedAt.toISOString(),
    firstResponseAt: enquiry.firstResponseAt?.toISOString(),
    resolvedAt: enquiry.resolvedAt?.toISOString(),
    customerRole: 'primary',
  };
}

/** An answer in an enquiry of the customer's own. */
export const enquiryReplyShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    from: Type.Enum(['staff', 'customer'], { description: 'Who wrote it.' }),
    name: text('Who exactly.'),
    message: Type.String({ description: 'What was written, as plain text.' }),
    createdAt: moment('When it was written.'),
  },
  {
    title: 'EnquiryReply',
    examples: [
      {
        id: '019d4340-8f1b-7c25-9e3d-60b5a1f7c824',
        from: 'staff' as const,
        name: 'Rosa Lind',
        message: 'Dear Jane, the Elbe room is free on 12 June, and has a piano.',
        createdAt: '2026-03-31T09:29:40.763Z',
      },
    ],
  },
);

/** What `enquiryReplyShape` describes. A key's name is nobody's business outside. */
export function enquiryReplyView(message: EnquiryMessage): Static<typeof enquiryReplyShape> {
  const { id, kind, author, body, createdAt } = message;
  return {
    id,
    from: kind === 'reply' ? 'staff' : 'customer',
    name: author.type === 'staff' || author.type === 'customer' ? author.name : undefined,
    message: body,
    createdAt: createdAt.toISOString(),
  };
}
