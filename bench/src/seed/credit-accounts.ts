// Accounts of store credit, empty: one is opened at a customer's first credit, which is not what is measured.
import postgres from 'postgres';
import type { Tenant } from './seed.ts';

/** Opens an account for each of an organization's customers who has none. */
export async function seedCreditAccounts(databaseUrl: string, { organization }: Tenant): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`
      insert into credit_accounts (organization_id, entity_id, currency, entity_type, customer_id, balance_minor)
      select organization_id, id, 'EUR', 'customer', id, 0 from customers where organization_id = ${organization.id}
      on conflict do nothing
    `;
    await sql`vacuum analyze credit_accounts`;
  } finally {
    await sql.end();
  }
}
