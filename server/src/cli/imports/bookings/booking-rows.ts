// Rows of a booking list as rows of an import.
import type { BookingRowInput, ImportedStatus } from '#core/imports/bookings/booking-row.ts';
import { readNumber, readTime, wordsToValues } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import {
  asAmount,
  asList,
  asMoment,
  asNumber,
  asPaymentStatus,
  type CustomerCells,
  customerReaders,
  withHalves,
} from '#src/cli/imports/common-cells.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import { asText, type CellReader, type CellReaders, readCells } from '#src/cli/imports/field-cells.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** A row of a booking list. */
export type BookingFileRow = FileRow<BookingRowInput>;

type BookingCells = BookingRowInput & CustomerCells;

const asTime: CellReader<string> = { read: readTime, rule: 'must be a time, like 14:30.' };

const readers: CellReaders<BookingCells> = {
  externalId: asText,
  service: asText,
  location: asText,
  sublocation: asText,
  staff: asList,
  start: asMoment,
  startTime: asTime,
  end: asMoment,
  endTime: asTime,
  duration: { read: readMinutes, rule: 'must be minutes, or hours and minutes like 1:30.' },
  attendeeCount: asNumber,
  status: {
    read: wordsToValues<ImportedStatus>({
      scheduled: 'pending requested tentative unconfirmed geplant angefragt vorgemerkt',
      confirmed:
        'booked accepted approved active bestaetigt bestatigt gebucht confirme confirmada confirmado confermato',
      waiting_list: 'waitlist waitlisted warteliste listedattente',
      checked_in: 'arrived eingecheckt',
      completed:
        'done attended finished fulfilled past erledigt abgeschlossen wahrgenommen termine completada completato',
      cancelled: 'canceled storniert abgesagt annule annulee cancelada cancelado annullato geannuleerd',
      no_show: 'missed absent nichterschienen absente',
    }),
    rule: 'must be scheduled, confirmed, waiting_list, checked_in, completed, cancelled or no_show.',
  },
  price: asAmount,
  currency: asText,
  paymentStatus: asPaymentStatus,
  source: asText,
  customerNotes: asText,
  internalNotes: asText,
  cancelReason: asText,
  createdAt: asMoment,
  cancelledAt: asMoment,
  ...customerReaders,
};

/** Reads the cells of a row. */
export function readBookingRow({ line, cells, fault }: CsvRow, columns: Column[]): BookingFileRow {
  const input: Partial<BookingCells> = {};
  const row: BookingFileRow = { line, input, problems: [], sources: [{ line, cells }], origins: new Map() };
  if (fault) {
    row.problems.push({ path: '', code: 'invalid_row', message: fault });
    return row;
  }
  readCells(row, cells, columns, { readers, input });
  return { ...row, input: withHalves(input) };
}

/** 90, 90 min, 1:30, 1 h 30. */
function readMinutes(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,3})\s?(?::|h)\s?(\d{1,2})?\s?(?:m|min)?$/i.exec(text) ?? [];
  if (hours) return Number(hours) * 60 + Number(minutes ?? 0);
  return readNumber(text.replace(/\s?(m|min|mins|minutes|minuten)\.?$/i, ''));
}
