// The page of a receipt: for a phone, a desk and a sheet of paper. A pure function; it works without scripts and loads
// nothing but the organization's picture. How it looks is in receipt.css.
import { readFileSync } from 'node:fs';
import { type Customer, primaryOf } from '#core/customers/customer.ts';
import { balanceDueMinor, type Order, type OrderItem } from '#core/orders/order.ts';
import { businessOf, type Receipt } from '#core/orders/receipts.ts';
import { houseColor, textOn } from '#core/organizations/brand.ts';
import type { Organization } from '#core/organizations/organization.ts';
import { type Html, html, raw } from '#http/pages/html.ts';
import { receiptWords, type Words } from '#http/pages/receipt-words.ts';
import { sha256 } from '#kit/hash.ts';

/** A page with the policy of what it may load. */
export interface ReceiptPage {
  html: string;
  policy: string;
}

const style = readFileSync(new URL('./receipt.css', import.meta.url), 'utf8');

/** The receipt, in the organization's colours. Source: Spec, A, GET /receipt, and G-088. */
export function receiptPage(receipt: Receipt): ReceiptPage {
  const { organization, order, customer } = receipt;
  const words = receiptWords(receipt);
  const main = html`<h1>Receipt</h1>
<p class="soft">${order.orderNumber} · <time datetime="${order.createdAt.toISOString()}">${words.date(order.createdAt)}</time></p>
<div class="parties">
${party('From', businessLines(receipt, words))}
${party('For', customerLines(customer))}
</div>
${itemTable(order, words)}
${moneyList(order, words)}
<p class="soft screen">To keep it on paper or as a file, choose Print in your browser’s menu.</p>`;
  return page({ title: `Receipt ${order.orderNumber}`, organization, main });
}

/** The page of a link that opens nothing, whatever is wrong with it. */
export function missingReceiptPage(): ReceiptPage {
  const main = html`<h1>No receipt here</h1>
<p>This address opens no receipt. It may be incomplete: copy it whole from where you got it. If it still opens nothing, ask whoever you bought from for a new one.</p>`;
  return page({ title: 'No receipt here', organization: undefined, main });
}

function party(label: string, lines: (string | undefined)[]): Html {
  const [first, ...rest] = lines.filter((line) => line !== undefined);
  return html`<section><h2>${label}</h2>
<p><strong dir="auto">${first}</strong>${rest.map((line) => html`<br><span dir="auto">${line}</span>`)}</p></section>`;
}

function businessLines(receipt: Receipt, words: Words): (string | undefined)[] {
  const { name, vatNumber, phone, email } = businessOf(receipt);
  return [
    name,
    receipt.location?.name,
    ...words.address,
    phone,
    email,
    vatNumber && `VAT number ${vatNumber}`,
  ];
}

function customerLines({ displayName, customerNumber, emails }: Customer): (string | undefined)[] {
  const email = primaryOf(emails)?.address;
  return [...new Set([displayName ?? email ?? customerNumber, email, customerNumber])];
}

function itemTable(order: Order, words: Words): Html {
  return html`<table>
<caption class="unseen">What was bought</caption>
<thead><tr><th scope="col">Item</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${order.items.map((item) => itemRow(item, words))}
</tbody>
<tfoot>
${words.sums(order).map(({ label, amount, isTotal }) => html`<tr${raw(isTotal ? ' class="total"' : '')}><th scope="row">${label}</th><td class="amount">${amount}</td></tr>\n`)}</tfoot>
</table>`;
}

function itemRow(item: OrderItem, words: Words): Html {
  return html`<tr><td><span class="name" dir="auto">${item.name}</span><br><span class="soft">${words.makeUp(item)}</span>${
    item.specialInstructions && html`<br><span class="soft" dir="auto">${item.specialInstructions}</span>`
  }</td><td class="amount">${words.money(item.totalMinor)}</td></tr>\n`;
}

function moneyList(order: Order, words: Words): Html {
  const moves = words.moves(order);
  const due = balanceDueMinor(order);
  return html`<section><h2>Payment</h2>
<ul>${moves.map((move) => html`\n<li>${move}</li>`)}${due > 0 && html`\n<li><strong>${words.money(due)} is still to be paid.</strong></li>`}
</ul></section>`;
}

function page(content: { title: string; organization: Organization | undefined; main: Html }): ReceiptPage {
  const { title, organization, main } = content;
  const color = organization?.primaryColor ?? houseColor;
  const sheet = `:root { --brand: ${color}; --on-brand: ${textOn(color)}; }\n${style}`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${organization ? `${title} · ${organization.name}` : title}</title>
<style>${raw(sheet)}</style>
</head>
<body>
${organization && html`<header>${mark(organization)}<span dir="auto">${organization.name}</span></header>\n`}<main>
${main}
</main>
</body>
</html>
`;
  return { html: markup, policy: policyFor(sheet, organization?.logoUrl) };
}

function mark({ name, logoUrl }: Organization): Html {
  if (logoUrl) return html`<img src="${logoUrl}" alt="" referrerpolicy="no-referrer">`;
  const [first] = new Intl.Segmenter().segment(name);
  return html`<span class="mark" aria-hidden="true">${first?.segment.toUpperCase()}</span>`;
}

function policyFor(sheet: string, logoUrl: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${sha256(sheet).toString('base64')}'`,
    ...(logoUrl && URL.canParse(logoUrl) ? [`img-src ${new URL(logoUrl).origin}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
