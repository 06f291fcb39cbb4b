// The hosted sign-in: the pages between an application's request and the way back to it. Every step is a form that
// works without scripts; what the customer has done so far is kept with the interaction, on the server.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults } from 'oidc-provider';
import type { Scope } from '#core/scope.ts';
import { codeIntervalSeconds } from '#core/sign-in/codes/one-time-code.ts';
import { sendCode } from '#core/sign-in/codes/one-time-codes.ts';
import { signInOnHostedPage } from '#core/sign-in/hosted-sessions.ts';
import { tellError } from '#http/wire/faults.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';
import { equalDigests, hmacSha256 } from '#kit/hash.ts';
import { withinCall } from './call.ts';
import { type AuthServer, callOf, organizationIn } from './calls.ts';
import { errorPage } from './pages/end-pages.ts';
import type { Page } from './pages/page-frame.ts';
import { codePage, emailPage, type SignInStep } from './pages/sign-in-page.ts';
import { errorWords } from './provider-pages.ts';
import type { ProviderInstance } from './providers.ts';

type Interaction = Awaited<ReturnType<ProviderInstance['provider']['interactionDetails']>>;
type SignInRequest = FastifyRequest<{ Params: { organization: string; uid: string } }>;

/** A sign-in that is going on. */
interface SignIn {
  scope: Scope;
  interaction: Interaction;
  step: SignInStep;
  /** The address a code was sent to last, and when, in ms Unix time. */
  sent: { email: string; at: number } | undefined;
  ip: string;
  form: URLSearchParams;
  /** The interaction as it is by now. */
  look(): Promise<Interaction>;
  /** Ends the interaction and returns the address to go on at. */
  finish(result: InteractionResults): Promise<string>;
}

/** What a step comes to: a page, or another address. */
type Outcome = { page: Page; status?: number } | { goTo: string };

/** The pages. */
export async function interaction(app: Routes, { server }: { server: AuthServer }): Promise<void> {
  const base = '/interaction/:organization/:uid';
  const step =
    (work: (signIn: SignIn) => Promise<Outcome>) => (request: FastifyRequest, reply: FastifyReply) =>
      takeStep(server, request as SignInRequest, reply, work);
  app.get(base, step(askForEmail));
  app.get(`${base}/code`, step(askForCode));
  app.post(`${base}/email`, step(takeEmail));
  app.post(`${base}/code`, step(takeCode));
  app.post(`${base}/resend`, step(sendAgain));
  app.post(`${base}/cancel`, step(cancel));
}

async function askForEmail({ interaction, step, sent, finish }: SignIn): Promise<Outcome> {
  // Nothing is asked of the customer here: an organization's own application needs no consent.
  if (interaction.prompt.name === 'consent') return { goTo: await finish({ consent: {} }) };
  return { page: emailPage({ ...step, email: sent?.email ?? hintedEmail(interaction) }) };
}

async function askForCode(signIn: SignIn): Promise<Outcome> {
  if (!signIn.sent) return { goTo: signIn.step.path };
  return { page: showCode(signIn, { isSentAgain: signIn.interaction.lastSubmission?.again === true }) };
}

async function takeEmail(signIn: SignIn): Promise<Outcome> {
  const { step, sent, form, scope } = signIn;
  const email = form.get('email') ?? '';
  // The code of a moment ago is still good: whoever went back and on again needs no other.
  const isSame =
    sent !== undefined && sent.email === email.trim().toLowerCase() && waitSeconds(scope, sent.at) > 0;
  if (isSame) return { goTo: `${step.path}/code` };
  try {
    await send(signIn, email, false);
    return { goTo: `${step.path}/code` };
  } catch (error) {
    const { wrong, status } = wordsFor(error, {
      email: 'This is not an email address. It should look like jane@example.com.',
    });
    return { page: emailPage({ ...step, email: email.slice(0, 254), wrong }), status };
  }
}

async function sendAgain(signIn: SignIn): Promise<Outcome> {
  const { step, sent } = signIn;
  if (!sent) return { goTo: step.path };
  try {
    await send(signIn, sent.email, true);
    return { goTo: `${step.path}/code` };
  } catch (error) {
    const { wrong, status } = wordsFor(error);
    return { page: showCode(signIn, { wrong }), status };
  }
}

async function takeCode(signIn: SignIn): Promise<Outcome> {
  const { scope, step, sent, form, ip, interaction, finish } = signIn;
  if (!sent) return { goTo: step.path };
  try {
    const typed = { email: sent.email, code: form.get('code') ?? '', interaction: interaction.uid, ip };
    const accountId = await signInOnHostedPage(scope, typed);
    return { goTo: await finish({ login: { accountId, amr: ['otp'] } }) };
  } catch (error) {
    const { wrong, status } = wordsFor(error);
    // A second press of the button finds the code used; whoever has signed in goes on.
    const { result, returnTo } = await signIn.look();
    if (result?.login) return { goTo: returnTo };
    return { page: showCode(signIn, { wrong }), status };
  }
}

