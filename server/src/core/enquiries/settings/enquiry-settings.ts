// What an organization sorts its enquiries by: the record, what every organization begins with, and the rules of which
// status is meant. Checks of what is sent are in settings-checks.ts.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import type { EnquiryStanding } from '#core/enquiries/enquiry.ts';

/** What a status means to the program, whatever the organization calls it. */
export const statusCategories = ['new', 'open', 'pending', 'resolved', 'closed'] as const;
/** One of `statusCategories`. */
export type StatusCategory = (typeof statusCategories)[number];

/** The most entries of each list (G-102). */
export const settingsBounds = {
  statuses: 50,
  types: 50,
  categories: 100,
  sources: 100,
  lostReasons: 100,
  customFields: 50,
} as const;
/** The most characters of a label (G-102). */
export const labelLengthMax = 100;

/** A status, as an organization defines it. */
export interface EnquiryStatus {
  /** Stable name for programs. */
  key: string;
  label: string;
  /** What customers see. */
  customerLabel: string;
  category: StatusCategory;
  /** `#rrggbb`. */
  color: string | undefined;
  /** Whether it is the one that is meant where only the category is known. */
  isDefault: boolean;
  /** Whether it is the end: no other status follows, and a customer's answer opens a new enquiry. */
  isFinal: boolean;
  requiresLostReason: boolean;
  /** Whether enquiries can still get it. */
  active: boolean;
  /** Keys of the statuses that may follow; without a list, any. */
  allowedTo: string[] | undefined;
}

/** A type, as an organization defines it. */
export interface EnquiryType {
  /** Stable name for programs. */
  key: string;
  label: string;
}

/** The lists of an organization. One that is empty leaves the texts it is for free. */
export interface EnquirySettings {
  statuses: EnquiryStatus[];
  types: EnquiryType[];
  categories: string[];
  sources: string[];
  lostReasons: string[];
  customFields: CustomerParameter[];
  /** Counts the changes, from 1. */
  version: number;
}

const customerLabels: Record<StatusCategory, string> = {
  new: 'Received',
  open: 'In progress',
  pending: 'Waiting for you',
  resolved: 'Resolved',
  closed: 'Closed',
};

/** What every organization begins with (G-102). */
export const firstSettings: EnquirySettings = {
  statuses: statusCategories.map((category) => ({
    key: category,
    label: capitalized(category),
    customerLabel: customerLabels[category],
    category,
    color: undefined,
    isDefault: true,
    isFinal: false,
    requiresLostReason: false,
    active: true,
    allowedTo: undefined,
  })),
  types: ['general', 'support', 'sales', 'booking'].map((key) => ({ key, label: capitalized(key) })),
  categories: [],
  sources: ['website', 'email', 'phone', 'walk_in', 'admin'],
  lostReasons: [],
  customFields: [],
  version: 1,
};

/** The status with this key, used or not. */
export function statusNamed({ statuses }: EnquirySettings, key: string): EnquiryStatus | undefined {
  return statuses.find((status) => status.key === key);
}

/** The active status that stands for a category: its default, or else the first of it. */
export function statusFor(
  { statuses }: Pick<EnquirySettings, 'statuses'>,
  category: StatusCategory,
): EnquiryStatus | undefined {
  const fitting = statuses.filter((status) => status.active && status.category === category);
  return fitting.find(({ isDefault }) => isDefault) ?? fitting[0];
}

/** The status new enquiries begin with. Settings without one are refused. */
export function firstStatus(settings: EnquirySettings): EnquiryStatus {
  return (statusFor(settings, 'new') ?? statusFor(settings, 'open'))!;
}

/** The status an enquiry goes back to when the customer answers. */
export function reopenedStatus(settings: EnquirySettings): EnquiryStatus {
  return statusFor(settings, 'open') ?? firstStatus(settings);
}

/** A status as an enquiry shows it. */
export function standingOf({ key, label, customerLabel, category }: EnquiryStatus): EnquiryStanding {
  return { key, label, customerLabel, category };
}

/** The standing of a stored key. One that is defined no more is shown by its key, and keeps its category. */
export function storedStanding(
  settings: EnquirySettings,
  key: string,
  category: StatusCategory,
): EnquiryStanding {
  const defined = statusNamed(settings, key);
  return defined ? { ...standingOf(defined), category } : { key, label: key, customerLabel: key, category };
}

/** The type of a stored key. One that is defined no more is shown by the words of its key (G-219). */
export function storedType({ types }: EnquirySettings, key: string): EnquiryType {
  return types.find((type) => type.key === key) ?? { key, label: capitalized(key.replaceAll('_', ' ')) };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
