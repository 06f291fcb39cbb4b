// Rows of an order list: which of them are one order, and what their cells mean.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapColumns } from '#src/cli/imports/column-mapping.ts';
import { gatherIds, idReader } from '#src/cli/imports/file-survey.ts';
import { orderFieldNamed, orderFields } from '#src/cli/imports/orders/order-headings.ts';
import { type OrderFileRow, readOrderRows } from '#src/cli/imports/orders/order-rows.ts';

async function read(headings: string, lines: string[]): Promise<OrderFileRow[]> {
  const columns = mapColumns(headings.split('|'), { fields: orderFields, fieldNamed: orderFieldNamed }, {});
  const rows = lines.map((line, place) => ({ line: place + 2, cells: line.split('|') }));
  const orders = gatherIds();
  const idOf = idReader(columns);
  for (const row of rows) orders.look(idOf(row));
  const source = async function* () {
    yield* rows;
  };
  const read: OrderFileRow[] = [];
  for await (const row of readOrderRows(source(), columns, orders.isRepeated)) read.push(row);
  return read;
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('rows with one id, one below the other, are one order; what is of the whole may stand in the first alone', async () => {
  const orders = await read('Order ID|Date|Email|Item|Qty|Price|Total', [
    'A1|2026-03-31 14:30|a@x.example|Desk|2|10,00 €|25.00',
    'A1|||Coffee|1|5|',
    'A2|31.03.2026||Desk|1|1.234,50|',
  ]);
  assert.deepEqual(
    orders.map(({ sources }) => sources.map(({ line }) => line)),
    [[2, 3], [4]],
  );
  assert.deepEqual(plain(orders[0]!.input), {
    externalId: 'A1',
    createdAt: { date: '2026-03-31', time: '14:30' },
    customerEmail: 'a@x.example',
    total: 25,
    items: [
      { name: 'Desk', quantity: 2, unitPrice: 10 },
      { name: 'Coffee', quantity: 1, unitPrice: 5 },
    ],
  });
  assert.equal(orders[1]!.input.items![0]!.unitPrice, 1234.5);
});

test('an order whose rows stand in two places is bad in both, and so is one whose rows disagree', async () => {
  const orders = await read('Order ID|Email|Item', [
    'A1|a@x.example|Desk',
    'A2|b@x.example|Desk',
    'A1|a@x.example|Coffee',
    'A3|c@x.example|Desk',
    'A3|d@x.example|Coffee',
  ]);
  const sentences = orders.map(({ problems }) => problems.map(({ code }) => code).join());
  assert.deepEqual(sentences, ['scattered_order', '', 'scattered_order', 'conflicting_rows']);
});

test('an order that never ends is cut, and every part of it is bad', async () => {
  const orders = await read('Order ID|Item', [...Array(2_100).fill('A1|Desk'), 'A2|Desk']);
  assert.deepEqual(
    orders.map(({ sources, problems }) => [sources.length, problems[0]?.code]),
    [
      [1_000, 'too_many_items'],
      [1_000, 'too_many_items'],
      [100, 'too_many_items'],
      [1, undefined],
    ],
  );
});

test('problems of an item name the column it came from', async () => {
  const [order] = await read('Order ID|Item|Item total|Tax rate', ['A1|Desk|much|19 %']);
  assert.deepEqual(
    order!.problems.map(({ path }) => path),
    ['items[0].total'],
  );
  assert.equal(order!.origins.get('items[0].total')?.heading, 'Item total');
  assert.equal(order!.input.items![0]!.taxRate, 19);
});
