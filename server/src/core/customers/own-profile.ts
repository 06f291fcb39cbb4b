// Operations of the signed-in customer on their own profile: narrower rules than staff's, then the same changes.
// Source: Spec, A, GET and PATCH /profile.
import type { Account } from '#core/accounts/account.ts';
import { findAccount, lockAccount } from '#core/accounts/account-queries.ts';
import { linkAccount } from '#core/accounts/accounts.ts';
import { normalizeEmail } from '#core/contacts/email-address.ts';
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import { selectParameters } from '#core/customer-parameters/customer-parameter-queries.ts';
import { applyParameterValues } from '#core/customer-parameters/customer-parameters.ts';
import { type Customer, emptyCustomer, primaryOf } from '#core/customers/customer.ts';
import { withChanges } from '#core/customers/customer-changes.ts';
import { customerConflict, insertNumbered } from '#core/customers/customer-numbers.ts';
import { attachPhoto, storePhoto } from '#core/customers/customer-photo.ts';
import { findCustomerById, lockHolderOf, markActive, markProven } from '#core/customers/customer-queries.ts';
import { applyCustomerUpdate, type CustomerUpdate } from '#core/customers/customers.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, type FaultDetail, invalidField, invalidFields } from '#kit/fault.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** What a customer may say about themselves; what is left out stays. */
export interface ProfileChanges {
  /** Needed when there is no profile yet. */
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** The primary phone; empty removes it. */
  phone?: string | undefined;
  /** Web address of a picture, or empty to remove it. */
  profilePhoto?: string | undefined;
  /** Values by id, key or name of a parameter that customers may edit; null clears. */
  profileParameters?: Record<string, unknown> | undefined;
  /** The whole list; no address that is not on the profile already. */
  emails?: { address: string; isPrimary: boolean; order: number }[] | undefined;
  /** The whole list; goes before `phone`. */
  phones?: { number: string; isPrimary: boolean; order: number }[] | undefined;
}

/** The account and its customer profile, which may be missing. */
export interface OwnProfile {
  account: Account;
  customer: Customer | undefined;
}

/** The signed-in customer's account and profile. Throws `token_invalid` when the account is gone. */
export async function getOwnProfile(scope: Scope, accountId: string): Promise<OwnProfile> {
  return scope.read(async (tx) => {
    const account = await findAccount(tx, accountId);
    if (!account) throw new Fault('unauthenticated', 'token_invalid', 'The account is gone.');
    return {
      account,
      customer: account.customerId ? await findCustomerById(tx, account.customerId) : undefined,
    };
  });
}

/**
 * The profile of an account, with the custom definitions that say what its values mean, in one look. `customerId` is
 * the profile as far as the caller knows; without one the account is asked.
 */
export async function readOwnProfile(
  scope: Scope,
  accountId: string,
  customerId: string | undefined,
): Promise<{ customer: Customer | undefined; parameters: CustomerParameter[] }> {
  const id = customerId ?? (await getOwnProfile(scope, accountId)).account.customerId;
  return scope.read(async (tx) => {
    const [customer, parameters] = await Promise.all([
      id === undefined ? undefined : findCustomerById(tx, id),
      selectParameters(tx),
    ]);
    return { customer, parameters: parameters.filter(({ archived }) => !archived) };
  });
}

/**
 * Changes the own profile, or makes and links one when there is none: a customer that staff made with the account's
 * address is linked instead of making another. Throws `missing_field` for a new profile without first name,
 * `invalid_field` naming what is wrong.
 */
export async function updateOwnProfile(
  scope: Scope,
  accountId: string,
  changes: ProfileChanges,
): Promise<{ customer: Customer; created: boolean }> {
  const { account, customer } = await getOwnProfile(scope, accountId);
  if (customer) return { customer: await changeOwnProfile(scope, customer.id, changes), created: false };
  if (!trimmedOrNone(changes.firstName)) {
    throw invalidField('firstName', 'is needed to make your profile.', 'missing_field');
  }
  const linked = await scope.write((tx) => linkHolderOf(tx, scope, account));
  if (linked)
    return { customer: await changeOwnProfile(scope, linked, withoutLists(changes)), created: true };
  return { customer: await createOwnProfile(scope, account, changes), created: true };
}

/** Notes that the customer did something themselves: the first time is kept for ever. */
export function noteActivity(tx: Tx, scope: Scope, customerId: string): Promise<void> {
  return markActive(tx, customerId, scope.clock.now());
}

