// The parts of a running Frontdesk, opened from its configuration: what the server, the worker, the command line and
// the tests all stand on.
import { type Logger, pino } from 'pino';
import { type KeyRing, openKeyRing } from '#core/api-keys/key-ring.ts';
import { openRateLimiter, type RateLimiter } from '#core/limits/rate-limiter.ts';
import { type ClientDirectory, openClientDirectory } from '#core/oauth-clients/client-directory.ts';
import { type OrganizationDirectory, openDirectory } from '#core/organizations/organization-directory.ts';
import { openPublicKeyRing, type PublicKeyRing } from '#core/public-keys/public-key-ring.ts';
import type { EventViews, Platform, Tools } from '#core/scope.ts';
import { openSigningKeys } from '#core/sign-in/keys/signing-keys.ts';
import { openSessionWatch, type SessionWatch } from '#core/sign-in/session-watch.ts';
import { openWebhookSigner } from '#core/webhooks/signing-key.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { lockDataDir } from '#db/embedded/data-dir-lock.ts';
import {
  apiKeyView,
  auditedSubscriptionView,
  customerAccountView,
  customerSessionView,
  oauthClientView,
  publicKeyView,
} from '#http/admin-api/audit-views.ts';
import { bookingView } from '#http/admin-api/bookings/booking-view.ts';
import { companyView } from '#http/admin-api/companies/company-view.ts';
import { customerMergeView } from '#http/admin-api/customers/customer-merge-view.ts';
import { customerParameterView } from '#http/admin-api/customers/customer-parameter-view.ts';
import { customerView } from '#http/admin-api/customers/customer-view.ts';
import { enquirySettingsView } from '#http/admin-api/enquiries/enquiry-settings-view.ts';
import { enquiryView } from '#http/admin-api/enquiries/enquiry-view.ts';
import { orderView } from '#http/admin-api/orders/order-view.ts';
import { organizationView } from '#http/admin-api/organization-view.ts';
import { equipmentView } from '#http/admin-api/places/equipment-view.ts';
import { locationView } from '#http/admin-api/places/location-view.ts';
import { ownedScheduleView } from '#http/admin-api/places/schedule-view.ts';
import { sublocationView } from '#http/admin-api/places/sublocation-view.ts';
import { serviceCategoryView } from '#http/admin-api/services/service-category-view.ts';
import { serviceView } from '#http/admin-api/services/service-view.ts';
import { staffView } from '#http/admin-api/services/staff-view.ts';
import { creditEntryView } from '#http/admin-api/store-credit/credit-view.ts';
import { taskCategoryView } from '#http/admin-api/tasks/task-category-view.ts';
import { taskView } from '#http/admin-api/tasks/task-view.ts';
import { type Callbacks, openCallbacks } from '#integrations/callbacks/callbacks.ts';
import { openDocuments } from '#integrations/documents/documents.ts';
import { openFileStore } from '#integrations/files/file-store.ts';
import { reencodeLogo, reencodePhoto } from '#integrations/images/images.ts';
import { readMail } from '#integrations/mail/inbound-mail.ts';
import { openMailer } from '#integrations/mail/mail.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import { hmacSha256 } from '#kit/hash.ts';
import { openSecretBox } from '#kit/secret-box.ts';
import type { Config } from '#src/config.ts';

/** Everything a process is made of. */
export interface Parts {
  config: Config;
  log: Logger;
  db: Database;
  platform: Platform;
  keyRing: KeyRing;
  limiter: RateLimiter;
  /** Set by the jobs of this process: called when an event is about to be committed. */
  onEvent: { listener: () => void };
  /** The same for mail. */
  onMail: { listener: () => void };
  sessions: SessionWatch;
  directory: OrganizationDirectory;
  publicKeys: PublicKeyRing;
  clients: ClientDirectory;
  /** Gives back what is held and closes everything, the database last. */
  close(): Promise<void>;
}

/** What stands in for the real thing. */
export interface PartOptions {
  clock?: Clock;
  log?: Logger;
  callbacks?: Callbacks;
  /** Fills a new embedded database from a backup. */
  archive?: Uint8Array<ArrayBuffer>;
}

