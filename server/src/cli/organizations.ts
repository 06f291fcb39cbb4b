// frontdesk organization create, show, update, list
import type { Command } from 'commander';
import { addressLines } from '#core/contacts/address-lines.ts';
import type { Organization, OrganizationChanges } from '#core/organizations/organization.ts';
import { organizationView } from '#http/admin-api/organization-view.ts';
import {
  addCommand,
  addFamily,
  type CommonOptions,
  type OrganizationOptions,
  withOrganization,
} from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

interface SettingOptions {
  legalName?: string;
  vatNumber?: string;
  country?: string;
  timeZone?: string;
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  phone?: string;
  email?: string;
  adminEmail?: string;
  color?: string;
  logo?: string;
  sessionDays?: number;
  codeMinutes?: number;
}

interface CreateOptions extends CommonOptions, SettingOptions {
  slug?: string;
  currency?: string;
}

interface UpdateOptions extends OrganizationOptions, SettingOptions {
  name?: string;
}

const pageSize = 500;

/** Adds `organization`. */
export const organizationCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'organization', 'Make, change and list organizations');
  addCreate(family, shell);
  addShow(family, shell);
  addUpdate(family, shell);
  addList(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  const command = addCommand(family, 'create <name>', {
    summary: 'Make an organization',
    details: 'A new embedded database is made when there is none yet.',
    examples: [
      'organization create "Harbour Cowork" --country DE --time-zone Europe/Berlin --currency EUR',
      'organization create "Studio North" --slug north --admin-email office@north.example',
    ],
  })
    .option('--slug <slug>', 'short name for addresses and the command line (default: made from the name)')
    .option('--currency <code>', 'three-letter currency code (default: USD)');
  settingOptions(command).action(
    shell.withParts(
      async ({ parts, print }, name: string, { slug, currency, ...options }: CreateOptions) => {
        const { createOrganization } = await import('#core/organizations/organizations.ts');
        const input = { ...changesFrom(options), name, slug, currency };
        const organization = await createOrganization(parts.db, parts.platform.clock, input);
        const next = `Next, a key to its Admin API: frontdesk api-key create "My first key" -o ${organization.slug}`;
        print(
          organizationView(organization),
          `Made the organization ${organization.slug}.\n\n${factsOf(organization)}\n\n${next}`,
        );
      },
      { mayCreate: true },
    ),
  );
}

function addShow(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'show', {
      summary: 'Show an organization and its settings',
      examples: ['organization show', 'organization show -o north --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { organization } = await scopeOf(options.organization);
      print(organizationView(organization), factsOf(organization));
    }),
  );
}

function addUpdate(family: Command, shell: Shell): void {
  const command = addCommand(family, 'update', {
    summary: 'Change an organization',
    details:
      'What is not named stays; an empty text clears. Slug and currency stay: addresses and amounts rest on them.',
    examples: [
      'organization update --legal-name "Harbour House GmbH" --vat-number DE123456789',
      'organization update -o north --color "#1d4ed8" --logo https://north.example/logo.png',
      'organization update --line1 "Am Sandtorkai 12" --postal-code 20457 --city Hamburg --phone ""',
    ],
  }).option('--name <name>', 'the name people know it by');
  settingOptions(withOrganization(command)).action(
    shell.withParts(async ({ scopeOf, print }, { organization: slug, name, ...options }: UpdateOptions) => {
      const { updateOrganization } = await import('#core/organizations/organizations.ts');
      const scope = await scopeOf(slug);
      const organization = await updateOrganization(scope, { ...changesFrom(options), name });
      print(
        organizationView(organization),
        `Changed the organization ${organization.slug}. A running server shows it within five seconds.\n\n${factsOf(organization)}`,
      );
    }),
  );
}

function settingOptions(command: Command): Command {
  return command
    .option('--legal-name <name>', 'the name it does business under, for receipts')
    .option('--vat-number <number>', 'its VAT or sales tax number, for receipts')
    .option('--country <code>', 'two-letter country code; phone numbers are read as its own (default: US)')
    .option('--time-zone <zone>', 'IANA zone name in which days and hours are meant (default: UTC)')
    .option('--line1 <text>', 'street and number of its seat; any part of the address replaces all of it')
    .option('--line2 <text>', 'whatever else finds the door')
    .option('--city <name>', 'town')
    .option('--region <name>', 'state, county or province')
    .option('--postal-code <code>', 'postal code')
    .option('--phone <number>', 'what customers call')
    .option('--email <address>', 'what customers write to')
    .option('--admin-email <address>', 'where its administrators get mail about the service')
    .option('--color <#rrggbb>', 'colour of its brand on hosted pages')
    .option('--logo <url>', 'picture of its brand on hosted pages')
    .option('--session-days <days>', 'how long customers stay signed in, 1 to 365 (default: 30)', Number)
    .option('--code-minutes <minutes>', 'how long a sign-in code is good, 5 to 30 (default: 10)', Number);
}

function changesFrom(options: SettingOptions): OrganizationChanges {
  const { country: countryCode, color: primaryColor, logo: logoUrl } = options;
  const { legalName, vatNumber, timeZone, phone, email, adminEmail, sessionDays, codeMinutes } = options;
  const { line1, line2, city, region, postalCode } = options;
  const parts = { line1, line2, city, region, postalCode };
  const address = Object.values(parts).some((part) => part !== undefined) ? parts : undefined;
  const contacts = { address, phone, email, adminEmail };
  const brand = { primaryColor, logoUrl };
  return { legalName, vatNumber, countryCode, timeZone, ...contacts, ...brand, sessionDays, codeMinutes };
}

function addList(family: Command, shell: Shell): void {
  addCommand(family, 'list', {
    summary: 'List all organizations, by slug',
    examples: ['organization list', 'organization list --json'],
  }).action(
    shell.withParts(async ({ parts, print }, _options: CommonOptions) => {
      const { listOrganizations } = await import('#core/organizations/organizations.ts');
      const organizations: Organization[] = [];
      for (;;) {
        const page = await listOrganizations(parts.db, organizations.at(-1)?.slug, pageSize);
        organizations.push(...page);
        if (page.length < pageSize) break;
      }
      const rows = organizations.map(({ slug, name, countryCode, timeZone, currency, id }) => {
        return [slug, name, countryCode, timeZone, currency, id];
      });
      const shown = table(['slug', 'name', 'country', 'time zone', 'currency', 'id'], rows);
      print(
        organizations.map(organizationView),
        rows.length > 0
          ? shown
          : 'There is no organization yet. Make one: frontdesk organization create <name>',
      );
    }),
  );
}

function factsOf(organization: Organization): string {
  const { address, countryCode } = organization;
  return facts({
    Id: organization.id,
    Name: organization.name,
    'Legal name': organization.legalName,
    'VAT number': organization.vatNumber,
    Country: countryCode,
    'Time zone': organization.timeZone,
    Currency: organization.currency,
    Address: addressLines(address, 'en').join(', '),
    Phone: organization.phone,
    Email: organization.email,
    'Admin email': organization.adminEmail,
    Colour: organization.primaryColor,
    Logo: organization.logoUrl,
    'Signed in for': `${organization.sessionDays} days`,
    'Sign-in code good for': `${organization.codeMinutes} minutes`,
  });
}
