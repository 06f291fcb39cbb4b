// The company record and its pure rules.
import type { CustomerEmail, CustomerPhone } from '#core/customers/customer.ts';
import { newId } from '#kit/id.ts';
import { foldForSearch } from '#kit/text.ts';

/** Whether a company is welcome. Source: decisions of the contract's gaps (G-090). */
export const companyStatuses = ['active', 'inactive', 'banned'] as const;

/** One of `companyStatuses`. */
export type CompanyStatus = (typeof companyStatuses)[number];

/** What a customer may be in a company (G-090). */
export const memberRoles = ['owner', 'admin', 'billing', 'member'] as const;

/** One of `memberRoles`. */
export type MemberRole = (typeof memberRoles)[number];

/** Bounds of a company's fields (G-091). */
export const companyBounds = {
  nameLengthMax: 200,
  textLengthMax: 64,
  urlLengthMax: 2_048,
  sourceLengthMax: 64,
  externalIdLengthMax: 128,
  emailsMax: 10,
  phonesMax: 10,
  domainsMax: 50,
  membersMax: 500,
  paymentTermsDaysMax: 365,
  customFieldsMax: 100,
  customFieldsBytesMax: 16_384,
} as const;

/** Where invoices go; every part may be missing. */
export interface BillingAddress {
  line1?: string | undefined;
  line2?: string | undefined;
  city?: string | undefined;
  region?: string | undefined;
  postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/** A customer who belongs to a company. */
export interface CompanyMember {
  customerId: string;
  role: MemberRole;
  /** What the person does there. */
  title: string | undefined;
}

/** A company of an organization. */
export interface Company {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  /** `COM-<6 digits>`. */
  companyNumber: string;
  name: string;
  legalName: string | undefined;
  /** In the order they were given; exactly one is primary when there are any. */
  emails: CustomerEmail[];
  phones: CustomerPhone[];
  website: string | undefined;
  /** In normal form; each belongs to one company of the organization. */
  domains: string[];
  /** https address of a picture. */
  logo: string | undefined;
  vatNumber: string | undefined;
  registrationNumber: string | undefined;
  industry: string | undefined;
  status: CompanyStatus;
  /** Where the record came from: admin, import, … */
  source: string;
  billingAddress: BillingAddress | undefined;
  /** ISO 4217; what it is billed in. */
  currency: string | undefined;
  paymentTermsDays: number | undefined;
  /** The member to turn to. */
  primaryCustomerId: string | undefined;
  members: CompanyMember[];
  totalOrders: number;
  /** Minor units of the organization's currency. */
  totalSpentMinor: number;
  /** Minor units of the organization's currency. */
  lifetimeValueMinor: number;
  lastOrderAt: Date | undefined;
  lastActivityAt: Date | undefined;
  /** What callers keep with it: any JSON values. */
  customFields: Record<string, unknown>;
  /** Its id in another system. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * What search compares: folded names, addresses, phone digits, domains and numbers, each word after a space, so that a
 * pattern that starts with a space finds the starts of words.
 */
export function companySearchTextOf(company: Company): string {
  const parts = [
    company.name,
    company.legalName,
    ...company.emails.map(({ address }) => address),
    ...company.phones.map(({ number }) => number.replace('+', '')),
    ...company.domains,
    company.vatNumber,
    company.externalId,
    company.companyNumber,
  ];
  const words = parts.flatMap((part) => (part ? foldForSearch(part).split(' ') : []));
  return [...new Set(words)].map((word) => ` ${word}`).join('');
}

/** A company of which nothing is known yet, made at the moment `now`. */
export function emptyCompany(organizationId: string, now: Date): Company {
  return {
    id: newId(now),
    organizationId,
    companyNumber: '',
    name: '',
    legalName: undefined,
    emails: [],
    phones: [],
    website: undefined,
    domains: [],
    logo: undefined,
    vatNumber: undefined,
    registrationNumber: undefined,
    industry: undefined,
    status: 'active',
    source: 'admin',
    billingAddress: undefined,
    currency: undefined,
    paymentTermsDays: undefined,
    primaryCustomerId: undefined,
    members: [],
    totalOrders: 0,
    totalSpentMinor: 0,
    lifetimeValueMinor: 0,
    lastOrderAt: undefined,
    lastActivityAt: undefined,
    customFields: {},
    externalId: undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
