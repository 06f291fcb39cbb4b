// The SQL that imports of all kinds share: one at a time, and the customers that rows name.
import type { Tx } from '#db/tx.ts';

/** Ids of customers, by what rows name them by. */
export interface KnownCustomers {
  byNumber: Map<string, string>;
  byAddress: Map<string, string>;
}

/** The customers with these numbers, or whoever those who had them were merged into (G-151), and addresses in normal form. */
export async function selectMentioned(
  tx: Tx,
  { numbers, addresses }: { numbers: string[]; addresses: string[] },
): Promise<KnownCustomers> {
  const [merged, byNumber, byAddress] = await Promise.all([
    tx<{ id: string; customerNumber: string }[]>`
      select survivor_id as id, merged_customer_number as customer_number from customer_merges m
      where organization_id = ${tx.organizationId} and merged_customer_number = any(${numbers}::text[])
        and undone_at is null
      order by m.id
    `,
    tx<{ id: string; customerNumber: string }[]>`
      select id, customer_number from customers
      where organization_id = ${tx.organizationId} and customer_number = any(${numbers}::text[])
    `,
    tx<{ customerId: string; address: string }[]>`
      select customer_id, address from customer_emails
      where organization_id = ${tx.organizationId} and address = any(${addresses}::text[])
    `,
  ]);
  return {
    // Who has a number comes before who had it, and of those who had it the latest.
    byNumber: new Map([...merged, ...byNumber].map(({ id, customerNumber }) => [customerNumber, id])),
    byAddress: new Map(byAddress.map(({ customerId, address }) => [address, customerId])),
  };
}

/**
 * Lets one import at a time write in the organization, until the transaction ends: what another has stored is seen by
 * whoever looks after this. Before any other lock, and nobody but imports waits for it.
 */
export async function lockImports(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`import ${tx.organizationId}`}, 0))`;
}
