// Receipts at their signed links: what opens one, what doesn't, and what stands on the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReceiptToken, receiptUrl } from '#core/orders/receipt-links.ts';
import { signIn } from '#test/customer.ts';
import { makeReceipt } from '#test/receipt.ts';
import { makeOrganization, world } from '#test/world.ts';

async function open(url: string) {
  const { app } = await world();
  return app.inject(new URL(url).pathname);
}

test('The link of a receipt opens its page, which nobody keeps or frames and which loads nothing', async () => {
  const { url } = await makeReceipt();
  const { statusCode, headers, body } = await open(url);
  assert.equal(statusCode, 200);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
  );
  assert.doesNotMatch(body, /<script|<img|javascript:/);
});

test('The page says what was bought, paid and given back, in the currency and by the calendar of the house', async () => {
  const { url, admin, order } = await makeReceipt();
  await admin.post(`/orders/${order.id}/refunds`, { amount: 10, reason: 'Broken locker' });
  const { body } = await open(url);
  const text = body
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  for (const said of [
    'Receipt',
    order.orderNumber,
    'Jane Doe jane@example.com',
    'Day pass 2 × €29.90, less €4.61, with €10.49 tax (19%) €65.68',
    'Subtotal €64.80',
    'Discount: Welcome -€5.00',
    'Tax €11.37',
    'Total €71.17',
    '€71.17 paid by card (visa ending in 4242) on',
    '€10.00 given back on',
  ]) {
    assert.ok(text.includes(said), `${said}\n${text}`);
  }
});

test('The page names who sold: the business, its tax number, and its seat where the order has no location', async () => {
  const address = { line1: 'Am Sandtorkai 12', postalCode: '20457', city: 'Hamburg', country: 'DE' };
  const house = { legalName: 'Harbour House GmbH', vatNumber: 'DE123456789', address };
  const { body } = await open((await makeReceipt({ house })).url);
  for (const said of ['Harbour House GmbH', 'VAT number DE123456789', 'Am Sandtorkai 12', '20457 Hamburg']) {
    assert.ok(body.includes(said), said);
  }
});

test('Amounts are written with as many decimals as the currency has', async () => {
  for (const [currency, total] of [
    ['JPY', 'JP¥1,500'],
    ['JOD', 'JOD 1,500.000'],
  ] as const) {
    const items = [{ name: 'Day pass', type: 'pass', unitPrice: 1500 }];
    const { url } = await makeReceipt({ order: { items, currency, orderDiscount: 0 } });
    const { body } = await open(url);
    assert.ok(body.replaceAll('\u00a0', ' ').includes(`>${total}</td>`), currency);
  }
});

test('What people wrote is text on the page, never markup', async () => {
  const name = '<script>alert(1)</script>"\'&';
  const { url } = await makeReceipt({ order: { items: [{ name, type: 'pass', unitPrice: 5 }] } });
  const { body } = await open(url);
  assert.ok(body.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'));
  assert.doesNotMatch(body, /<script/);
});

test('The logo is the one thing that may be loaded, and from nowhere else', async () => {
  const { url } = await makeReceipt({ house: { logoUrl: 'https://cdn.example.com/logo.png?a="b' } });
  const { body, headers } = await open(url);
  assert.match(String(headers['content-security-policy']), /; img-src https:\/\/cdn\.example\.com;/);
  assert.match(body, /<img src="https:\/\/cdn\.example\.com\/logo\.png\?a=&quot;b" alt=""/);
});

test('A link that was changed anywhere opens nothing', async () => {
  const { url } = await makeReceipt();
  const token = url.split('/').at(-1)!;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let place = 0; place < token.length; place += 1) {
    const other = letters[(letters.indexOf(token[place]!) + 1) % letters.length];
    const { statusCode, body } = await open(
      url.replace(token, token.slice(0, place) + other + token.slice(place + 1)),
    );
    assert.equal(statusCode, 404, `place ${place}`);
    assert.match(body, /This address opens no receipt/);
  }
  for (const wrong of [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    `${token}%00`,
    '%F0%9F%92%A9',
    'a'.repeat(500),
  ]) {
    const { statusCode } = await open(url.replace(token, wrong));
    assert.equal(statusCode, 404, wrong);
  }
});

test('A link opens one receipt, of one customer, in one organization', async () => {
  const [mine, theirs] = [await makeReceipt(), await makeReceipt()];
  const crossed = [
    receiptUrl(theirs.scope, mine.customer.id, mine.order.id),
    receiptUrl(mine.scope, theirs.customer.id, mine.order.id),
    receiptUrl(mine.scope, mine.customer.id, theirs.order.id),
  ];
  for (const url of crossed) assert.equal((await open(url)).statusCode, 404);
});

test('A link holds ids and a signature alone, under a key that no other instance has', async () => {
  const { url, organization, order, customer, scope } = await makeReceipt();
  const token = url.split('/').at(-1)!;
  const bytes = Buffer.from(token, 'base64url');
  assert.equal(bytes.length, 64);
  const ids = [organization.id, order.id, customer.id].map((id) => id.replaceAll('-', '')).join('');
  assert.ok(bytes.toString('hex').startsWith(ids));
  assert.deepEqual(readReceiptToken(scope.tools, token), {
    organizationId: organization.id,
    orderId: order.id,
    customerId: customer.id,
  });
  assert.equal(readReceiptToken({ pepper: Buffer.alloc(32) }, token), undefined);
});

test('An order that is not paid has no page, and a link to one that is gone opens nothing any more', async () => {
  const unpaid = await makeReceipt({ isPaid: false });
  assert.equal((await open(unpaid.url)).statusCode, 404);
  await unpaid.admin.post(`/orders/${unpaid.order.id}/payments`, { amount: 71.17, method: 'cash' });
  assert.equal((await open(unpaid.url)).statusCode, 200);
});

test('GET /receipt gives the customer the link', async () => {
  const w = await world();
  const house = await makeOrganization(w);
  const { me } = await signIn(w, house, 'jane@example.com');
  await me.patch('/profile', { firstName: 'Jane', lastName: 'Doe' });
  const { order } = await makeReceipt({ in: house });
  const { body } = await me.get(`/receipt?orderId=${order.id}`);
  assert.match(body.data.receiptUrl, /^http:\/\/frontdesk\.test\/receipts\/[\w-]{86}$/);
  assert.equal((await open(body.data.receiptUrl)).statusCode, 200);
});
