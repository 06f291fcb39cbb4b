// frontdesk public-key create, list, revoke
import type { Command } from 'commander';
import type { PublicKey } from '#core/public-keys/public-key.ts';
import {
  addCommand,
  addFamily,
  collect,
  type OrganizationOptions,
  withOrganization,
} from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

interface CreateOptions extends OrganizationOptions {
  origin: string[];
}

/** Adds `public-key`. */
export const publicKeyCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'public-key', 'Make, list and revoke public integration keys');
  addCreate(family, shell);
  addList(family, shell);
  addRevoke(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <name>', {
      summary: 'Make a public integration key for a website',
      details: 'It is no secret: it names the organization, and works only from the origins given.',
      examples: [
        'public-key create "Website" -o harbour-cowork --origin https://www.harbour.example',
        'public-key create "Shops" --origin "https://*.harbour.example" --origin http://localhost:3000',
      ],
    }),
  )
    .requiredOption(
      '--origin <origin>',
      'scheme, host and port of the website, with *. for one label; https, or http on this machine; up to 20 times',
      collect,
    )
    .action(
      shell.withParts(async ({ scopeOf, print }, name: string, options: CreateOptions) => {
        const { createPublicKey } = await import('#core/public-keys/public-keys.ts');
        const scope = await scopeOf(options.organization);
        const key = await createPublicKey(scope, { name, allowedOrigins: options.origin });
        const { slug } = scope.organization;
        print(
          { ...publicKeyView(key), organization: slug },
          `Made the public key ${key.name} of ${slug}.\n\n  ${key.key}\n\n` +
            facts({ Id: key.id, Origins: key.allowedOrigins.join(', ') }),
        );
      }),
    );
}

function addList(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'list', {
      summary: 'List the public keys of an organization, revoked ones too',
      examples: ['public-key list -o harbour-cowork', 'public-key list --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { listPublicKeys } = await import('#core/public-keys/public-keys.ts');
      const keys = await listPublicKeys(await scopeOf(options.organization));
      const rows = keys.map((key) => [
        key.id,
        key.name,
        key.revokedAt ? 'revoked' : 'in use',
        key.key,
        key.allowedOrigins.join(', '),
      ]);
      const shown = table(['id', 'name', 'state', 'key', 'origins'], rows);
      print(keys.map(publicKeyView), rows.length > 0 ? shown : 'There are no public keys.');
    }),
  );
}

function addRevoke(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'revoke <id>', {
      summary: 'Revoke a public key for good',
      examples: ['public-key revoke 0198c0de-0000-7000-8000-000000000001 -o harbour-cowork'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const { revokePublicKey } = await import('#core/public-keys/public-keys.ts');
      const key = await revokePublicKey(await scopeOf(options.organization), id);
      print(publicKeyView(key), `Revoked the public key ${key.name} (${key.id}).`);
    }),
  );
}

function publicKeyView({ id, key, name, allowedOrigins, createdAt, revokedAt }: PublicKey) {
  return { id, key, name, allowedOrigins, createdAt, revokedAt: revokedAt ?? null };
}
