// The order that examples are about: what is sent to create, change, pay and refund it, and what comes back. The
// operations' examples follow each other, and a test sends them all.
import { listedCustomerExamples } from '#http/admin-api/customers/customer-examples.ts';

const [customer] = listedCustomerExamples;
const createdAt = '2026-03-31T11:02:18.420Z';

/** What an order is created with. */
export const newOrderExample = {
  customer: { email: customer!.emails[0]!.address },
  items: [
    { name: 'Day pass', type: 'pass' as const, quantity: 2, unitPrice: 29.9, taxRate: 19 },
    { name: 'Locker', type: 'product' as const, unitPrice: 5, taxRate: 19 },
  ],
  orderDiscount: 5,
  discountName: 'Welcome',
};

/** The order that `newOrderExample` creates. */
export const orderExample = {
  id: '019d438f-0e54-7b36-91ac-5d20e8f7a143',
  orderNumber: 'ORD-000001',
  status: 'draft' as const,
  paymentStatus: 'pending' as const,
  currency: 'EUR',
  subtotal: 64.8,
  discountTotal: 5,
  orderDiscount: 5,
  taxTotal: 11.37,
  serviceChargeAmount: 0,
  tipAmount: 0,
  total: 71.17,
  amountPaid: 0,
  refundAmount: 0,
  storeCreditApplied: 0,
  balanceDue: 71.17,
  customerId: customer!.id,
  customers: [{ customerId: customer!.id, role: 'primary' as const }],
  bookingIds: [],
  source: 'admin',
  items: [
    {
      id: '019d438f-0e54-7b36-91ac-5d20e8f7a144',
      type: 'pass' as const,
      name: 'Day pass',
      quantity: 2,
      unitPrice: 29.9,
      subtotal: 59.8,
      discount: 4.61,
      tax: 10.49,
      taxRate: 19,
      total: 65.68,
      position: 0,
    },
    {
      id: '019d438f-0e54-7b36-91ac-5d20e8f7a145',
      type: 'product' as const,
      name: 'Locker',
      quantity: 1,
      unitPrice: 5,
      subtotal: 5,
      discount: 0.39,
      tax: 0.88,
      taxRate: 19,
      total: 5.49,
      position: 1,
    },
  ],
  payments: [],
  refunds: [],
  discountName: 'Welcome',
  taxSetting: 'exclusive' as const,
  customFields: {},
  version: 1,
  createdBy: { type: 'api_key', id: '019d4329-6a10-7cc4-8f02-6be91d40a3f8', name: 'Website' },
  createdAt,
  updatedAt: createdAt,
};

/** The order once it was deleted and brought back. */
export const restoredOrderExample = { ...orderExample, version: 3, updatedAt: '2026-03-31T11:05:40.118Z' };

/** What is changed of that order. */
export const orderChangeExample = { status: 'processing' as const, tipAmount: 3 };

/** The order after that change. */
export const changedOrderExample = {
  ...restoredOrderExample,
  ...orderChangeExample,
  total: 74.17,
  balanceDue: 74.17,
  version: 4,
  updatedAt: '2026-03-31T11:09:12.006Z',
};

/** What is sent when that order is paid. */
export const paymentBodyExample = {
  amount: 74.17,
  method: 'card' as const,
  cardBrand: 'visa',
  cardLast4: '4242',
};

/** The order once it was paid. */
export const paidOrderExample = {
  ...changedOrderExample,
  paymentStatus: 'paid' as const,
  amountPaid: 74.17,
  balanceDue: 0,
  payments: [
    {
      id: '019d4395-f1c6-7d08-a3b2-70e4c19f5d62',
      ...paymentBodyExample,
      status: 'paid' as const,
      processedAt: '2026-03-31T11:10:27.334Z',
    },
  ],
  version: 5,
  updatedAt: '2026-03-31T11:10:27.334Z',
};

/** What is sent when a part is given back. */
export const refundBodyExample = { amount: 5.49, reason: 'No locker was free' };

/** The order once that part was given back. */
export const refundedOrderExample = {
  ...paidOrderExample,
  refundAmount: 5.49,
  refunds: [
    {
      id: '019d43a8-2b7e-7f51-8c94-e16a03d7b890',
      ...refundBodyExample,
      createdAt: '2026-03-31T11:30:21.886Z',
    },
  ],
  version: 6,
  updatedAt: '2026-03-31T11:30:21.886Z',
};
