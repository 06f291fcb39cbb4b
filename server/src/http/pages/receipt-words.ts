// A receipt's numbers and days in words, as people of the organization's country write them. Pure.
import { addressLines } from '#core/contacts/address-lines.ts';
import type { Order, OrderItem, OrderPayment, PaymentMethod } from '#core/orders/order.ts';
import { businessOf, type Receipt } from '#core/orders/receipts.ts';
import { toDecimal } from '#kit/money.ts';

/** A line below the items. */
export interface Sum {
  label: string;
  amount: string;
  isTotal: boolean;
}

/** The words of one receipt. */
export interface Words {
  /** Lines of the address of who sold it. */
  address: string[];
  money(minor: number): string;
  date(moment: Date): string;
  /** What an item's amount is made of: `2 × €29.90, less €5.00, with €11.36 tax (19%)`. */
  makeUp(item: OrderItem): string;
  /** From the subtotal to the total; what is 0 is left out. */
  sums(order: Order): Sum[];
  /** Payments, store credit and refunds, each in a sentence. */
  moves(order: Order): string[];
}

const methods: Record<PaymentMethod, string> = {
  cash: 'in cash',
  card: 'by card',
  bank_transfer: 'by bank transfer',
  direct_debit: 'by direct debit',
  online: 'online',
  other: '',
};

/** The words of a receipt: English, with numbers and days as in the organization's country (G-089). */
export function receiptWords(receipt: Receipt): Words {
  const { organization, order } = receipt;
  const locale = `en-${organization.countryCode}`;
  const { currency } = order;
  const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: organization.timeZone });
  const money = (minor: number) => amounts.format(toDecimal(minor, currency));
  const date = (moment: Date) => days.format(moment);
  return {
    address: addressLines(businessOf(receipt).address, locale),
    money,
    date,
    makeUp: ({ quantity, unitPriceMinor, discountMinor, taxMinor, taxRate }) =>
      [
        `${numbers.format(quantity)} × ${money(unitPriceMinor)}`,
        discountMinor > 0 && `less ${money(discountMinor)}`,
        taxMinor > 0 && `with ${money(taxMinor)} tax (${numbers.format(taxRate)}%)`,
      ]
        .filter(Boolean)
        .join(', '),
    sums: (one) => sumsOf(one, money),
    moves: ({ payments, refunds, storeCreditMinor }) => [
      ...payments.filter(({ status }) => status === 'paid').map((payment) => paid(payment, money, date)),
      ...(storeCreditMinor > 0 ? [`${money(storeCreditMinor)} paid with store credit.`] : []),
      ...refunds.map(
        ({ amountMinor, createdAt }) => `${money(amountMinor)} given back on ${date(createdAt)}.`,
      ),
    ],
  };
}

function sumsOf(order: Order, money: Words['money']): Sum[] {
  const rows: [string, number][] = [
    ['Subtotal', order.subtotalMinor],
    [order.discountName ? `Discount: ${order.discountName}` : 'Discount', -order.discountTotalMinor],
    ['Tax', order.taxTotalMinor],
    ['Service charge', order.serviceChargeMinor],
    ['Tip', order.tipMinor],
  ];
  const shown = rows.filter(([, minor]) => minor !== 0);
  return [
    ...shown.map(([label, minor]) => ({ label, amount: money(minor), isTotal: false })),
    { label: 'Total', amount: money(order.totalMinor), isTotal: true },
  ];
}

function paid(payment: OrderPayment, money: Words['money'], date: Words['date']): string {
  const { amountMinor, method, cardBrand, cardLast4, processedAt } = payment;
  const brand = cardBrand ? `(${cardBrand}${cardLast4 ? ` ending in ${cardLast4}` : ''})` : '';
  const how = [methods[method], brand].filter(Boolean).map((word) => ` ${word}`);
  return `${money(amountMinor)} paid${how.join('')} on ${date(processedAt)}.`;
}
