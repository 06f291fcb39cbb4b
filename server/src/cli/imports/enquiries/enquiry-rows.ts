// Rows of a list of enquiries as rows of an import.
import type { EnquiryPriority } from '#core/enquiries/enquiry.ts';
import type { StatusCategory } from '#core/enquiries/settings/enquiry-settings.ts';
import type { EnquiryRowInput } from '#core/imports/enquiries/enquiry-row.ts';
import { wordsToValues } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import { asList, asMoment } from '#src/cli/imports/common-cells.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import { readCustomFields } from '#src/cli/imports/custom-cells.ts';
import { readEmails, readPhones } from '#src/cli/imports/customers/customer-cells.ts';
import type { EnquiryField } from '#src/cli/imports/enquiries/enquiry-headings.ts';
import { asText, type CellReaders, readCells } from '#src/cli/imports/field-cells.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** A row of a list of enquiries. */
export type EnquiryFileRow = FileRow<EnquiryRowInput>;

type EnquiryCells = Omit<EnquiryRowInput, 'customFields'>;

/** Words that other programs have for what a status means. */
const categoryOf = wordsToValues<StatusCategory>({
  new: 'neu nouveau nouvelle nuevo nueva nuovo nuova nieuw unread ungelesen received eingegangen',
  open: 'offen inprogress inbearbeitung active assigned ouvert encours abierto abierta aperto aperta reopened',
  pending: 'waiting onhold wartend wartet hold enattente pendiente inattesa snoozed awaitingreply',
  resolved:
    'solved done answered completed fixed won geloest gelost erledigt beantwortet resolu resuelto risolto opgelost',
  closed:
    'geschlossen archived cancelled canceled spam lost ferme cerrado cerrada chiuso gesloten abgeschlossen verloren',
});

const priorityOf = wordsToValues<EnquiryPriority>({
  low: 'niedrig gering faible baja bassa laag minor lowest p4',
  medium: 'normal mittel moyenne media middel standard default p3',
  high: 'hoch important wichtig haute alta hoog major p2',
  urgent: 'dringend critical kritisch urgente immediate highest blocker p1',
});

/** What tells whether a text is the key or label of a status of the organization. */
export type IsStatus = (foldedText: string) => boolean;

function readersFor(isStatus: IsStatus): CellReaders<EnquiryCells> & Record<EnquiryField, unknown> {
  return {
    externalId: asText,
    customerNumber: asText,
    name: asText,
    email: { read: (text) => readEmails(text)[0], rule: 'must be an email address.' },
    phone: { read: (text) => readPhones(text)[0], rule: 'must be a phone number.' },
    subject: asText,
    message: asText,
    // What the organization calls so comes before what others mean by the word.
    status: {
      read: (text) => (isStatus(foldHeading(text)) ? text : (categoryOf(text) ?? text)),
      rule: '',
    },
    priority: { read: priorityOf, rule: 'must be low, medium, high or urgent.' },
    type: asText,
    category: asText,
    source: asText,
    createdAt: asMoment,
    firstResponseAt: asMoment,
    resolvedAt: asMoment,
    closedAt: asMoment,
    staff: asList,
    lostReason: asText,
  };
}

/** Makes the reader of rows. */
export function enquiryRowReader(columns: Column<EnquiryField>[], isStatus: IsStatus) {
  const readers = readersFor(isStatus);
  return ({ line, cells, fault }: CsvRow): EnquiryFileRow => {
    const input: Partial<EnquiryCells> = {};
    const row: EnquiryFileRow = { line, input, problems: [], sources: [{ line, cells }], origins: new Map() };
    if (fault) {
      row.problems.push({ path: '', code: 'invalid_row', message: fault });
      return row;
    }
    readCells(row, cells, columns, { readers, input });
    return { ...row, input: { ...input, customFields: readCustomFields(row, cells, columns) } };
  };
}
