// frontdesk api-key create, list, revoke
import { type Command, InvalidArgumentError } from 'commander';
import { type ApiKey, permissions } from '#core/api-keys/api-key.ts';
import { addCommand, addFamily, type OrganizationOptions, withOrganization } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, moment, table } from '#src/cli/shell/conversation.ts';

interface CreateOptions extends OrganizationOptions {
  permissions?: string[];
  expires?: Expiry;
}

/** When a key is to end: at a moment, or so long after it is made. */
type Expiry = { at: Date } | { afterMs: number };

/** Adds `api-key`. */
export const apiKeyCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'api-key', 'Make, list and revoke keys to the Admin API');
  addCreate(family, shell);
  addList(family, shell);
  addRevoke(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <name>', {
      summary: 'Make a key to the Admin API',
      details: `The key is shown once and stored only as a hash. Permissions: ${permissions.join(', ')}.`,
      examples: [
        'api-key create "Website" -o harbour-cowork',
        'api-key create "Reports" -o harbour-cowork --permissions customers:read,metadata:read --expires 90d',
        'api-key create "CI" --expires 2027-01-31 --json',
      ],
    }),
  )
    .option('--permissions <names>', 'what it may do, separated by commas (default: everything)', parseList)
    .option(
      '--expires <when>',
      'last day, like 2027-01-31 (UTC), or a time from now, like 12h, 90d or 52w',
      parseExpiry,
    )
    .action(
      shell.withParts(async ({ parts, scopeOf, print }, name: string, options: CreateOptions) => {
        const { createApiKey } = await import('#core/api-keys/api-keys.ts');
        const scope = await scopeOf(options.organization);
        const expiresAt = options.expires && expiryFrom(options.expires, parts.platform.clock.now());
        const input = { name, permissions: options.permissions, expiresAt };
        const { key, secret } = await createApiKey(scope, input);
        const { slug } = scope.organization;
        print(
          { ...apiKeyView(key), organization: slug, secret },
          `Made the API key ${key.name} of ${slug}.\n\n  ${secret}\n\n` +
            `The key is shown only this once: store it now. It can't be read again.\n\n${factsOf(key)}`,
        );
      }),
    );
}

function addList(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'list', {
      summary: 'List the API keys of an organization, revoked ones too',
      examples: ['api-key list -o harbour-cowork', 'api-key list --json'],
    }),
  ).action(
    shell.withParts(async ({ parts, scopeOf, print }, options: OrganizationOptions) => {
      const { listApiKeys } = await import('#core/api-keys/api-keys.ts');
      const { isUsable } = await import('#core/api-keys/api-key.ts');
      const keys = await listApiKeys(await scopeOf(options.organization));
      const now = parts.platform.clock.now();
      const stateOf = (key: ApiKey) =>
        key.revokedAt ? 'revoked' : isUsable(key, now) ? 'in use' : 'expired';
      const rows = keys.map((key) => [
        key.id,
        key.name,
        stateOf(key),
        key.expiresAt ? moment(key.expiresAt) : 'never',
        key.lastUsedAt ? moment(key.lastUsedAt) : 'never',
        permissionsOf(key),
      ]);
      const shown = table(['id', 'name', 'state', 'expires', 'last used', 'permissions'], rows);
      print(keys.map(apiKeyView), rows.length > 0 ? shown : 'There are no API keys.');
    }),
  );
}

function addRevoke(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'revoke <id>', {
      summary: 'Revoke an API key for good',
      details: 'Within 5 seconds no process accepts it.',
      examples: ['api-key revoke 0198c0de-0000-7000-8000-000000000001 -o harbour-cowork'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const { revokeApiKey } = await import('#core/api-keys/api-keys.ts');
      await revokeApiKey(await scopeOf(options.organization), id);
      print({ id, revoked: true }, `Revoked the API key ${id}. Within 5 seconds no process accepts it.`);
    }),
  );
}

/** `--expires` as it is written: `2027-01-31` (to the end of that day, UTC), a full time, `12h`, `90d`, `52w`. */
export function parseExpiry(text: string): Expiry {
  const span = /^([1-9]\d{0,4})([hdw])$/.exec(text);
  if (span)
    return { afterMs: Number(span[1]) * { h: 1, d: 24, w: 168 }[span[2] as 'h' | 'd' | 'w'] * 3_600_000 };
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = new Date(day ? `${text}T24:00:00Z` : text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const isReal = !Number.isNaN(at.getTime()) && (!day || isCalendarDay(text));
  if ((day || isTime) && isReal) return { at };
  throw new InvalidArgumentError('Write a day like 2027-01-31, or a time from now like 12h, 90d or 52w.');
}

/** The moment an expiry means, seen from `now`. */
export function expiryFrom(expiry: Expiry, now: Date): Date {
  if ('at' in expiry && expiry.at <= now) throw new InvalidArgumentError('--expires must lie in the future.');
  return 'at' in expiry ? expiry.at : new Date(now.getTime() + expiry.afterMs);
}

// 2027-02-30 is read as the 2nd of March.
function isCalendarDay(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function apiKeyView({
  id,
  name,
  permissions,
  createdBy,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ApiKey) {
  return {
    id,
    name,
    permissions,
    createdBy,
    createdAt,
    expiresAt: expiresAt ?? null,
    revokedAt: revokedAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  };
}

function factsOf(key: ApiKey): string {
  const expires = key.expiresAt ? moment(key.expiresAt) : 'never';
  return facts({ Id: key.id, Permissions: permissionsOf(key), Expires: expires });
}

function permissionsOf(key: ApiKey): string {
  return key.permissions.length === permissions.length ? 'everything' : key.permissions.join(', ');
}
