// POST /profile/email-verification/send and /verify. Source: Spec, A.
import { Type } from 'typebox';
import { sendEmailVerification, verifyEmail } from '#core/sign-in/email-verification.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { emailShape } from '#http/customer-api/profile/customer-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Profile'];
const addressShape = Type.String({ maxLength: 320, description: 'The address to add.' });
const sendBody = strict(
  {
    email: addressShape,
    portalSlug: Type.Optional(
      Type.String({ maxLength: 100, description: 'Portal whose branding the mail has.' }),
    ),
  },
  { examples: [{ email: 'jane@work.example' }] },
);
const verifyBody = strict(
  { email: addressShape, otp: Type.String({ maxLength: 20, description: 'The six digits of the mail.' }) },
  { examples: [{ email: 'jane@work.example', otp: '042137' }] },
);
const sentShape = Type.Object(
  { email: Type.String({ description: 'Where the code was sent.' }) },
  { examples: [{ email: 'jane@work.example' }] },
);
const verifiedShape = Type.Object(
  {
    email: Type.String({ description: 'The address that was added.' }),
    emails: Type.Array(emailShape, { description: 'All addresses of the profile now.' }),
  },
  {
    examples: [
      {
        email: 'jane@work.example',
        emails: [
          { address: 'jane@example.com', isPrimary: true, order: 0 },
          { address: 'jane@work.example', isPrimary: false, order: 1 },
        ],
      },
    ],
  },
);

/** Adding addresses by proving them. */
export async function profileEmailVerification(app: Routes): Promise<void> {
  app.post(
    '/profile/email-verification/send',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'sendEmailVerification',
        summary: 'Mail a code to a new address',
        description: 'The six-digit code proves that the address is yours. A new code makes older ones void.',
        tags,
        body: sendBody,
        response: {
          200: success(sentShape, { description: 'The code is on its way.' }),
          ...failures(403, 409),
        },
      },
    },
    async ({ scope, standing, body, ip }) => {
      const { email } = body;
      await sendEmailVerification(scope, { accountId: standing.session.accountId, email, ip });
      return enveloped({ email });
    },
  );

  app.post(
    '/profile/email-verification/verify',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'verifyEmail',
        summary: 'Add the address with its code',
        description: 'A profile has at most five addresses, and an address belongs to one profile.',
        tags,
        body: verifyBody,
        response: {
          200: success(verifiedShape, { description: 'The address is added.' }),
          ...failures(403, 409),
        },
      },
    },
    async ({ scope, standing, body, ip }) => {
      const proof = { accountId: standing.session.accountId, email: body.email, ip };
      const { email, customer } = await verifyEmail(scope, proof, body.otp);
      const emails = customer.emails.map(({ address, isPrimary }, order) => ({ address, isPrimary, order }));
      return enveloped({ email, emails });
    },
  );
}
