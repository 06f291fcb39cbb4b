// frontdesk enquiry-status, enquiry-type and lost-reason: what an organization sorts its enquiries by
import { type Command, InvalidArgumentError } from 'commander';
import type { EnquirySettings, StatusCategory } from '#core/enquiries/settings/enquiry-settings.ts';
import type { SettingsChanges, StatusInput } from '#core/enquiries/settings/settings-checks.ts';
import { missing } from '#kit/fault.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { table } from '#src/cli/shell/conversation.ts';

interface StatusOptions extends OrganizationOptions {
  label?: string;
  customerLabel?: string;
  category: StatusCategory;
  color?: string;
  default?: true;
  final?: true;
  lostReason?: true;
}

interface TypeOptions extends OrganizationOptions {
  label?: string;
}

/** What a command shows of a list: for programs, and as rows for people. */
interface Shown {
  value: unknown;
  columns: string[];
  rows: string[][];
}

const shownStatuses = ({ statuses }: EnquirySettings): Shown => ({
  value: statuses.map(({ color, allowedTo, ...status }) => ({
    ...status,
    color: color ?? null,
    allowedTo: allowedTo ?? null,
  })),
  columns: ['key', 'label', 'for customers', 'category', ''],
  rows: statuses.map((status) => [
    status.key,
    status.label,
    status.customerLabel,
    status.category,
    qualitiesOf(status),
  ]),
});
const shownTypes = ({ types }: EnquirySettings): Shown => ({
  value: types,
  columns: ['key', 'label'],
  rows: types.map(({ key, label }) => [key, label]),
});
const shownReasons = ({ lostReasons }: EnquirySettings): Shown => ({
  value: lostReasons,
  columns: ['reason'],
  rows: lostReasons.map((reason) => [reason]),
});

/** Adds `enquiry-status`. */
export const enquiryStatusCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'enquiry-status', 'Define which statuses enquiries can have');
  addList(family, shell, { of: 'enquiry-status', shown: shownStatuses });
  addStatus(family, shell);
  addRemoval(family, shell, {
    usage: 'retire <key>',
    summary: 'Use a status no more; enquiries that have it keep it',
    example: 'enquiry-status retire pending',
    shown: shownStatuses,
    without: ({ statuses }, key) => {
      if (!statuses.some((status) => status.key === key)) throw missing(`The status ${key}`);
      return {
        statuses: statuses.map((status) =>
          status.key === key ? { ...status, active: false, isDefault: false } : status,
        ),
      };
    },
  });
};

/** Adds `enquiry-type`. */
export const enquiryTypeCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'enquiry-type', 'Define which types enquiries can have');
  addList(family, shell, { of: 'enquiry-type', shown: shownTypes });
  withOrganization(
    addCommand(family, 'create <key>', {
      summary: 'Add a type',
      examples: ['enquiry-type create events --label "Events and parties"'],
    }),
  )
    .option('--label <label>', 'what people see (default: the key)')
    .action(
      change(shell, shownTypes, ({ types }, key: string, { label = key }: TypeOptions) => ({
        types: [...types, { key, label }],
      })),
    );
  addRemoval(family, shell, {
    usage: 'remove <key>',
    summary: 'Remove a type; enquiries that have it show its key',
    example: 'enquiry-type remove events',
    shown: shownTypes,
    without: ({ types }, key) => {
      if (!types.some((type) => type.key === key)) throw missing(`The type ${key}`);
      return { types: types.filter((type) => type.key !== key) };
    },
  });
};

/** Adds `lost-reason`. */
export const lostReasonCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'lost-reason', 'Define why nothing can come of an enquiry');
  addList(family, shell, { of: 'lost-reason', shown: shownReasons });
  withOrganization(
    addCommand(family, 'create <reason>', {
      summary: 'Add a reason',
      examples: ['lost-reason create "Too expensive"'],
    }),
  ).action(
    change(shell, shownReasons, ({ lostReasons }, reason: string) => ({
      lostReasons: [...lostReasons, reason],
    })),
  );
  addRemoval(family, shell, {
    usage: 'remove <reason>',
    summary: 'Remove a reason; enquiries that have it keep it',
    example: 'lost-reason remove "Too expensive"',
    shown: shownReasons,
    without: ({ lostReasons }, reason) => {
      if (!lostReasons.includes(reason)) throw missing(`The reason ${reason}`);
      return { lostReasons: lostReasons.filter((one) => one !== reason) };
    },
  });
};

