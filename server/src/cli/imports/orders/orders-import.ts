// The import of orders, as the command line runs it.
import { importOrders, previewOrderImport } from '#core/imports/orders/order-import.ts';
import type { Order } from '#core/orders/order.ts';
import { toDecimal } from '#kit/money.ts';
import { mapColumns, requireColumn } from '#src/cli/imports/column-mapping.ts';
import { gatherIds, idReader } from '#src/cli/imports/file-survey.ts';
import type { ImportKind } from '#src/cli/imports/import-kind.ts';
import { orderFieldNamed, orderFields } from '#src/cli/imports/orders/order-headings.ts';
import { type OrderFileRow, readOrderRows } from '#src/cli/imports/orders/order-rows.ts';

/** Orders: a row for each item. */
export const ordersImport: ImportKind<OrderFileRow, Order> = {
  noun: 'order',
  isGrouped: true,
  headings: ['id', 'made at', 'items', 'total', 'paid', 'refunded', 'status', 'payment'],
  cellsOf: ({ externalId, createdAt, items, currency, status, paymentStatus, ...order }) => [
    externalId ?? '',
    createdAt.toISOString().slice(0, 16),
    items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
    `${toDecimal(order.totalMinor, currency)} ${currency}`,
    String(toDecimal(order.amountPaidMinor, currency)),
    String(toDecimal(order.refundAmountMinor, currency)),
    status,
    paymentStatus,
  ],
  async open(scope, headings, settings) {
    const columns = mapColumns(headings, { fields: orderFields, fieldNamed: orderFieldNamed }, settings);
    requireColumn(columns, ['externalId'], 'what an order is known by');
    requireColumn(columns, ['itemService', 'itemName'], 'the items of an order');
    const orders = gatherIds();
    const idOf = idReader(columns);
    return {
      columns,
      look: (row) => {
        orders.look(row.fault ? '' : idOf(row));
      },
      read: (rows) => readOrderRows(rows, columns, orders.isRepeated),
      preview: (rows) => previewOrderImport(scope, rows),
      run: (rows) => importOrders(scope, rows),
    };
  },
};
