// Rows of a company list as rows of an import.
import type { BillingAddress, CompanyStatus } from '#core/companies/company.ts';
import { isCountry } from '#core/contacts/country.ts';
import type { CompanyRowInput } from '#core/imports/companies/company-row.ts';
import { readNumber, wordsToValues } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import { asList } from '#src/cli/imports/common-cells.ts';
import type { CompanyField } from '#src/cli/imports/companies/company-headings.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import { readCustomFields } from '#src/cli/imports/custom-cells.ts';
import { readEmails, readPhones } from '#src/cli/imports/customers/customer-cells.ts';
import { asText, type CellReaders, readCells } from '#src/cli/imports/field-cells.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** A row of a company list. */
export type CompanyFileRow = FileRow<CompanyRowInput>;

type CompanyCells = Omit<CompanyRowInput, 'billingAddress' | 'customFields'> & {
  [Part in keyof BillingAddress as `billingAddress.${Part}`]: BillingAddress[Part];
};

const readers: CellReaders<CompanyCells> & Record<CompanyField, unknown> = {
  externalId: asText,
  name: asText,
  legalName: asText,
  emails: { read: readEmails, rule: '' },
  phones: { read: readPhones, rule: '' },
  website: { read: readWebsite, rule: '' },
  domains: { read: (text) => text.split(/[\s,;|]+/).filter(Boolean), rule: '' },
  vatNumber: asText,
  registrationNumber: asText,
  industry: asText,
  status: {
    read: wordsToValues<CompanyStatus>({
      active: 'aktiv actif active activo activa attivo attiva actief enabled current open customer kunde',
      inactive: 'inaktiv inactif inactivo inattivo inactief disabled former archived closed ehemalig',
      banned: 'gesperrt blocked blockiert bloque bloqueado bloccato geblokkeerd blacklisted',
    }),
    rule: 'must be active, inactive or banned.',
  },
  source: asText,
  'billingAddress.line1': asText,
  'billingAddress.line2': asText,
  'billingAddress.city': asText,
  'billingAddress.region': asText,
  'billingAddress.postalCode': asText,
  'billingAddress.country': { read: readCountry, rule: 'must be a country, like DE or Germany.' },
  currency: asText,
  paymentTermsDays: { read: readDays, rule: 'must be a number of days, like 14.' },
  primaryCustomer: { read: (text) => readEmails(text).find((one) => one.includes('@')) ?? text, rule: '' },
  members: asList,
};

/** Reads the cells of a row. */
export function readCompanyRow(
  { line, cells, fault }: CsvRow,
  columns: Column<CompanyField>[],
): CompanyFileRow {
  const input: Partial<CompanyCells> = {};
  const row: CompanyFileRow = {
    line,
    input: {},
    problems: [],
    sources: [{ line, cells }],
    origins: new Map(),
  };
  if (fault) {
    row.problems.push({ path: '', code: 'invalid_row', message: fault });
    return row;
  }
  readCells(row, cells, columns, { readers, input });
  return { ...row, input: { ...nested(input), customFields: readCustomFields(row, cells, columns) } };
}

/** The cells with the parts of the address gathered. */
function nested(cells: Partial<CompanyCells>): CompanyRowInput {
  const prefix = 'billingAddress.';
  const [parts, others] = [true, false].map((isPart) =>
    Object.entries(cells).filter(([field]) => field.startsWith(prefix) === isPart),
  );
  const billingAddress = Object.fromEntries(
    parts!.map(([field, text]) => [field.slice(prefix.length), text]),
  );
  return { ...Object.fromEntries(others!), ...(parts!.length > 0 ? { billingAddress } : {}) };
}

/** People leave the scheme out. */
function readWebsite(text: string): string {
  return /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
}

/** 14, 14 days, net 30, 30 Tage netto. */
function readDays(text: string): number | undefined {
  return readNumber(
    text.replace(/\b(net|netto|days?|tage?n?|jours?|d[ií]as?|giorni|dagen)\b\.?/gi, '').trim(),
  );
}

/** A code as it is, or the code of a country's name in English or one of the languages lists come in. */
function readCountry(text: string): string | undefined {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  return countryCodes().get(text.toLowerCase());
}

let codesByName: Map<string, string> | undefined;

function countryCodes(): Map<string, string> {
  codesByName ??= new Map(
    ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'da', 'sv', 'nb', 'fi', 'pl', 'cs'].flatMap(namesIn),
  );
  return codesByName;
}

function namesIn(language: string): [name: string, code: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`)).filter(isCountry);
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name === undefined ? [] : [[name.toLowerCase(), code] as [string, string]];
  });
}
