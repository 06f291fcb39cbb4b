// Access tokens of the customers whose history is measured.
import type { Customer } from 'frontdesk/src/core/customers/customer.ts';
import { openScope } from 'frontdesk/src/core/scope.ts';
import { signFirstPair, signInAccount } from 'frontdesk/src/core/sign-in/sessions.ts';
import type { Parts } from 'frontdesk/src/parts.ts';
import { peopleOf } from '#bench/seed/people.ts';
import type { Tenant } from '#bench/seed/seed.ts';
import { signInOwn } from '#bench/seed/sign-ins.ts';

/** Of the customer with one of a hundred deals, and of the one with five. */
export interface OwnTokens {
  first: string;
  second: string;
}

/** Signs an organization's first two customers in. */
export async function seedOwnTokens(
  { platform }: Parts,
  { organization, customers }: Tenant,
): Promise<OwnTokens> {
  const scope = openScope(platform, organization, { type: 'system', id: 'bench', name: 'Benchmark' });
  const signIn = async ({ emails }: Customer) => {
    const account = await scope.write((tx) => signInAccount(tx, scope, emails[0]!.address));
    return (await signFirstPair(scope, await signInOwn(scope, account))).accessToken;
  };
  const [first, second] = peopleOf(organization.id, customers);
  return { first: await signIn(first!), second: await signIn(second!) };
}
