// The enquiry message record: what was said about an enquiry after it came in.
import type { Actor } from '#core/scope.ts';

/** An answer of staff, one of the customer, or a note that only staff see. */
export const messageKinds = ['reply', 'customer_reply', 'note'] as const;
/** One of `messageKinds`. */
export type MessageKind = (typeof messageKinds)[number];

/** The most characters of a message (G-101). */
export const messageLengthMax = 20_000;

/** What was said about an enquiry. */
export interface EnquiryMessage {
  /** Record id, UUID version 7; the enquiry's for the answer that it began with. */
  id: string;
  enquiryId: string;
  kind: MessageKind;
  /** Who said it, as they were called then. */
  author: Actor;
  /** Plain text. */
  body: string;
  /** Of the mail it went out or came in by, with angle brackets. */
  mailMessageId: string | undefined;
  createdAt: Date;
}
