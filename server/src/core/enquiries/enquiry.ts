// The enquiry record: what somebody asks an organization. What was said about it later is in thread/, and what it can
// be sorted by in settings/.
import type { EnquiryType, StatusCategory } from '#core/enquiries/settings/enquiry-settings.ts';
import { newId } from '#kit/id.ts';
import { foldForSearch } from '#kit/text.ts';

/** How soon an enquiry wants an answer. Source: Spec, Enquiry (Customer API view). */
export const enquiryPriorities = ['low', 'medium', 'high', 'urgent'] as const;
/** One of `enquiryPriorities`. */
export type EnquiryPriority = (typeof enquiryPriorities)[number];

/** The most characters of each text of an enquiry, and the most staff it is assigned to (G-101). */
export const enquiryBounds = {
  name: 200,
  subject: 300,
  message: 20_000,
  category: 100,
  source: 64,
  referrer: 2_048,
  lostReason: 200,
  externalId: 128,
  staff: 20,
} as const;

/** The status an enquiry has, as its organization calls it. */
export interface EnquiryStanding {
  key: string;
  label: string;
  /** What customers see instead of `label`. */
  customerLabel: string;
  category: StatusCategory;
}

/** The orders an enquiry led to, in minor units of the organization's currency. */
export interface LinkedOrders {
  count: number;
  valueMinor: number;
  paidMinor: number;
}

/** What somebody asks an organization. */
export interface Enquiry {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  enquiryNumber: string;
  /** Who asked, as they called themselves. */
  name: string | undefined;
  /** Where the answer goes, in normal form. */
  email: string;
  /** E.164. */
  phone: string | undefined;
  customerId: string;
  type: EnquiryType;
  /** One of subject and message is always there. */
  subject: string | undefined;
  message: string | undefined;
  category: string | undefined;
  orderId: string | undefined;
  status: EnquiryStanding;
  lostReason: string | undefined;
  priority: EnquiryPriority;
  /** Who answers it; the first one is in charge. */
  staff: { id: string; name: string }[];
  source: string;
  referrer: string | undefined;
  /** When staff first answered. */
  firstResponseAt: Date | undefined;
  resolvedAt: Date | undefined;
  closedAt: Date | undefined;
  /** How many answers staff gave. */
  responseCount: number;
  orders: LinkedOrders;
  /** By key. */
  customFields: Record<string, unknown>;
  /** The closed enquiry that this one goes on from. */
  previousEnquiryId: string | undefined;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** What tells an answer by mail to be of this enquiry. */
  replyToken: string;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What every new enquiry begins as. */
export function emptyEnquiry(
  organizationId: string,
  now: Date,
  { type, status, replyToken }: Pick<Enquiry, 'type' | 'status' | 'replyToken'>,
): Enquiry {
  return {
    id: newId(now),
    organizationId,
    enquiryNumber: '',
    name: undefined,
    email: '',
    phone: undefined,
    customerId: '',
    type,
    subject: undefined,
    message: undefined,
    category: undefined,
    orderId: undefined,
    status,
    lostReason: undefined,
    priority: 'medium',
    staff: [],
    source: 'admin',
    referrer: undefined,
    firstResponseAt: undefined,
    resolvedAt: undefined,
    closedAt: undefined,
    responseCount: 0,
    orders: { count: 0, valueMinor: 0, paidMinor: 0 },
    customFields: {},
    previousEnquiryId: undefined,
    externalId: undefined,
    replyToken,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** What a search compares: number, name, address, phone and subject, folded, each word after a space. */
export function enquirySearchText({
  enquiryNumber,
  name,
  email,
  phone,
  subject,
}: Pick<Enquiry, 'enquiryNumber' | 'name' | 'email' | 'phone' | 'subject'>): string {
  const words = [enquiryNumber, name, email, phone?.replace('+', ''), subject].flatMap((part) =>
    part ? foldForSearch(part).split(' ') : [],
  );
  return [...new Set(words)].map((word) => ` ${word}`).join('');
}
