// Taking out of the books what has expired, when it is looked at and when nobody does.
import type { Scope } from '#core/scope.ts';
import {
  type CreditAccount,
  type CreditBalance,
  type NamedHolder,
  unknownHolder,
} from '#core/store-credit/credit-entry.ts';
import { findEntity, type NamedEntity, selectAccounts } from '#core/store-credit/credit-list-queries.ts';
import { post } from '#core/store-credit/ledger.ts';
import { lockAccount } from '#core/store-credit/ledger-queries.ts';

/**
 * Whoever is named, with what they have by currency. What has expired is taken out of the books first, so that whoever
 * looks finds balances and entries that say the same (G-201). Throws `not_found`.
 */
export async function readAccounts(
  scope: Scope,
  holder: NamedHolder,
): Promise<NamedEntity & { balances: CreditBalance[] }> {
  const { entityType, reference } = holder;
  const [entity, accounts] = await scope.read((tx) =>
    Promise.all([
      findEntity(tx, entityType, reference),
      selectAccounts(tx, entityType, reference, scope.clock.now()),
    ]),
  );
  if (!entity) throw unknownHolder(holder);
  await expireIn(
    scope,
    accounts.filter(({ expiredMinor }) => expiredMinor > 0),
  );
  const balances = accounts.map(({ currency, balanceMinor, expiredMinor }) => ({
    currency,
    balanceMinor: balanceMinor - expiredMinor,
  }));
  return { ...entity, balances };
}

/** Takes what has expired out of these accounts, each in a transaction of its own; returns how many it was in. */
export async function expireIn(scope: Scope, accounts: CreditAccount[]): Promise<number> {
  let changed = 0;
  for (const account of accounts) changed += (await expireInOne(scope, account)) ? 1 : 0;
  return changed;
}

function expireInOne(scope: Scope, account: CreditAccount): Promise<boolean> {
  return scope.write(async (tx) => {
    const locked = await lockAccount(tx, { ...account, reference: account.entityId });
    const now = scope.clock.now();
    // Somebody else may have taken it out by now.
    if (!locked?.lots.some(({ expiresAt }) => expiresAt <= now)) return false;
    await post(tx, scope, locked, []);
    return true;
  });
}
