// The customer numbers that a file gives: they are drawn for nobody before.
import { cellText } from '#src/cli/imports/cell-values.ts';
import { type Column, headingOf } from '#src/cli/imports/column-mapping.ts';
import type { CsvRow } from '#src/cli/imports/csv-file.ts';
import type { CustomerField } from '#src/cli/imports/customers/customer-headings.ts';

const drawnPattern = /^CUST-(\d{6})$/;

/** The numbers of a file, gathered row by row. Of them, only those that could be drawn are kept, as one bit each. */
export function gatherGivenNumbers(columns: Column<CustomerField>[]) {
  const place = columns.findIndex(({ heading }) => heading === headingOf(columns, 'customerNumber'));
  const given = new Uint8Array(1_000_000 / 8);
  return {
    look({ cells, fault }: CsvRow): void {
      const digits = fault === undefined ? drawnPattern.exec(cellText(cells[place] ?? ''))?.[1] : undefined;
      if (digits) given[Number(digits) >> 3]! |= 1 << (Number(digits) & 7);
    },
    /** Whether a row gives this customer number. */
    isReserved(customerNumber: string): boolean {
      const digits = drawnPattern.exec(customerNumber)?.[1];
      return digits !== undefined && (given[Number(digits) >> 3]! & (1 << (Number(digits) & 7))) !== 0;
    },
  };
}
