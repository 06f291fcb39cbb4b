// All SQL of customer sessions and their refresh tokens.
import type {
  CustomerSession,
  EndedCustomerSession,
  RevocationReason,
  SessionStanding,
  SignInOrigin,
} from '#core/sign-in/session.ts';
import type { RootTx, Tx } from '#db/tx.ts';

type SessionRow = { [Field in keyof CustomerSession]: Exclude<CustomerSession[Field], undefined> | null };

/** Stores a new session. */
export async function insertSession(tx: Tx, session: CustomerSession, origin: SignInOrigin): Promise<void> {
  await tx`
    insert into customer_sessions (organization_id, id, account_id, kind, provider_uid, created_at, expires_at,
      ip_address, user_agent)
    values (${tx.organizationId}, ${session.id}, ${session.accountId}, ${session.kind}, ${session.providerUid},
      ${session.createdAt}, ${session.expiresAt}, ${origin.ip}, ${origin.userAgent?.slice(0, 500)})
    on conflict (organization_id, provider_uid) do nothing
  `;
}

/** Moves the end of a session. */
export async function extendSession(tx: Tx, id: string, expiresAt: Date): Promise<void> {
  await tx`
    update customer_sessions set expires_at = ${expiresAt}
    where organization_id = ${tx.organizationId} and id = ${id} and revoked_at is null
  `;
}

/** The session with this record id, and the account and customer behind it. */
export function selectStanding(tx: Tx, id: string): Promise<SessionStanding | undefined> {
  return standingWhere(tx, tx`s.id = ${id}`);
}

/** The hosted session with this name, and the account and customer behind it. */
export function selectStandingByProviderUid(
  tx: Tx,
  providerUid: string,
): Promise<SessionStanding | undefined> {
  return standingWhere(tx, tx`s.provider_uid = ${providerUid}`);
}

async function standingWhere(tx: Tx, condition: ReturnType<Tx>): Promise<SessionStanding | undefined> {
  const rows = await tx<StandingRow[]>`
    select ${standingColumns(tx)} from ${standingTables(tx)}
    where s.organization_id = ${tx.organizationId} and ${condition}
  `;
  return rows[0] && toStanding(rows[0]);
}

type StandingRow = SessionRow & Record<string, unknown>;

function standingColumns(tx: Tx): ReturnType<Tx> {
  return tx`
    s.id, s.account_id, s.kind, s.provider_uid, s.created_at, s.expires_at,
    coalesce(s.revoked_at, case when s.created_at < a.sessions_valid_from then a.sessions_valid_from end)
      as revoked_at,
    a.email, a.customer_id, c.customer_number, c.display_name, c.status as customer_status
  `;
}

function standingTables(tx: Tx): ReturnType<Tx> {
  return tx`
    customer_sessions s
    join accounts a on a.organization_id = s.organization_id and a.id = s.account_id
    left join customers c on c.organization_id = a.organization_id and c.id = a.customer_id
  `;
}

function toStanding(row: StandingRow): SessionStanding {
  const { email, customerId, customerNumber, displayName, customerStatus } = row;
  return {
    session: toSession(row),
    email: email as string,
    customerId: (customerId as string | null) ?? undefined,
    customerNumber: (customerNumber as string | null) ?? undefined,
    displayName: (displayName as string | null) ?? undefined,
    customerStatus: (customerStatus as SessionStanding['customerStatus'] | null) ?? undefined,
  };
}

/** Ends a session, removes what the authorization server keeps of it, and tells whose it was; `undefined` when it had ended or is not there. */
export async function revokeSessionRow(
  tx: Tx,
  id: string,
  revokedAt: Date,
  reason: RevocationReason,
): Promise<EndedCustomerSession | undefined> {
  const [ended] = await tx<{ providerUid: string | null; accountId: string; customerId: string | null }[]>`
    update customer_sessions s set revoked_at = ${revokedAt}, revoked_reason = ${reason}
    where organization_id = ${tx.organizationId} and id = ${id} and revoked_at is null
    returning provider_uid, account_id,
      (select a.customer_id from accounts a
        where a.organization_id = s.organization_id and a.id = s.account_id) as customer_id
  `;
  if (!ended) return undefined;
  const { providerUid, accountId, customerId } = ended;
  if (providerUid) await deleteProviderArtifacts(tx, providerUid);
  return { id, accountId, customerId: customerId ?? undefined, reason };
}

