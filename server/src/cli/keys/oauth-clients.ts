// frontdesk oauth-client create, list, rotate-secret, disable
import type { Command } from 'commander';
import type { OAuthClient } from '#core/oauth-clients/oauth-client.ts';
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
  redirectUri: string[];
  postLogoutRedirectUri?: string[];
  public?: true;
}

const shownOnce = 'The secret is shown only this once: store it now.';

/** Adds `oauth-client`. */
export const oauthClientCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'oauth-client', 'Register applications that customers sign in to');
  addCreate(family, shell);
  addList(family, shell);
  addRotateSecret(family, shell);
  addDisable(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <name>', {
      summary: 'Register an application',
      details:
        'Customers see its name on the sign-in page. Web applications with a server keep a secret; single-page and mobile applications can’t, and are made with --public.',
      examples: [
        'oauth-client create "Website" --redirect-uri https://www.harbour.example/callback',
        'oauth-client create "App" --public --redirect-uri com.harbour.app:/callback --redirect-uri http://localhost:5173/',
      ],
    }),
  )
    .requiredOption(
      '--redirect-uri <address>',
      'exact address customers are sent back to: https, http on this machine, or the application’s own scheme; up to 20 times',
      collect,
    )
    .option(
      '--post-logout-redirect-uri <address>',
      'exact address customers may be sent to after signing out; up to 20 times',
      collect,
    )
    .option('--public', 'the application can keep no secret')
    .action(
      shell.withParts(async ({ scopeOf, print }, name: string, options: CreateOptions) => {
        const { createOAuthClient } = await import('#core/oauth-clients/oauth-clients.ts');
        const scope = await scopeOf(options.organization);
        const { client, secret } = await createOAuthClient(scope, {
          name,
          type: options.public ? 'public' : 'confidential',
          redirectUris: options.redirectUri,
          postLogoutRedirectUris: options.postLogoutRedirectUri,
        });
        const { slug } = scope.organization;
        const { issuer } = scope.tools.urls;
        const credentials = facts({ 'Client id': client.clientId, Secret: secret });
        const about = facts({
          Type: typeOf(client),
          Issuer: issuer,
          'Redirect URIs': client.redirectUris.join(', '),
          'Post-logout redirect URIs': client.postLogoutRedirectUris.join(', '),
        });
        print(
          { ...clientView(client), organization: slug, issuer, clientSecret: secret ?? null },
          `Registered ${client.name} in ${slug}.\n\n${credentials}\n\n${secret ? `${shownOnce}\n\n` : ''}${about}`,
        );
      }),
    );
}

function addList(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'list', {
      summary: 'List the applications of an organization, disabled ones too',
      examples: ['oauth-client list -o harbour-cowork', 'oauth-client list --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { listOAuthClients } = await import('#core/oauth-clients/oauth-clients.ts');
      const clients = await listOAuthClients(await scopeOf(options.organization));
      const rows = clients.map((client) => [
        client.clientId,
        client.name,
        typeOf(client),
        client.disabledAt ? 'disabled' : 'in use',
        client.redirectUris.join(', '),
      ]);
      const shown = table(['client id', 'name', 'type', 'state', 'redirect uris'], rows);
      print(clients.map(clientView), rows.length > 0 ? shown : 'There are no OAuth clients.');
    }),
  );
}

function addRotateSecret(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'rotate-secret <clientId>', {
      summary: 'Give an application another secret',
      details:
        'The secret before it stays good until the next rotation; rotate twice to end a secret that leaked.',
      examples: ['oauth-client rotate-secret fdc_0351OufJG729HEbz2NFXuF7E2nzt6MO8WknR3B -o harbour-cowork'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, clientId: string, options: OrganizationOptions) => {
      const { rotateOAuthClientSecret } = await import('#core/oauth-clients/oauth-clients.ts');
      const { client, secret } = await rotateOAuthClientSecret(await scopeOf(options.organization), clientId);
      print(
        { clientId, clientSecret: secret },
        `Made another secret for ${client.name}.\n\n  ${secret}\n\n${shownOnce} The one before it is good until the next rotation.`,
      );
    }),
  );
}

function addDisable(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'disable <clientId>', {
      summary: 'Disable an application for good',
      details: 'Within five seconds nobody signs in through it and its tokens are refreshed no more.',
      examples: ['oauth-client disable fdc_0351OufJG729HEbz2NFXuF7E2nzt6MO8WknR3B -o harbour-cowork'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, clientId: string, options: OrganizationOptions) => {
      const { disableOAuthClient } = await import('#core/oauth-clients/oauth-clients.ts');
      const client = await disableOAuthClient(await scopeOf(options.organization), clientId);
      print(clientView(client), `Disabled ${client.name} (${client.clientId}).`);
    }),
  );
}

function typeOf({ isPublic }: OAuthClient): 'public' | 'confidential' {
  return isPublic ? 'public' : 'confidential';
}

function clientView(client: OAuthClient) {
  const { id, clientId, name, redirectUris, postLogoutRedirectUris, createdAt, disabledAt } = client;
  const type = typeOf(client);
  return {
    id,
    clientId,
    name,
    type,
    redirectUris,
    postLogoutRedirectUris,
    createdAt,
    disabledAt: disabledAt ?? null,
  };
}
