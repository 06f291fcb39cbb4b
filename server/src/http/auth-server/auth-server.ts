// Area B, the authorization server: OpenID Connect over a certified library, with the hosted sign-in page, userinfo and
// the metadata documents beside it. Why it is so: docs/decisions/0007.
import { tellError } from '#http/wire/faults.ts';
import type { Area, Routes } from '#http/wire/request.ts';
import type { AuthServer, AuthServerParts } from './calls.ts';
import { interaction } from './interaction.ts';
import { jwks } from './jwks.ts';
import { oauth2 } from './oauth2.ts';
import { userinfo } from './oauth2-userinfo.ts';
import { openProviders } from './providers.ts';
import { wellKnown, wellKnownAtRoot } from './well-known.ts';

const bodyBytesMax = 56 * 1024;

/** The authorization server, to be mounted at the issuer's path. */
export const authServer: Area<AuthServerParts> = async (plain, { parts }) => {
  const app = plain as unknown as Routes;
  const server: AuthServer = { ...parts, providers: openProviders(parts.platform) };
  // Forms are read by whoever needs them, and some belong to the library as they came.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer');
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, error: sentence } = tellError(error, request, reply);
    const code = status >= 500 ? 'server_error' : 'invalid_request';
    return reply.header('cache-control', 'no-store').send({ error: code, error_description: sentence });
  });
  await app.register(wellKnown, { server });
  await app.register(jwks, { server });
  await app.register(oauth2, { server });
  await app.register(userinfo, { server });
  await app.register(interaction, { server });
};

/** The metadata documents at the root of the host. */
export const authServerRoot: Area<AuthServerParts> = async (app, { parts }) => {
  await app.register(wellKnownAtRoot as never, { issuer: parts.platform.tools.urls.issuer } as never);
};
