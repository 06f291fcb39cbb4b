// What customers do with their enquiries: send one, signed in or from a web page that nobody is signed in to, read
// their own, and answer.
import { lockAccount } from '#core/accounts/account-queries.ts';
import { findCustomerById } from '#core/customers/customer-queries.ts';
import {
  findOrPrepareCustomer,
  isWorthPreparingAnew,
  type MentionedCustomer,
} from '#core/customers/mentioned-customer.ts';
import { linkHolderOf } from '#core/customers/own-profile.ts';
import { newEnquiry, storeEnquiry } from '#core/enquiries/create-enquiry.ts';
import { type Enquiry, type EnquiryPriority, enquiryBounds } from '#core/enquiries/enquiry.ts';
import { withEnquiryChanges } from '#core/enquiries/enquiry-changes.ts';
import { checkStatusFilter } from '#core/enquiries/enquiry-list.ts';
import { selectEnquiries, wasEnquiryOf } from '#core/enquiries/enquiry-list-queries.ts';
import { findEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import { addCustomerReply } from '#core/enquiries/thread/customer-replies.ts';
import type { EnquiryMessage } from '#core/enquiries/thread/enquiry-message.ts';
import { selectMessages } from '#core/enquiries/thread/message-queries.ts';
import { checkedBody } from '#core/enquiries/thread/replies.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { SessionStanding } from '#core/sign-in/session.ts';
import { type Fault, type FaultDetail, invalidField, missing, throwProblems } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';

/** An enquiry as somebody sends it. */
export interface SentEnquiry {
  customer: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    email: string;
    phone?: string | undefined;
  };
  enquiry: {
    subject?: string | undefined;
    message?: string | undefined;
    priority?: EnquiryPriority | undefined;
    /** Default `website`. */
    source?: string | undefined;
  };
}

/** What a sender is told: nothing of a customer who was known before but what names them. */
export interface SendingReceipt {
  enquiry: Enquiry;
  customer: { id: string; customerNumber: string };
}

/**
 * Takes an enquiry. A signed-in sender's is their own, whatever address they give: without a profile, they get the one of
 * the customer with their proven address, who is found or made. With nobody signed in, the customer is found by the
 * address that was sent or made, and one who was known is neither changed nor shown. Throws `invalid_field` and
 * `missing_field` naming what is wrong. Source: Spec, A, POST /enquiries (G-107, G-215).
 */
export async function sendEnquiry(
  scope: Scope,
  sent: SentEnquiry,
  sender: SessionStanding | undefined,
): Promise<SendingReceipt> {
  const settings = await scope.read(findSettings);
  const problems: FaultDetail[] = [];
  const { firstName, lastName, email, phone } = sent.customer;
  const asked = withEnquiryChanges(
    { ...newEnquiry(scope, settings), source: 'website' },
    { ...sent.enquiry, message: sent.enquiry.message ?? '', email, phone, name: nameOf(sent, problems) },
    { settings, countryCode: scope.organization.countryCode },
    problems,
  );
  throwProblems(problems.map(asSent));
  const address = sender?.email ?? asked.email;
  const stranger = sender && sender.customerId === undefined ? sender : undefined;
  const mention = { email: address, firstName, lastName, phone: asked.phone, source: 'website' };
  const mentioned =
    (sender?.customerId === undefined ? undefined : await known(scope, sender.customerId)) ??
    (await findOrPrepareCustomer(scope, mention, 'customer'));
  const enquiry = { ...asked, enquiryNumber: await drawNumber(scope, 'enquiry') };
  try {
    const stored = await scope.write(async (tx) => {
      // Before the customer, as a sign-in locks them.
      const account = stranger && (await lockAccount(tx, stranger.session.accountId));
      const kept = await storeEnquiry(tx, scope, enquiry, { mentioned });
      if (account && account.customerId === undefined) await linkHolderOf(tx, scope, account);
      return kept;
    });
    if (stranger) scope.tools.sessionEnded(stranger.session.id);
    const { id, customerNumber } = mentioned.customer;
    return { enquiry: stored, customer: { id, customerNumber } };
  } catch (error) {
    if (await isWorthPreparingAnew(scope, error, mentioned)) return sendEnquiry(scope, sent, sender);
    throw error;
  }
}

