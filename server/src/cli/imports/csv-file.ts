// A CSV file as people's programs write it: headings, then rows, streamed with their line numbers.
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { Fault } from '#kit/fault.ts';
import { checkedEncoding, detectEncoding, readText } from '#src/cli/imports/text-encoding.ts';

/** A row of the file. */
export interface CsvRow {
  /** The line it starts on, from 1. */
  line: number;
  /** Its cells; as many as it has, which may be more or fewer than there are headings. */
  cells: string[];
  /** What is wrong with the row as a row, as a sentence; its cells are then of no use but to show. */
  fault?: string;
}

/** An opened file. */
export interface CsvFile {
  path: string;
  encoding: string;
  delimiter: string;
  headings: string[];
  /** The rows below the headings, from the start at each call; blank rows are left out. */
  rows(): AsyncGenerator<CsvRow>;
}

/** What the caller knows better than the file tells. */
export interface CsvOptions {
  encoding?: string | undefined;
  delimiter?: string | undefined;
}

const delimiters = [',', ';', '\t', '|'];
/** Longer rows are taken for a quotation mark that nobody closed. */
const rowBytesMax = 256_000;
/** Each makes the file be read again from its start. */
const openQuotesMax = 500;

/**
 * Opens a file: finds its encoding, its delimiter and its headings. Throws a Fault when it can't be read or is empty;
 * reading rows throws one when quotation marks keep being left open.
 */
export async function openCsvFile(path: string, options: CsvOptions = {}): Promise<CsvFile> {
  try {
    const encoding = options.encoding ? checkedEncoding(options.encoding) : await detectEncoding(path);
    const start = await findHeadings(path, encoding);
    const source = { path, encoding, delimiter: options.delimiter ?? start.delimiter };
    for await (const { line, cells, fault } of readRecords(source, start.line)) {
      if (fault) throw new Fault('invalid', 'invalid_csv', `Line ${line} has the headings. ${fault}`);
      const headings = cells.map((cell) => cell.trim());
      const rowsFrom = line + lineEndsIn(cells) + 1;
      return { ...source, headings, rows: () => checkedRows(source, rowsFrom, headings.length) };
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  throw new Fault('invalid', 'empty_file', `The file is empty: ${path}`);
}

interface Source {
  path: string;
  encoding: string;
  delimiter: string;
}

/** The line of the headings, and the delimiter: as Excel's first line `sep=;` has it, else the commonest in the headings. */
async function findHeadings(path: string, encoding: string): Promise<{ line: number; delimiter: string }> {
  let head = '';
  for await (const text of readText(path, encoding)) {
    head += text;
    if (head.length > rowBytesMax) break;
  }
  const lines = head.split('\n');
  const told =
    /^"?sep=(.)"?$/i.exec(lines[0]!.trim())?.[1] ?? (/^"?sep=\t"?$/i.test(lines[0]!) ? '\t' : undefined);
  if (told) return { line: 2, delimiter: told };
  const headingLine = lines.find((line) => line.trim() !== '') ?? '';
  const unquoted = headingLine.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return { line: 1, delimiter: delimiters[counts.indexOf(Math.max(...counts))]! };
}

async function* checkedRows(source: Source, fromLine: number, width: number): AsyncGenerator<CsvRow> {
  for await (const row of readRecords(source, fromLine)) {
    const { line, cells } = row;
    if (cells.every((cell) => cell.trim() === '')) continue;
    // Some programs end each row with a delimiter.
    while (cells.length > width && cells.at(-1)!.trim() === '') cells.pop();
    if (row.fault || cells.length === width) yield row;
    else yield { line, cells, fault: raggedFault(row, width) };
  }
}

function raggedFault({ line, cells }: CsvRow, width: number): string {
  const fault = `The row has ${cells.length} cells, the headings are ${width}`;
  const lineEnds = lineEndsIn(cells);
  if (lineEnds > 0) return `${fault}; it reaches to line ${line + lineEnds}.`;
  return `${fault}: a cell that holds the delimiter must stand in quotation marks.`;
}

/**
 * The records from a line on. One whose quotation mark is not closed, or only by the opening one of a later row, is told
 * as bad, and reading goes on below its first line.
 */
async function* readRecords(source: Source, fromLine: number): AsyncGenerator<CsvRow> {
  let next = fromLine;
  for (let openQuotes = 0; openQuotes < openQuotesMax; openQuotes += 1) {
    try {
      for await (const { line, cells, raw } of parseFrom(source, next)) {
        const isWrong = cells.some((cell) => cell.startsWith('"')) && !isStrictlyRight(raw, source.delimiter);
        if (isWrong && lineEndsIn(cells) > 0) throw new QuoteLeftOpen();
        yield isWrong ? { line, cells, fault: quotesFault } : { line, cells };
        next = line + lineEndsIn(cells) + 1;
      }
      return;
    } catch (error) {
      if (!(error instanceof CsvError || error instanceof QuoteLeftOpen)) throw error;
      const { line, text } = await lineAt(source, next);
      yield { line, cells: [text], fault: openQuoteFault };
      next = line + 1;
    }
  }
  const message = `The quotation marks of the file do not pair up, again before line ${next}.`;
  throw new Fault('invalid', 'invalid_csv', message);
}

const quotesFault = 'A quotation mark inside a quoted cell must be written twice.';
const openQuoteFault = 'A quotation mark opens in this row and is not closed.';

/** A row that took later ones in, up to the next quotation mark. */
class QuoteLeftOpen extends Error {}

/** Whether a record is right as CSV without the leniency it was read with. */
function isStrictlyRight(raw: string, delimiter: string): boolean {
  try {
    parseText(raw, { delimiter, record_delimiter: '\n', relax_column_count: true });
    return true;
  } catch (error) {
    if (error instanceof CsvError) return false;
    throw error;
  }
}

async function* parseFrom({ path, encoding, delimiter }: Source, fromLine: number) {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowBytesMax,
    info: true,
    raw: true,
  });
  const text = Readable.from(textFrom(readText(path, encoding), fromLine));
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info, raw } of text.pipe(parser)) {
      const cells = record as string[];
      const line = fromLine + (info as { lines: number }).lines - 1 - lineEndsIn(cells);
      yield { line, cells, raw: raw as string };
    }
  } finally {
    text.destroy();
  }
}

