// The import of companies, as the command line runs it.
import type { Company } from '#core/companies/company.ts';
import { importCompanies, previewCompanyImport } from '#core/imports/companies/company-import.ts';
import { mapColumns, requireColumn } from '#src/cli/imports/column-mapping.ts';
import {
  companyFieldNamed,
  companyFields,
  companyLists,
} from '#src/cli/imports/companies/company-headings.ts';
import { type CompanyFileRow, readCompanyRow } from '#src/cli/imports/companies/company-rows.ts';
import { gatherRowIds } from '#src/cli/imports/file-survey.ts';
import type { ImportKind } from '#src/cli/imports/import-kind.ts';
import { withRepeatedId } from '#src/cli/imports/row-reading.ts';

/** Companies: one a row. */
export const companiesImport: ImportKind<CompanyFileRow, Company> = {
  noun: 'company',
  updates: true,
  headings: ['id', 'name', 'emails', 'phones', 'domains', 'vat', 'address', 'terms', 'status', 'members'],
  cellsOf: ({ externalId, name, emails, phones, domains, ...company }) => [
    externalId ?? '',
    name,
    emails.map(({ address }) => address).join(', '),
    phones.map(({ number }) => number).join(', '),
    domains.join(', '),
    company.vatNumber ?? '',
    Object.values(company.billingAddress ?? {}).join(', '),
    company.paymentTermsDays === undefined ? '' : `${company.paymentTermsDays} days`,
    company.status,
    String(company.members.length),
  ],
  async open(scope, headings, settings) {
    const columns = mapColumns(
      headings,
      { fields: companyFields, fieldNamed: companyFieldNamed, lists: companyLists, hasFreeFields: true },
      settings,
    );
    requireColumn(columns, ['name'], 'the name of a company');
    const ids = gatherRowIds(columns);
    return {
      columns,
      look: ids.look,
      async *read(rows) {
        for await (const row of rows) yield withRepeatedId(readCompanyRow(row, columns), ids.isRepeated(row));
      },
      preview: (rows) => previewCompanyImport(scope, rows),
      run: (rows) => importCompanies(scope, rows),
    };
  },
};
