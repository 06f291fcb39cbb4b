// Documents people print: booking tickets as PDF. What they say comes in as finished words.
import { encodeQR } from 'qr';
import type { Typesetter } from './typesetter.ts';

/** What a ticket is about, in one respect. */
export interface TicketFact {
  label: string;
  /** At least one; the first stands out. */
  lines: string[];
}

/** All that a ticket says, in the words it says it with. No text is markup. */
export interface TicketContent {
  /** Title of the document, for windows and screen readers. */
  documentTitle: string;
  /** BCP 47 tag of the language the words are in. It sets direction and line breaking. */
  locale: string;
  /** ISO 3166-1 alpha-2: where it is read. It chooses among the forms of a Chinese character. */
  countryCode: string;
  paper: 'a4' | 'us-letter';
  brand: {
    name: string;
    /** `#rrggbb`, and the colour of text on it. */
    color: string;
    textColor: string;
    /** PNG, JPEG, GIF or WebP. */
    logo: Buffer | undefined;
  };
  /** What kind of document it is, such as "Ticket". */
  kind: string;
  /** What it is a ticket for. */
  title: string;
  facts: TicketFact[];
  code: {
    label: string;
    /** In large type. */
    text: string;
    /** What the QR code holds, and what it is, for who can't see it. */
    scanned: string;
    description: string;
  };
  /** Sentences below the ticket. */
  notes: string[];
  /** The last line: numbers to refer to. */
  reference: string;
}

/** Makes documents. The same content gives the same bytes. */
export interface Documents {
  /**
   * The ticket as a tagged PDF (PDF/UA-1) with its fonts embedded, in any script that a font is there for; a character
   * without one is shown as U+FFFD. One page, unless its texts are so long that they need more.
   */
  bookingTicket(content: TicketContent): Promise<Buffer>;
}

/** Opens documents. What they are made with is loaded with the first one: some 0.3 s and 100 MB. */
export function openDocuments(): Documents {
  let opening: Promise<Typesetter> | undefined;
  return {
    async bookingTicket(content) {
      opening ??= import('./typesetter.ts').then(({ openTypesetter }) => openTypesetter());
      const typesetter = await opening;
      const { brand, code, countryCode, ...rest } = content;
      const { logo, ...colors } = brand;
      const { scanned, ...codeWords } = code;
      const [language, region] = languageOf(content.locale);
      return typesetter.typeset({
        template: 'booking-ticket.typ',
        data: {
          ...rest,
          language,
          region,
          brand: { ...colors, hasLogo: logo !== undefined },
          code: codeWords,
        },
        pictures: { 'qr.svg': qrPicture(scanned), ...(logo ? { logo } : {}) },
        countryCode,
      });
    },
  };
}

/** Level Q: a quarter of it may be creased, wet or covered. The light border belongs to the code. */
function qrPicture(text: string): Buffer {
  return Buffer.from(encodeQR(text, 'svg', { ecc: 'quartile', border: 4 }));
}

function languageOf(locale: string): [language: string, region: string | undefined] {
  const { language, region } = new Intl.Locale(locale);
  return [language, region];
}
