// The bare limit: the smallest Node HTTP server that runs the same SQL and writes the same JSON as Frontdesk. It has no
// framework, no keys, no limits, no checks and no tenancy: its organization is fixed, its role is not walled in. The
// statements are those that Frontdesk sends, recorded in the same run (statements.ts).
import { createServer, type IncomingMessage } from 'node:http';
import type { CustomerRow } from 'frontdesk/src/core/customers/customer-row-queries.ts';
import { newId } from 'frontdesk/src/kit/id.ts';
import postgres from 'postgres';
import type { BusyHall } from '#bench/seed/busy-day.ts';
import { bareBooking } from './bare-bookings.ts';
import { type BareSignIn, openBareSignIn } from './bare-sign-in.ts';
import { bareIssue } from './credit/bare-credit.ts';
import type { Statements } from './statements.ts';

const organizationId = process.env.ORGANIZATION_ID!;
const statements: Statements = JSON.parse(process.env.STATEMENTS!);
const connections = 10;
const sql = postgres(process.env.DATABASE_URL!, {
  max: connections,
  fetch_types: false,
  // The search function asks the session for its organization.
  connection: { 'app.organization_id': organizationId } as object,
  types: { integer8: { to: 20, from: [20], serialize: String, parse: Number } },
});
const signIn: BareSignIn | undefined =
  process.env.SIGNING_KEY === undefined
    ? undefined
    : openBareSignIn({
        sql,
        statements,
        organizationId,
        issuer: process.env.ISSUER!,
        signingKey: JSON.parse(process.env.SIGNING_KEY),
      });
const hall: BusyHall | undefined = process.env.HALL === undefined ? undefined : JSON.parse(process.env.HALL);
const drawCustomerNumber = openDraw('customer');
const drawBookingNumber = openDraw('booking');
const customersPath = '/api/v1/customers';
const bookingsPath = '/api/v1/bookings';
const creditPath = /^\/api\/v1\/customers\/([^/]+)\/store-credit$/;
const created = [customersPath, bookingsPath];
const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// All at once, so that each opens a connection: with types fetched by nobody, the client never lends one that is not open.
await Promise.all(Array.from({ length: connections }, () => sql`select pg_sleep(0.1)`));

