// Mail that comes in: what of it matters here, out of the bytes that a mail server hands on, through postal-mime.
import type { Address, Email } from 'postal-mime';
import { invalidField } from '#kit/fault.ts';

/** A mail that came in. */
export interface InboundMail {
  /** Bare addresses, as they are written. */
  from: string | undefined;
  fromName: string | undefined;
  /** Everybody it went to, as far as its head tells. */
  recipients: string[];
  /** With its angle brackets. */
  messageId: string | undefined;
  /** The messages it answers, the nearest last. */
  references: string[];
  /** What it says, as plain text; made from HTML if it has nothing else. */
  text: string;
  /** Names of what came with it. */
  attachments: string[];
  /** Whether no person wrote it: absence notices, bounces, mailing lists. */
  isAutomatic: boolean;
}

/** The most bytes of a mail. */
export const inboundMailBytesMax = 25 * 1024 * 1024;

/** Bounds on strangers' mail: what people write comes nowhere near. */
const bounds = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 1 };

/** Reads a mail (RFC 5322). Throws `invalid_field` for bytes that are none. */
export async function readMail(raw: Uint8Array): Promise<InboundMail> {
  const parser = await openParser();
  const mail = await parser.parse(raw, bounds).catch(() => undefined);
  if (!mail?.from) throw invalidField('message', 'must be a mail with its head, From included.');
  const [sender] = mailboxes([mail.from]);
  return {
    from: sender?.address || undefined,
    fromName: sender?.name || undefined,
    recipients: [
      ...mailboxes([...(mail.to ?? []), ...(mail.cc ?? [])]).map(({ address }) => address),
      ...delivered(mail),
    ],
    messageId: idsIn(mail.messageId)[0],
    references: [...idsIn(mail.references), ...idsIn(mail.inReplyTo)],
    text: mail.text ?? withQuoteSigns(await textOf(withQuoteMarks(mail.html ?? ''))),
    attachments: mail.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    isAutomatic: isAutomatic(mail, sender?.address ?? ''),
  };
}

/** Loaded at the first mail: it takes some 30 ms, which a start does not have to pay. */
async function openParser() {
  return (await import('postal-mime')).default;
}

function mailboxes(addresses: Address[]): { name: string; address: string }[] {
  return addresses.flatMap((entry) => entry.group ?? [entry]);
}

/** Addresses that mail servers write down when they deliver: where it went if it was a blind copy. */
function delivered({ headers }: Email): string[] {
  const fields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
  return headers.filter(({ key }) => fields.includes(key)).map(({ value }) => value.replace(/^<|>$/g, ''));
}

function idsIn(field: string | undefined): string[] {
  return (field?.match(/<[^<>\s]{1,500}>/g) ?? []).slice(-100);
}

/** HTML as plain text. The library makes it where the parts of a mail are of both kinds. */
async function textOf(html: string): Promise<string> {
  const boundary = crypto.randomUUID();
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const head = `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;
  const parser = await openParser();
  const mail = await parser.parse(`${head}${part('plain', '')}${part('html', html)}--${boundary}--`);
  return mail.text?.trim() ?? '';
}

// Characters of the private area, which stand in no text of people's.
const quoteBegins = '\ue000';
const quoteEnds = '\ue001';

/** HTML with a mark on a line of its own where a quotation begins and ends: as text, it would look like the rest. */
function withQuoteMarks(html: string): string {
  const unmarked = html.replace(/[\ue000\ue001]/g, '');
  return unmarked
    .replace(/<blockquote\b[^>]*>/gi, `<br>${quoteBegins}<br>`)
    .replace(/<\/blockquote\s*>/gi, `<br>${quoteEnds}<br>`);
}

/** The text with `> ` before each line of a quotation, as programs write them in plain text. */
function withQuoteSigns(text: string): string {
  let depth = 0;
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const mark = line.trim();
    if (mark === quoteBegins) depth += 1;
    else if (mark === quoteEnds) depth = Math.max(0, depth - 1);
    else return [depth > 0 ? `> ${line}` : line];
    return [];
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** RFC 3834, and what senders say instead of it. */
function isAutomatic({ headers, returnPath }: Email, from: string): boolean {
  const field = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? '';
  const submitted = field('auto-submitted');
  return (
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(bulk|junk|list|auto_reply)$/.test(field('precedence')) ||
    field('x-autoreply') !== '' ||
    field('x-autorespond') !== '' ||
    field('list-id') !== '' ||
    field('content-type').startsWith('multipart/report') ||
    returnPath?.trim() === '<>' ||
    field('return-path') === '<>' ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(from)
  );
}