/** One page of a customer's own enquiries. */
export interface OwnEnquiriesPage {
  items: Enquiry[];
  /** Record id of the last enquiry on the page, when more follow. */
  nextCursor: string | undefined;
}

/**
 * A customer's enquiries, newest first; none for who is no customer yet. `cursor` is the record id of an enquiry, also of
 * one that was deleted since. Throws `invalid_cursor` for one that is not theirs, and `invalid_field` for a status that
 * there is not. Source: Spec, A, GET /enquiries.
 */
export async function listOwnEnquiries(
  scope: Scope,
  customerId: string | undefined,
  { limit, cursor, status }: { limit: number; cursor?: string | undefined; status?: string | undefined },
): Promise<OwnEnquiriesPage> {
  const after = cursor?.toLowerCase();
  if (after !== undefined && (!isUuid(after) || customerId === undefined)) throw foreignCursor();
  if (customerId === undefined) return { items: [], nextCursor: undefined };
  const found = await scope.read(async (tx) => {
    if (status !== undefined) checkStatusFilter(await findSettings(tx), status);
    const [isOwn, enquiries] = await Promise.all([
      after === undefined || wasEnquiryOf(tx, customerId, after),
      selectEnquiries(tx, { customerId, status, after, count: limit + 1 }),
    ]);
    if (!isOwn) throw foreignCursor();
    return enquiries;
  });
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? items.at(-1)?.id : undefined };
}

/** An enquiry with what was said about it, notes left out. */
export interface OwnThread {
  enquiry: Enquiry;
  /** The last `repliesShownMax`, the oldest first. */
  replies: EnquiryMessage[];
}

/** How many answers a customer is shown. */
export const repliesShownMax = 200;

/** A customer's own enquiry with its answers. Throws `not_found` for one that is not theirs. Source: G-109. */
export async function getOwnEnquiry(
  scope: Scope,
  customerId: string | undefined,
  id: string,
): Promise<OwnThread> {
  const thread = await scope.read(async (tx) => {
    const enquiry = isUuid(id) ? await findEnquiry(tx, id) : undefined;
    if (!enquiry || enquiry.customerId !== customerId) return undefined;
    const kinds = ['reply' as const, 'customer_reply' as const];
    const replies = await selectMessages(tx, enquiry.id, { kinds, count: repliesShownMax });
    return { enquiry, replies: replies.reverse() };
  });
  if (!thread) throw missing('The enquiry');
  return thread;
}

/**
 * A customer's answer to their own enquiry. Answers with the enquiry it belongs to: another one than was named when
 * that was over. Throws `not_found`, `invalid_field`. Source: G-109.
 */
export async function replyToOwnEnquiry(
  scope: Scope,
  customerId: string | undefined,
  id: string,
  sent: { message: string },
): Promise<{ enquiry: Enquiry; message: EnquiryMessage }> {
  const body = checkedBody(sent.message);
  const { enquiry } = await getOwnEnquiry(scope, customerId, id);
  return addCustomerReply(scope, enquiry.id, { body });
}

async function known(scope: Scope, customerId: string): Promise<MentionedCustomer | undefined> {
  const customer = await scope.read((tx) => findCustomerById(tx, customerId));
  return customer && { customer, isNew: false };
}

function nameOf({ customer }: SentEnquiry, problems: FaultDetail[]): string | undefined {
  const name = [customer.firstName, customer.lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  if (name.length > enquiryBounds.name) {
    problems.push(
      problem('firstName', `and lastName must have at most ${enquiryBounds.name} characters together.`),
    );
    return undefined;
  }
  return name;
}

/** A problem of an enquiry's fields, told of the part of the body they were sent in. */
function asSent({ path, ...rest }: FaultDetail): FaultDetail {
  const isOfCustomer = ['firstName', 'name', 'email', 'phone'].includes(path);
  return { path: `${isOfCustomer ? 'customer' : 'enquiry'}.${path}`, ...rest };
}

function foreignCursor(): Fault {
  return invalidField('cursor', 'must be the nextCursor of the previous page.', 'invalid_cursor');
}
