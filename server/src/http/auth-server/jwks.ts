// GET /jwks: the public keys that tokens are checked with. Source: Spec, B, GET /jwks.
import type { Routes } from '#http/wire/request.ts';
import type { AuthServer } from './calls.ts';
import { open } from './well-known.ts';

/** The endpoint. */
export async function jwks(app: Routes, { server }: { server: AuthServer }): Promise<void> {
  const { signingKeys } = server.platform.tools;
  app.get('/jwks', async (_request, reply) => {
    const keys = await signingKeys.published();
    return open(reply).send({ keys: keys.map(({ publicJwk }) => publicJwk) });
  });
}
