// POST /sign-in/send and /sign-in/verify: signing in without leaving the page, as the browser packages do.
import { Type } from 'typebox';
import { sendSignInCode, signInWithCode } from '#core/sign-in/first-party.ts';
import { type CustomerAccess, publicScope } from '#http/customer-api/authenticate.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { tokensShape, tokensView } from '#http/customer-api/sign-in/token-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Sign-in'];
const publicKeyShape = Type.Optional(
  Type.String({
    maxLength: 100,
    description: 'The organization’s public key; or send the header X-Public-Key.',
  }),
);
const emailShape = Type.String({ maxLength: 320, description: 'The customer’s email address.' });
const exampleKey = 'pk_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8S';
const headers = Type.Object({
  origin: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: 'The page’s origin. Browsers send it by themselves; others name one that the key allows.',
      examples: ['https://www.example.com'],
    }),
  ),
});
const sendBody = strict(
  { email: emailShape, publicKey: publicKeyShape },
  { examples: [{ email: 'jane@example.com', publicKey: exampleKey }] },
);
const verifyBody = strict(
  {
    email: emailShape,
    otp: Type.String({ maxLength: 20, description: 'The six digits of the mail.' }),
    publicKey: publicKeyShape,
  },
  { examples: [{ email: 'jane@example.com', otp: '042137', publicKey: exampleKey }] },
);

/** First-party sign-in. */
export async function signIn(app: Routes, { access }: { access: CustomerAccess }): Promise<void> {
  app.post(
    '/sign-in/send',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'sendSignInCode',
        summary: 'Mail a sign-in code',
        description: 'Answers the same for every address, known or not. A new code makes older ones void.',
        tags,
        headers,
        body: sendBody,
        response: {
          200: success(
            Type.Object(
              {
                expires_at: Type.Integer({ description: 'When the code ends, in milliseconds since 1970.' }),
              },
              { examples: [{ expires_at: 1_774_948_965_000 }] },
            ),
            { description: 'The code is on its way.' },
          ),
          ...failures(403),
        },
      },
    },
    async (request) => {
      request.scope = await publicScope(access, request);
      const expiresAt = await sendSignInCode(request.scope, { email: request.body.email, ip: request.ip });
      return enveloped({ expires_at: expiresAt.getTime() });
    },
  );

  app.post(
    '/sign-in/verify',
    {
      config: { permission: 'none' },
      schema: {
        operationId: 'signInWithCode',
        summary: 'Sign in with a code',
        description: 'Makes the account at its first sign-in, and links the customer who has the address.',
        tags,
        headers,
        body: verifyBody,
        response: { 200: success(tokensShape, { description: 'Signed in.' }), ...failures(403) },
      },
    },
    async (request, reply) => {
      request.scope = await publicScope(access, request);
      const { email, otp } = request.body;
      const origin = { ip: request.ip, userAgent: request.headers['user-agent'] };
      const pair = await signInWithCode(request.scope, { email, code: otp, origin });
      reply.header('cache-control', 'no-store');
      return enveloped(tokensView(pair));
    },
  );
}