/** How each kind of record looks to those who are told of it. */
const eventViews: EventViews = {
  organization: organizationView,
  customer: customerView,
  customer_merge: customerMergeView,
  company: companyView,
  order: orderView,
  store_credit: creditEntryView,
  enquiry: enquiryView,
  task: taskView,
  booking: bookingView,
  location: locationView,
  sublocation: sublocationView,
  equipment: equipmentView,
  staff: staffView,
  service_category: serviceCategoryView,
  service: serviceView,
  schedule: ownedScheduleView,
  customer_parameter: customerParameterView,
  enquiry_settings: enquirySettingsView,
  task_category: taskCategoryView,
  api_key: apiKeyView,
  public_key: publicKeyView,
  oauth_client: oauthClientView,
  webhook_subscription: auditedSubscriptionView,
  customer_account: customerAccountView,
  customer_session: customerSessionView,
};

/** Opens all parts. Throws `DataDirInUse`, or what the database throws when it can't be reached or migrated. */
export async function openParts(config: Config, options: PartOptions = {}): Promise<Parts> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? openLog(config.logLevel);
  const unlock = config.databaseUrl ? () => undefined : lockDataDir(config.dataDir);
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    connections: config.databaseConnections,
    archive: options.archive,
  }).catch((error) => {
    unlock();
    throw error;
  });
  const onEvent: Parts['onEvent'] = { listener: () => undefined };
  const onMail: Parts['onMail'] = { listener: () => undefined };
  const sessions = openSessionWatch(db, clock);
  const tools: Tools = {
    ...(await openIntegrations(config, clock, options.callbacks)),
    ...openMechanisms(config, clock, db),
    urls: config.urls,
    eventViews,
    eventRecorded: () => onEvent.listener(),
    mailRecorded: () => onMail.listener(),
    sessionEnded: (sessionId) => sessions.forget(sessionId),
  };
  const { limiter } = tools;
  const platform: Platform = { db, clock, log, tools };
  return {
    config,
    log,
    db,
    platform,
    keyRing: openKeyRing(platform),
    limiter,
    sessions,
    directory: openDirectory(platform),
    publicKeys: openPublicKeyRing(platform),
    clients: openClientDirectory(platform),
    onEvent,
    onMail,
    async close() {
      await limiter
        .giveBack({ all: true })
        .catch((error) => log.warn({ err: error }, 'Grants could not be given back.'));
      await Promise.all([tools.callbacks.close(), tools.mailer.close(), tools.files.close?.()]);
      await db.close();
      unlock();
    },
  };
}

/** Logging as JSON lines on standard output. Errors are logged without the values of the query that failed. */
export function openLog(level: string): Logger {
  return pino({ level, base: null, serializers: { err: loggedError } });
}

async function openIntegrations(config: Config, clock: Clock, callbacks: Callbacks | undefined) {
  const rules = { hosts: config.callbackHosts, allowLoopback: !config.production };
  const { smtpUrl, mailFrom, dataDir, s3 } = config;
  return {
    files: await openFileStore({ dataDir, s3 }),
    reencodePhoto,
    reencodeLogo,
    documents: openDocuments(),
    callbacks: callbacks ?? openCallbacks({ rules, clock }),
    mailer: await openMailer({ smtpUrl, from: mailFrom, dataDir, clock }),
    readMail,
    inboundMailDomain: config.inboundMailDomain,
  };
}

function openMechanisms(config: Config, clock: Clock, db: Database) {
  const secrets = openSecretBox(config.secretKey);
  return {
    secrets,
    pepper: hmacSha256(config.secretKey, 'one-time-codes'),
    limiter: openRateLimiter(db, clock),
    signingKeys: openSigningKeys(db, clock, secrets),
    webhookSigner: openWebhookSigner(db, clock, secrets),
  };
}

// The database client hangs the statement and its values on its errors: the values are personal data.
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint_name, table_name } = error as {
    code?: string;
    constraint_name?: string;
    table_name?: string;
  };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return {
    name: error.name,
    message: error.message,
    code,
    constraint_name,
    table_name,
    cause,
    stack: error.stack,
  };
}
