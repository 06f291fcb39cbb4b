// The SQL that lists companies, newest first, paged by record id.
import type { Company, CompanyStatus } from '#core/companies/company.ts';
import { type CompanyRow, companiesFrom, toCompany } from '#core/companies/company-row-queries.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';
import { idBounds } from '#kit/id.ts';

/** Which companies, and which part of the list. */
export interface CompanySelection {
  /** LIKE patterns over the search text, all of which must match. */
  patterns?: string[] | undefined;
  status?: CompanyStatus | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedAfter?: Date | undefined;
  /** The id the page continues after. */
  after?: string | undefined;
  /** How many to read. */
  count: number;
}

/** Companies of a selection, newest first. */
export async function selectCompanies(tx: Tx, selection: CompanySelection): Promise<Company[]> {
  const { patterns, updatedAfter } = selection;
  const chosen = patterns || updatedAfter ? searched(tx, selection) : filtered(tx, selection);
  const rows = await tx<CompanyRow[]>`${companiesFrom(tx, chosen)} order by c.id desc`;
  return rows.map((row) => toCompany(tx, row));
}

// By the function, which does not trust the planner's guess of how many match, as for customers.
function searched(tx: Tx, selection: CompanySelection): SqlFragment {
  const { patterns = [], status, updatedAfter, count } = selection;
  const { lowest, below } = idBounds(selection);
  const ordered = JSON.stringify({ status });
  return tx`
    select c.* from unnest(array(select matching_ids('companies', ${ordered}::text::jsonb, '{}', ${patterns}::text[],
      ${updatedAfter}::timestamptz, ${lowest}, ${below}, ${count}))) found (id)
    join companies c on c.organization_id = ${tx.organizationId} and c.id = found.id
  `;
}

function filtered(tx: Tx, selection: CompanySelection): SqlFragment {
  const { status, createdAfter, createdBefore, after, count } = selection;
  const { lowest, below } = idBounds(selection);
  return tx`
    select c.* from companies c
    where c.organization_id = ${tx.organizationId}
      ${after || createdBefore ? tx`and c.id < ${below}` : tx``}
      ${createdAfter ? tx`and c.id >= ${lowest}` : tx``}
      ${status ? tx`and c.status = ${status}` : tx``}
    order by c.id desc limit ${count}
  `;
}