function addStatus(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <key>', {
      summary: 'Add a status',
      details: 'The category is what it means to the program: new, open, pending, resolved or closed.',
      examples: [
        'enquiry-status create waiting_for_parts --category pending --label "Waiting for parts"',
        'enquiry-status create lost --category closed --final --lost-reason',
      ],
    }),
  )
    .requiredOption('--category <category>', 'new, open, pending, resolved or closed', parseCategory)
    .option('--label <label>', 'what people see (default: the key)')
    .option('--customer-label <label>', 'what customers see (default: the label)')
    .option('--color <color>', 'like #1d4ed8')
    .option('--default', 'take it where only the category is known')
    .option('--final', 'no other status follows')
    .option('--lost-reason', 'needs a reason of loss')
    .action(
      change(shell, shownStatuses, ({ statuses }, key: string, options: StatusOptions) => {
        const { label = key, customerLabel, category, color, final, lostReason } = options;
        const isDefault = options.default ?? false;
        const others = statuses.map((status) =>
          isDefault && status.category === category ? { ...status, isDefault: false } : status,
        );
        const added: StatusInput = { key, label, customerLabel, category, color, isDefault };
        return { statuses: [...others, { ...added, isFinal: final, requiresLostReason: lostReason }] };
      }),
    );
}

function addList(
  family: Command,
  shell: Shell,
  { of, shown }: { of: string; shown: (settings: EnquirySettings) => Shown },
): void {
  withOrganization(
    addCommand(family, 'list', { summary: 'List them in their order', examples: [`${of} list --json`] }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { getEnquiryMetadata } = await import('#core/enquiries/settings/enquiry-metadata.ts');
      const { value, columns, rows } = shown(
        (await getEnquiryMetadata(await scopeOf(options.organization))).settings,
      );
      print(value, rows.length > 0 ? table(columns, rows) : 'There are none.');
    }),
  );
}

interface Removal {
  usage: string;
  summary: string;
  example: string;
  shown: (settings: EnquirySettings) => Shown;
  without: (settings: EnquirySettings, name: string) => SettingsChanges;
}

function addRemoval(
  family: Command,
  shell: Shell,
  { usage, summary, example, shown, without }: Removal,
): void {
  withOrganization(addCommand(family, usage, { summary, examples: [example] })).action(
    change(shell, shown, without),
  );
}

/** An action that changes a list and shows it as it is then. */
function change<Options extends OrganizationOptions>(
  shell: Shell,
  shown: (settings: EnquirySettings) => Shown,
  changesOf: (before: EnquirySettings, name: string, options: Options) => SettingsChanges,
) {
  return shell.withParts(async ({ scopeOf, print }, name: string, options: Options) => {
    const { changeEnquirySettings } = await import('#core/enquiries/settings/enquiry-metadata.ts');
    const scope = await scopeOf(options.organization);
    const settings = await changeEnquirySettings(scope, (before) => changesOf(before, name, options));
    const { value, columns, rows } = shown(settings);
    print(value, rows.length > 0 ? table(columns, rows) : 'There are none.');
  });
}

function parseCategory(text: string): string {
  if (/^(new|open|pending|resolved|closed)$/.test(text)) return text;
  throw new InvalidArgumentError('It is one of new, open, pending, resolved and closed.');
}

function qualitiesOf(status: EnquirySettings['statuses'][number]): string {
  const { active, isDefault, isFinal, requiresLostReason } = status;
  const qualities = [
    !active && 'retired',
    isDefault && 'default',
    isFinal && 'final',
    requiresLostReason && 'needs a reason of loss',
  ];
  return qualities.filter(Boolean).join(', ');
}
