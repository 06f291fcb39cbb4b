// Which column of a customer list holds which field.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import {
  type Column,
  headingOf,
  type MappingOptions,
  mapColumns,
  requireColumn,
} from '#src/cli/imports/column-mapping.ts';
import {
  type CustomerField,
  customerFieldNamed,
  customerFields,
  listFields,
} from '#src/cli/imports/customers/customer-headings.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';

const namingFields: CustomerField[] = [
  'firstName',
  'lastName',
  'name',
  'displayName',
  'phone',
  'customerNumber',
  'email',
];

/** Finds what each column holds, as `mapColumns` does. Throws a Fault too when no column says who anybody is. */
export function mapCustomerColumns(
  headings: string[],
  parameters: readonly CustomerParameter[],
  options: MappingOptions,
): Column<CustomerField>[] {
  const columns = mapColumns(
    headings,
    {
      fields: customerFields,
      fieldNamed: customerFieldNamed,
      lists: listFields,
      parameters,
      complete: completeHalfNames,
    },
    options,
  );
  requireColumn(columns, namingFields, 'a person, an email, a phone or a customer number');
  return columns;
}

/** `Vorname; Name` and `Nombre; Apellidos`: beside one half, a plain name is the other. */
function completeHalfNames(columns: Column<CustomerField>[], isSaid: (place: number) => boolean): void {
  const holds = (field: CustomerField) => headingOf(columns, field) !== undefined;
  const half = holds('firstName') ? 'lastName' : 'firstName';
  if (holds('firstName') === holds('lastName')) return;
  for (const [place, column] of columns.entries()) {
    const isWhole = /full|complet|voll|volledig|fuld/.test(foldHeading(column.heading));
    const isName = column.target.kind === 'field' && column.target.field === 'name';
    if (isName && !isWhole && !isSaid(place)) column.target = { kind: 'field', field: half };
  }
}
