// The import of bookings, as the command line runs it.
import type { Booking } from '#core/bookings/booking.ts';
import { importBookings, previewBookingImport } from '#core/imports/bookings/booking-import.ts';
import { toDecimal } from '#kit/money.ts';
import { bookingFieldNamed, bookingFields } from '#src/cli/imports/bookings/booking-headings.ts';
import { type BookingFileRow, readBookingRow } from '#src/cli/imports/bookings/booking-rows.ts';
import { mapColumns, requireColumn } from '#src/cli/imports/column-mapping.ts';
import type { ImportKind } from '#src/cli/imports/import-kind.ts';

/** Bookings: one a row. */
export const bookingsImport: ImportKind<BookingFileRow, Booking> = {
  noun: 'booking',
  headings: ['id', 'service', 'date', 'from', 'to', 'zone', 'people', 'status', 'price'],
  cellsOf: ({ externalId, serviceName, date, startTime, endTime, timezone, ...booking }) => [
    externalId ?? '',
    serviceName,
    date,
    startTime,
    endTime,
    timezone,
    String(booking.attendeeCount),
    booking.status,
    `${toDecimal(booking.priceMinor, booking.currency)} ${booking.currency}`,
  ],
  async open(scope, headings, settings) {
    const book = { fields: bookingFields, fieldNamed: bookingFieldNamed };
    const columns = mapColumns(headings, book, settings);
    requireColumn(columns, ['externalId'], 'what a booking is known by');
    requireColumn(columns, ['service'], 'the service that was booked');
    requireColumn(columns, ['start'], 'when it starts');
    const options = { allowOverlap: settings.allowOverlap };
    return {
      columns,
      async *read(rows) {
        for await (const row of rows) yield readBookingRow(row, columns);
      },
      preview: (rows) => previewBookingImport(scope, rows, options),
      run: (rows) => importBookings(scope, rows, options),
    };
  },
};
