// frontdesk customer export, erase
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '#kit/fault.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';

/** Adds `customer`. */
export const customerCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'customer', 'Export or erase what is stored about a person');
  withOrganization(
    addCommand(family, 'export <customer> <file>', {
      summary: 'Write everything about a customer into a JSON file',
      details: 'The customer is named by number, email, phone or id. The file must not be there yet.',
      examples: [
        'customer export CUST-000042 ./cust-000042.json',
        'customer export mara@example.com ./mara.json',
      ],
    }),
  ).action(
    shell.withParts(
      async (
        { scopeOf, print, path, signal },
        customer: string,
        file: string,
        options: OrganizationOptions,
      ) => {
        const { exportCustomer } = await import('#core/people/customer-export.ts');
        const { customerNumber, pieces } = await exportCustomer(
          await scopeOf(options.organization),
          customer,
        );
        const target = path(file);
        // It holds a person's life with the house: nobody else on this machine may read it.
        const written = createWriteStream(target, { flags: 'wx', mode: 0o600 });
        await pipeline(Readable.from(pieces), written, { signal }).catch((error) => {
          throw error.code === 'EEXIST'
            ? new Fault('conflict', 'file_exists', `${target} is there already.`)
            : error;
        });
        print({ customerNumber, file: target }, `Everything about ${customerNumber} is in ${target}.`);
      },
    ),
  );
  withOrganization(
    addCommand(family, 'erase <number>', {
      summary: 'Erase the person behind a customer',
      details:
        'Orders, bookings and store credit stay, under the customer’s number; names, addresses, sign-in and what was written go. It can’t be undone. The customer is named by number only.',
      examples: ['customer erase CUST-000042', 'customer erase CUST-000042 --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print, confirm }, number: string, options: OrganizationOptions) => {
      const { eraseCustomer } = await import('#core/people/erasing/erasure.ts');
      if (!(await confirm(`Erase the person behind ${number} for good?`))) return;
      await eraseCustomer(await scopeOf(options.organization), number, { customerNumber: number });
      print({ customerNumber: number, erased: true }, `The person behind ${number} is erased.`);
    }),
  );
};
