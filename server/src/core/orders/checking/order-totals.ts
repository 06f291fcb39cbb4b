// What an order comes to: the arithmetic of its items, in whole minor units. Pure. Whatever is rounded or spread, sums
// agree to the minor unit.

import type { Order, OrderItem } from '#core/orders/order.ts';
import type { TaxSetting } from '#core/services/service.ts';
import { amountMinorMax } from '#kit/money.ts';

/** What is known of a line before it is calculated. Amounts in minor units of the order's currency. */
export type PricedLine = Pick<OrderItem, 'quantity' | 'unitPriceMinor' | 'ownDiscountMinor' | 'taxRate'>;

/** What a line comes to: total = subtotal − discount + tax. */
export type LineTotals = Pick<OrderItem, 'subtotalMinor' | 'discountMinor' | 'taxMinor' | 'totalMinor'>;

/** What is known of an order before it is calculated. */
export interface PricedOrder {
  taxSetting: TaxSetting;
  lines: readonly PricedLine[];
  /** The discount on the whole order, at most what its lines come to before it. */
  orderDiscountMinor: number;
  serviceChargeMinor: number;
  tipMinor: number;
}

/** What an order comes to: total = subtotal − discounts + tax + service charge + tip, and the sums of its lines. */
export type OrderTotals = Pick<
  Order,
  'subtotalMinor' | 'discountTotalMinor' | 'taxTotalMinor' | 'totalMinor'
>;

/** An order that can't be calculated: which amount is wrong, and the most it could be. */
export interface TotalsProblem {
  /** The line, or none when it is the order. */
  line?: number;
  field: 'unitPrice' | 'discount' | 'orderDiscount' | 'total';
  mostMinor: number;
}

/**
 * The totals of an order and of its lines, or what is wrong: a discount that is larger than what it is on, or a sum over
 * `amountMinorMax`. The order's discount is spread over the lines by what they come to; the minor units that are left
 * over go to the lines that lost the most by rounding down. With inclusive prices the tax is taken out of what is left
 * after discounts, so that subtotal − discount + tax is still what the customer pays (G-070).
 */
export function totalsOf(
  order: PricedOrder,
): { lines: LineTotals[]; totals: OrderTotals } | { problem: TotalsProblem } {
  const { taxSetting, lines, orderDiscountMinor, serviceChargeMinor, tipMinor } = order;
  const gross = lines.map(grossMinor);
  const problem = lineProblem(lines, gross);
  if (problem) return { problem };

  const discountable = gross.map((amount, place) => amount - lines[place]!.ownDiscountMinor);
  const discountableMinor = sumUpTo(discountable, amountMinorMax);
  if (discountableMinor === undefined) return { problem: { field: 'total', mostMinor: amountMinorMax } };
  if (orderDiscountMinor > discountableMinor) {
    return { problem: { field: 'orderDiscount', mostMinor: discountableMinor } };
  }
  const shares = spread(orderDiscountMinor, discountable);
  const calculated = lines.map((line, place) =>
    lineTotals(gross[place]!, line.ownDiscountMinor + shares[place]!, line.taxRate, taxSetting),
  );
  const totals = orderTotals(calculated, [serviceChargeMinor, tipMinor]);
  return totals ? { lines: calculated, totals } : { problem: { field: 'total', mostMinor: amountMinorMax } };
}

/** An amount split in proportion to `weights`: every part is whole, none is larger than its weight, their sum is exact. */
export function spread(amountMinor: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, place) => {
    const product = BigInt(amountMinor) * BigInt(weight);
    return { place, minor: Number(product / whole), lost: product % whole };
  });
  let left = amountMinor - parts.reduce((sum, { minor }) => sum + minor, 0);
  const byLoss = parts.toSorted((a, b) => (a.lost === b.lost ? a.place - b.place : a.lost < b.lost ? 1 : -1));
  for (const part of byLoss) {
    if (left === 0) break;
    part.minor += 1;
    left -= 1;
  }
  return parts.map(({ minor }) => minor);
}

/** Quantity times price, half a minor unit rounded up. What is too much for a number to hold exactly is too much anyway. */
function grossMinor({ quantity, unitPriceMinor }: PricedLine): number {
  const thousandths = BigInt(Math.round(quantity * 1_000));
  return Number(divideRounded(thousandths * BigInt(unitPriceMinor), 1_000n));
}

function lineProblem(lines: readonly PricedLine[], gross: number[]): TotalsProblem | undefined {
  for (const [place, line] of lines.entries()) {
    if (gross[place]! > amountMinorMax) return { line: place, field: 'unitPrice', mostMinor: amountMinorMax };
    if (line.ownDiscountMinor > gross[place]!) {
      return { line: place, field: 'discount', mostMinor: gross[place]! };
    }
  }
  return undefined;
}

function lineTotals(gross: number, discountMinor: number, taxRate: number, setting: TaxSetting): LineTotals {
  const rate = BigInt(Math.round(taxRate * 10_000));
  const whole = 1_000_000n;
  const taxedMinor = gross - discountMinor;
  if (setting === 'exclusive') {
    const taxMinor = Number(divideRounded(BigInt(taxedMinor) * rate, whole));
    return { subtotalMinor: gross, discountMinor, taxMinor, totalMinor: taxedMinor + taxMinor };
  }
  const taxMinor = Number(divideRounded(BigInt(taxedMinor) * rate, whole + rate));
  return { subtotalMinor: gross - taxMinor, discountMinor, taxMinor, totalMinor: taxedMinor };
}

function orderTotals(lines: LineTotals[], extras: number[]): OrderTotals | undefined {
  const sum = (amounts: number[]) => sumUpTo(amounts, amountMinorMax);
  const subtotalMinor = sum(lines.map((line) => line.subtotalMinor));
  const discountTotalMinor = sum(lines.map((line) => line.discountMinor));
  const taxTotalMinor = sum(lines.map((line) => line.taxMinor));
  const totalMinor = sum([...lines.map((line) => line.totalMinor), ...extras]);
  if (subtotalMinor === undefined || discountTotalMinor === undefined) return undefined;
  if (taxTotalMinor === undefined || totalMinor === undefined) return undefined;
  return { subtotalMinor, discountTotalMinor, taxTotalMinor, totalMinor };
}

/** The sum, or `undefined` when it is over `most`: each step stays exact. */
function sumUpTo(amounts: number[], most: number): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    sum += amount;
    if (sum > most) return undefined;
  }
  return sum;
}

/** The quotient of two that are not negative, rounded half up. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}
