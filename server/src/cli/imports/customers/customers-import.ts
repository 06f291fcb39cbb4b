// The import of customers, as the command line runs it.
import { listCustomerParameters } from '#core/customer-parameters/customer-parameters.ts';
import { type Customer, displayNameOf } from '#core/customers/customer.ts';
import { importCustomers, previewCustomerImport } from '#core/imports/customers/customer-import.ts';
import { mapCustomerColumns } from '#src/cli/imports/customers/customer-columns.ts';
import { type CustomerFileRow, readCustomerRow } from '#src/cli/imports/customers/customer-rows.ts';
import { gatherGivenNumbers } from '#src/cli/imports/customers/given-numbers.ts';
import type { ImportKind } from '#src/cli/imports/import-kind.ts';

/** Customers: one a row. */
export const customersImport: ImportKind<CustomerFileRow, Customer> = {
  noun: 'customer',
  headings: 'first name,last name,emails,phones,number,status,marketing,sms,other'.split(','),
  cellsOf,
  async open(scope, headings, settings) {
    const columns = mapCustomerColumns(headings, await listCustomerParameters(scope), settings);
    const numbers = gatherGivenNumbers(columns);
    const { countryCode } = scope.organization;
    return {
      columns,
      look: numbers.look,
      async *read(rows) {
        for await (const row of rows) yield readCustomerRow(row, columns, countryCode);
      },
      preview: (rows) => previewCustomerImport(scope, rows),
      run: (rows) => importCustomers(scope, rows, numbers),
    };
  },
};

function cellsOf(customer: Customer): string[] {
  const { firstName, lastName, displayName, emails, phones, customerNumber, status } = customer;
  const isDerived = displayName === displayNameOf(firstName, lastName);
  const other = [
    !isDerived && `shown as ${displayName}`,
    customer.source !== 'import' && `from ${customer.source}`,
    ...Object.values(customer.parameterValues).map(String),
  ];
  return [
    firstName ?? '',
    lastName ?? '',
    emails.map(({ address }) => address).join(', '),
    phones.map(({ number }) => number).join(', '),
    customerNumber || '(drawn)',
    status,
    customer.marketingOptIn ? 'yes' : 'no',
    customer.smsOptIn ? 'yes' : 'no',
    other.filter(Boolean).join(', '),
  ];
}
