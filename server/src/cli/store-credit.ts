// frontdesk store-credit check
import { Fault } from '#kit/fault.ts';
import { toDecimal } from '#kit/money.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import { table } from '#src/cli/shell/conversation.ts';

/** Adds `store-credit`. */
export const storeCreditCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'store-credit', 'Check the books of store credit');
  withOrganization(
    addCommand(family, 'check', {
      summary: 'Check that every balance is the sum of its entries',
      details:
        'It changes nothing, and exits with 1 when a balance is wrong. A server does the same for all organizations once a day, and logs what it finds.',
      examples: ['store-credit check -o harbour-cowork', 'store-credit check --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { checkStoreCredit } = await import('#core/store-credit/credit-upkeep.ts');
      const { accounts, wrong } = await checkStoreCredit(await scopeOf(options.organization));
      const rows = wrong.map(({ entityType, entityId, currency, ...minor }) => [
        `${entityType} ${entityId}`,
        currency,
        String(toDecimal(minor.balanceMinor, currency)),
        String(toDecimal(minor.entriesMinor, currency)),
        String(toDecimal(minor.lotsMinor, currency)),
      ]);
      print(
        { accounts, wrong },
        wrong.length > 0
          ? table(['account', 'currency', 'balance', 'sum of entries', 'of it expiring'], rows)
          : `The balances of all ${accounts} accounts are the sums of their entries.`,
      );
      if (wrong.length > 0) {
        throw new Fault('conflict', 'balance_wrong', `${wrong.length} of ${accounts} balances are wrong.`);
      }
    }),
  );
};
