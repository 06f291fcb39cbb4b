// Tickets over both APIs: who gets which, and who gets none.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { createBooking } from '#core/bookings/placing/create-booking.ts';
import type { NewService } from '#core/services/services.ts';
import { getBookingTicket } from '#core/tickets/tickets.ts';
import type { Callbacks } from '#integrations/callbacks/callbacks.ts';
import type { Answer, Caller } from '#test/ask.ts';
import { makeBookable } from '#test/bookable.ts';
import { signIn } from '#test/customer.ts';
import { readPdf } from '#test/pdf.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

const hourMs = 3_600_000;

interface Visit {
  house: TestOrganization;
  me: Caller;
  /** Books for the signed-in customer, or for nobody. */
  book(body?: object): Promise<{ id: string; bookingNumber: string; confirmationCode: string }>;
}

async function visit(service: Partial<NewService> = {}, email = 'jane@example.com'): Promise<Visit> {
  const w = await world();
  const house = await makeOrganization(w);
  const bookable = await makeBookable(house.scope, { service: { name: 'Morning yoga', ...service } });
  const { me } = await signIn(w, house, email);
  const { body } = await me.patch('/profile', { firstName: 'Jane', lastName: 'Doe' });
  let days = 1;
  return {
    house,
    me,
    async book(more = {}) {
      days += 1;
      const startsAt = new Date(
        Math.ceil(w.clock.now().getTime() / 86_400_000 + days) * 86_400_000,
      ).toISOString();
      const input = { serviceId: bookable.service.id, startsAt, customerId: body.customer.id, ...more };
      const answer = await house.admin.post('/bookings', input);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.data;
    },
  };
}

function refusal({ status, body }: Answer): [number, string] {
  return [status, body.code];
}

