// The SQL of sign-ins whose customers are merged: one account signs in for both, and undoing parts them again.
import type { Tx } from '#db/tx.ts';

/** The account of a customer who can sign in. */
export interface SignIn {
  accountId: string;
  email: string;
}

/** An account that ended in favour of another, and those that had joined it before. */
export interface EndedSignIn {
  accountId: string;
  joinedIds: string[];
}

/**
 * Locks the accounts of these customers, with those that have joined them, in the order of ids. Returns the account of
 * each customer who can sign in.
 */
export async function lockSignIns(tx: Tx, customerIds: string[]): Promise<Map<string, SignIn>> {
  const accounts = await tx<{ id: string; email: string; customerId: string | null }[]>`
    select id, email, customer_id from accounts
    where organization_id = ${tx.organizationId} and (
      customer_id = any(${customerIds}::uuid[]) or joins_account_id in (
        select id from accounts
        where organization_id = ${tx.organizationId} and customer_id = any(${customerIds}::uuid[])
      )
    )
    order by id for no key update
  `;
  return new Map(
    accounts.flatMap(({ id, email, customerId }) =>
      customerId === null ? [] : [[customerId, { accountId: id, email }] as const],
    ),
  );
}

/** Lets `toId` sign in instead of an account and of those that joined it. */
export async function joinAccount(tx: Tx, accountId: string, toId: string): Promise<EndedSignIn> {
  const joined = await tx<{ id: string }[]>`
    update accounts set customer_id = null, joins_account_id = ${toId}
    where organization_id = ${tx.organizationId} and (id = ${accountId} or joins_account_id = ${accountId})
    returning id
  `;
  return { accountId, joinedIds: joined.map(({ id }) => id).filter((id) => id !== accountId) };
}

/** Lets an account that ended sign in again, for a customer, unless it has become somebody else's; and those with it. */
export async function partAccounts(tx: Tx, ended: EndedSignIn, customerId: string): Promise<void> {
  const { accountId, joinedIds } = ended;
  const rows = await tx`
    update accounts set customer_id = ${customerId}, joins_account_id = null
    where organization_id = ${tx.organizationId} and id = ${accountId} and joins_account_id is not null
    returning id
  `;
  if (rows.length === 0) return;
  await tx`
    update accounts set joins_account_id = ${accountId}
    where organization_id = ${tx.organizationId} and id = any(${joinedIds}::uuid[]) and joins_account_id is not null
  `;
}

/** Ends all sessions of these accounts, with what the authorization server keeps of them; returns their ids. */
export async function removeSessions(tx: Tx, accountIds: string[]): Promise<string[]> {
  await tx`
    delete from oidc_artifacts where organization_id = ${tx.organizationId} and exists (
      select from unnest(${accountIds}::text[]) id where strpos(payload::text, id) > 0
    )
  `;
  const sessions = await tx<{ id: string }[]>`
    delete from customer_sessions
    where organization_id = ${tx.organizationId} and account_id = any(${accountIds}::uuid[]) returning id
  `;
  return sessions.map(({ id }) => id);
}
