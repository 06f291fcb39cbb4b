// frontdesk import customers|companies|bookings|orders|enquiries
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, addFamily, type CommandHelp, collect, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import type { AnyImportKind, ImportSettings } from '#src/cli/imports/import-kind.ts';

const again = 'It may be stopped and run again at any moment: nothing is made twice';
const passedOver =
  'Columns are found by their headings. Rows that are bad or already there are passed over and listed in a report ' +
  `beside the file. ${again}, nothing is changed.`;
const changing =
  'Columns are found by their headings. A row that is there already changes its record only if it says something else ' +
  `than at its last import. Rows of which nothing came are listed in a report beside the file. ${again}.`;

interface ImportCommand extends CommandHelp {
  /** Loaded when it is called: most commands are other ones. */
  load(): Promise<AnyImportKind>;
}

const commands: Record<string, ImportCommand> = {
  customers: {
    summary: 'Import customers from a CSV file',
    details: passedOver,
    examples: [
      'import customers members.csv --dry-run',
      'import customers members.csv -o harbour-cowork --map "Tarif=plan" --ignore Notes',
    ],
    load: async () => (await import('#src/cli/imports/customers/customers-import.ts')).customersImport,
  },
  companies: {
    summary: 'Import companies from a CSV file',
    details: `${changing} Members are named by number or email, and must be customers.`,
    examples: [
      'import companies accounts.csv --dry-run',
      'import companies accounts.csv --map "Budget=customFields.budget"',
    ],
    load: async () => (await import('#src/cli/imports/companies/companies-import.ts')).companiesImport,
  },
  bookings: {
    summary: 'Import bookings from a CSV file',
    details: `${passedOver} Bookings to come take their places; one whose place is taken is told as bad.`,
    examples: [
      'import bookings calendar.csv --dry-run',
      'import bookings calendar.csv --map "Raum=sublocation"',
    ],
    load: async () => (await import('#src/cli/imports/bookings/bookings-import.ts')).bookingsImport,
  },
  orders: {
    summary: 'Import orders from a CSV file',
    details: `${passedOver} Each row is an item; those with the same order id, one below the other, are one order.`,
    examples: ['import orders orders.csv --dry-run', 'import orders orders.csv --map "Beleg=externalId"'],
    load: async () => (await import('#src/cli/imports/orders/orders-import.ts')).ordersImport,
  },
  enquiries: {
    summary: 'Import enquiries from a CSV file',
    details: `${changing} They keep the dates of their past, and nothing is mailed to anybody.`,
    examples: [
      'import enquiries tickets.csv --dry-run',
      'import enquiries tickets.csv --map "Vorgang=externalId"',
    ],
    load: async () => (await import('#src/cli/imports/enquiries/enquiries-import.ts')).enquiriesImport,
  },
};

/** Adds `import`. */
export const importCommand: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'import', 'Bring in what other programs have');
  for (const [name, { load, ...described }] of Object.entries(commands)) {
    const command = withImportOptions(addCommand(family, `${name} <file>`, described));
    if (name === 'bookings') {
      command.option(
        '--allow-overlap',
        'take places that are taken too; recorded with each booking that does',
      );
    }
    command.action(
      shell.withParts(async (context, file: string, settings: ImportSettings) => {
        const [{ runImport }, kind] = await Promise.all([import('#src/cli/imports/import-run.ts'), load()]);
        await runImport(context, kind, file, settings);
      }),
    );
  }
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