suite('a ticket', () => {
  let mine: Visit;
  before(async () => {
    mine = await visit();
  });

  test('The desk gets it by id, number and confirmation code, as a file with a name of its own', async () => {
    const { admin } = mine.house;
    const booking = await mine.book();
    for (const reference of [booking.id, booking.bookingNumber, booking.confirmationCode.toLowerCase()]) {
      const { status, headers, body } = await admin.get(`/bookings/${reference}/ticket`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'application/pdf');
      assert.equal(headers['cache-control'], 'private, no-store');
      assert.match(
        headers['content-disposition']!,
        /^attachment; filename="Morning yoga \d{4}-\d\d-\d\d \w{8}\.pdf"; filename\*=UTF-8''/,
      );
      const { text } = await readPdf(body);
      for (const said of [
        'Morning yoga',
        'Harbour House',
        'Room 01',
        'Jane Doe',
        booking.confirmationCode,
        booking.bookingNumber,
      ]) {
        assert.ok(text.includes(said), `${said}: ${text}`);
      }
    }
  });

  test('What the code holds, the desk finds the booking by', async () => {
    const booking = await mine.book();
    const { body } = await mine.house.admin.get(`/bookings/${booking.confirmationCode}`);
    assert.equal(body.data.id, booking.id);
  });

  test('The customer gets the same ticket at the address that the booking names', async () => {
    const { id } = await mine.book();
    const { body } = await mine.me.get('/bookings');
    const listed = body.data.bookings.find((booking: { id: string }) => booking.id === id);
    const address = new URL(listed.ticketing.ticketDownloadUrl);
    assert.equal(address.pathname, '/api/client/v1/booking-ticket');
    const own = await mine.me.get(`/booking-ticket${address.search}`);
    assert.equal(own.status, 200);
    assert.deepEqual(own.body, (await mine.house.admin.get(`/bookings/${id}/ticket`)).body);
  });

  test('Another customer, another organization and nobody learn nothing, not even that there is one', async () => {
    const { id } = await mine.book();
    const [nobodys] = [await mine.book({ customerId: undefined })];
    const other = await visit();
    const neighbour = await signIn(await world(), mine.house, 'other@example.com');
    await neighbour.me.patch('/profile', { firstName: 'Other' });
    const unknown = '019d3dd2-51c7-7a60-9b3e-84c1f07d2e95';
    const refused = {
      ...(await mine.me.get(`/booking-ticket?bookingId=${unknown}`)).body,
      requestId: undefined,
    };
    for (const [caller, booking] of [
      [neighbour.me, id],
      [other.me, id],
      [mine.me, nobodys!.id],
      [mine.me, 'x'],
    ] as const) {
      const answer = await caller.get(`/booking-ticket?bookingId=${booking}`);
      assert.deepEqual(refusal(answer), [403, 'access_denied']);
      assert.deepEqual({ ...answer.body, requestId: undefined }, refused);
    }
    assert.deepEqual(refusal(await other.house.admin.get(`/bookings/${id}/ticket`)), [404, 'not_found']);
  });

  test('Without a profile there is no booking of one’s own', async () => {
    const { me } = await signIn(await world(), mine.house, 'nobody-yet@example.com');
    const { id } = await mine.book();
    assert.equal((await me.get(`/booking-ticket?bookingId=${id}`)).status, 403);
  });

  test('An attendee with an account gets it too', async () => {
    const guest = await signIn(await world(), mine.house, 'guest@example.com');
    const { body } = await guest.me.patch('/profile', { firstName: 'Guest' });
    const { id } = await mine.book({ customers: [{ customerId: body.customer.id, role: 'attendee' }] });
    assert.equal((await guest.me.get(`/booking-ticket?bookingId=${id}`)).status, 200);
  });

  test('A booking that is cancelled or waits has none, and says so', async () => {
    const cancelled = await mine.book();
    await mine.house.admin.patch(`/bookings/${cancelled.id}`, { status: 'cancelled' });
    const waiting = await mine.book({ status: 'waiting_list' });
    for (const [{ id }, status] of [
      [cancelled, 'cancelled'],
      [waiting, 'waiting_list'],
    ] as const) {
      const answers = [
        await mine.house.admin.get(`/bookings/${id}/ticket`),
        await mine.me.get(`/booking-ticket?bookingId=${id}`),
      ];
      for (const answer of answers) {
        assert.deepEqual(refusal(answer), [403, 'ticketing_disabled']);
        assert.equal(answer.body.error, `A booking that is ${status} has no ticket.`);
      }
      const { ticketing } = (await mine.house.admin.get(`/bookings/${id}`)).body.data;
      assert.deepEqual(ticketing, { qrCodeTicketsEnabled: false, walletTicketsEnabled: false });
    }
  });

  test('A service without tickets has none, for the desk as for the customer', async () => {
    const without = await visit({ qrCodeTicketsEnabled: false });
    const { id } = await without.book();
    assert.deepEqual(refusal(await without.house.admin.get(`/bookings/${id}/ticket`)), [
      403,
      'ticketing_disabled',
    ]);
    assert.deepEqual(refusal(await without.me.get(`/booking-ticket?bookingId=${id}`)), [
      403,
      'ticketing_disabled',
    ]);
  });

  test('A key needs the permission for tickets', async () => {
    const { id } = await mine.book();
    const { app } = await world();
    const authorization = `Bearer ${await mine.house.keyFor(['bookings:read'])}`;
    const { statusCode } = await app.inject({
      url: `/api/v1/bookings/${id}/ticket`,
      headers: { authorization },
    });
    assert.equal(statusCode, 403);
  });

  test('bookingId is needed, once', async () => {
    for (const query of ['', '?bookingId=', '?bookingId=a&bookingId=b', `?bookingId=${'x'.repeat(101)}`]) {
      assert.equal((await mine.me.get(`/booking-ticket${query}`)).status, 400, query);
    }
  });

  test('A service of any name makes a file of that name', async () => {
    const named = await visit({ name: '朝のヨガ "1/2" Ébène' });
    const { id } = await named.book();
    const { headers } = await named.me.get(`/booking-ticket?bookingId=${id}`);
    assert.match(headers['content-disposition']!, /filename="1 2 Ebene \d/);
    assert.match(
      headers['content-disposition']!,
      /filename\*=UTF-8''%E6%9C%9D%E3%81%AE%E3%83%A8%E3%82%AC%201%202%20%C3%89b%C3%A8ne%20/,
    );
  });
});

test('A logo is fetched once, drawn anew, and left out when it can’t be had', async () => {
  const asked: string[] = [];
  const callbacks = await standIn(asked);
  const w = await world();
  const pictured: boolean[] = [];
  for (const logoUrl of ['https://cdn.example/logo.png', 'https://cdn.example/none.png', undefined]) {
    const { scope } = await makeOrganization(w, { logoUrl });
    const { service } = await makeBookable(scope);
    const startsAt = new Date(Math.ceil(w.clock.now().getTime() / hourMs + 48) * hourMs);
    const { id } = await createBooking(scope, { serviceId: service.id, startsAt });
    const outside = { ...scope, tools: { ...scope.tools, callbacks } };
    const [first, second] = [await getBookingTicket(outside, id), await getBookingTicket(outside, id)];
    assert.deepEqual(second, first);
    pictured.push(first.bytes.includes('/Subtype /Image'));
    assert.ok(first.bytes.length < 100_000, `${first.bytes.length} bytes`);
  }
  assert.deepEqual(pictured, [true, false, false]);
  assert.deepEqual(asked, ['https://cdn.example/logo.png', 'https://cdn.example/none.png']);
});

/** Calls to the outside that find a large picture at `logo.png`, and nothing elsewhere. */
async function standIn(asked: string[]): Promise<Callbacks> {
  const picture = sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#cc2200' } });
  const bytes = await picture.png().toBuffer();
  const unused = () => Promise.reject(new Error('Not used here'));
  return {
    checkTargetUrl: () => undefined,
    post: unused,
    async get({ url }) {
      asked.push(url);
      const isThere = url.endsWith('logo.png');
      const body = isThere ? bytes : Buffer.from('none');
      return { outcome: 'answered', status: isThere ? 200 : 404, contentType: '', body, durationMs: 1 };
    },
    close: () => Promise.resolve(),
  };
}
