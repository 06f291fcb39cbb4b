// How cells of custom fields are read: defined ones by their type, free ones as text.
import { cellText } from '#src/cli/imports/cell-values.ts';
import type { Column } from '#src/cli/imports/column-mapping.ts';
import { readParameterValue } from '#src/cli/imports/customers/customer-cells.ts';
import type { FileRow } from '#src/cli/imports/row-reading.ts';

/** The custom fields of a row by key, or `undefined` when it has none. */
export function readCustomFields(
  row: FileRow,
  cells: string[],
  columns: Column[],
): Record<string, unknown> | undefined {
  const values: [string, unknown][] = [];
  for (const [place, { heading, target }] of columns.entries()) {
    const text = cellText(cells[place] ?? '');
    if (text === '' || target.kind === 'none' || target.kind === 'field') continue;
    const key = target.kind === 'custom' ? target.key : target.parameter.key;
    const value = target.kind === 'custom' ? text : readParameterValue(target.parameter, text);
    row.origins.set(`customFields.${key}`, { heading, text });
    values.push([key, value]);
  }
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}
