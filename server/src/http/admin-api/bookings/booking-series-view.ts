// A series as the Admin API shows it (G-067).
import { type Static, Type } from 'typebox';
import type { SeriesWithBookings } from '#core/bookings/series/booking-series.ts';
import { seriesFrequencies } from '#core/bookings/series/series.ts';
import type { Scope } from '#core/scope.ts';
import { seriesExample } from '#http/admin-api/bookings/booking-series-examples.ts';
import { bookingShape, bookingView } from '#http/admin-api/bookings/booking-view.ts';

const seriesFields = {
  id: Type.String({ description: 'Record id; each of its bookings names it as `seriesId`.' }),
  frequency: Type.Enum([...seriesFrequencies], { description: 'What it repeats by.' }),
  interval: Type.Integer({ description: 'Every how many days, weeks or months.' }),
  firstDate: Type.String({ format: 'date', description: 'Date of the first.' }),
  startTime: Type.String({ description: 'What clocks show at each start, HH:mm.' }),
  lastDate: Type.String({ format: 'date', description: 'Date of the last that was wanted.' }),
  createdAt: Type.String({ format: 'date-time', description: 'When the series was made.' }),
  bookings: Type.Array(bookingShape, { description: 'Its bookings in the order in which they start.' }),
};

/** A series with its bookings. */
export const seriesShape = Type.Object(seriesFields, { title: 'BookingSeries', examples: [seriesExample] });

/** A series as it was made. */
export const madeSeriesShape = Type.Object(
  {
    ...seriesFields,
    skippedDates: Type.Array(Type.String({ format: 'date' }), {
      description: 'Dates that were left out because there was no place, or it was closed.',
    }),
  },
  { title: 'NewBookingSeries', examples: [{ ...seriesExample, skippedDates: [] }] },
);

/** What `seriesShape` describes. */
export type SeriesView = Static<typeof seriesShape>;

/** A series with its bookings. */
export function seriesView(series: SeriesWithBookings, scope: Scope): SeriesView {
  return {
    id: series.id,
    frequency: series.frequency,
    interval: series.interval,
    firstDate: series.firstDate,
    startTime: series.startTime,
    lastDate: series.lastDate,
    createdAt: series.createdAt.toISOString(),
    bookings: series.bookings.map((booking) => bookingView(booking, scope)),
  };
}
