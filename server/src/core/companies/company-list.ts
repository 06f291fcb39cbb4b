// Listing companies: search, filters and pages.
import type { Company, CompanyStatus } from '#core/companies/company.ts';
import { selectCompanies } from '#core/companies/company-list-queries.ts';
import { searchPatterns } from '#core/customers/customer-search.ts';
import type { Scope } from '#core/scope.ts';
import { type Page, pageOf, readCursor } from '#kit/cursor.ts';

/** Which companies, and which page of them. */
export interface CompanyQuery {
  /** 1 to 100. */
  limit: number;
  cursor?: string | undefined;
  /** Words that must all occur in names, emails, phones, domains, VAT number, external id or company number. */
  search?: string | undefined;
  status?: CompanyStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
}

/** One page of companies, newest first. Throws `invalid_cursor`. Source: Spec, C, GET /companies (G-090). */
export async function listCompanies(scope: Scope, query: CompanyQuery): Promise<Page<Company>> {
  const { limit, cursor, search, ...narrowed } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const patterns = search === undefined ? [] : searchPatterns(search);
  const companies = await scope.read((tx) =>
    selectCompanies(tx, {
      ...narrowed,
      patterns: patterns.length > 0 ? patterns : undefined,
      after,
      count: limit + 1,
    }),
  );
  return pageOf(companies, limit);
}

/** Companies to choose from, newest first. */
export async function listCompanyOptions(
  scope: Scope,
  query: { limit: number; search?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const { items } = await listCompanies(scope, query);
  return items.map(({ id, name }) => ({ id, name }));
}
