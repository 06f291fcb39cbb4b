// An order that somebody has a receipt of.
import { receiptUrl } from '#core/orders/receipt-links.ts';
import type { NewOrganization } from '#core/organizations/organizations.ts';
import { makeOrganization, type TestOrganization, world } from '#test/world.ts';

/** An order, its customer, and the link of the receipt. */
export interface TestReceipt extends TestOrganization {
  // biome-ignore lint/suspicious/noExplicitAny: as the API answers it, whose shape ask.ts checks
  order: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  customer: any;
  url: string;
}

/** Jane Doe buys two day passes and a locker, and pays by card. What matters to a test is named. */
export async function makeReceipt(
  options: { in?: TestOrganization; house?: Partial<NewOrganization>; order?: object; isPaid?: boolean } = {},
): Promise<TestReceipt> {
  const house = options.in ?? (await makeOrganization(await world(), options.house));
  const { admin, scope } = house;
  const email = 'jane@example.com';
  const found = await admin.get(`/customers/${email}`);
  const made = () =>
    admin.post('/customers', { firstName: 'Jane', lastName: 'Doe', emails: [{ address: email }] });
  const customer = (found.status === 200 ? found : await made()).body.data;
  const { body } = await admin.post('/orders', {
    customerId: customer.id,
    status: 'processing',
    items: [
      { name: 'Day pass', type: 'pass', quantity: 2, unitPrice: 29.9, taxRate: 19 },
      { name: 'Locker', type: 'product', unitPrice: 5, taxRate: 19 },
    ],
    orderDiscount: 5,
    discountName: 'Welcome',
    ...options.order,
  });
  const order = body.data;
  if (options.isPaid !== false) {
    const card = { method: 'card', cardBrand: 'visa', cardLast4: '4242' };
    await admin.post(`/orders/${order.id}/payments`, { amount: order.total, ...card });
  }
  return { ...house, order, customer, url: receiptUrl(scope, customer.id, order.id) };
}
