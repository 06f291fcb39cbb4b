// All SQL of accounts.
import type { Account } from '#core/accounts/account.ts';
import type { Tx } from '#db/tx.ts';

interface AccountRow extends Omit<Account, 'customerId' | 'joinsAccountId'> {
  customerId: string | null;
  joinsAccountId: string | null;
}

/** The account of an address, made with `id` if there is none; locked until the transaction ends. */
export async function upsertAccount(tx: Tx, email: string, id: string, signedInAt: Date): Promise<Account> {
  const rows = await tx<AccountRow[]>`
    insert into accounts (organization_id, id, email, created_at, last_sign_in_at)
    values (${tx.organizationId}, ${id}, ${email}, ${signedInAt}, ${signedInAt})
    on conflict (organization_id, email) do update set last_sign_in_at = excluded.last_sign_in_at
    returning id, email, customer_id, joins_account_id, created_at
  `;
  return toAccount(rows[0]!);
}

/** The account with this record id. */
export async function findAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const rows = await tx<AccountRow[]>`
    select id, email, customer_id, joins_account_id, created_at from accounts
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
  return rows[0] && toAccount(rows[0]);
}

/** The account with this record id, locked until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const rows = await tx<AccountRow[]>`
    select id, email, customer_id, joins_account_id, created_at from accounts
    where organization_id = ${tx.organizationId} and id = ${id} for update
  `;
  return rows[0] && toAccount(rows[0]);
}

/** The account with this record id, which stays there until the transaction ends. */
export async function holdAccount(tx: Tx, id: string): Promise<Account | undefined> {
  const rows = await tx<AccountRow[]>`
    select id, email, customer_id, joins_account_id, created_at from accounts
    where organization_id = ${tx.organizationId} and id = ${id} for key share
  `;
  return rows[0] && toAccount(rows[0]);
}

/** Links an account to a customer that no other account is linked to; `false` when one is. */
export async function linkCustomer(tx: Tx, accountId: string, customerId: string): Promise<boolean> {
  const rows = await tx`
    update accounts set customer_id = ${customerId}, joins_account_id = null
    where organization_id = ${tx.organizationId} and id = ${accountId} and not exists (
      select from accounts other
      where other.organization_id = ${tx.organizationId} and other.customer_id = ${customerId}
        and other.id <> ${accountId}
    )
    returning id
  `;
  return rows.length > 0;
}

/** Ends all sessions, begun before a moment, of the account that is linked to a customer. */
export async function endSessionsOfCustomer(tx: Tx, customerId: string, moment: Date): Promise<void> {
  await tx`
    update accounts set sessions_valid_from = ${moment}
    where organization_id = ${tx.organizationId} and customer_id = ${customerId}
  `;
}

function toAccount(row: AccountRow): Account {
  const { customerId, joinsAccountId } = row;
  return { ...row, customerId: customerId ?? undefined, joinsAccountId: joinsAccountId ?? undefined };
}
