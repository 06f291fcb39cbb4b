// What customers may send of an enquiry, and what they are told of one they sent. Source: Spec, A, POST /enquiries.
import { type Static, Type } from 'typebox';
import { nameLengthMax } from '#core/customers/customer.ts';
import { enquiryBounds, enquiryPriorities } from '#core/enquiries/enquiry.ts';
import type { SendingReceipt } from '#core/enquiries/own-enquiries.ts';
import { messageLengthMax } from '#core/enquiries/thread/enquiry-message.ts';
import { enquiryExample } from '#http/customer-api/enquiries/enquiry-view.ts';
import { strict } from '#http/customer-api/envelope.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** The body of POST /enquiries. */
export const sendEnquiryBody = strict(
  {
    customer: strict(
      {
        firstName: text(nameLengthMax, 'Given name.'),
        lastName: text(nameLengthMax, 'Family name.'),
        email: Type.String({ maxLength: 320, description: 'Where the answer goes.' }),
        phone: text(100, 'Phone number.'),
      },
      { description: 'Who asks.' },
    ),
    enquiry: strict(
      {
        subject: text(enquiryBounds.subject, 'What it is about, in a line; needed without a message.'),
        message: text(enquiryBounds.message, 'What is asked; needed without a subject.'),
        priority: Type.Optional(
          Type.Enum([...enquiryPriorities], {
            description: 'How soon it wants an answer; `medium` unless sent.',
          }),
        ),
        source: text(enquiryBounds.source, 'Where it comes from; `website` unless sent.'),
      },
      { description: 'What is asked.' },
    ),
    publicKey: text(
      100,
      'The organization’s public key, where nobody is signed in; or send the header X-Public-Key.',
    ),
  },
  {
    examples: [
      {
        customer: { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' },
        enquiry: { subject: enquiryExample.subject, message: enquiryExample.message },
        publicKey: 'pk_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8S',
      },
    ],
  },
);

const numbered = {
  enquiry: { id: enquiryExample.id, enquiryNumber: enquiryExample.enquiryNumber },
  customer: { id: '019d3dc2-51a0-7c3e-9d0b-2f6a1c8e4b55', customerNumber: 'CUST-000042' },
};
const enquiryIds = {
  id: Type.String({ description: 'Record id.' }),
  enquiryNumber: Type.String({ description: 'The number people use.' }),
};
const customerIds = {
  id: Type.String({ description: 'Record id.' }),
  customerNumber: Type.String({ description: 'The number people use.' }),
};

/** What a sender is told, in `data`. */
export const sentEnquiryShape = Type.Object(
  {
    enquiry: Type.Object({
      ...enquiryIds,
      status: Type.String({ description: 'Where it stands.' }),
      priority: Type.Enum([...enquiryPriorities], { description: 'How soon it wants an answer.' }),
      source: Type.String({ description: 'Where it came from.' }),
    }),
    customer: Type.Object({
      ...customerIds,
      email: Type.String({ description: 'The address, as it was sent.' }),
    }),
  },
  {
    title: 'SentEnquiry',
    examples: [
      {
        enquiry: { ...numbered.enquiry, status: 'new', priority: 'medium' as const, source: 'website' },
        customer: { ...numbered.customer, email: 'jane@example.com' },
      },
    ],
  },
);

/** What stands beside `data`, as the contract repeats it. */
export const sentEnquiryNotes = {
  beside: { enquiry: Type.Object(enquiryIds), customer: Type.Object(customerIds) },
  exampleBeside: numbered,
};

/** What `sentEnquiryShape` and `sentEnquiryNotes` describe. Of the customer, nothing but what names them. */
export function sentEnquiryView({ enquiry, customer }: SendingReceipt, sentEmail: string) {
  const { id, enquiryNumber, status, priority, source } = enquiry;
  const { id: customerId, customerNumber } = customer;
  return {
    data: {
      enquiry: { id, enquiryNumber, status: status.key, priority, source },
      customer: { id: customerId, customerNumber, email: sentEmail },
    } satisfies Static<typeof sentEnquiryShape>,
    enquiry: { id, enquiryNumber },
    customer: { id: customerId, customerNumber },
  };
}

/** The body of POST /enquiries/{enquiryId}/replies. */
export const ownReplyBody = strict(
  {
    message: Type.String({
      minLength: 1,
      maxLength: messageLengthMax,
      description: 'What you answer, as plain text.',
    }),
  },
  { examples: [{ message: 'Yes please, keep it for us!' }] },
);
