// GET /bookings of the Customer API: the customer's own, in the contract's fields and order.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Caller } from '#test/ask.ts';
import { makeBookable } from '#test/bookable.ts';
import { signIn, visitor } from '#test/customer.ts';
import { makeOrganization, type TestOrganization, type World, world } from '#test/world.ts';

let all: World;
let house: TestOrganization;
let me: Caller;
let customerId: string;
let foreignId: string;
/** Ids of my bookings in the order of their start; the first two have ended. */
let mine: string[];

const hourMs = 3_600_000;

const idsOf = (body: { data: { bookings: { id: string }[] } }) => body.data.bookings.map(({ id }) => id);

suite('own bookings', () => {
  before(async () => {
    all = await world();
    house = await makeOrganization(all);
    const { service } = await makeBookable(house.scope, {
      capacities: [9],
      service: { capacityMode: 'shared', qrCodeTicketsEnabled: true },
    });
    const email = 'mia@example.com';
    customerId = (await house.admin.post('/customers', { firstName: 'Mia', emails: [{ address: email }] }))
      .body.data.id;
    ({ me } = await signIn(all, house, email));
    const now = Math.floor(all.clock.now().getTime() / hourMs) * hourMs;
    const book = async (hours: number, more: object) => {
      const body = {
        serviceId: service.id,
        startsAt: new Date(now + hours * hourMs).toISOString(),
        ignoreSchedule: true,
      };
      const { status, body: answer } = await house.admin.post('/bookings', { ...body, ...more });
      assert.equal(status, 201, JSON.stringify(answer));
      return answer.data.id as string;
    };
    foreignId = await book(3, { customer: { email: 'else@example.com' }, internalNotes: 'Not for Mia' });
    const guest = { customers: [{ customerId, role: 'attendee' }], internalNotes: 'Not for Mia' };
    mine = [
      await book(-30, { customerId }),
      await book(-3, guest),
      await book(30, { customerId, status: 'confirmed' }),
    ];
    mine.push(await book(40, { customerId, customerNotes: 'Window, please' }));
    // It has begun and goes on.
    mine.splice(2, 0, await book(0, { customerId, duration: 120 }));
  });

  test('are listed the latest first, and those to come the next one first', async () => {
    assert.deepEqual(idsOf((await me.get('/bookings')).body), mine.toReversed());
    assert.deepEqual(idsOf((await me.get('/bookings?range=upcoming')).body), mine.slice(2));
    assert.deepEqual(idsOf((await me.get('/bookings?range=past')).body), mine.slice(0, 2).toReversed());
    assert.deepEqual(idsOf((await me.get('/bookings?status=confirmed')).body), [mine[3]]);
  });

  test('come page by page, the cursor being the last booking’s id', async () => {
    for (const [query, expected] of [
      ['', mine.toReversed()],
      ['&range=upcoming', mine.slice(2)],
    ] as const) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await me.get(`/bookings?limit=2${query}${cursor ? `&cursor=${cursor}` : ''}`);
        ids.push(...idsOf(body));
        assert.equal(body.data.hasMore, body.data.nextCursor !== undefined);
        if (body.data.hasMore) assert.equal(body.data.nextCursor, ids.at(-1));
        cursor = body.data.nextCursor;
      } while (cursor);
      assert.deepEqual(ids, expected);
    }
  });

  test('refuse another’s booking as cursor like one that is none', async () => {
    const nobodys = '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7';
    for (const cursor of [foreignId, nobodys, 'abc']) {
      const { status, body } = await me.get(`/bookings?cursor=${cursor}`);
      assert.deepEqual([status, body.code], [400, 'invalid_cursor'], cursor);
    }
  });

  test('show what the contract names and nothing else', async () => {
    const [last] = (await me.get('/bookings?limit=1')).body.data.bookings;
    const { createdAt, id, bookingNumber, confirmationCode, serviceId, sublocationId, ...rest } = last;
    assert.ok([createdAt, id, bookingNumber, confirmationCode, serviceId, sublocationId].every(Boolean));
    const stored = (await house.admin.get(`/bookings/${id}`)).body.data;
    const { ticketDownloadUrl, ...ticketing } = rest.ticketing;
    assert.match(ticketDownloadUrl, new RegExp(`/api/client/v1/booking-ticket\\?bookingId=${id}$`));
    assert.deepEqual(ticketing, { qrCodeTicketsEnabled: true, walletTicketsEnabled: false });
    assert.deepEqual(
      { ...rest, ticketing: undefined, date: undefined },
      {
        status: 'scheduled',
        date: undefined,
        startTime: stored.startTime,
        endTime: stored.endTime,
        duration: 60,
        timezone: 'Europe/Berlin',
        attendeeCount: 1,
        serviceName: 'Yoga',
        serviceCategoryName: null,
        ticketing: undefined,
        customerNotes: 'Window, please',
      },
    );
    const inBerlin = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    assert.equal(inBerlin.format(rest.date), `${stored.date} 00:00`, 'the first moment of the day');
  });

  test('tell who still sends `upcoming` until when it works', async () => {
    const { headers, body } = await me.get('/bookings?upcoming=true');
    assert.deepEqual(idsOf(body), mine.slice(2));
    assert.match(headers.deprecation!, /^@\d{10}$/);
    assert.ok(Date.parse(headers.sunset!) > Number(headers.deprecation!.slice(1)) * 1000 + 365 * 24 * hourMs);
    assert.match(headers.link!, /rel="deprecation"/);
    assert.deepEqual(idsOf((await me.get('/bookings?upcoming=false')).body), mine.toReversed());
    assert.equal((await me.get('/bookings?upcoming=true&range=past')).status, 400);
    assert.equal((await me.get('/bookings?range=upcoming')).headers.deprecation, undefined);
  });

  test('are none without a profile, and nobody’s without a token', async () => {
    const { me: newcomer } = await signIn(all, house, 'new@example.com');
    const { body } = await newcomer.get('/bookings');
    assert.deepEqual(body.data, { bookings: [], hasMore: false });
    assert.equal((await visitor(all).get('/bookings')).status, 401);
  });
});
