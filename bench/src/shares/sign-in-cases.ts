// The measured requests of signed-in customers: renewing tokens in both ways, and what is asked with them.
import type { LoadRequest } from '#bench/load/load.ts';
import type { SignIns } from '#bench/seed/sign-ins.ts';
import type { Case } from './case.ts';

/** The cases. */
export function signInCases(signIns: SignIns): Case[] {
  const { clientId, clientSecret } = signIns;
  const grant = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
  });
  return [
    {
      name: 'refresh-grant',
      title: 'Refresh grant, two signatures',
      leastShare: 0.45,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      requests: [{ method: 'POST', path: '/api/auth/oauth2/token', body: `${grant}&refresh_token={token}` }],
      tokens: signIns.hostedRefresh,
      comparable: withoutWhatIsNew,
    },
    {
      name: 'refresh',
      title: 'Refresh through the Customer API, one signature',
      leastShare: 0.6,
      headers: { 'content-type': 'application/json' },
      requests: [{ method: 'POST', path: '/api/client/v1/refresh', body: '{"refresh_token":"{token}"}' }],
      tokens: signIns.ownRefresh,
      comparable: withoutWhatIsNew,
    },
    {
      name: 'userinfo',
      title: 'Userinfo',
      leastShare: 0.6,
      headers: {},
      requests: signIns.hostedAccess.map((token) => asked('/api/auth/oauth2/userinfo', token)),
      comparable: (answer) => answer,
    },
    {
      name: 'profile',
      title: 'Get the own profile',
      leastShare: 0.6,
      headers: {},
      requests: signIns.ownAccess.map((token) => asked('/api/client/v1/profile', token)),
      comparable: (answer) => answer,
    },
  ];
}

function asked(path: string, token: string): LoadRequest {
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}

const signedParts =
  /"(?<name>access_token|id_token)":"(?<head>[^".]+)\.(?<body>[^".]+)\.(?<signature>[^"]+)"/g;
const newValues = /"(refresh_token|jti|sid|nonce)":"[^"]*"|"(iat|exp|auth_time|expires_at)":\d+/g;

/** The answer with its signed tokens opened, and without the values that are new or belong to a session. */
function withoutWhatIsNew(answer: string): string {
  const opened = answer.replace(signedParts, (...parts) => {
    const { name, head, body, signature } = parts.at(-1) as Record<string, string>;
    return `"${name}":${textOf(head)}${textOf(body)}${signature!.length}`;
  });
  return opened.replace(newValues, '"$1$2"');
}

function textOf(part: string | undefined): string {
  return Buffer.from(part ?? '', 'base64url').toString();
}