createServer(async (request, response) => {
  const body = await answer(request);
  const isCreated =
    request.method === 'POST' && (created.includes(request.url!) || creditPath.test(request.url!));
  response.writeHead(isCreated ? 201 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

async function answer(request: IncomingMessage): Promise<string> {
  const url = request.url!;
  if (url === '/api/auth/oauth2/token') return signIn!.refreshGrant(await bodyOf(request));
  if (url === '/api/client/v1/refresh') return signIn!.refresh(await bodyOf(request));
  if (url === '/api/auth/oauth2/userinfo') return signIn!.userinfo(request.headers.authorization!);
  if (url === '/api/client/v1/profile') return signIn!.profile(request.headers.authorization!);
  if (url === bookingsPath) return book(await bodyOf(request));
  const customerId = creditPath.exec(url)?.[1];
  if (customerId) {
    const key = request.headers['idempotency-key'] as string;
    return bareIssue({ sql, statements, organizationId }, { customerId, key, text: await bodyOf(request) });
  }
  if (request.method === 'POST') return create(JSON.parse(await bodyOf(request)));
  if (url === '/') return '{}';
  if (url.startsWith(`${customersPath}/`)) return get(url.slice(customersPath.length + 1));
  const word = /search=([^&]*)/.exec(url)?.[1];
  return word === undefined ? list() : search(decodeURIComponent(word));
}

function run<Row>(statement: string, values: unknown[]): Promise<Row[]> {
  return sql.unsafe(statement, values as never[], { prepare: true }) as unknown as Promise<Row[]>;
}

async function get(id: string): Promise<string> {
  const [row] = await run<CustomerRow>(statements.getCustomer, [organizationId, id]);
  return JSON.stringify({ success: true, data: customerView(row!), timestamp: new Date() });
}

async function list(): Promise<string> {
  return page(await run<CustomerRow>(statements.listCustomers, [organizationId, 51]));
}

async function search(word: string): Promise<string> {
  const values = ['{}', `{"%${word}%"}`, null, lowestId, highestId, 51, organizationId];
  return page(await run<CustomerRow>(statements.searchCustomers, values));
}

function book(text: string): Promise<string> {
  return bareBooking({ sql, statements, organizationId, hall: hall!, drawNumber: drawBookingNumber }, text);
}

function page(rows: CustomerRow[]): string {
  const data = rows.slice(0, 50).map(listedView);
  const hasMore = rows.length > 50;
  const nextCursor = hasMore ? cursorAfter(data[49]!.id) : undefined;
  const pagination = { hasMore, pageSize: data.length, nextCursor };
  return JSON.stringify({ success: true, data, pagination, timestamp: new Date() });
}

function cursorAfter(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

// What a customer always has comes before what it may have, as in Frontdesk's answers.
function listedView({ customer: c }: CustomerRow) {
  return { ...always(c), ...perhaps(c) };
}

function customerView({ customer: c }: CustomerRow) {
  return { ...always(c), marketingOptIn: c[16], smsOptIn: c[17], ...perhaps(c) };
}

function always(c: CustomerRow['customer']) {
  return {
    id: c[0],
    customerNumber: c[1],
    emails: c[5]?.map(([address, isPrimary]) => ({ address, isPrimary })) ?? [],
    phones: c[6]?.map(([number, isPrimary]) => ({ number, isPrimary })) ?? [],
    status: c[8],
    source: c[9],
    totalOrders: c[10],
    totalSpent: c[11] / 100,
    averageOrderValue: c[10] === 0 ? 0 : Math.round(c[11] / c[10]) / 100,
    lifetimeValue: c[12] / 100,
    createdAt: c[21],
    updatedAt: c[22],
    version: c[20],
    parameterValues: c[19] ?? {},
  };
}

function perhaps(c: CustomerRow['customer']) {
  return {
    firstName: c[2] ?? undefined,
    lastName: c[3] ?? undefined,
    displayName: c[4] ?? undefined,
    profilePhoto: c[7] ?? undefined,
    lastOrderDate: c[13] ?? undefined,
    lastActivityDate: c[14] ?? undefined,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

interface NewCustomer {
  firstName: string;
  lastName: string;
  emails: { address: string }[];
  phones: { number: string }[];
}

async function create({
  firstName,
  lastName,
  emails: [email],
  phones: [phone],
}: NewCustomer): Promise<string> {
  const now = new Date();
  const id = newId(now);
  const number = `CUST-${String(await drawCustomerNumber()).padStart(6, '0')}`;
  const name = `${firstName} ${lastName}`;
  const emails = [{ address: email!.address, isPrimary: true }];
  const phones = [{ number: phone!.number, isPrimary: true }];
  const at = now.getTime();
  const data = {
    ...{
      id,
      customerNumber: number,
      emails,
      phones,
      status: 'active',
      source: 'admin',
      totalOrders: 0,
      totalSpent: 0,
    },
    ...{
      averageOrderValue: 0,
      lifetimeValue: 0,
      createdAt: at,
      updatedAt: at,
      version: 1,
      parameterValues: {},
    },
    ...{ marketingOptIn: false, smsOptIn: false, firstName, lastName, displayName: name },
  };
  const text = ` ${name} ${email!.address} ${phone!.number} ${number}`.toLowerCase();
  const json = JSON.stringify(data);
  const customer = [
    organizationId,
    id,
    number,
    firstName,
    lastName,
    name,
    'active',
    'admin',
    null,
    null,
    null,
  ];
  const choices = [false, false, false, text, 1, now, now];
  const contacts = [emails, phones, []].flatMap((part) => [organizationId, id, JSON.stringify(part)]);
  const event = [
    organizationId,
    newId(now),
    'customer.created',
    id,
    'system',
    'bare',
    json,
    now,
    'Bare',
    null,
  ];
  await run(statements.insertCustomer, [...customer, ...choices, ...contacts, ...event]);
  return `{"success":true,"data":${json},"timestamp":"${now.toISOString()}"}`;
}

/** Requests that want a number while others' are being taken are served together: the counter is one row. */
function openDraw(kind: string): () => Promise<number> {
  let waiting: ((number: number) => void)[] | undefined;

  async function take(): Promise<void> {
    const served = waiting!;
    waiting = [];
    const values = [organizationId, kind, served.length, served.length];
    const [row] = await run<{ last_number: number }>(statements.takeNumbers, values);
    served.forEach((resolve, place) => {
      resolve(row!.last_number - served.length + 1 + place);
    });
    if (waiting.length > 0) take();
    else waiting = undefined;
  }

  return () =>
    new Promise((resolve) => {
      if (waiting) waiting.push(resolve);
      else {
        waiting = [resolve];
        queueMicrotask(take);
      }
    });
}
