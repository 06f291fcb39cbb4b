// Runs an import of a file: looks, shows, asks, stores batch by batch, and sums up.

import { isCountry } from '#core/contacts/country.ts';
import type { RowOutcome } from '#core/imports/import-row.ts';
import type { Scope } from '#core/scope.ts';
import { refreshStatistics } from '#db/statistics.ts';
import { Fault } from '#kit/fault.ts';
import type { CommandContext } from '#src/cli/context.ts';
import { type CsvFile, openCsvFile } from '#src/cli/imports/csv-file.ts';
import { surveyFile } from '#src/cli/imports/file-survey.ts';
import {
  type ImportKind,
  type ImportSettings,
  type OpenImport,
  plural,
} from '#src/cli/imports/import-kind.ts';
import { firstRowsText, mappingText, spoilingHeading } from '#src/cli/imports/import-preview.ts';
import { type ImportReport, openReport, reportPathFor } from '#src/cli/imports/import-report.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** Rows by what became of them. */
interface Counts {
  /** Of the file. */
  rows: number;
  /** The rows as records; the same unless several rows make one. */
  records: number;
  created: number;
  updated: number;
  alreadyThere: number;
  bad: number;
}

const noRows: Counts = { rows: 0, records: 0, created: 0, updated: 0, alreadyThere: 0, bad: 0 };

/** A file with everything that is needed to import it. */
interface Job<Row extends FileRow, Made> {
  context: CommandContext;
  scope: Scope;
  file: CsvFile;
  kind: ImportKind<Row, Made>;
  opened: OpenImport<Row, Made>;
  settings: ImportSettings;
}

/** The first rows are tried before the rest. */
const rowsTried = 100;

/** Imports a file, or shows what would become of it. Throws a Fault when it can't begin or go on. */
export async function runImport<Row extends FileRow, Made>(
  context: CommandContext,
  kind: ImportKind<Row, Made>,
  path: string,
  settings: ImportSettings,
): Promise<void> {
  const scope = inCountry(await context.scopeOf(settings.organization), settings.country);
  const file = await openCsvFile(context.path(path), settings);
  const opened = await kind.open(scope, file.headings, settings);
  const job = { context, scope, file, kind, opened, settings };
  await showBeginning(job);
  const rowCount = await surveyFile(file, (row) => opened.look?.(row), context.signal);
  if (settings.dryRun) await tryWhole(job);
  else await importWhole(job, rowCount);
}

function inCountry(scope: Scope, country: string | undefined): Scope {
  if (country === undefined) return scope;
  const countryCode = country.toUpperCase();
  const message = '--country must be a two-letter country code, like DE.';
  if (!isCountry(countryCode)) throw new Fault('invalid', 'invalid_country', message);
  return { ...scope, organization: { ...scope.organization, countryCode } };
}

async function showBeginning<Row extends FileRow, Made>(job: Job<Row, Made>): Promise<void> {
  const { context, file, kind, opened } = job;
  const rows: Row[] = [];
  for await (const row of rowsOf(job)) {
    if (rows.push(row) >= rowsTried) break;
  }
  const outcomes: RowOutcome<Row, Made>[] = [];
  for await (const batch of opened.preview(rows)) outcomes.push(...batch);
  context.note(`${mappingText(file, opened.columns, rows)}\n\n${firstRowsText(outcomes, kind)}\n`);
  const spoiling = spoilingHeading(outcomes);
  if (spoiling) {
    const advice = `Leave the column out with --ignore "${spoiling}", or say what it holds with --map "${spoiling}=…".`;
    context.note(`None of the first rows can be imported because of ${spoiling}. ${advice}\n`);
  }
}

function rowsOf<Row extends FileRow, Made>({ file, opened }: Job<Row, Made>): AsyncIterable<Row> {
  return opened.read(file.rows());
}

async function tryWhole<Row extends FileRow, Made>(job: Job<Row, Made>): Promise<void> {
  const { context, opened, kind } = job;
  const counts: Counts = { ...noRows };
  for await (const outcomes of opened.preview(rowsOf(job))) {
    count(counts, outcomes);
    context.progress(`${number(counts.rows)} rows looked at, ${number(counts.bad)} bad`);
    context.signal.throwIfAborted();
  }
  const sentence = `${rowsSentence(kind, counts, 'would be ')} Nothing was imported.`;
  context.print({ ...summary(job, counts), report: null }, sentence);
}

