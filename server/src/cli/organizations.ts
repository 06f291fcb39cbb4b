// frontdesk organization create, list
import type { Command } from 'commander';
import type { Organization } from '#core/organizations/organization.ts';
import { addCommand, addFamily, type CommonOptions } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

interface CreateOptions extends CommonOptions {
  slug?: string;
  country?: string;
  timeZone?: string;
  currency?: string;
  adminEmail?: string;
  color?: string;
  logo?: string;
  sessionDays?: number;
  codeMinutes?: number;
}

const pageSize = 500;

/** Adds `organization`. */
export const organizationCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'organization', 'Make and list organizations');
  addCreate(family, shell);
  addList(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  addCommand(family, 'create <name>', {
    summary: 'Make an organization',
    details: 'A new embedded database is made when there is none yet.',
    examples: [
      'organization create "Harbour Cowork" --country DE --time-zone Europe/Berlin --currency EUR',
      'organization create "Studio North" --slug north --admin-email office@north.example',
    ],
  })
    .option('--slug <slug>', 'short name for addresses and the command line (default: made from the name)')
    .option('--country <code>', 'two-letter country code; phone numbers are read as its own (default: US)')
    .option('--time-zone <zone>', 'IANA zone name in which days and hours are meant (default: UTC)')
    .option('--currency <code>', 'three-letter currency code (default: USD)')
    .option('--admin-email <address>', 'where its administrators get mail about the service')
    .option('--color <#rrggbb>', 'colour of its brand on hosted pages')
    .option('--logo <url>', 'picture of its brand on hosted pages')
    .option('--session-days <days>', 'how long customers stay signed in, 1 to 365 (default: 30)', Number)
    .option('--code-minutes <minutes>', 'how long a sign-in code is good, 5 to 30 (default: 10)', Number)
    .action(
      shell.withParts(
        async ({ parts, print }, name: string, options: CreateOptions) => {
          const { createOrganization } = await import('#core/organizations/organizations.ts');
          const { country: countryCode, color: primaryColor, logo: logoUrl, ...same } = options;
          const { slug, timeZone, currency, adminEmail, sessionDays, codeMinutes } = same;
          const settings = { adminEmail, sessionDays, codeMinutes, primaryColor, logoUrl };
          const input = { name, slug, countryCode, timeZone, currency, ...settings };
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

function organizationView(organization: Organization) {
  const { id, slug, name, countryCode, timeZone, currency, adminEmail, createdAt } = organization;
  return { id, slug, name, countryCode, timeZone, currency, adminEmail: adminEmail ?? null, createdAt };
}

function factsOf({ id, name, countryCode, timeZone, currency, adminEmail }: Organization): string {
  return facts({
    Id: id,
    Name: name,
    Country: countryCode,
    'Time zone': timeZone,
    Currency: currency,
    'Admin email': adminEmail,
  });
}
