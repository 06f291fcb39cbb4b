// frontdesk import customers|bookings|orders
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, addFamily, collect, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import type { ImportSettings } from '#src/cli/imports/import-kind.ts';

const passedOver =
  'Columns are found by their headings. Rows that are bad or already there are passed over and listed in a report ' +
  'beside the file. It may be stopped and run again at any moment: nothing is made twice, nothing is changed.';

/** Adds `import`. */
export const importCommand: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'import', 'Bring in what other programs have');

  withImportOptions(
    addCommand(family, 'customers <file>', {
      summary: 'Import customers from a CSV file',
      details: passedOver,
      examples: [
        'import customers members.csv --dry-run',
        'import customers members.csv -o harbour-cowork --map "Tarif=plan" --ignore Notes',
      ],
    }),
  ).action(
    shell.withParts(async (context, file: string, settings: ImportSettings) => {
      const [{ runImport }, { customersImport }] = await Promise.all([
        import('#src/cli/imports/import-run.ts'),
        import('#src/cli/imports/customers/customers-import.ts'),
      ]);
      await runImport(context, customersImport, file, settings);
    }),
  );

  withImportOptions(
    addCommand(family, 'bookings <file>', {
      summary: 'Import bookings from a CSV file',
      details: `${passedOver} Bookings to come take their places; one whose place is taken is told as bad.`,
      examples: [
        'import bookings calendar.csv --dry-run',
        'import bookings calendar.csv --map "Raum=sublocation"',
      ],
    }),
  )
    .option('--allow-overlap', 'take places that are taken too; recorded with each booking that does')
    .action(
      shell.withParts(async (context, file: string, settings: ImportSettings) => {
        const [{ runImport }, { bookingsImport }] = await Promise.all([
          import('#src/cli/imports/import-run.ts'),
          import('#src/cli/imports/bookings/bookings-import.ts'),
        ]);
        await runImport(context, bookingsImport, file, settings);
      }),
    );

  withImportOptions(
    addCommand(family, 'orders <file>', {
      summary: 'Import orders from a CSV file',
      details: `${passedOver} Each row is an item; those with the same order id, one below the other, are one order.`,
      examples: ['import orders orders.csv --dry-run', 'import orders orders.csv --map "Beleg=externalId"'],
    }),
  ).action(
    shell.withParts(async (context, file: string, settings: ImportSettings) => {
      const [{ runImport }, { ordersImport }] = await Promise.all([
        import('#src/cli/imports/import-run.ts'),
        import('#src/cli/imports/orders/orders-import.ts'),
      ]);
      await runImport(context, ordersImport, file, settings);
    }),
  );
};

function withImportOptions(command: Command): Command {
  return withOrganization(command)
    .option('--dry-run', 'show what would become of the file, and import nothing')
    .option('--map <heading=field>', 'what a column holds; may be given several times', collect)
    .option('--ignore <heading>', 'a column not to import; may be given several times', collect)
    .option('--country <code>', "read phone numbers as this country's (default: the organization's)")
    .option('--encoding <name>', 'how the file is encoded, like windows-1250 (default: found out)')
    .option('--delimiter <sign>', 'what separates cells (default: found out)', readDelimiter)
    .option('--report <file>', 'where to list the rows that were not imported (default: <file>.report.csv)')
    .option('-y, --yes', 'do not ask before the import');
}

/** `tab` and `\t` name what is hard to type. */
function readDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text.length === 1 && text !== '"' && text !== '\n') return text;
  throw new InvalidArgumentError('Write one sign, or tab.');
}