async function createOwnProfile(scope: Scope, account: Account, changes: ProfileChanges): Promise<Customer> {
  const problems: FaultDetail[] = [];
  const empty = emptyCustomer(scope.organization.id, scope.clock.now());
  const { firstName, lastName, phone, profilePhoto } = changes;
  const given = {
    firstName,
    lastName,
    emails: [{ address: account.email, isPrimary: true }],
    phones: trimmedOrNone(phone) ? [{ number: phone!, isPrimary: true }] : [],
    source: 'customer',
  };
  const { createdAt } = empty;
  const fresh = { ...withChanges(empty, given, scope.organization.countryCode, problems) };
  throwProblems(problems, { 'phones[0].number': 'phone' });
  const photoFileId = profilePhoto
    ? await storePhoto(scope, { field: 'profilePhoto', url: profilePhoto })
    : undefined;

  const active = { ...fresh, photoFileId, firstActiveAt: createdAt, lastActivityAt: createdAt };
  return insertNumbered(scope, active, {
    async complete(tx, customer) {
      if ((await lockAccount(tx, account.id))?.customerId) {
        throw new Fault('conflict', 'version_conflict', 'Your profile was made just now by another request.');
      }
      if (photoFileId) await attachPhoto(tx, scope, photoFileId);
      const sent = changes.profileParameters;
      if (!sent) return customer;
      const parameterValues = await applyParameterValues(
        tx,
        scope,
        {},
        { sent, editor: 'customer' },
        problems,
      );
      throwProblems(problems);
      return { ...customer, parameterValues };
    },
    async stored(tx, { id }) {
      await linkAccount(tx, scope, account, id);
    },
  });
}

async function changeOwnProfile(
  scope: Scope,
  customerId: string,
  changes: ProfileChanges,
): Promise<Customer> {
  const before = await scope.read((tx) => findCustomerById(tx, customerId));
  const { profilePhoto } = changes;
  const photoFileId = profilePhoto
    ? await storePhoto(scope, { field: 'profilePhoto', url: profilePhoto }, before?.photoFileId)
    : undefined;
  try {
    return await scope.write(async (tx) => {
      await noteActivity(tx, scope, customerId);
      const current = await findCustomerById(tx, customerId);
      const update = staffUpdate(current!, changes);
      return applyCustomerUpdate(tx, scope, customerId, { ...update, photoFileId });
    });
  } catch (error) {
    if (error instanceof Fault && error.details && !changes.phones)
      throwProblems(error.details, { 'phones[0].number': 'phone' });
    throw await customerConflict(scope, error, {}, customerId);
  }
}

/** The customer's wishes as the change staff would make. */
function staffUpdate(customer: Customer, changes: ProfileChanges): CustomerUpdate {
  const { firstName, lastName, profileParameters, profilePhoto } = changes;
  if (firstName !== undefined && !trimmedOrNone(firstName))
    throw invalidField('firstName', 'must not be empty.');
  return {
    firstName,
    lastName,
    emails: changes.emails && keptEmails(customer, changes.emails),
    phones: changes.phones ? inOrder(changes.phones) : phonesWith(customer, changes.phone),
    parameterValues: profileParameters,
    parameterEditor: 'customer',
    removePhoto: profilePhoto === '',
  };
}

function keptEmails(
  customer: Customer,
  emails: NonNullable<ProfileChanges['emails']>,
): CustomerUpdate['emails'] {
  const known = new Set(customer.emails.map(({ address }) => address));
  const details = emails.flatMap(({ address }, place) => {
    if (known.has(normalizeEmail(address) ?? '')) return [];
    const message = 'is new: add addresses with POST /profile/email-verification/send.';
    return [{ path: `emails[${place}].address`, code: 'invalid_field', message }];
  });
  if (details.length > 0) throw invalidFields(details);
  if (emails.length === 0 && known.size > 0) throw invalidField('emails', 'must keep at least one address.');
  return inOrder(emails);
}

function inOrder<Entry extends { order: number }>(entries: Entry[]): Omit<Entry, 'order'>[] {
  return entries
    .toSorted((left, right) => left.order - right.order)
    .map(({ order: _order, ...entry }) => entry);
}

/** The phones with another primary one, or without it when `phone` is empty; `undefined` leaves them as they are. */
function phonesWith({ phones }: Customer, phone: string | undefined): CustomerUpdate['phones'] {
  if (phone === undefined) return undefined;
  const primary = primaryOf(phones);
  const others = phones.filter((entry) => entry !== primary && entry.number !== phone.trim());
  if (!trimmedOrNone(phone)) return others.map(({ number }) => ({ number }));
  return [{ number: phone, isPrimary: true }, ...others.map(({ number }) => ({ number, isPrimary: false }))];
}

/** Links the account to the customer who has its address; the customer's id, or `undefined` if nobody free has it. */
export async function linkHolderOf(tx: Tx, scope: Scope, account: Account): Promise<string | undefined> {
  const holder = await lockHolderOf(tx, account.email);
  if (!holder || !(await linkAccount(tx, scope, account, holder.id))) return undefined;
  await markProven(tx, holder.id);
  return holder.id;
}

function withoutLists({ emails: _emails, phones: _phones, ...changes }: ProfileChanges): ProfileChanges {
  return changes;
}

function throwProblems(problems: FaultDetail[], names: Record<string, string> = {}): void {
  if (problems.length === 0) return;
  throw invalidFields(problems.map((problem) => ({ ...problem, path: names[problem.path] ?? problem.path })));
}
