// The record of a merge, two customers who turned out to be one, and the pure rules of what becomes of their records.
import {
  type Customer,
  type CustomerEmail,
  type CustomerPhone,
  customerEmailsMax,
  customerPhonesMax,
} from '#core/customers/customer.ts';
import type { EndedSignIn } from '#core/people/joined-sign-in-queries.ts';
import type { Actor } from '#core/scope.ts';
import type { CreditPortion } from '#core/store-credit/transfer.ts';

/** Fields that a survivor takes over when it has none. */
export const fillableFields = ['firstName', 'lastName', 'displayName', 'photoFileId'] as const;

/** What of a merged customer's record went over to the survivor. */
export interface HandedOver {
  emails: string[];
  phones: string[];
  /** Ids of parameters whose value went over. */
  parameterIds: string[];
  fields: (typeof fillableFields)[number][];
  /** Store credit, as the survivor has it. */
  credit: CreditPortion[];
  /** The sign-in that ended, when both had one. */
  signIn?: EndedSignIn | undefined;
}

/** A merge of two customers. */
export interface CustomerMerge {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** Into whom it was merged at that time. */
  customerId: string;
  mergedCustomerId: string;
  mergedCustomerNumber: string;
  /** Who answers for the merged customer now; nobody once it is undone. */
  survivorId: string | undefined;
  /** The merged customer as it was, until the merge is undone or the person erased. */
  mergedCustomer: Customer | undefined;
  handedOver: HandedOver | undefined;
  createdBy: Actor;
  createdAt: Date;
  undoneAt: Date | undefined;
}

/** A survivor with what it got, and the list of that; the credit comes by the ledger. */
export interface Combined {
  customer: Customer;
  handedOver: HandedOver;
}

/**
 * The survivor with what it gets from a merged customer: addresses, numbers and values it does not have, as many as
 * there is room for, and names and photo where it has none. Consents, status and number stay its own. Of the addresses
 * `firstAddress` comes first (G-151).
 */
export function combined(survivor: Customer, merged: Customer, firstAddress?: string): Combined {
  const given = merged.emails.toSorted(
    (left, right) => Number(right.address === firstAddress) - Number(left.address === firstAddress),
  );
  const emails = given.slice(0, Math.max(0, customerEmailsMax - survivor.emails.length));
  const numbers = new Set(survivor.phones.map(({ number }) => number));
  const phones = merged.phones
    .filter(({ number }) => !numbers.has(number))
    .slice(0, Math.max(0, customerPhonesMax - survivor.phones.length));
  const fields = fillableFields.filter((field) => survivor[field] === undefined && merged[field]);
  return {
    customer: {
      ...survivor,
      ...Object.fromEntries(fields.map((field) => [field, merged[field]])),
      emails: withOnePrimary([...survivor.emails, ...asFurther<CustomerEmail>(emails)]),
      phones: withOnePrimary([...survivor.phones, ...asFurther<CustomerPhone>(phones)]),
      parameterValues: { ...merged.parameterValues, ...survivor.parameterValues },
      firstActiveAt: earlier(survivor.firstActiveAt, merged.firstActiveAt),
      lastActivityAt: later(survivor.lastActivityAt, merged.lastActivityAt),
    },
    handedOver: {
      emails: emails.map(({ address }) => address),
      phones: phones.map(({ number }) => number),
      parameterIds: Object.keys(merged.parameterValues).filter((id) => !(id in survivor.parameterValues)),
      fields,
      credit: [],
    },
  };
}

/**
 * The survivor without what it got, as far as that has not changed since, and the merged customer with it: an address
 * that the survivor gave up in the meantime is not taken from whoever has it now.
 */
export function separated(
  survivor: Customer,
  merged: Customer,
  handedOver: HandedOver,
): { survivor: Customer; merged: Customer } {
  const wentOver = new Set([...handedOver.emails, ...handedOver.phones]);
  const returned = survivor.emails
    .filter(({ address }) => wentOver.has(address))
    .map(({ address }) => address);
  const values = Object.entries(survivor.parameterValues).filter(
    ([id, value]) => !(handedOver.parameterIds.includes(id) && isSame(value, merged.parameterValues[id])),
  );
  const given = handedOver.fields.filter((field) => survivor[field] === merged[field]);
  return {
    survivor: {
      ...survivor,
      ...Object.fromEntries(given.map((field) => [field, undefined])),
      emails: withOnePrimary(survivor.emails.filter(({ address }) => !wentOver.has(address))),
      phones: withOnePrimary(survivor.phones.filter(({ number }) => !wentOver.has(number))),
      parameterValues: Object.fromEntries(values),
    },
    merged: {
      ...merged,
      // A photo that the survivor has replaced is on its way out.
      photoFileId:
        handedOver.fields.includes('photoFileId') && !given.includes('photoFileId')
          ? undefined
          : merged.photoFileId,
      emails: withOnePrimary(
        merged.emails.filter(
          ({ address }) => returned.includes(address) || !handedOver.emails.includes(address),
        ),
      ),
    },
  };
}

/** The addresses that did not find room with the survivor. */
export function addressesLeftOut({ mergedCustomer, handedOver }: CustomerMerge): string[] {
  const wentOver = new Set(handedOver?.emails);
  return (mergedCustomer?.emails ?? [])
    .map(({ address }) => address)
    .filter((address) => !wentOver.has(address));
}

function asFurther<Entry extends { isPrimary: boolean }>(entries: Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, isPrimary: false }));
}

function withOnePrimary<Entry extends { isPrimary: boolean }>(entries: Entry[]): Entry[] {
  if (entries.some(({ isPrimary }) => isPrimary)) return entries;
  return entries.map((entry, place) => ({ ...entry, isPrimary: place === 0 }));
}

function isSame(value: unknown, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}
