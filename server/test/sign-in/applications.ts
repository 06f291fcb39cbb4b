// Applications that customers sign in to, as tests need them: registered clients driven by the openid-client library,
// and customers who read their mail.
import * as oidc from 'openid-client';
import { createOAuthClient } from '#core/oauth-clients/oauth-clients.ts';
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';
import { type Browser, openBrowser, type Place, visitApp } from '#test/sign-in/browser.ts';
import type { TestOrganization, World } from '#test/world.ts';

/** An application: a registered client with the library's configuration for it. */
export interface Application {
  clientId: string;
  secret: string | undefined;
  redirectUri: string;
  config: oidc.Configuration;
}

/** Registers an application and lets the library discover the authorization server. */
export async function makeApplication(
  world: World,
  { scope }: TestOrganization,
  type: 'public' | 'confidential',
  options: { redirectUri?: string; fetch?: oidc.CustomFetch } = {},
): Promise<Application> {
  const redirectUri = options.redirectUri ?? 'https://app.example.com/callback';
  const { client, secret } = await createOAuthClient(scope, {
    name: 'Example App',
    type,
    redirectUris: [redirectUri],
    postLogoutRedirectUris: ['https://app.example.com/bye'],
  });
  const config = await oidc.discovery(
    new URL(world.config.urls.issuer),
    client.clientId,
    undefined,
    secret ? oidc.ClientSecretBasic(secret) : oidc.None(),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: options.fetch ?? fetchFrom(world) },
  );
  return { clientId: client.clientId, secret, redirectUri, config };
}

/** The library's way to the application under test. */
export function fetchFrom({ app }: World, ip = '192.0.2.2'): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url);
    const answer = await app.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { host, ...headers },
      remoteAddress: ip,
      ...(body == null ? {} : { payload: String(body) }),
    });
    const sent = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: sent,
    });
  };
}

/** A browser that visits the application under test. */
export function browserOf(world: World, ip?: string): Browser {
  return openBrowser(world.config.urls.public, visitApp(world.app, ip));
}

/** What the application keeps until the customer comes back. */
export interface Started {
  url: URL;
  verifier: string;
  state: string;
  nonce: string;
}

/** Starts a sign-in, as an application does. */
export async function startSignIn(
  { config, redirectUri }: Application,
  parameters: Record<string, string> = {},
): Promise<Started> {
  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  });
  return { url, verifier, state, nonce };
}

/** Exchanges the code the customer came back with. */
export function finishSignIn({ config }: Application, { verifier, state, nonce }: Started, place: Place) {
  return oidc.authorizationCodeGrant(config, new URL(place.url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  });
}

/** Signs a customer in from the first page to the tokens. */
export async function signIn(world: World, application: Application, browser: Browser, email: string) {
  const started = await startSignIn(application);
  const place = await passPages(world, browser, await browser.open(started.url.href), email);
  return finishSignIn(application, started, place);
}

/** Takes a browser from the page that asks for the address through both pages. */
export async function passPages(world: World, browser: Browser, first: Place, email: string): Promise<Place> {
  const second = await browser.submit(first, '/email', { email });
  return browser.submit(second, '/code', { code: await codeFor(world, email) });
}

/** The code in the latest mail to an address. */
export async function codeFor({ parts }: World, email: string): Promise<string> {
  // Other tests may have left more mail than is sent at once.
  while ((await sendDueMails(parts.platform, parts.db)) > 0);
  const [mail] = await (parts.platform.tools.mailer as Mailbox).listMail({ to: email, limit: 1 });
  const code = /^(\d{6})\b/.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`No code was sent to ${email}.`);
  return code;
}
