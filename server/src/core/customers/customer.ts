// The customer record and its pure rules.
import type { ParameterValue } from '#core/customer-parameters/customer-parameter.ts';
import { newId } from '#kit/id.ts';
import { foldForSearch, trimmedOrNone } from '#kit/text.ts';

/** Whether a customer is welcome. Source: Spec, States, Customer status. */
export const customerStatuses = ['active', 'inactive', 'banned'] as const;

/** One of `customerStatuses`. */
export type CustomerStatus = (typeof customerStatuses)[number];

/** The most email addresses a customer can have. Source: Spec, Limits, Emails per profile. */
export const customerEmailsMax = 5;
/** The most phone numbers a customer can have (G-006). */
export const customerPhonesMax = 10;
/** Bounds of a customer number. Source: Spec, C, POST /customers. */
export const customerNumberLength = { min: 5, max: 32 } as const;
/** The most characters of a name (G-006). */
export const nameLengthMax = 200;
/** The most characters of a source (G-006). */
export const sourceLengthMax = 64;

/** An email address of a customer, in normal form. */
export interface CustomerEmail {
  address: string;
  isPrimary: boolean;
}

/** A phone number of a customer, in E.164. */
export interface CustomerPhone {
  number: string;
  isPrimary: boolean;
}

/** A customer of an organization. */
export interface Customer {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** `CUST-<6 digits>`, or what the caller gave. */
  customerNumber: string;
  firstName: string | undefined;
  lastName: string | undefined;
  displayName: string | undefined;
  /** In the order they were given; exactly one is primary when there are any. */
  emails: CustomerEmail[];
  phones: CustomerPhone[];
  photoFileId: string | undefined;
  status: CustomerStatus;
  /** Where the record came from: admin, import, … */
  source: string;
  totalOrders: number;
  /** Minor units of the organization's currency. */
  totalSpentMinor: number;
  /** Minor units of the organization's currency. */
  lifetimeValueMinor: number;
  lastOrderAt: Date | undefined;
  lastActivityAt: Date | undefined;
  firstActiveAt: Date | undefined;
  marketingOptIn: boolean;
  smsOptIn: boolean;
  /** Whether only an order, booking or enquiry named them, by an email nobody has proven (G-154). */
  isGuest: boolean;
  /** By id of the parameter. */
  parameterValues: Record<string, ParameterValue>;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The name made of first and last name, or `undefined` when there is neither. Source: Spec, Resources, Customer. */
export function displayNameOf(
  firstName: string | undefined,
  lastName: string | undefined,
): string | undefined {
  return trimmedOrNone(`${firstName ?? ''} ${lastName ?? ''}`);
}

/**
 * What search compares: folded names, addresses, phone digits and customer number, each word after a space, so that a
 * pattern that starts with a space finds the starts of words.
 */
export function searchTextOf(
  customer: Pick<Customer, 'firstName' | 'lastName' | 'displayName' | 'emails' | 'phones' | 'customerNumber'>,
): string {
  const parts = [
    customer.firstName,
    customer.lastName,
    customer.displayName,
    ...customer.emails.map(({ address }) => address),
    ...customer.phones.map(({ number }) => number.replace('+', '')),
    customer.customerNumber,
  ];
  const words = parts.flatMap((part) => (part ? foldForSearch(part).split(' ') : []));
  return [...new Set(words)].map((word) => ` ${word}`).join('');
}

/** The primary entry of a list of emails or phones. */
export function primaryOf<Entry extends { isPrimary: boolean }>(entries: Entry[]): Entry | undefined {
  return entries.find(({ isPrimary }) => isPrimary);
}

/** A customer of whom nothing is known yet, made at the moment `now`. */
export function emptyCustomer(organizationId: string, now: Date): Customer {
  return {
    id: newId(now),
    organizationId,
    customerNumber: '',
    firstName: undefined,
    lastName: undefined,
    displayName: undefined,
    emails: [],
    phones: [],
    photoFileId: undefined,
    status: 'active',
    source: 'admin',
    totalOrders: 0,
    totalSpentMinor: 0,
    lifetimeValueMinor: 0,
    lastOrderAt: undefined,
    lastActivityAt: undefined,
    firstActiveAt: undefined,
    marketingOptIn: false,
    smsOptIn: false,
    isGuest: false,
    parameterValues: {},
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