async function cancel({ finish }: SignIn): Promise<Outcome> {
  return {
    goTo: await finish({ error: 'access_denied', error_description: 'the customer did not sign in' }),
  };
}

async function send({ scope, interaction, ip }: SignIn, typed: string, again: boolean): Promise<void> {
  const { email } = await sendCode(scope, {
    purpose: 'hosted_sign_in',
    email: typed,
    binding: interaction.uid,
    ip,
  });
  interaction.lastSubmission = { email, at: scope.clock.now().getTime(), again };
  await interaction.persist();
}

function showCode(
  signIn: SignIn,
  { wrong, isSentAgain = false }: { wrong?: string; isSentAgain?: boolean },
): Page {
  const { scope, step, sent } = signIn;
  const { mailer, urls } = scope.tools;
  const mailboxUrl =
    'listMail' in mailer ? `${urls.public}/dev/mailbox?to=${encodeURIComponent(sent!.email)}` : undefined;
  const minutes = scope.organization.codeMinutes;
  const wait = waitSeconds(scope, sent!.at);
  return codePage({
    ...step,
    wrong,
    email: sent!.email,
    minutes,
    waitSeconds: wait,
    isSentAgain: isSentAgain && wait > 0,
    mailboxUrl,
  });
}

function waitSeconds(scope: Scope, sentAt: number): number {
  return Math.max(0, Math.ceil(codeIntervalSeconds - (scope.clock.now().getTime() - sentAt) / 1000));
}

function hintedEmail({ params }: Interaction): string {
  return typeof params.login_hint === 'string' ? params.login_hint.slice(0, 254) : '';
}

/** What to say about an error of the core. Anything else is a bug and goes on. */
function wordsFor(error: unknown, fields: Record<string, string> = {}): { wrong: string; status: number } {
  if (!(error instanceof Fault)) throw error;
  const field = error.details?.[0]?.path ?? '';
  const status = error.kind === 'limited' ? 429 : error.kind === 'forbidden' ? 403 : 400;
  return { wrong: fields[field] ?? error.message, status };
}

/** Finds the sign-in a request belongs to, takes a step in it, and answers with a page in any case. */
async function takeStep(
  server: AuthServer,
  request: SignInRequest,
  reply: FastifyReply,
  work: (signIn: SignIn) => Promise<Outcome>,
): Promise<FastifyReply> {
  const call = await callOf(server, request, { organizationId: organizationIn(request.params.organization) });
  const brand = call.scope?.organization;
  try {
    const outcome = await withinCall(call, async () =>
      work(await findSignIn(server, request, reply, call.scope)),
    );
    if ('goTo' in outcome) return reply.header('cache-control', 'no-store').redirect(outcome.goTo, 303);
    return reply
      .code(outcome.status ?? 200)
      .headers(outcome.page.headers)
      .send(outcome.page.html);
  } catch (error) {
    const words = error instanceof errors.OIDCProviderError ? ended(reply) : failed(error, request, reply);
    const page = errorPage(brand, words);
    return reply.headers(page.headers).send(page.html);
  }
}

async function findSignIn(
  server: AuthServer,
  request: SignInRequest,
  reply: FastifyReply,
  scope: Scope | undefined,
): Promise<SignIn> {
  const { raw, params, body, ip, method } = request;
  if (!scope) throw new errors.SessionNotFound('there is no such sign-in');
  const { provider } = await server.providers.of(scope.organization.id);
  const interaction = await provider.interactionDetails(raw, reply.raw);
  if (interaction.uid !== params.uid) throw new errors.SessionNotFound('this is another sign-in');
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
  const csrf = hmacSha256(scope.tools.pepper, `interaction ${interaction.uid}`);
  if (method === 'POST' && !equalDigests(csrf, Buffer.from(form.get('csrf') ?? '', 'base64url'))) {
    throw new errors.SessionNotFound('the form is not from this sign-in');
  }
  const client = await server.clients.byClientId(String(interaction.params.client_id));
  if (!client) throw new errors.SessionNotFound('the application is gone');
  const { email, at } = (interaction.lastSubmission ?? {}) as { email?: string; at?: number };
  const base = new URL(scope.tools.urls.issuer).pathname;
  return {
    scope,
    interaction,
    step: {
      brand: scope.organization,
      clientName: client.client.name,
      path: `${base}/interaction/${params.organization}/${params.uid}`,
      csrf: csrf.toString('base64url'),
    },
    sent: email && at ? { email, at } : undefined,
    ip,
    form,
    look: () => provider.interactionDetails(raw, reply.raw),
    finish: (result) =>
      provider.interactionResult(raw, reply.raw, result, { mergeWithLastSubmission: false }),
  };
}

function ended(reply: FastifyReply) {
  reply.code(400);
  return errorWords({ error: 'invalid_request', error_description: 'the sign-in has ended' }, 'interaction');
}

function failed(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { error: sentence, code } = tellError(error, request, reply);
  return { title: 'Something went wrong', sentences: [sentence, 'Go back and try again.'], code };
}
