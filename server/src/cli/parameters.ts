// frontdesk parameter create, list, archive
import { type Command, InvalidArgumentError } from 'commander';
import type { CustomerParameter, ParameterOption } from '#core/customer-parameters/customer-parameter.ts';
import type { NewCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { Fault, missing } from '#kit/fault.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

interface CreateOptions extends OrganizationOptions {
  type: string;
  key?: string;
  description?: string;
  option?: ParameterOption[];
  required?: true;
  customerVisible?: boolean;
  customerEditable?: true;
  group?: string;
  order?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  pattern?: string;
  default?: string;
}

interface ListOptions extends OrganizationOptions {
  archived?: true;
}

const typesHelp =
  'text, long_text, number, boolean, date, datetime, select, multi_select, email, phone or url';

/** Adds `parameter`. */
export const parameterCommands: CommandFamily = (program, shell) => {
  const family = addFamily(
    program,
    'parameter',
    'Define what is known of customers beyond the built-in fields',
  );
  addCreate(family, shell);
  addList(family, shell);
  addArchive(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <name>', {
      summary: 'Define a customer parameter',
      examples: [
        'parameter create "Birthday" --type date --customer-editable',
        'parameter create "Plan" --type select --option desk="Own desk" --option flex=Flexible --default flex',
        'parameter create "Locker" --type number --min 1 --max 120 --no-customer-visible --group Building',
      ],
    }),
  )
    .requiredOption('--type <type>', `what a value is: ${typesHelp}`)
    .option('--key <key>', 'stable name for programs, like lockerNumber (default: made from the name)')
    .option('--description <text>', 'what people are told about it')
    .option(
      '--option <value=Label>',
      'a choice of select or multi_select; may be given several times',
      collectChoice,
    )
    .option('--required', 'forms ask for it')
    .option('--customer-visible', 'the customer sees it (the default)')
    .option('--no-customer-visible', 'only staff see it')
    .option('--customer-editable', 'the customer may change it')
    .option('--group <heading>', 'the heading it stands under')
    .option('--order <number>', 'its place among the others, small first', parseWhole)
    .option('--max-length <count>', 'the most characters a text may have', parseWhole)
    .option('--min <number>', 'the least a number may be', parseNumber)
    .option('--max <number>', 'the most a number may be', parseNumber)
    .option('--pattern <expression>', 'a regular expression the whole text must match')
    .option('--default <value>', 'the value forms start with; several choices separated by commas')
    .action(
      shell.withParts(async ({ scopeOf, print }, name: string, options: CreateOptions) => {
        const { createCustomerParameter } = await import('#core/customer-parameters/customer-parameters.ts');
        const scope = await scopeOf(options.organization);
        const parameter = await createCustomerParameter(scope, definitionFrom(name, options));
        const shown = facts({ Id: parameter.id, Key: parameter.key, Type: parameter.type });
        print(parameterView(parameter), `Defined the parameter ${parameter.name}.\n\n${shown}`);
      }),
    );
}

function addList(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'list', {
      summary: 'List the customer parameters of an organization, built-in ones too',
      examples: ['parameter list', 'parameter list --archived --json'],
    }),
  )
    .option('--archived', 'list those that went out of use, too')
    .action(
      shell.withParts(async ({ scopeOf, print }, options: ListOptions) => {
        const { listCustomerParameters } = await import('#core/customer-parameters/customer-parameters.ts');
        const scope = await scopeOf(options.organization);
        const parameters = await listCustomerParameters(scope, { withArchived: options.archived });
        const rows = parameters.map((parameter) => [
          parameter.system ? 'built-in' : parameter.id,
          parameter.key,
          parameter.name,
          parameter.type,
          qualitiesOf(parameter),
        ]);
        print(parameters.map(parameterView), table(['id', 'key', 'name', 'type', ''], rows));
      }),
    );
}

function addArchive(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'archive <id>', {
      summary: 'Take a customer parameter out of use',
      details: 'The id may also be its key or its name. Values that customers have stay stored.',
      examples: ['parameter archive lockerNumber -o harbour-cowork'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const parameters = await import('#core/customer-parameters/customer-parameters.ts');
      const scope = await scopeOf(options.organization);
      const all = await parameters.listCustomerParameters(scope, { withArchived: true });
      const found = parameters.parameterNamed(all, id) ?? all.find((parameter) => parameter.id === id);
      if (!found) throw missing(`The parameter ${id}`);
      if (found.system) throw new Fault('invalid', 'built_in', `${found.name} is built in and stays in use.`);
      await parameters.archiveCustomerParameter(scope, found.id);
      print(
        parameterView({ ...found, archived: true }),
        `Archived the parameter ${found.name} (${found.id}).`,
      );
    }),
  );
}

function definitionFrom(name: string, options: CreateOptions): NewCustomerParameter {
  const { type, key, description, required, customerVisible, customerEditable, group, order } = options;
  const { maxLength, min, max, pattern } = options;
  const defaultValue = options.default === undefined ? undefined : valueFrom(type, options.default);
  const validation = { maxLength, min, max, pattern };
  const head = { name, key, type, description, options: options.option };
  return { ...head, required, customerVisible, customerEditable, defaultValue, validation, group, order };
}

/** A value of the type, from its text; what it can't be read as is left to the check of the definition. */
function valueFrom(type: string, text: string): NewCustomerParameter['defaultValue'] {
  if (type === 'number' && text.trim() !== '') return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (type === 'multi_select') return text.split(',').map((choice) => choice.trim());
  return text;
}

/** Adds a choice: `desk=Own desk`, or `desk`, which is its own label. */
function collectChoice(text: string, before: ParameterOption[] | undefined): ParameterOption[] {
  const [, value = '', label = value] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
  if (!value.trim() || !label.trim()) throw new InvalidArgumentError('Write a choice as value=Label.');
  return [...(before ?? []), { value: value.trim(), label: label.trim() }];
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Write a number.');
  return value;
}

function parseWhole(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

function qualitiesOf(parameter: CustomerParameter): string {
  const { archived, required, customerVisible, customerEditable, options } = parameter;
  const qualities = [
    archived && 'archived',
    required && 'required',
    !customerVisible && 'hidden from customers',
    customerEditable && 'customers may change it',
    options.length > 0 && options.map(({ value }) => value).join(' | '),
  ];
  return qualities.filter(Boolean).join(', ');
}

function parameterView(parameter: CustomerParameter) {
  const { id, key, name, description, type, options, required, system } = parameter;
  const { customerVisible, customerEditable, defaultValue, validation, group, order, archived } = parameter;
  return {
    id,
    key,
    name,
    description: description ?? null,
    type,
    options,
    required,
    system,
    customerVisible,
    customerEditable,
    defaultValue: defaultValue ?? null,
    validation,
    group: group ?? null,
    order,
    archived,
  };
}
