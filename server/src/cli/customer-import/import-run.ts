// Runs an import of a file: looks, shows, asks, stores batch by batch, and sums up.
import { importCustomers, previewCustomerImport } from '#core/customers/customer-import.ts';
import type { RowOutcome } from '#core/customers/customer-import-row.ts';
import { listCustomerParameters } from '#core/customers/customer-parameters.ts';
import type { Scope } from '#core/scope.ts';
import { refreshStatistics } from '#db/statistics.ts';
import { Fault } from '#kit/fault.ts';
import type { CommandContext } from '#src/cli/context.ts';
import { type Column, type MappingOptions, mapColumns } from '#src/cli/customer-import/column-mapping.ts';
import { type CsvFile, type CsvOptions, openCsvFile } from '#src/cli/customer-import/csv-file.ts';
import { type FileSurvey, surveyFile } from '#src/cli/customer-import/file-survey.ts';
import { firstRowsText, mappingText, spoilingHeading } from '#src/cli/customer-import/import-preview.ts';
import { type ImportReport, openReport, reportPathFor } from '#src/cli/customer-import/import-report.ts';
import { type FileRow, readRow } from '#src/cli/customer-import/row-reading.ts';

/** What the caller says about an import. */
export interface ImportSettings extends CsvOptions, MappingOptions {
  organization?: string | undefined;
  country?: string | undefined;
  report?: string | undefined;
  dryRun?: true | undefined;
  yes?: true | undefined;
}

/** Rows by what became of them. */
interface Counts {
  rows: number;
  created: number;
  alreadyThere: number;
  bad: number;
}

const noRows: Counts = { rows: 0, created: 0, alreadyThere: 0, bad: 0 };

/** A file with everything that is needed to import it. */
interface Job {
  context: CommandContext;
  scope: Scope;
  file: CsvFile;
  columns: Column[];
  settings: ImportSettings;
}

/** The first rows are tried before the rest. */
const rowsTried = 100;

/** Imports a file of customers, or shows what would become of it. Throws a Fault when it can't begin or go on. */
export async function runCustomerImport(
  context: CommandContext,
  path: string,
  settings: ImportSettings,
): Promise<void> {
  const scope = inCountry(await context.scopeOf(settings.organization), settings.country);
  const file = await openCsvFile(context.path(path), settings);
  const columns = mapColumns(file.headings, await listCustomerParameters(scope), settings);
  const job: Job = { context, scope, file, columns, settings };
  await showBeginning(job);
  if (settings.dryRun) await tryWhole(job);
  else await importWhole(job);
}

function inCountry(scope: Scope, country: string | undefined): Scope {
  if (country === undefined) return scope;
  const countryCode = country.toUpperCase();
  const message = '--country must be a two-letter country code, like DE.';
  if (!/^[A-Z]{2}$/.test(countryCode)) throw new Fault('invalid', 'invalid_country', message);
  return { ...scope, organization: { ...scope.organization, countryCode } };
}

async function showBeginning({ context, scope, file, columns }: Job): Promise<void> {
  const rows: FileRow[] = [];
  for await (const row of fileRows({ scope, file, columns })) {
    if (rows.push(row) >= rowsTried) break;
  }
  const outcomes: RowOutcome<FileRow>[] = [];
  for await (const batch of previewCustomerImport(scope, rows)) outcomes.push(...batch);
  context.note(`${mappingText(file, columns, rows)}\n\n${firstRowsText(outcomes)}\n`);
  const spoiling = spoilingHeading(outcomes);
  if (spoiling) {
    const advice = `Leave the column out with --ignore "${spoiling}", or say what it holds with --map "${spoiling}=…".`;
    context.note(`None of the first rows can be imported because of ${spoiling}. ${advice}\n`);
  }
}

async function* fileRows({
  scope,
  file,
  columns,
}: Pick<Job, 'scope' | 'file' | 'columns'>): AsyncGenerator<FileRow> {
  const { countryCode } = scope.organization;
  for await (const row of file.rows()) yield readRow(row, columns, countryCode);
}

async function tryWhole(job: Job): Promise<void> {
  const { context, scope } = job;
  const counts: Counts = { ...noRows };
  for await (const outcomes of previewCustomerImport(scope, fileRows(job))) {
    count(counts, outcomes);
    context.progress(`${number(counts.rows)} rows looked at, ${number(counts.bad)} bad`);
    context.signal.throwIfAborted();
  }
  const sentence = `${rowsSentence(counts, 'would be created')} Nothing was imported.`;
  context.print({ ...summary(job, counts), report: null }, sentence);
}

async function importWhole(job: Job): Promise<void> {
  const { context, scope, file, columns, settings } = job;
  const survey = await surveyFile(file, columns, context.signal);
  const { slug } = scope.organization;
  if (!settings.yes && !(await context.confirm(`Import ${rowsText(survey.rowCount)} into ${slug}?`))) {
    context.print({ ...summary(job, noRows), report: null }, 'Nothing was imported.');
    return;
  }
  const path = settings.report ? context.path(settings.report) : reportPathFor(file.path);
  const report = await openReport(path, file);
  const counts: Counts = { ...noRows };
  try {
    await storeRows(job, survey, report, counts);
  } catch (error) {
    const done = `Stopped after ${number(counts.rows)} of ${rowsText(survey.rowCount)}: ${number(counts.created)} created.`;
    context.note(`${done} Run the same command again to go on.`);
    throw error;
  } finally {
    await report.close();
  }
  const reported = report.rowCount() > 0;
  const reportSentence = reported ? `\nWhy, row by row: ${report.path}` : '';
  context.print(
    { ...summary(job, counts), report: reported ? report.path : null },
    `${rowsSentence(counts, 'created')}${reportSentence}`,
  );
}

async function storeRows(job: Job, survey: FileSurvey, report: ImportReport, counts: Counts): Promise<void> {
  const { context, scope } = job;
  const startedMs = performance.now();
  for await (const outcomes of importCustomers(scope, fileRows(job), survey)) {
    await report.add(outcomes);
    count(counts, outcomes);
    context.progress(progressLine(counts, survey.rowCount, performance.now() - startedMs));
    context.signal.throwIfAborted();
    await refreshStatistics(context.parts.db);
  }
}

function count(counts: Counts, outcomes: RowOutcome[]): void {
  counts.rows += outcomes.length;
  for (const { result } of outcomes) {
    if (result === 'created') counts.created += 1;
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

function summary({ scope, file, settings }: Job, counts: Counts) {
  const { slug } = scope.organization;
  return { file: file.path, organization: slug, dryRun: settings.dryRun === true, ...counts };
}

function rowsSentence({ rows, created, alreadyThere, bad }: Counts, made: string): string {
  const passedOver = bad + alreadyThere > 0 ? ' Rows that are bad or already there change nothing.' : '';
  const parts = `${number(created)} ${made}, ${number(alreadyThere)} already there, ${number(bad)} bad`;
  return `${rowsText(rows)}: ${parts}.${passedOver}`;
}

function rowsText(count: number): string {
  return `${number(count)} ${count === 1 ? 'row' : 'rows'}`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
