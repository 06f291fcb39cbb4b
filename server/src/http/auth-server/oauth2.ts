// The endpoints the library answers: authorize, token, revocation, pushed requests, signing out. What is done here is
// to find whose call it is, and to even out what the library would refuse and the contract allows.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '#http/wire/request.ts';
import { type AuthServer, callOf, organizationIn, passOn } from './calls.ts';
import { errorPage } from './pages/end-pages.ts';

type Params = { organization: string; uid: string };

/** Without a scope in the request, this is asked for. Source: Spec, B, Authorization request parameters: scope is optional. */
const defaultScope = 'openid profile email';

/** The endpoints. */
export async function oauth2(app: Routes, { server }: { server: AuthServer }): Promise<void> {
  app.get('/oauth2/authorize', async (request, reply) => {
    const query = withDefaultScope(queryOf(request));
    const call = await callOf(server, request, { clientId: query.get('client_id') ?? undefined });
    await passOn(server, request, reply, { call, path: `/authorize?${query}` });
    return reply;
  });

  // OpenID Connect Core, 3.1.2.1 wants POST as well; the cookies need a navigation of the browser's own.
  app.post('/oauth2/authorize', async (request, reply) => redirectToGet(request, reply, 'authorize'));

  app.get<{ Params: Params }>('/oauth2/at/:organization/authorize/:uid', async (request, reply) => {
    const call = await callOf(server, request, {
      organizationId: organizationIn(request.params.organization),
    });
    await passOn(server, request, reply, {
      call,
      path: `/authorize/${encodeURIComponent(request.params.uid)}`,
    });
    return reply;
  });

  for (const name of ['token', 'revoke', 'par'] as const) {
    app.post(`/oauth2/${name}`, async (request, reply) => {
      const form = new URLSearchParams(bodyOf(request).toString());
      const call = await callOf(server, request, { clientId: clientIdOf(request, form) });
      const body = name === 'par' ? Buffer.from(String(withDefaultScope(form))) : bodyOf(request);
      request.raw.headers.accept = 'application/json';
      await passOn(server, request, reply, {
        call: { ...call, isWhole: name !== 'par' },
        path: `/${name}`,
        body,
      });
      return reply;
    });
    app.options(`/oauth2/${name}`, async (request, reply) => {
      await passOn(server, request, reply, { call: await callOf(server, request, {}), path: `/${name}` });
      return reply;
    });
  }

  app.get('/oauth2/end-session', async (request, reply) => {
    const query = await withKnownHint(server, queryOf(request));
    const clientId = query.get('client_id') ?? audienceOf(query.get('id_token_hint')) ?? undefined;
    const organizationId = clientId === undefined ? onlySessionIn(request.headers.cookie) : undefined;
    const call = await callOf(server, request, { clientId, organizationId });
    if (!call.scope) return tellNoSession(reply);
    await passOn(server, request, reply, { call, path: `/end-session?${query}` });
    return reply;
  });

  app.post('/oauth2/end-session', async (request, reply) => redirectToGet(request, reply, 'end-session'));

  app.post<{ Params: Params }>('/oauth2/at/:organization/end-session/confirm', async (request, reply) => {
    const call = await callOf(server, request, {
      organizationId: organizationIn(request.params.organization),
    });
    const body = bodyOf(request);
    await passOn(server, request, reply, {
      call: { ...call, isWhole: true },
      path: '/end-session/confirm',
      body,
    });
    return reply;
  });

  app.get<{ Params: Params }>('/oauth2/at/:organization/end-session/success', async (request, reply) => {
    const call = await callOf(server, request, {
      organizationId: organizationIn(request.params.organization),
    });
    await passOn(server, request, reply, { call, path: `/end-session/success?${queryOf(request)}` });
    return reply;
  });

  async function redirectToGet(request: FastifyRequest, reply: FastifyReply, name: string) {
    const form = new URLSearchParams(bodyOf(request).toString());
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${server.platform.tools.urls.issuer}/oauth2/${name}?${form}`, 303);
  }
}

function withDefaultScope(parameters: URLSearchParams): URLSearchParams {
  if (!parameters.get('scope') && !parameters.has('request_uri')) parameters.set('scope', defaultScope);
  return parameters;
}

function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const url = raw.url ?? '';
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start));
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The client a form or a Basic header names. Whether the two agree is the library's to say. */
function clientIdOf({ headers }: FastifyRequest, form: URLSearchParams): string | undefined {
  const named = form.get('client_id');
  if (named) return named;
  const basic = /^basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const [user = ''] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':');
  try {
    return decodeURIComponent(user) || undefined;
  } catch {
    return undefined;
  }
}

/** A hint whose key is gone can't be checked any more; it still names the application, and the customer is asked. */
async function withKnownHint({ platform }: AuthServer, query: URLSearchParams): Promise<URLSearchParams> {
  const hint = query.get('id_token_hint');
  const kid = jsonPart(hint, 0)?.kid;
  if (!hint || typeof kid !== 'string' || (await platform.tools.signingKeys.find(kid))) return query;
  const audience = audienceOf(hint);
  query.delete('id_token_hint');
  if (audience && !query.has('client_id')) query.set('client_id', audience);
  return query;
}

function audienceOf(idToken: string | null): string | undefined {
  const audience = jsonPart(idToken, 1)?.aud;
  return typeof audience === 'string' ? audience : undefined;
}

function jsonPart(token: string | null, place: number): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(token?.split('.')[place] ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The organization whose session the browser holds, when it holds one only. */
function onlySessionIn(cookies = ''): string | undefined {
  const names = [...cookies.matchAll(/(?:^|;\s*)cs_([0-9A-Za-z]{22})=/g)].map((match) => match[1]!);
  return names.length === 1 ? organizationIn(names[0]!) : undefined;
}

function tellNoSession(reply: FastifyReply): FastifyReply {
  const page = errorPage(undefined, {
    title: 'Sign out in the application',
    sentences: ['It is not clear which application to sign out of. Open it and sign out there.'],
    code: 'invalid_request: client_id or id_token_hint is missing',
  });
  return reply.code(400).headers(page.headers).send(page.html);
}
