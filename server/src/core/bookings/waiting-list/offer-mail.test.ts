// The mail about an offered place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerMail } from '#core/bookings/waiting-list/offer-mail.ts';

const booking = {
  serviceName: 'Yoga <all>',
  bookingNumber: 'BK-000007',
  timezone: 'Europe/Berlin',
  startsAt: new Date('2026-10-25T12:00:00Z'),
  endsAt: new Date('2026-10-25T13:00:00Z'),
  attendeeCount: 3,
};

test('the mail about an offered place says what, where, until when and whom to tell', () => {
  const mail = offerMail({ name: 'Harbour House' }, 'jane@example.com', {
    booking,
    location: { name: 'Pier 7', phone: '+49401234567', email: undefined },
    expiresAt: new Date('2026-10-24T16:40:00Z'),
  });
  assert.equal(mail.to, 'jane@example.com');
  assert.equal(mail.subject, '3 places for Yoga <all>: yours until 18:40');
  assert.equal(
    mail.text,
    [
      '3 places for Yoga <all> have become free at Pier 7: Sunday, 25 October 2026, 13:00 to 14:00 (Central European Standard Time).',
      'We keep them for you until 18:40 on Saturday, 24 October 2026. Then the next on the waiting list is asked.',
      'To take them, tell Harbour House: +49401234567. Your booking is BK-000007.\n',
    ].join('\n\n'),
  );
  assert.ok(mail.html.includes('Yoga &lt;all&gt;'));
});

test('one place is not told as several, and a house without a telephone is named', () => {
  const { text } = offerMail({ name: 'Harbour House' }, 'jane@example.com', {
    booking: { ...booking, attendeeCount: 1 },
    location: undefined,
    expiresAt: new Date('2026-10-24T16:40:00Z'),
  });
  assert.match(text, /^A place for Yoga <all> has become free: Sunday/);
  assert.match(text, /To take it, tell Harbour House\. Your booking/);
});
