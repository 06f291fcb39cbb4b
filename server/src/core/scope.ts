// Scope and Actor: who acts, for which organization, with which tools. Every operation takes a Scope first, and
// nobody reaches the database without one.
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Organization } from '#core/organizations/organization.ts';
import type { SigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import type { TenantDb, Tx } from '#db/tx.ts';
import type { Callbacks } from '#integrations/callbacks/callbacks.ts';
import type { Documents } from '#integrations/documents/documents.ts';
import type { FileStore } from '#integrations/files/files.ts';
import type { Photo } from '#integrations/images/images.ts';
import type { InboundMail } from '#integrations/mail/inbound-mail.ts';
import type { Mailer } from '#integrations/mail/mail.ts';
import type { Clock } from '#kit/clock.ts';
import type { SecretBox } from '#kit/secret-box.ts';

/** Who acts. `id` is the record id of the key, staff member or customer; a system actor is named by what it does. */
export interface Actor {
  type: 'api_key' | 'public_key' | 'customer' | 'staff' | 'system';
  id: string;
  name: string;
}

/** Structured logging: values first, then what happened. Never secrets, never personal data. */
export interface Log {
  info(values: object, message: string): void;
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

/** The addresses that leave the service, each without a slash at its end. */
export interface PublicUrls {
  public: string;
  wallet: string;
  portal: string;
  signup: string;
  /** Issuer of tokens, and base of the authorization server. */
  issuer: string;
}

/**
 * What a record looks like to those who are told of it: by kind of record, the Admin API's view of it. The core does
 * not know views, so the process hands them in.
 */
export type EventViews = Record<string, (record: never, scope: Scope) => unknown>;

/** Signs webhooks with the key of this instance (ed25519), which is made at its first use. */
export interface WebhookSigner {
  /** The public half: `whpk_` and 32 bytes in base64. */
  publicKey(): Promise<string>;
  /** The signature of UTF-8 text, in base64. */
  sign(text: string): Promise<string>;
}

/** What operations reach the outside with. */
export interface Tools {
  files: FileStore;
  /** Draws a stranger's picture anew as WebP, without metadata. Throws what is wrong with it. */
  reencodePhoto(bytes: Buffer): Promise<Photo>;
  /** The same within the size of a printed logo. */
  reencodeLogo(bytes: Buffer): Promise<Photo>;
  documents: Documents;
  callbacks: Callbacks;
  mailer: Mailer;
  /** Reads a mail as mail servers hand it on. Throws `invalid_field` for what is none. */
  readMail(raw: Uint8Array): Promise<InboundMail>;
  /** The domain that answers to mails go to; without it they go to nobody. */
  inboundMailDomain: string | undefined;
  secrets: SecretBox;
  /** Key of keyed hashes, derived from the operator's secret key. */
  pepper: Uint8Array;
  limiter: RateLimiter;
  signingKeys: SigningKeys;
  webhookSigner: WebhookSigner;
  urls: PublicUrls;
  eventViews: EventViews;
  /** Tells the jobs of this process that an event is about to be committed, so that they look for it soon. */
  eventRecorded(): void;
  /** The same for mail. */
  mailRecorded(): void;
  /** Tells this process that a customer's session has ended, so that it need not find out. */
  sessionEnded(sessionId: string): void;
}

/** The parts of a running process that scopes are made of. */
export interface Platform {
  db: TenantDb;
  clock: Clock;
  log: Log;
  tools: Tools;
}

/** Who acts, for which organization, and the two ways into that organization's data. */
export interface Scope {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly log: Log;
  readonly tools: Tools;
  /** Runs reads; they see committed state. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs a transaction: commits when `work` returns, rolls back when it throws. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one statement, which is a transaction by itself; cheaper than `write`. */
  writeOne<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement that stays even when the operation fails later. Only before the operation's `write`: with one
   * connection to the database it would wait for itself.
   */
  writeApart<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Opens a transaction that the caller ends; for mechanisms that wrap a whole operation. */
  open(): ReturnType<TenantDb['open']>;
}

/** Opens a scope. Called in one place per area, by the job runner, the command line and tests. */
export function openScope(platform: Platform, organization: Organization, actor: Actor): Scope {
  const { db, clock, log, tools } = platform;
  return {
    organization,
    actor,
    clock,
    log,
    tools,
    read: (work) => db.read(organization.id, work),
    write: (work) => db.write(organization.id, work),
    writeOne: (work) => db.writeOne(organization.id, work),
    writeApart: (work) => db.writeOne(organization.id, work),
    open: () => db.open(organization.id),
  };
}
