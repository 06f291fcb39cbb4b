// Making an enquiry, with the customer who asks: found by the address, or made with it.
import {
  findOrPrepareCustomer,
  isWorthPreparingAnew,
  type MentionedCustomer,
  storeMentioned,
} from '#core/customers/mentioned-customer.ts';
import { type Enquiry, emptyEnquiry } from '#core/enquiries/enquiry.ts';
import {
  checkRequiredFields,
  defaultValues,
  type EnquiryChanges,
  withEnquiryChanges,
} from '#core/enquiries/enquiry-changes.ts';
import { type EnquiryLinks, enquiryConflict, withEnquiryLinks } from '#core/enquiries/enquiry-links.ts';
import { insertEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { type EnquirySettings, firstStatus, standingOf } from '#core/enquiries/settings/enquiry-settings.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import { newReplyToken } from '#core/enquiries/thread/reply-address.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import { drawNumber } from '#core/organizations/numbers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { type FaultDetail, throwProblems } from '#kit/fault.ts';

/** What staff and programs may say about a new enquiry. `email` and one of `subject` and `message` are needed. */
export interface EnquiryInput extends EnquiryChanges, EnquiryLinks {
  email: string;
}

/**
 * Makes an enquiry under the next number, with the status new enquiries have. Throws `invalid_field` and
 * `missing_field` naming what is wrong. Source: Spec, C, POST /enquiries (G-100, G-101).
 */
export async function createEnquiry(scope: Scope, input: EnquiryInput): Promise<Enquiry> {
  const problems: FaultDetail[] = [];
  const settings = await scope.read(findSettings);
  const blank = newEnquiry(scope, settings);
  const enquiry = withEnquiryChanges(
    { ...blank, customFields: defaultValues(settings) },
    { ...input, message: input.message ?? '' },
    { settings, countryCode: scope.organization.countryCode },
    problems,
  );
  checkRequiredFields(enquiry, settings, problems);
  throwProblems(problems);
  const mention = { email: enquiry.email, phone: enquiry.phone, ...namesIn(enquiry.name) };
  const mentioned = await findOrPrepareCustomer(scope, mention, 'customer');
  const numbered = { ...enquiry, enquiryNumber: await drawNumber(scope, 'enquiry') };
  try {
    return await scope.write((tx) => storeEnquiry(tx, scope, numbered, { mentioned, links: input }));
  } catch (error) {
    if (await isWorthPreparingAnew(scope, error, mentioned)) return createEnquiry(scope, input);
    throw enquiryConflict(error);
  }
}

/** An enquiry about nothing yet, with the type and status that new ones have. */
export function newEnquiry(scope: Scope, settings: EnquirySettings): Enquiry {
  return emptyEnquiry(scope.organization.id, scope.clock.now(), {
    type: settings.types[0]!,
    status: standingOf(firstStatus(settings)),
    replyToken: newReplyToken(),
  });
}

/**
 * Stores a numbered enquiry with its customer and its links, inside the caller's transaction. Without a name of its own it
 * has the customer's (G-215).
 */
export async function storeEnquiry(
  tx: Tx,
  scope: Scope,
  enquiry: Enquiry,
  { mentioned, links = {} }: { mentioned: MentionedCustomer; links?: EnquiryLinks },
): Promise<Enquiry> {
  const problems: FaultDetail[] = [];
  const { id: customerId, displayName } = mentioned.customer;
  const asked = { ...enquiry, customerId, name: enquiry.name ?? displayName };
  const linked = await withEnquiryLinks(tx, asked, links, problems);
  throwProblems(problems);
  await storeMentioned(tx, scope, mentioned);
  await Promise.all([
    insertEnquiry(tx, linked),
    recordEvent(tx, scope, eventOf(scope, 'enquiry.created', linked)),
  ]);
  return linked;
}

/** A whole name as first and last name: the last word is the last name, if there are several. */
export function namesIn(name: string | undefined): { firstName?: string; lastName?: string } {
  if (!name) return {};
  const words = name.split(/\s+/);
  if (words.length === 1) return { firstName: name };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}