// The browser's cookie would revive the session if its row stayed.
async function deleteProviderArtifacts(tx: Tx, providerUid: string): Promise<void> {
  await tx`
    delete from oidc_artifacts where organization_id = ${tx.organizationId}
      and ((model = 'Session' and uid = ${providerUid}) or session_uid = ${providerUid})
  `;
}

/** A refresh token as it is stored. */
export interface RefreshTokenRow {
  sessionId: string;
  consumedAt: Date | null;
  replayKey: string | null;
  replaySealed: Buffer | null;
}

/** Stores a new refresh token. */
export async function insertRefreshToken(
  tx: Tx,
  tokenHash: Buffer,
  sessionId: string,
  issuedAt: Date,
): Promise<void> {
  await tx`
    insert into session_refresh_tokens (organization_id, token_hash, session_id, issued_at)
    values (${tx.organizationId}, ${tokenHash}, ${sessionId}, ${issuedAt})
  `;
}

/**
 * Uses a token up and stores the next one of its session, both or neither; `false` when it was used before or is not
 * there. Of parallel uses one wins: the others wait for its row, and find it used.
 */
export async function exchangeRefreshToken(
  tx: Tx,
  { tokenHash, nextHash }: { tokenHash: Buffer; nextHash: Buffer },
  consumedAt: Date,
  replay: { key: string; sealed: Buffer } | undefined,
): Promise<boolean> {
  const rows = await tx`
    with used as (
      update session_refresh_tokens
      set consumed_at = ${consumedAt}, replay_key = ${replay?.key}, replay_sealed = ${replay?.sealed}
      where organization_id = ${tx.organizationId} and token_hash = ${tokenHash} and consumed_at is null
      returning organization_id, session_id
    )
    insert into session_refresh_tokens (organization_id, token_hash, session_id, issued_at)
    select organization_id, ${nextHash}, session_id, ${consumedAt} from used
    returning session_id
  `;
  return rows.length > 0;
}

/** A stored token, used or not. */
export async function findRefreshToken(tx: Tx, tokenHash: Buffer): Promise<RefreshTokenRow | undefined> {
  const rows = await tx<RefreshTokenRow[]>`
    select session_id, consumed_at, replay_key, replay_sealed from session_refresh_tokens
    where organization_id = ${tx.organizationId} and token_hash = ${tokenHash}
  `;
  return rows[0];
}

/** Where the session of a stored token stands, and whether the token was used. */
export async function findTokenStanding(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ isUsed: boolean; standing: SessionStanding } | undefined> {
  const rows = await tx<StandingRow[]>`
    select ${standingColumns(tx)}, t.consumed_at is not null as is_used
    from ${standingTables(tx)}
    join session_refresh_tokens t on t.organization_id = s.organization_id and t.session_id = s.id
    where t.organization_id = ${tx.organizationId} and t.token_hash = ${tokenHash}
  `;
  return rows[0] && { isUsed: rows[0].isUsed === true, standing: toStanding(rows[0]) };
}

/** Removes up to `limit` sessions of all organizations that ended before a moment, with their refresh tokens. */
export async function deleteSessionsEndedBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from customer_sessions where ctid = any(array(
      select ctid from customer_sessions where expires_at < ${moment} limit ${limit}
    )) returning id
  `;
  return rows.length;
}

/** Removes up to `limit` artifacts of all organizations that ended before a moment. */
export async function deleteArtifactsExpiredBefore(tx: RootTx, moment: Date, limit: number): Promise<number> {
  const rows = await tx`
    delete from oidc_artifacts where ctid = any(array(
      select ctid from oidc_artifacts where expires_at < ${moment} order by expires_at limit ${limit}
    )) returning model
  `;
  return rows.length;
}

function toSession(row: SessionRow): CustomerSession {
  return {
    id: row.id!,
    accountId: row.accountId!,
    kind: row.kind!,
    providerUid: row.providerUid ?? undefined,
    createdAt: row.createdAt!,
    expiresAt: row.expiresAt!,
    revokedAt: row.revokedAt ?? undefined,
  };
}
