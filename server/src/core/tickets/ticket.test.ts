// What a ticket says, without drawing one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingStatuses } from '#core/bookings/booking.ts';
import { hasTicket } from '#core/bookings/ticketing.ts';
import { type TicketSubject, ticketContent, ticketFileName } from '#core/tickets/ticket.ts';
import { makeTicketSubject } from '#test/ticket-subject.ts';

const english = 'en-DE';

function factOf(subject: TicketSubject, label: string, locale = english): string[] | undefined {
  return ticketContent(subject, locale).facts.find((fact) => fact.label === label)?.lines;
}

test('The time is told as clocks show it there, with the day in words and the zone', () => {
  assert.deepEqual(factOf(makeTicketSubject(), 'When'), [
    'Tuesday, 24 November 2026',
    '10:00 – 11:30',
    'Central European Standard Time',
  ]);
  assert.deepEqual(factOf(makeTicketSubject(), 'When', 'en-US'), [
    'Tuesday, November 24, 2026',
    '10:00 AM – 11:30 AM',
    'Central European Standard Time',
  ]);
});

test('A booking over midnight names both days, and one over a change of clocks both zones', () => {
  const booking = {
    startsAt: new Date('2026-10-24T21:00:00Z'),
    endsAt: new Date('2026-10-25T01:30:00Z'),
  };
  assert.deepEqual(factOf(makeTicketSubject({ booking }), 'When'), [
    'Saturday, 24 October 2026',
    '23:00 – Sunday, 25 October 2026, 02:30',
    'Central European Summer Time, at its end Central European Standard Time',
  ]);
});

test('The place is told with the room and the whole address; without a place nothing is', () => {
  assert.deepEqual(factOf(makeTicketSubject(), 'Where'), [
    'Harbour House',
    'Room 3',
    'Am Sandtorkai 27',
    '20457 Hamburg, Germany',
  ]);
  assert.equal(
    factOf(makeTicketSubject({ location: undefined, sublocation: undefined }), 'Where'),
    undefined,
  );
});

test('Everybody who is named is, up to twelve, and the others are counted', () => {
  const people = (attendeeCount: number, names: number) => {
    const attendees = Array.from({ length: names }, (_, place) => ({
      name: `P${place + 1}`,
      email: undefined,
      customerId: undefined,
      checkedInAt: undefined,
    }));
    return factOf(makeTicketSubject({ booking: { attendeeCount, attendees } }), 'People');
  };
  assert.deepEqual(people(1, 0), ['1 person']);
  assert.deepEqual(people(3, 3), ['3 people', 'P1, P2, and P3']);
  assert.deepEqual(people(4, 1), ['4 people', 'P1 and 3 more']);
  assert.equal(people(200, 100)?.[1]?.endsWith('P12, and 188 more'), true);
});

test('The terms of cancelling say until when, and what it costs after', () => {
  const terms = (service: object) => ticketContent(makeTicketSubject({ service }), english).notes[1];
  assert.equal(terms({ cancelNoticeMinutes: 0 }), 'You can cancel at no cost until it starts.');
  const day = 'You can cancel at no cost until Monday, 23 November 2026, 10:00.';
  assert.equal(terms({ cancelNoticeMinutes: 1440 }), day);
  const priced = { cancelNoticeMinutes: 1440, lateCancelFeeMinor: 1050, currency: 'EUR' };
  assert.equal(terms(priced), `${day} After that it costs €10.50.`);
});

test('What to write into a calendar, and whom to ask, stand below', () => {
  const { notes } = ticketContent(makeTicketSubject(), english);
  assert.equal(notes[2], 'For your calendar: Tuesday, 24 November 2026, 10:00 to 11:30, Europe/Berlin.');
  assert.equal(notes[3], 'You reach Harbour Studio at +4940123456 or hello@harbour.example.');
});

test('The code to scan is the code to read, and the text on the brand’s colour can be read', () => {
  const organization = { ...makeTicketSubject().organization, primaryColor: '#ffd60a' };
  const { code, brand } = ticketContent(makeTicketSubject({ organization }), english);
  assert.equal(code.scanned, 'K7QM4XPA');
  assert.equal(code.text, code.scanned);
  assert.equal(brand.textColor, '#000000');
});

test('Paper is Letter where printers have that, else A4', () => {
  const paperIn = (countryCode: string) => {
    const organization = { ...makeTicketSubject().organization, countryCode };
    return ticketContent(makeTicketSubject({ organization }), `en-${countryCode}`).paper;
  };
  assert.deepEqual(['US', 'CA', 'DE', 'JP'].map(paperIn), ['us-letter', 'us-letter', 'a4', 'a4']);
});

test('Who waits, has cancelled or has moved has no ticket; everybody else has', () => {
  assert.deepEqual(
    bookingStatuses.filter((status) => !hasTicket(status)),
    ['waiting_list', 'cancelled', 'rescheduled'],
  );
});

test('The file’s name has no character that a file system refuses, and an end', () => {
  const named = (serviceName: string) =>
    ticketFileName(makeTicketSubject({ booking: { serviceName } }).booking);
  assert.equal(named('Morning yoga'), 'Morning yoga 2026-11-24 K7QM4XPA.pdf');
  assert.equal(named('../a\\b:c*"?<d>|\u202e\r\n'), '.. a b c d 2026-11-24 K7QM4XPA.pdf');
  assert.equal(named('朝のヨガ'), '朝のヨガ 2026-11-24 K7QM4XPA.pdf');
  assert.ok(named('🧘'.repeat(200)).length < 200);
});