async function importWhole<Row extends FileRow, Made>(job: Job<Row, Made>, rowCount: number): Promise<void> {
  const { context, scope, file, kind, settings } = job;
  const { slug } = scope.organization;
  if (!settings.yes && !(await context.confirm(`Import ${rowsText(rowCount)} into ${slug}?`))) {
    context.print({ ...summary(job, noRows), report: null }, 'Nothing was imported.');
    return;
  }
  const path = settings.report ? context.path(settings.report) : reportPathFor(file.path);
  const report = await openReport(path, file, kind.noun);
  const counts: Counts = { ...noRows };
  try {
    await storeRows(job, { rowCount, report, counts });
  } catch (error) {
    const done = `Stopped after ${number(counts.rows)} of ${rowsText(rowCount)}: ${number(counts.created)} created.`;
    context.note(`${done} Run the same command again to go on.`);
    throw error;
  } finally {
    await report.close();
  }
  const reported = report.rowCount() > 0;
  const reportSentence = reported ? `\nWhy, row by row: ${report.path}` : '';
  context.print(
    { ...summary(job, counts), report: reported ? report.path : null },
    `${rowsSentence(kind, counts, '')}${reportSentence}`,
  );
}

async function storeRows<Row extends FileRow, Made>(
  job: Job<Row, Made>,
  { rowCount, report, counts }: { rowCount: number; report: ImportReport; counts: Counts },
): Promise<void> {
  const { context, opened } = job;
  const startedMs = performance.now();
  for await (const outcomes of opened.run(rowsOf(job))) {
    await report.add(outcomes);
    count(counts, outcomes);
    context.progress(progressLine(counts, rowCount, performance.now() - startedMs));
    context.signal.throwIfAborted();
    await refreshStatistics(context.parts.db);
  }
}

function count(counts: Counts, outcomes: RowOutcome<FileRow>[]): void {
  counts.records += outcomes.length;
  for (const { row, result } of outcomes) {
    counts.rows += row.sources.length;
    if (result === 'created') counts.created += 1;
    else if (result === 'updated') counts.updated += 1;
    else if (result === 'bad') counts.bad += 1;
    else counts.alreadyThere += 1;
  }
}

/** How far an import is: rows done, rows a second, time left. */
export function progressLine(counts: Counts, rowCount: number, elapsedMs: number): string {
  const perSecond = (counts.rows / elapsedMs) * 1000;
  const leftSeconds = Math.ceil((rowCount - counts.rows) / perSecond);
  const left =
    leftSeconds >= 60 ? `${Math.floor(leftSeconds / 60)} min ${leftSeconds % 60} s` : `${leftSeconds} s`;
  const share = Math.floor((counts.rows / rowCount) * 100);
  const done = `${number(counts.rows)} of ${number(rowCount)} rows (${share} %)`;
  return `${done}, ${number(Math.round(perSecond))} a second, ${left} left, ${number(counts.bad)} bad`;
}

function summary<Row extends FileRow, Made>(job: Job<Row, Made>, counts: Counts) {
  const { scope, file, kind, settings } = job;
  const { rows, records, created, updated, alreadyThere, bad } = counts;
  return {
    file: file.path,
    organization: scope.organization.slug,
    dryRun: settings.dryRun === true,
    rows,
    ...(kind.isGrouped ? { records } : {}),
    created,
    ...(kind.updates ? { updated } : {}),
    alreadyThere,
    bad,
  };
}

function rowsSentence(
  { isGrouped, updates, noun }: { isGrouped?: true; updates?: true; noun: string },
  { rows, records, created, updated, alreadyThere, bad }: Counts,
  wouldBe: '' | 'would be ',
): string {
  const all = isGrouped ? `${rowsText(rows)}, ${countText(records, noun)}` : rowsText(rows);
  const passedOver = bad + alreadyThere > 0 ? ' Rows that are bad or already there change nothing.' : '';
  const changed = updates ? `, ${number(updated)} ${wouldBe}updated` : '';
  const made = `${number(created)} ${wouldBe}created${changed}`;
  return `${all}: ${made}, ${number(alreadyThere)} already there, ${number(bad)} bad.${passedOver}`;
}

function rowsText(count: number): string {
  return countText(count, 'row');
}

function countText(count: number, noun: string): string {
  return `${number(count)} ${count === 1 ? noun : plural(noun)}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