/** The text from a line on. */
async function* textFrom(pieces: AsyncIterable<string>, fromLine: number): AsyncGenerator<string> {
  let toSkip = fromLine - 1;
  for await (const piece of pieces) {
    let start = 0;
    while (toSkip > 0) {
      const end = piece.indexOf('\n', start);
      if (end < 0) break;
      start = end + 1;
      toSkip -= 1;
    }
    if (toSkip === 0) yield piece.slice(start);
  }
}

/** The first line that is not blank, from a line on. */
async function lineAt({ path, encoding }: Source, fromLine: number): Promise<{ line: number; text: string }> {
  let text = '';
  for await (const piece of textFrom(readText(path, encoding), fromLine)) {
    text += piece;
    if (text.length > rowBytesMax) break;
  }
  const blankLines = /^(\s*\n)*/.exec(text)![0];
  const line = fromLine + blankLines.split('\n').length - 1;
  return { line, text: text.slice(blankLines.length).split('\n', 1)[0]! };
}

function lineEndsIn(cells: string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}

function unreadable(path: string, error: unknown): unknown {
  const reasons: Record<string, string> = {
    ENOENT: 'There is no such file',
    EISDIR: 'This is a folder, not a file',
    EACCES: 'The file may not be read',
  };
  const reason = reasons[String((error as NodeJS.ErrnoException).code)];
  return reason ? new Fault('invalid', 'unreadable_file', `${reason}: ${path}`) : error;
}
