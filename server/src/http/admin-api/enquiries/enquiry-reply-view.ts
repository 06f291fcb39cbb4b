// What was said about an enquiry, as the Admin API shows it (G-106).
import { type Static, Type } from 'typebox';
import { type EnquiryMessage, messageKinds } from '#core/enquiries/thread/enquiry-message.ts';
import { replyExample } from '#http/admin-api/enquiries/enquiry-examples.ts';

/** An answer or a note. */
export const enquiryReplyShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    enquiryId: Type.String({ description: 'The enquiry it is about.' }),
    kind: Type.Enum([...messageKinds], {
      description: 'An answer of staff, one of the customer, or a note that only staff see.',
    }),
    message: Type.String({ description: 'What was said, as plain text.' }),
    author: Type.Object(
      {
        type: Type.Enum(['api_key', 'public_key', 'customer', 'staff', 'system'], {
          description: 'What kind of actor said it.',
        }),
        id: Type.String({ description: 'Record id of the key, person or customer.' }),
        name: Type.String({ description: 'What they were called then.' }),
      },
      { description: 'Who said it.' },
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When it was said.' }),
  },
  { title: 'EnquiryReply', examples: [replyExample] },
);

/** What `enquiryReplyShape` describes. */
export function enquiryReplyView(message: EnquiryMessage): Static<typeof enquiryReplyShape> {
  const { id, enquiryId, kind, body, author, createdAt } = message;
  return {
    id,
    enquiryId,
    kind,
    message: body,
    author: { type: author.type, id: author.id, name: author.name },
    createdAt: createdAt.toISOString(),
  };
}
