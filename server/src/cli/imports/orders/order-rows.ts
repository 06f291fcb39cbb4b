// Rows of an order list as rows of an import: the rows of one order, which stand together, are one row with its items.
import type { ItemSaid, OrderRowInput } from '#core/imports/orders/order-row.ts';
import {
  type OrderItemType,
  type OrderStatus,
  orderBounds,
  orderItemTypes,
  type PaymentMethod,
  paymentMethods,
} from '#core/orders/order.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { readNumber, readYesNo, wordsToValues } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import {
  asAmount,
  asMoment,
  asNumber,
  asPaymentStatus,
  type CustomerCells,
  customerReaders,
  withHalves,
} from '#src/cli/imports/common-cells.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import { asText, type CellReaders, readCells } from '#src/cli/imports/field-cells.ts';
import { idReader } from '#src/cli/imports/file-survey.ts';
import type { ItemField, OrderField, WholeField } from '#src/cli/imports/orders/order-headings.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** The rows of one order. */
export type OrderFileRow = FileRow<OrderRowInput>;

type WholeCells = Omit<OrderRowInput, 'items'> & CustomerCells;

const asMethod = wordsToValues<PaymentMethod>({
  cash: 'bar barzahlung especes efectivo contanti contant',
  card: 'creditcard debitcard visa mastercard amex karte kreditkarte eckarte girocard carte tarjeta carta',
  bank_transfer: 'transfer wire banktransfer ueberweisung uberweisung virement transferencia bonifico',
  direct_debit: 'sepa lastschrift prelevement',
  online: 'paypal stripe klarna applepay googlepay shopifypayments',
  other: 'sonstige autre otro altro',
});

const wholeReaders: CellReaders<WholeCells> & Record<WholeField, unknown> = {
  externalId: asText,
  status: {
    read: wordsToValues<OrderStatus>({
      draft: 'quote entwurf brouillon borrador bozza',
      open_tab: 'tab offenertab',
      processing: 'open pending unfulfilled confirmed onhold offen inbearbeitung encours abierto aperto',
      completed:
        'complete done closed fulfilled delivered shipped paid abgeschlossen erledigt geliefert termine completado',
      cancelled: 'canceled void voided storniert annule cancelado annullato geannuleerd',
      refunded: 'returned erstattet rembourse reembolsado rimborsato',
    }),
    rule: 'must be draft, open_tab, processing, completed, cancelled or refunded.',
  },
  paymentStatus: asPaymentStatus,
  currency: asText,
  createdAt: asMoment,
  completedAt: asMoment,
  cancelledAt: asMoment,
  refundedAt: asMoment,
  paidAt: asMoment,
  amountPaid: asAmount,
  paymentMethod: { read: asMethod, rule: `must be ${paymentMethods.join(', ')}.` },
  refundAmount: asAmount,
  taxSetting: { read: readTaxSetting, rule: 'must be inclusive or exclusive, or yes or no.' },
  orderDiscount: asAmount,
  discountName: asText,
  serviceChargeAmount: asAmount,
  tipAmount: asAmount,
  subtotal: asAmount,
  discountTotal: asAmount,
  taxTotal: asAmount,
  total: asAmount,
  location: asText,
  source: asText,
  notes: asText,
  ...customerReaders,
};

interface ItemCells {
  itemName?: string;
  itemType?: OrderItemType;
  itemService?: string;
  quantity?: number;
  unitPrice?: number;
  itemDiscount?: number;
  taxRate?: number;
  itemSubtotal?: number;
  itemTax?: number;
  itemTotal?: number;
}

const itemReaders: CellReaders<ItemCells> & Record<ItemField, unknown> = {
  itemName: asText,
  itemType: {
    read: (text) => orderItemTypes.find((type) => type === text.toLowerCase().replace(/[\s-]/g, '_')),
    rule: `must be ${orderItemTypes.join(', ')}.`,
  },
  itemService: asText,
  quantity: asNumber,
  unitPrice: asAmount,
  itemDiscount: asAmount,
  taxRate: { read: readRate, rule: 'must be a percentage, like 19.' },
  itemSubtotal: asAmount,
  itemTax: asAmount,
  itemTotal: asAmount,
};

/**
 * Reads an order list: rows with the same id, one below the other, are one order. An order whose rows stand elsewhere in
 * the file too (`isScattered`) is bad, and so is one with far more rows than an order can have items: what is kept of a
 * file does not depend on its size.
 */
