// What callers may send of a booking: the bodies of create, update and reschedule (G-052).
import { Type } from 'typebox';
import {
  bookingCustomerRoles,
  bookingLimits,
  bookingPaymentStatuses,
  bookingStatuses,
} from '#core/bookings/booking.ts';
import { initialStatuses } from '#core/bookings/placing/prepare-booking.ts';
import { nameLengthMax, sourceLengthMax } from '#core/customers/customer.ts';
import {
  bookingChangeExample,
  newBookingExample,
  reschedulingExample,
} from '#http/admin-api/bookings/booking-examples.ts';
import { clearable } from '#http/admin-api/clearing.ts';
import { strict } from '#http/admin-api/envelope.ts';

const recordId = (description: string) => Type.String({ maxLength: 36, description });
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

/** A status, in bodies and queries. */
export const bookingStatusShape = Type.Enum([...bookingStatuses], {
  description: 'Where the booking stands.',
});

/** When a booking starts and how long it lasts. */
export const start = {
  date: Type.Optional(
    text(10, 'Day it starts on, `YYYY-MM-DD`, in the time zone of where it is. Goes with `startTime`.'),
  ),
  startTime: Type.Optional(
    text(
      5,
      'Wall time of the start, `HH:mm`. Where clocks change, a time they skip moves forward, and of one they show twice the first is meant.',
    ),
  ),
  startsAt: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'The start as a moment, instead of `date` and `startTime`.',
    }),
  ),
  duration: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: bookingLimits.durationMinutesMax,
      description: 'Minutes; the service’s, when left out.',
    }),
  ),
};

/** Where a booking is, with whom, with what and for how many. */
export const place = {
  locationId: Type.Optional(recordId('Which location, where the service is held at several.')),
  sublocationId: Type.Optional(
    recordId('Which room, desk or court. Without one, the first free of the service’s, by name.'),
  ),
  staffIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 36 }), {
      maxItems: bookingLimits.resourcesMax,
      description: 'Who holds it. Without any, the first free of the service’s if it needs somebody.',
    }),
  ),
  resourceIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 36 }), {
      maxItems: bookingLimits.resourcesMax,
      description: 'Which of the service’s equipment it uses; all of it, when left out.',
    }),
  ),
  attendeeCount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: bookingLimits.attendeesMax, description: 'How many come.' }),
  ),
};

const overrides = {
  allowOverlap: Type.Optional(
    Type.Boolean({ description: 'Takes places even if they are taken. It is recorded.' }),
  ),
  ignoreSchedule: Type.Optional(
    Type.Boolean({ description: 'Does not ask for opening hours, notice and horizon. It is recorded.' }),
  ),
};

const requestedBy = Type.Optional(
  Type.Enum(['staff', 'customer'], {
    description: 'On whose wish: the service’s notice holds for customers, not for staff.',
  }),
);

const version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version you changed; refused if there is a newer one.' }),
);

const holdId = Type.Optional(recordId('A hold whose places the booking takes over.'));

const fields = {
  attendees: Type.Optional(
    Type.Array(
      strict({
        name: Type.Optional(text(bookingLimits.nameLengthMax, 'Who it is.')),
        email: Type.Optional(text(320, 'Where to write to.')),
        customerId: Type.Optional(recordId('The customer, when there is a record.')),
        checkedIn: Type.Optional(Type.Boolean({ description: 'Whether this person has arrived.' })),
      }),
      {
        maxItems: bookingLimits.namedAttendeesMax,
        description: 'Those who are named: the whole list, no longer than attendeeCount.',
      },
    ),
  ),
  customerId: Type.Optional(recordId('The primary customer.')),
  customers: Type.Optional(
    Type.Array(
      strict({
        customerId: recordId('The customer.'),
        role: Type.Optional(
          Type.Enum([...bookingCustomerRoles], { description: 'Default attendee; one may be primary.' }),
        ),
      }),
      {
        maxItems: bookingLimits.customersMax,
        description: 'The whole list of customers who see it among theirs.',
      },
    ),
  ),
  companyId: Type.Optional(recordId('The company it is for.')),
  orderId: Type.Optional(recordId('The order that sells it.')),
  price: Type.Optional(Type.Number({ description: 'What it costs; the service’s price, when left out.' })),
  currency: Type.Optional(text(3, 'ISO 4217; goes with `price`.')),
  paymentStatus: Type.Optional(
    Type.Enum([...bookingPaymentStatuses], { description: 'Whether it is paid.' }),
  ),
  source: Type.Optional(text(sourceLengthMax, 'Where the record comes from.')),
  customerNotes: Type.Optional(text(bookingLimits.notesLengthMax, 'What the customer said.')),
  internalNotes: Type.Optional(text(bookingLimits.notesLengthMax, 'What only staff read.')),
  externalId: Type.Optional(text(128, 'Id in a system of yours.')),
  customFields: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
      maxProperties: 100,
      description: 'What programs keep with it: the whole object.',
    }),
  ),
};

/** What may be said of new bookings, one or several. */
export const newBookingFields = {
  serviceId: recordId('What is booked.'),
  ...start,
  ...place,
  status: Type.Optional(
    Type.Enum([...initialStatuses], {
      description: 'Default scheduled. What is on the waiting list takes no places.',
    }),
  ),
  customer: Type.Optional(
    strict(
      {
        email: text(320, 'By this address the customer is found, or made with the booking.'),
        firstName: Type.Optional(text(nameLengthMax, 'First name, of a new customer.')),
        lastName: Type.Optional(text(nameLengthMax, 'Last name, of a new customer.')),
        phone: Type.Optional(text(100, 'Phone, of a new customer.')),
      },
      { description: 'The primary customer, instead of `customerId`.' },
    ),
  ),
  ...fields,
  ...overrides,
};

/** The body of POST /bookings. */
export const createBookingBody = strict({ ...newBookingFields, holdId }, { examples: [newBookingExample] });

/** The fields of a booking that a change can clear. */
export const clearableBookingFields = [
  'customerId',
  'companyId',
  'orderId',
  'customerNotes',
  'internalNotes',
  'externalId',
] as const;

/** The body of PATCH /bookings/{bookingId}. */
export const updateBookingBody = strict(
  {
    status: Type.Optional(bookingStatusShape),
    cancelReason: Type.Optional(
      text(bookingLimits.notesLengthMax, 'Why it is cancelled; goes with `status`.'),
    ),
    requestedBy,
    ...start,
    ...place,
    ...clearable(fields, clearableBookingFields),
    ...overrides,
    holdId,
    version,
  },
  { examples: [bookingChangeExample] },
);

/** The body of POST /bookings/{bookingId}/reschedule. */
export const rescheduleBookingBody = strict(
  {
    ...start,
    ...place,
    requestedBy,
    reason: Type.Optional(text(bookingLimits.notesLengthMax, 'Why.')),
    ...overrides,
    version,
  },
  { examples: [reschedulingExample] },
);
