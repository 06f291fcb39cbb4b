// The report: what is in it, and that a spreadsheet calculates none of it.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { RowOutcome } from '#core/imports/import-row.ts';
import { openReport } from '#src/cli/imports/import-report.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-report-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const badRow = (line: number, cells: string[]): RowOutcome<FileRow> => ({
  row: { line, input: {}, problems: [], sources: [{ line, cells }], origins: new Map() },
  result: 'bad',
  problems: [{ path: '', code: 'empty_row', message: 'Says nothing.' }],
});

test('rows are listed with line, reason and cells, and formulas are taken the power of', async (t) => {
  const path = join(folderFor(t), 'list.csv.report.csv');
  const report = await openReport(
    path,
    { path: 'list.csv', headings: ['Name', 'Phone'], delimiter: ';' },
    'customer',
  );
  await report.add([badRow(3, ['=HYPERLINK("x")', '+49 1'])]);
  await report.add([badRow(4, ['@cmd', '-1']), badRow(5, ['a;b', 'plain'])]);
  const written = readFileSync(path, 'utf8');
  await report.close();
  assert.equal(
    written,
    '\ufeffline;result;reason;Name;Phone\n' +
      `3;bad;Says nothing.;"'=HYPERLINK(""x"")";'+49 1\n` +
      `4;bad;Says nothing.;'@cmd;'-1\n` +
      `5;bad;Says nothing.;"a;b";plain\n`,
  );
  assert.equal(readFileSync(path, 'utf8'), written);
  assert.equal(report.rowCount(), 3);
  assert.equal(statSync(path).mode & 0o077, 0);
});

test('a report without rows is no file, also when an earlier run left one', async (t) => {
  const path = join(folderFor(t), 'list.csv.report.csv');
  writeFileSync(path, 'old');
  const report = await openReport(path, { path: 'list.csv', headings: ['Name'], delimiter: ',' }, 'customer');
  await report.add([]);
  await report.close();
  assert.equal(existsSync(path), false);
});

test('a report that cannot be written is told before anything is imported', async (t) => {
  const path = join(folderFor(t), 'nowhere', 'report.csv');
  await assert.rejects(
    openReport(path, { path: 'list.csv', headings: [], delimiter: ',' }, 'customer'),
    /can't be written.*--report FILE/,
  );
});

test('a report never takes the place of the imported file', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'list.csv');
  writeFileSync(path, 'Name\nAda\n');
  symlinkSync(path, join(folder, 'link.csv'));
  for (const name of ['list.csv', 'link.csv']) {
    const opening = openReport(join(folder, name), { path, headings: ['Name'], delimiter: ',' }, 'customer');
    await assert.rejects(opening, /--report names the imported file itself/);
  }
  assert.equal(readFileSync(path, 'utf8'), 'Name\nAda\n');
});
