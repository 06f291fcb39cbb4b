// One look through a file before its import: how many rows it has, and which customer numbers they give.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cellText } from '#src/cli/customer-import/cell-values.ts';
import { type Column, headingOf } from '#src/cli/customer-import/column-mapping.ts';
import type { CsvFile } from '#src/cli/customer-import/csv-file.ts';

/** What a file holds. */
export interface FileSurvey {
  rowCount: number;
  /** Whether a row gives this customer number: then it is not drawn for another row. */
  isReserved(customerNumber: string): boolean;
}

const drawnPattern = /^CUST-(\d{6})$/;
const rowsPerTurn = 1_000;

/** Looks through a file. Of the numbers given, only those that could be drawn are kept, as one bit each. */
export async function surveyFile(file: CsvFile, columns: Column[], signal: AbortSignal): Promise<FileSurvey> {
  const numberColumn = columns.findIndex(({ heading }) => heading === headingOf(columns, 'customerNumber'));
  const reserved = new Uint8Array(1_000_000 / 8);
  let rowCount = 0;
  for await (const { cells, fault } of file.rows()) {
    rowCount += 1;
    const digits =
      fault === undefined ? drawnPattern.exec(cellText(cells[numberColumn] ?? ''))?.[1] : undefined;
    if (digits) reserved[Number(digits) >> 3]! |= 1 << (Number(digits) & 7);
    if (rowCount % rowsPerTurn !== 0) continue;
    signal.throwIfAborted();
    // Inside a running server, others want this thread too.
    await nextTurn();
  }
  return {
    rowCount,
    isReserved(customerNumber) {
      const digits = drawnPattern.exec(customerNumber)?.[1];
      return digits !== undefined && (reserved[Number(digits) >> 3]! & (1 << (Number(digits) & 7))) !== 0;
    },
  };
}
