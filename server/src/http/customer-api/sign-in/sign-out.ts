// POST /sign-out: ends the session behind the access token, everywhere.
import { Type } from 'typebox';
import { signOut as endSession } from '#core/sign-in/first-party.ts';
import { enveloped, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

/** Signing out. */
export async function signOut(app: Routes): Promise<void> {
  app.post(
    '/sign-out',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Every token of the session stops working within 5 seconds.',
        tags: ['Sign-in'],
        response: {
          200: success(
            Type.Object({ signed_out: Type.Literal(true) }, { examples: [{ signed_out: true as const }] }),
            { description: 'Signed out.' },
          ),
          ...failures(409),
        },
      },
    },
    async ({ scope, standing }) => {
      await endSession(scope, standing.session.id);
      return enveloped({ signed_out: true as const });
    },
  );
}
