// The enquiries that examples are about.
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';

const createdAt = '2026-03-31T09:12:45.310Z';

/** What an enquiry is created with: somebody wants a room for a party. */
export const newEnquiryExample = {
  name: 'Jane Doe',
  email: 'jane@example.com',
  type: 'sales',
  subject: 'A room for 20 people',
  message: 'We would like to celebrate on 12 June. Do you have a room with a piano?',
  category: 'Events',
  priority: 'high' as const,
  source: 'phone',
};

/** The enquiry that `newEnquiryExample` creates. */
export const enquiryExample = {
  id: '019d4331-0c5e-7d48-b1f6-2a90c47e5d13',
  enquiryNumber: 'ENQ-000001',
  name: newEnquiryExample.name,
  email: newEnquiryExample.email,
  customerId: customerExample.id,
  type: newEnquiryExample.type,
  typeLabel: 'Sales',
  subject: newEnquiryExample.subject,
  message: newEnquiryExample.message,
  category: newEnquiryExample.category,
  status: 'new',
  statusLabel: 'New',
  statusCategory: 'new' as const,
  priority: newEnquiryExample.priority,
  assignedToStaffIds: [],
  assignedToStaffNames: [],
  source: newEnquiryExample.source,
  responseCount: 0,
  totalOrdersValue: 0,
  totalPaid: 0,
  orderCount: 0,
  customFields: {},
  createdAt,
  updatedAt: createdAt,
  version: 1,
};

/** A change: the enquiry is settled. */
export const enquiryChangeExample = { status: 'resolved', priority: 'low' as const };

/** The enquiry after an answer and `enquiryChangeExample`. */
export const changedEnquiryExample = {
  ...enquiryExample,
  status: 'resolved',
  statusLabel: 'Resolved',
  statusCategory: 'resolved' as const,
  priority: enquiryChangeExample.priority,
  firstResponseAt: '2026-03-31T09:29:40.763Z',
  resolvedAt: '2026-04-01T15:40:02.118Z',
  responseCount: 1,
  updatedAt: '2026-04-01T15:40:02.118Z',
  version: 3,
};

/** The enquiry once it was deleted and brought back. */
export const restoredEnquiryExample = {
  ...changedEnquiryExample,
  updatedAt: '2026-04-01T15:48:31.504Z',
  version: 4,
};

/** What staff answer. */
export const newReplyExample = {
  message: 'Dear Jane, the Elbe room is free on 12 June, and has a piano. Shall we keep it for you?',
};

/** The answer that `newReplyExample` makes. */
export const replyExample = {
  id: '019d4340-8f1b-7c25-9e3d-60b5a1f7c824',
  enquiryId: enquiryExample.id,
  kind: 'reply' as const,
  message: newReplyExample.message,
  author: { type: 'api_key' as const, id: '019d4300-2f6a-7c38-91d5-b07e4a8c2f13', name: 'Website' },
  createdAt: '2026-03-31T09:29:40.763Z',
};

/** A change of what enquiries are sorted by. */
export const enquirySettingsBodyExample = {
  categories: ['Events', 'Memberships'],
  lostReasons: ['Too expensive', 'No answer'],
};

/** A mail that answers, as a mail server handed it on, in base64. */
export const inboundMailBodyExample = {
  message: Buffer.from(
    [
      'From: Jane Doe <jane@example.com>',
      'To: reply+00c6k2v7f0e3h5m8p1r4t9s6uvb2d7g3h1k5m9p4r8@replies.example.com',
      'Subject: Re: A room for 20 people [ENQ-000001]',
      'Message-ID: <b7c1f0@mail.example.com>',
      '',
      'Yes please!',
      '',
    ].join('\r\n'),
  ).toString('base64'),
};
