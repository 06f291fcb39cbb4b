// What is done with store credit without being asked: what has expired is taken out, and the books are checked.

import { getOrganization, listOrganizations } from '#core/organizations/organizations.ts';
import { openScope, type Platform, type Scope } from '#core/scope.ts';
import { expireIn } from '#core/store-credit/credit-expiry.ts';
import {
  type AuditedAccount,
  selectAccountsWithExpired,
  selectAuditedAccounts,
  selectOrganizationsWithExpired,
} from '#core/store-credit/credit-list-queries.ts';
import { bookkeeper } from '#core/store-credit/ledger.ts';
import type { RootDb } from '#db/tx.ts';

const accountsTogether = 500;

/**
 * Takes expired credit out of balances of all organizations: of up to about `limit` lots. Returns how many accounts
 * were changed. Nobody could spend it any more; now the books say so too.
 */
export async function expireStoreCredit(platform: Platform, db: RootDb, limit: number): Promise<number> {
  const now = platform.clock.now();
  let changed = 0;
  for (const organizationId of await db.root((tx) => selectOrganizationsWithExpired(tx, now, limit))) {
    const scope = openScope(platform, await getOrganization(db, organizationId), bookkeeper);
    const accounts = await scope.read((tx) => selectAccountsWithExpired(tx, now, limit));
    changed += await expireIn(scope, accounts);
  }
  return changed;
}

/**
 * The accounts of an organization whose books are wrong: the balance is not the sum of the entries, or less than what is
 * left of expiring credit. None, unless somebody has changed rows by hand.
 */
export async function checkStoreCredit(scope: Scope): Promise<{ accounts: number; wrong: AuditedAccount[] }> {
  const wrong: AuditedAccount[] = [];
  let accounts = 0;
  let last = { entityId: '00000000-0000-0000-0000-000000000000', currency: '' };
  for (;;) {
    const page = await scope.read((tx) => selectAuditedAccounts(tx, last, accountsTogether));
    accounts += page.length;
    wrong.push(...page.filter((account) => !addsUp(account)));
    if (page.length < accountsTogether) return { accounts, wrong };
    last = page.at(-1)!;
  }
}

/** Checks the books of all organizations and logs each account that is wrong. Returns how many are. */
export async function checkAllStoreCredit(platform: Platform, db: RootDb): Promise<number> {
  let wrongAccounts = 0;
  let after = '';
  for (;;) {
    const organizations = await listOrganizations(db, after);
    for (const organization of organizations) {
      const { wrong } = await checkStoreCredit(openScope(platform, organization, bookkeeper));
      wrongAccounts += wrong.length;
      for (const account of wrong) {
        platform.log.error(
          { organizationId: organization.id, ...account },
          'A store credit balance is not the sum of its entries.',
        );
      }
    }
    if (organizations.length === 0) return wrongAccounts;
    after = organizations.at(-1)!.slug;
  }
}

function addsUp({ balanceMinor, entriesMinor, lotsMinor }: AuditedAccount): boolean {
  return balanceMinor === entriesMinor && lotsMinor <= balanceMinor;
}
