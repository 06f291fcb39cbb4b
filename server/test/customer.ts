// A customer at a browser: signs in with the code from the mailbox and asks the Customer API.

import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import { createPublicKey } from '#core/public-keys/public-keys.ts';
import type { Mailbox } from '#integrations/mail/mailbox.ts';
import { type Answer, askAs, type Caller } from '#test/ask.ts';
import type { TestOrganization, World } from '#test/world.ts';

const base = '/api/client/v1';

/** The origin that test public keys allow. */
export const testOrigin = 'https://site.example';

/** A pair of tokens as the API answers it. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
}

/** A caller of the Customer API without a token. */
export function visitor({ app }: World): Caller {
  return askAs(app, undefined, base);
}

/** A caller of the Customer API with an access token. */
export function customerWith({ app }: World, accessToken: string): Caller {
  return askAs(app, accessToken, base);
}

/** A public key of the organization that allows `testOrigin`. */
export async function publicKeyOf({ scope }: TestOrganization): Promise<string> {
  return (await createPublicKey(scope, { name: 'Site', allowedOrigins: [testOrigin] })).key;
}

/** Sends out mail that waits, and returns the code of the newest one to an address. */
export async function mailedCode({ parts }: World, to: string): Promise<string> {
  while ((await sendDueMails(parts.platform, parts.db)) > 0);
  const mailbox = parts.platform.tools.mailer as Mailbox;
  const [mail] = await mailbox.listMail({ to, limit: 1 });
  return /^\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Signs a customer in through the Customer API. */
export async function signIn(
  world: World,
  house: TestOrganization,
  email: string,
): Promise<{ tokens: Tokens; me: Caller; publicKey: string }> {
  const publicKey = await publicKeyOf(house);
  const headers = { origin: testOrigin };
  world.clock.advance(61_000);
  await visitor(world).post('/sign-in/send', { email, publicKey }, headers);
  const otp = await mailedCode(world, email);
  const answer: Answer = await visitor(world).post('/sign-in/verify', { email, otp, publicKey }, headers);
  const tokens = answer.body.data as Tokens;
  return { tokens, me: customerWith(world, tokens?.access_token), publicKey };
}
