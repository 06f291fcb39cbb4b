// All SQL of OAuth clients.
import type { ClientWithSecrets, OAuthClient } from '#core/oauth-clients/oauth-client.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

interface ClientRow extends Omit<OAuthClient, 'disabledAt'> {
  disabledAt: Date | null;
}

interface ClientRowWithSecrets extends ClientRow {
  secretHash: Buffer | null;
  previousSecretHash: Buffer | null;
}

/** Stores a new client. `secretHash` is there exactly when it is confidential. */
export async function insertClient(
  tx: Tx,
  client: OAuthClient,
  secretHash: Buffer | undefined,
): Promise<void> {
  await tx`
    insert into oauth_clients (organization_id, id, client_id, name, is_public, redirect_uris,
      post_logout_redirect_uris, secret_hash, created_at)
    values (${tx.organizationId}, ${client.id}, ${client.clientId}, ${client.name}, ${client.isPublic},
      ${client.redirectUris}::text[], ${client.postLogoutRedirectUris}::text[], ${secretHash}, ${client.createdAt})
  `;
}

/** All clients of the organization, oldest first. */
export async function selectClients(tx: Tx): Promise<OAuthClient[]> {
  const rows = await tx<ClientRow[]>`${clientsFrom(tx)} order by id`;
  return rows.map(toClient);
}

/** The client with this client id, locked until the transaction ends. */
export async function lockClient(tx: Tx, clientId: string): Promise<OAuthClient | undefined> {
  const rows = await tx<ClientRow[]>`${clientsFrom(tx)} and client_id = ${clientId} for no key update`;
  return rows[0] && toClient(rows[0]);
}

/** The client with this client id. */
export async function findClient(tx: Tx, clientId: string): Promise<ClientWithSecrets | undefined> {
  const rows = await tx<ClientRowWithSecrets[]>`
    select id, client_id, name, is_public, to_json(redirect_uris) as redirect_uris,
      to_json(post_logout_redirect_uris) as post_logout_redirect_uris, created_at, disabled_at, secret_hash,
      previous_secret_hash
    from oauth_clients where organization_id = ${tx.organizationId} and client_id = ${clientId}
  `;
  const [row] = rows;
  if (!row) return undefined;
  const { secretHash, previousSecretHash, ...client } = row;
  return {
    client: toClient(client),
    secrets: { current: secretHash ?? undefined, previous: previousSecretHash ?? undefined },
  };
}

/** Gives a confidential client another secret; the one before it stays good. */
export async function replaceSecret(tx: Tx, id: string, secretHash: Buffer): Promise<void> {
  await tx`
    update oauth_clients set previous_secret_hash = secret_hash, secret_hash = ${secretHash}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

/** Disables a client. */
export async function markDisabled(tx: Tx, id: string, disabledAt: Date): Promise<void> {
  await tx`
    update oauth_clients set disabled_at = ${disabledAt} where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

function clientsFrom(tx: Tx): SqlFragment {
  return tx`
    select id, client_id, name, is_public, to_json(redirect_uris) as redirect_uris,
      to_json(post_logout_redirect_uris) as post_logout_redirect_uris, created_at, disabled_at
    from oauth_clients where organization_id = ${tx.organizationId}
  `;
}

function toClient(row: ClientRow): OAuthClient {
  return { ...row, disabledAt: row.disabledAt ?? undefined };
}
