// Reading CSV files as other programs write them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Fault } from '#kit/fault.ts';
import { type CsvOptions, type CsvRow, openCsvFile } from '#src/cli/imports/csv-file.ts';

function fileWith(t: TestContext, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-csv-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'list.csv');
  writeFileSync(path, content);
  return path;
}

async function readAll(t: TestContext, content: string | Buffer, options: CsvOptions = {}) {
  const file = await openCsvFile(fileWith(t, content), options);
  const rows: CsvRow[] = [];
  for await (const row of file.rows()) rows.push(row);
  return { file, rows };
}

const twoByteText = (text: string) => Buffer.from(text, 'utf16le');

test('the encoding is found out, with and without a byte order mark', async (t) => {
  const text = 'Vorname,Straße\nZoë,Größe 1 – „A“\n';
  const latin = Buffer.from('Vorname,Stra\xdfe\nZo\xeb,Gr\xf6\xdfe 1 \x96 \x84A\x93\n', 'latin1');
  const files: [string, string | Buffer][] = [
    ['utf-8', text],
    ['utf-8', `\ufeff${text}`],
    ['utf-16le', twoByteText(`\ufeff${text}`)],
    ['utf-16le', twoByteText(text)],
    ['utf-16be', twoByteText(`\ufeff${text}`).swap16()],
    ['utf-16be', twoByteText(text).swap16()],
    ['windows-1252', latin],
  ];
  for (const [encoding, content] of files) {
    const { file, rows } = await readAll(t, content);
    assert.equal(file.encoding, encoding);
    assert.deepEqual(file.headings, ['Vorname', 'Straße'], encoding);
    assert.deepEqual(rows[0]!.cells, ['Zoë', 'Größe 1 – „A“'], encoding);
  }
});

test('a letter beyond ASCII far down the file decides its encoding', async (t) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `Person ${index}`);
  const content = Buffer.from(['Name', ...rows, 'Zo\xeb'].join('\n'), 'latin1');
  const read = await readAll(t, content);
  assert.equal(read.rows.at(-1)!.cells[0], 'Zoë');
  assert.equal(read.rows.length, 20_001);
});

test('an encoding that is named is taken', async (t) => {
  const { rows } = await readAll(t, Buffer.from('Name\n\xa3ukasz\n', 'latin1'), { encoding: 'windows-1250' });
  assert.equal(rows[0]!.cells[0], 'Łukasz');
  await assert.rejects(readAll(t, 'Name\n', { encoding: 'klingon' }), /--encoding klingon is not known/);
});

test('the delimiter is found out from the headings, or told by the first line', async (t) => {
  const delimiters: [string, string][] = [
    ['a,"b;c;d;e",f\n1,2,3\n', ','],
    ['a;b,c;d\n1;2;3\n', ';'],
    ['a\tb\tc\n1\t2\t3\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['sep=;\na;b;c\n1;2;3\n', ';'],
    ['\n\na;b;c\n1;2;3\n', ';'],
  ];
  for (const [content, delimiter] of delimiters) {
    const { file, rows } = await readAll(t, content);
    assert.equal(file.delimiter, delimiter, content);
    assert.deepEqual(rows[0]!.cells, ['1', '2', '3'], content);
  }
});

test('rows are told by the line they start on, whatever ends lines and stands between them', async (t) => {
  const lines = ['h1,h2', '1,a', '', '2,"two', '', 'lines"', ',', '3,c', '   ,  ', '4,d'];
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const { rows } = await readAll(t, lines.join(lineEnd));
    assert.deepEqual(
      rows.map(({ line, cells }) => [line, ...cells]),
      [
        [2, '1', 'a'],
        [4, '2', 'two\n\nlines'],
        [8, '3', 'c'],
        [10, '4', 'd'],
      ],
      JSON.stringify(lineEnd),
    );
  }
});

test('quotes, doubled quotes and stray quotes are read as they are meant', async (t) => {
  const { rows } = await readAll(t, 'a,b\n"x, ""y""",John "Johnny" Doe\n');
  assert.deepEqual(rows[0]!.cells, ['x, "y"', 'John "Johnny" Doe']);
});

test('ragged rows are told, but for empty cells at the end', async (t) => {
  const { rows } = await readAll(t, 'a,b\n1\n1,2,3\n1,2,,\n1,2\n');
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault?.slice(0, 42)]),
    [
      [2, 'The row has 1 cells, the headings are 2: a'],
      [3, 'The row has 3 cells, the headings are 2: a'],
      [4, undefined],
      [5, undefined],
    ],
  );
});

test('a quotation mark that is never closed spoils its own row alone', async (t) => {
  const good = Array.from({ length: 50 }, (_, index) => `${index},ok`);
  const { rows } = await readAll(
    t,
    ['a,b', ...good.slice(0, 20), '', '"open,x', ...good.slice(20)].join('\n'),
  );
  assert.equal(rows.length, 51);
  const bad = rows.filter(({ fault }) => fault);
  assert.deepEqual(bad, [
    { line: 23, cells: ['"open,x'], fault: 'A quotation mark opens in this row and is not closed.' },
  ]);
  assert.deepEqual(rows.at(-1), { line: 53, cells: ['49', 'ok'] });
});

test('a quotation mark that only a later row closes spoils its own row alone', async (t) => {
  const { rows } = await readAll(t, 'a,b\n"open,1\nx,2\n"y",3\nz,4\n');
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault]),
    [
      [2, 'A quotation mark opens in this row and is not closed.'],
      [3, undefined],
      [4, undefined],
      [5, undefined],
    ],
  );
});

test('a quoted cell may begin with a quotation mark, and one that is not doubled is told', async (t) => {
  const { rows } = await readAll(t, 'a,b\n"""Ann""\nis her name",1\n"Jo "Joe" Doe",2\n');
  assert.deepEqual(rows[0], { line: 2, cells: ['"Ann"\nis her name', '1'] });
  assert.equal(rows[1]!.fault, 'A quotation mark inside a quoted cell must be written twice.');
});

test('a file that is missing, a folder or empty is told so', async (t) => {
  await assert.rejects(openCsvFile('/nowhere/list.csv'), /There is no such file: \/nowhere\/list.csv/);
  await assert.rejects(openCsvFile(tmpdir()), /This is a folder/);
  for (const content of ['', '\n\n', '\ufeff']) await assert.rejects(readAll(t, content), Fault);
});
