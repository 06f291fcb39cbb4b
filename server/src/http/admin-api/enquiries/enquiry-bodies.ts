// What callers may send of an enquiry: the bodies of create, update and reply (G-101, G-106).
import { Type } from 'typebox';
import { enquiryBounds, enquiryPriorities } from '#core/enquiries/enquiry.ts';
import { messageLengthMax } from '#core/enquiries/thread/enquiry-message.ts';
import { clearable } from '#http/admin-api/clearing.ts';
import {
  enquiryChangeExample,
  newEnquiryExample,
  newReplyExample,
} from '#http/admin-api/enquiries/enquiry-examples.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { customFieldsMax } from '#kit/custom-fields.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

const fields = {
  name: text(enquiryBounds.name, 'Who asked; empty for nobody who is known.'),
  phone: text(100, 'Their phone number; empty for none.'),
  type: text(64, 'Key of a type; `GET /metadata/enquiries` lists them.'),
  subject: text(enquiryBounds.subject, 'What it is about, in a line; empty for nothing.'),
  message: text(enquiryBounds.message, 'What they asked; empty for nothing.'),
  category: text(enquiryBounds.category, 'What it is sorted under; empty for nothing.'),
  orderId: text(64, 'The order it is about; empty for none.'),
  priority: Type.Optional(Type.Enum([...enquiryPriorities], { description: 'How soon it wants an answer.' })),
  assignedTo: text(64, 'The staff member in charge, who comes first; empty for nobody at all.'),
  assignedToStaffIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 64, description: 'A record id.' }), {
      maxItems: enquiryBounds.staff,
      description: 'The whole list of staff who answer it.',
    }),
  ),
  source: text(enquiryBounds.source, 'Where it came from.'),
  referrer: text(enquiryBounds.referrer, 'The page or person that led here; empty for none.'),
  customFields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: customFieldsMax,
      description: 'Values by key; null removes one.',
    }),
  ),
  externalId: text(enquiryBounds.externalId, 'Its id in a system of yours; empty for none.'),
};

/** The body of POST /enquiries. */
export const createEnquiryBody = strict(
  {
    ...fields,
    email: Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'Where the answer goes. The customer is found by it, or made.',
    }),
  },
  { examples: [newEnquiryExample] },
);

const changeable = {
  ...fields,
  lostReason: text(enquiryBounds.lostReason, 'Why nothing came of it; empty for no reason.'),
};

/** The fields of an enquiry that a change can clear. */
export const clearableEnquiryFields = [
  'name',
  'phone',
  'subject',
  'message',
  'category',
  'orderId',
  'lostReason',
  'assignedTo',
  'referrer',
  'externalId',
] as const;

/** The body of PATCH /enquiries/{enquiryId}. */
export const updateEnquiryBody = strict(
  {
    ...clearable(changeable, clearableEnquiryFields),
    email: text(320, 'Where the answer goes; the customer stays the same.'),
    status: text(64, 'Key of a status; `GET /metadata/enquiries` lists them.'),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
    ),
  },
  { examples: [enquiryChangeExample] },
);

/** The body of POST /enquiries/{enquiryId}/replies. */
export const enquiryReplyBody = strict(
  {
    message: Type.String({
      minLength: 1,
      maxLength: messageLengthMax,
      description: 'What to say, as plain text.',
    }),
    internal: Type.Optional(
      Type.Boolean({ default: false, description: 'A note: not sent, and never shown to the customer.' }),
    ),
    staffId: text(64, 'Who of the staff says it.'),
  },
  { examples: [newReplyExample] },
);
