// POST /inbound-mail: for mail services that hand answers on over HTTP. Additive to the contract (G-110).
import { Type } from 'typebox';
import { receiveMail } from '#core/enquiries/thread/inbound-mail.ts';
import { inboundMailBodyExample } from '#http/admin-api/enquiries/enquiry-examples.ts';
import { enveloped, strict, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** The most characters of a mail in base64: 25 MB of it. */
const messageLengthMax = 34_952_536;

const receivedShape = Type.Object(
  {
    outcome: Type.Enum(['added', 'ignored'], { description: 'Whether it is in a thread now.' }),
    reason: Type.Optional(
      Type.Enum(['automatic', 'unmatched', 'duplicate', 'empty'], {
        description:
          'Why it was ignored: no person wrote it, it belongs to no enquiry, it came before, or it says nothing.',
      }),
    ),
    enquiryId: Type.Optional(Type.String({ description: 'The enquiry it belongs to.' })),
    replyId: Type.Optional(Type.String({ description: 'Record id of what it became.' })),
    kind: Type.Optional(
      Type.Enum(['customer_reply', 'note'], {
        description: 'The customer’s answer, or a note, because it came from an address that is not theirs.',
      }),
    ),
  },
  {
    title: 'ReceivedMail',
    examples: [{ outcome: 'ignored' as const, reason: 'unmatched' as const }],
  },
);

/** Mail that comes in. */
export async function inboundMail(app: Routes): Promise<void> {
  app.post(
    '/inbound-mail',
    {
      bodyLimit: messageLengthMax + 1_024,
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'receiveMail',
        summary: 'Hand in a mail',
        description:
          'Adds a mail to the enquiry it answers: told by the address it went to, or else by the mails it names. Quoted text and attachments are left out; automatic mail is ignored. A mail that is handed in again changes nothing.',
        tags: ['Enquiries'],
        body: strict(
          {
            message: Type.String({
              minLength: 1,
              maxLength: messageLengthMax,
              pattern: '^[A-Za-z0-9+/\\r\\n]*={0,2}\\s*$',
              patternMeaning: 'be base64',
              description: 'The whole mail as it came in (RFC 5322), in base64.',
            }),
          },
          { examples: [inboundMailBodyExample] },
        ),
        response: {
          201: success(receivedShape, { description: 'What became of it.' }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }, reply) => {
      const received = await receiveMail(scope, Buffer.from(body.message, 'base64'));
      reply.code(201);
      const data =
        received.outcome === 'added'
          ? {
              outcome: received.outcome,
              enquiryId: received.enquiryId,
              replyId: received.messageId,
              kind: received.kind,
            }
          : received;
      return enveloped(data, scope.clock.now());
    },
  );
}
