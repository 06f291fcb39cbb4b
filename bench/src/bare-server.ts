// The bare limit: the smallest Node HTTP server that runs the same SQL and writes the same JSON as Frontdesk. No
// framework, no keys, no limits, no checks, no tenancy: the organization is fixed and the role is not walled in.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import postgres from 'postgres';
import { getCustomer, insertCustomer, listCustomers, searchCustomers, takeNumbers } from './bare-queries.ts';

const organizationId = process.env.ORGANIZATION_ID!;
const sql = postgres(process.env.DATABASE_URL!, {
  max: 10,
  connection: { 'app.organization_id': organizationId },
  fetch_types: false,
  types: { integer8: { to: 20, from: [20], serialize: String, parse: Number } },
});

const customersPath = '/api/v1/customers';

createServer(async (request, response) => {
  const body = await answer(request);
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

async function answer(request: IncomingMessage): Promise<string> {
  const url = request.url!;
  if (request.method === 'POST') return create(JSON.parse(await bodyOf(request)));
  if (url === '/') return '{}';
  if (url.startsWith(`${customersPath}/`)) {
    const [row] = await getCustomer(sql, organizationId, url.slice(customersPath.length + 1));
    return one({ ...listed(row), marketingOptIn: row!.marketing_opt_in, smsOptIn: row!.sms_opt_in });
  }
  const word = /search=([^&]*)/.exec(url)?.[1];
  const rows = word === undefined
    ? await listCustomers(sql, organizationId, 51)
    : await searchCustomers(sql, organizationId, `{"%${decodeURIComponent(word)}%"}`, 51);
  const data = rows.slice(0, 50).map(listed);
  const nextCursor =
    rows.length > 50 ? Buffer.from(data[49]!.id.replaceAll('-', ''), 'hex').toString('base64url') : undefined;
  return JSON.stringify({ success: true, data, pagination: { hasMore: rows.length > 50, nextCursor, pageSize: data.length }, timestamp: new Date() });
}

function one(data: object): string {
  return JSON.stringify({ success: true, data, timestamp: new Date() });
}

function listed(row: any) {
  return {
    id: row.id,
    customerNumber: row.customer_number,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    displayName: row.display_name ?? undefined,
    emails: row.emails ?? [],
    phones: row.phones ?? [],
    profilePhoto: row.photo_file_id ?? undefined,
    status: row.status,
    source: row.source,
    totalOrders: row.total_orders,
    totalSpent: row.total_spent_minor / 100,
    averageOrderValue: row.total_orders === 0 ? 0 : Math.round(row.total_spent_minor / row.total_orders) / 100,
    lifetimeValue: row.lifetime_value_minor / 100,
    lastOrderDate: row.last_order_at?.getTime(),
    lastActivityDate: row.last_activity_at?.getTime(),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    version: row.version,
    parameterValues: row.parameter_values ?? {},
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function create(input: any): Promise<string> {
  const now = new Date();
  const customerNumber = `CUST-${String(await drawNumber()).padStart(6, '0')}`;
  const { firstName, lastName, emails, phones } = input;
  const customer = { id: randomUUID(), customerNumber, firstName, lastName, displayName: `${firstName} ${lastName}`, emails: emails.map((x: any)=>({address:x.address,isPrimary:true})), phones: phones.map((x: any)=>({number:x.number,isPrimary:true})), status: 'active', source: 'admin', marketingOptIn: false, smsOptIn: false, version: 1, createdAt: now, updatedAt: now, searchText: ` ${firstName} ${lastName} ${emails[0].address} ${phones[0].number} ${customerNumber}`.toLowerCase() };
  const view = { id: customer.id, customerNumber, firstName, lastName, displayName: customer.displayName, emails: customer.emails, phones: customer.phones, status: 'active', source: 'admin', totalOrders: 0, totalSpent: 0, averageOrderValue: 0, lifetimeValue: 0, createdAt: now.getTime(), updatedAt: now.getTime(), version: 1, parameterValues: {}, marketingOptIn: false, smsOptIn: false };
  await insertCustomer(sql, organizationId, customer, { id: randomUUID(), dataJson: JSON.stringify(view), createdAt: now });
  return one(view);
}

let waiting: ((n: number) => void)[] | undefined;
const batch = process.env.BARE_BATCH !== '0';
async function drawNumber(): Promise<number> {
  if (!batch) return (await takeNumbers(sql, organizationId, 1))[0]!.last_number;
  return new Promise((resolve) => {
    if (waiting) return void waiting.push(resolve);
    waiting = [resolve];
    queueMicrotask(takeAll);
  });
}
async function takeAll() {
  const served = waiting!;
  waiting = [];
  const [row] = await takeNumbers(sql, organizationId, served.length);
  served.forEach((resolve, i) => resolve(row!.last_number - served.length + 1 + i));
  if (waiting.length) takeAll(); else waiting = undefined;
}
