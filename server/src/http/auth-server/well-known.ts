// The metadata documents. Made from the issuer alone: nothing of a request shows in them.
// Source: Spec, B, the two metadata documents; RFC 8414; OpenID Connect Discovery 1.0.
import type { FastifyReply } from 'fastify';
import type { Routes } from '#http/wire/request.ts';
import { scopes } from './accounts.ts';
import type { AuthServer } from './calls.ts';

const names = ['openid-configuration', 'oauth-authorization-server'] as const;

/** The documents below the issuer. */
export async function wellKnown(app: Routes, { server }: { server: AuthServer }): Promise<void> {
  const { urls } = server.platform.tools;
  for (const name of names) {
    app.get(`/.well-known/${name}`, async (_request, reply) => open(reply).send(metadata(urls.issuer)));
  }
}

/** The same documents where RFC 8414, 3.1 puts them: at the root of the host, with the issuer's path at the end. */
export async function wellKnownAtRoot(app: Routes, { issuer }: { issuer: string }): Promise<void> {
  for (const name of names) {
    app.get(`/.well-known/${name}/api/auth`, async (_request, reply) => open(reply).send(metadata(issuer)));
  }
}

/** For everybody, from any page, for five minutes. */
export function open(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    end_session_endpoint: `${issuer}/oauth2/end-session`,
    pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    subject_types_supported: ['public'],
    claims_supported: ['sub', 'name', 'email', 'email_verified', 'iss', 'aud', 'exp', 'iat', 'auth_time'],
    claims_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