export async function* readOrderRows(
  rows: AsyncIterable<CsvRow>,
  columns: Column<OrderField>[],
  isScattered: (externalId: string) => boolean,
): AsyncGenerator<OrderFileRow> {
  const idOf = idReader(columns);
  let group: CsvRow[] = [];
  let isCut = false;
  const read = () =>
    readOrder(group, columns, isCut ? tooLong : isScattered(idOf(group[0]!)) ? scattered : undefined);
  for await (const row of rows) {
    const [first] = group;
    const belongs = first && !row.fault && !first.fault && idOf(row) !== '' && idOf(row) === idOf(first);
    if (first && (!belongs || group.length === rowsOfOrderMax)) {
      if (belongs) isCut = true;
      yield read();
      isCut &&= belongs === true;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield read();
}

const rowsOfOrderMax = 1_000;

const scattered: FaultDetail = {
  path: '',
  code: 'scattered_order',
  message: 'The rows of this order do not stand together: sort the file by order.',
};
const tooLong: FaultDetail = {
  path: '',
  code: 'too_many_items',
  message: `An order can have ${orderBounds.items} items; this one has more than ${rowsOfOrderMax}.`,
};

function readOrder(
  group: CsvRow[],
  columns: Column<OrderField>[],
  problem: FaultDetail | undefined,
): OrderFileRow {
  const input: Partial<WholeCells> = {};
  const { line, fault } = group[0]!;
  const row: OrderFileRow = { line, input, problems: [], sources: [], origins: new Map() };
  row.sources = group.map(({ line: at, cells }) => ({ line: at, cells }));
  if (fault) {
    row.problems.push({ path: '', code: 'invalid_row', message: fault });
    return row;
  }
  if (problem) row.problems.push(problem);
  const items: ItemSaid[] = [];
  for (const { line: at, cells } of group) {
    readWhole(row, cells, columns, { input, at });
    const item: Partial<ItemCells> = {};
    readCells(row, cells, columns, { readers: itemReaders, input: item, prefix: `items[${items.length}].` });
    if (Object.keys(item).length > 0) items.push(itemSaid(item));
  }
  renameItemOrigins(row);
  return { ...row, input: { ...withHalves(input), items } };
}

/** Cells of the whole order may stand in each of its rows or in the first alone, but must say the same. */
function readWhole(
  row: OrderFileRow,
  cells: string[],
  columns: Column<OrderField>[],
  { input, at }: { input: Partial<WholeCells>; at: number },
): void {
  const said: Partial<WholeCells> = {};
  readCells(row, cells, columns, { readers: wholeReaders, input: said });
  for (const field of Object.keys(said) as (keyof WholeCells)[]) {
    const before = input[field];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(said[field])) {
      const message = `is not the same in line ${at} as in the lines of this order before.`;
      row.problems.push({ path: field, code: 'conflicting_rows', message });
    } else Object.assign(input, { [field]: said[field] });
  }
}

function itemSaid(item: Partial<ItemCells>): ItemSaid {
  return {
    name: item.itemName,
    type: item.itemType,
    service: item.itemService,
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discount: item.itemDiscount,
    taxRate: item.taxRate,
    subtotal: item.itemSubtotal,
    tax: item.itemTax,
    total: item.itemTotal,
  };
}

/** `items[0].itemTotal`, as columns are called, is `items[0].total` to who checks it. */
function renameItemOrigins({ origins, problems }: OrderFileRow): void {
  const renamed = (path: string) =>
    path.replace(
      /^(items\[\d+\]\.)item([A-Z])/,
      (_, start: string, letter: string) => start + letter.toLowerCase(),
    );
  for (const [path, cell] of [...origins]) origins.set(renamed(path), cell);
  for (const problem of problems) problem.path = renamed(problem.path);
}

function readTaxSetting(text: string): 'inclusive' | 'exclusive' | undefined {
  const setting = wordsToTaxSetting(text);
  const isInclusive = readYesNo(text);
  return setting ?? (isInclusive === undefined ? undefined : isInclusive ? 'inclusive' : 'exclusive');
}

const wordsToTaxSetting = wordsToValues({
  inclusive: 'included inclusivetax gross brutto inklusive ttc',
  exclusive: 'excluded exclusivetax net netto exklusive ht',
});

function readRate(text: string): number | undefined {
  return readNumber(text.replace(/\s?%$/, ''));
}
