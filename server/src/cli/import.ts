// frontdesk import customers
import { InvalidArgumentError } from 'commander';
import { addCommand, addFamily, collect, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import type { ImportSettings } from '#src/cli/customer-import/import-run.ts';

/** Adds `import`. */
export const importCommand: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'import', 'Bring in what other programs have');

  withOrganization(
    addCommand(family, 'customers <file>', {
      summary: 'Import customers from a CSV file',
      details:
        'Columns are found by their headings. Rows that are bad or already there are passed over and listed in a report ' +
        'beside the file. It may be stopped and run again at any moment: nobody is made twice, nobody is changed.',
      examples: [
        'import customers members.csv --dry-run',
        'import customers members.csv -o harbour-cowork --map "Tarif=plan" --ignore Notes',
      ],
    }),
  )
    .option('--dry-run', 'show what would become of the file, and import nothing')
    .option(
      '--map <heading=field>',
      'what a column holds, as a field or parameter; may be given several times',
      collect,
    )
    .option('--ignore <heading>', 'a column not to import; may be given several times', collect)
    .option('--country <code>', "read phone numbers as this country's (default: the organization's)")
    .option('--encoding <name>', 'how the file is encoded, like windows-1250 (default: found out)')
    .option('--delimiter <sign>', 'what separates cells (default: found out)', readDelimiter)
    .option('--report <file>', 'where to list the rows that were not imported (default: <file>.report.csv)')
    .option('-y, --yes', 'do not ask before the import')
    .action(
      shell.withParts(async (context, file: string, settings: ImportSettings) => {
        const { runCustomerImport } = await import('#src/cli/customer-import/import-run.ts');
        await runCustomerImport(context, file, settings);
      }),
    );
};

/** `tab` and `\t` name what is hard to type. */
function readDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text.length === 1 && text !== '"' && text !== '\n') return text;
  throw new InvalidArgumentError('Write one sign, or tab.');
}
