// All SQL of what the authorization server keeps: browser sessions, interactions, grants, codes, refresh tokens,
// pushed requests.
import type { Tx } from '#db/tx.ts';

/** An artifact as it is stored. */
export interface ArtifactRow {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
}

/** Which artifact: its kind and the hash of its identifier. */
export interface ArtifactReference {
  model: string;
  idHash: Buffer;
}

/** An artifact to be stored. */
export interface NewArtifact extends ArtifactReference {
  payload: Record<string, unknown>;
  grantId: string | undefined;
  uid: string | undefined;
  sessionUid: string | undefined;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores an artifact, over one with the same identifier. */
export async function upsertArtifact(tx: Tx, artifact: NewArtifact): Promise<void> {
  const { model, idHash, payload, grantId, uid, sessionUid, createdAt, expiresAt } = artifact;
  await tx`
    insert into oidc_artifacts (organization_id, model, id_hash, payload, grant_id, uid, session_uid, created_at,
      expires_at)
    values (${tx.organizationId}, ${model}, ${idHash}, ${JSON.stringify(payload)}::text::json, ${grantId}, ${uid},
      ${sessionUid}, ${createdAt}, ${expiresAt})
    on conflict (organization_id, model, id_hash) do update set payload = excluded.payload,
      grant_id = excluded.grant_id, uid = excluded.uid, session_uid = excluded.session_uid,
      expires_at = excluded.expires_at
  `;
}

/** The artifact, if it has not ended. */
export async function findArtifactRow(
  tx: Tx,
  { model, idHash }: ArtifactReference,
  now: Date,
): Promise<ArtifactRow | undefined> {
  const rows = await tx<ArtifactRow[]>`
    select payload, consumed_at from oidc_artifacts
    where organization_id = ${tx.organizationId} and model = ${model} and id_hash = ${idHash} and expires_at > ${now}
  `;
  return rows[0];
}

/** The artifact with this uid, if it has not ended. */
export async function findArtifactRowByUid(
  tx: Tx,
  model: string,
  uid: string,
  now: Date,
): Promise<ArtifactRow | undefined> {
  const rows = await tx<ArtifactRow[]>`
    select payload, consumed_at from oidc_artifacts
    where organization_id = ${tx.organizationId} and model = ${model} and uid = ${uid} and expires_at > ${now}
  `;
  return rows[0];
}

/** Uses an artifact up; `false` when it was used before. Of parallel uses one wins. */
export async function consumeArtifactRow(
  tx: Tx,
  { model, idHash }: ArtifactReference,
  consumedAt: Date,
): Promise<boolean> {
  const rows = await tx`
    update oidc_artifacts set consumed_at = ${consumedAt}
    where organization_id = ${tx.organizationId} and model = ${model} and id_hash = ${idHash} and consumed_at is null
    returning model
  `;
  return rows.length > 0;
}

/**
 * Uses an artifact up and stores the one that takes its place, both or neither; `false` when it was used before. Of
 * parallel uses one wins: the others wait for its row, and find it used.
 */
export async function replaceArtifactRow(tx: Tx, usedHash: Buffer, next: NewArtifact): Promise<boolean> {
  const { model, idHash, payload, grantId, uid, sessionUid, createdAt, expiresAt } = next;
  const rows = await tx`
    with used as (
      update oidc_artifacts set consumed_at = ${createdAt}
      where organization_id = ${tx.organizationId} and model = ${model} and id_hash = ${usedHash}
        and consumed_at is null
      returning organization_id
    )
    insert into oidc_artifacts (organization_id, model, id_hash, payload, grant_id, uid, session_uid, created_at,
      expires_at)
    select organization_id, ${model}, ${idHash}, ${JSON.stringify(payload)}::text::json, ${grantId}, ${uid},
      ${sessionUid}, ${createdAt}, ${expiresAt}
    from used returning model
  `;
  return rows.length > 0;
}

/** Removes an artifact. */
export async function deleteArtifactRow(tx: Tx, { model, idHash }: ArtifactReference): Promise<void> {
  await tx`
    delete from oidc_artifacts
    where organization_id = ${tx.organizationId} and model = ${model} and id_hash = ${idHash}
  `;
}

/** Removes the artifacts of a kind that hang on a grant. */
export async function deleteArtifactRowsOfGrant(tx: Tx, model: string, grantId: string): Promise<void> {
  await tx`
    delete from oidc_artifacts
    where organization_id = ${tx.organizationId} and grant_id = ${grantId} and model = ${model}
  `;
}

/** How many artifacts of a kind were made on a grant since a moment. */
export async function countArtifactsOfGrant(
  tx: Tx,
  model: string,
  grantId: string,
  since: Date,
): Promise<number> {
  const rows = await tx<{ count: number }[]>`
    select count(*)::integer as count from oidc_artifacts
    where organization_id = ${tx.organizationId} and grant_id = ${grantId} and model = ${model}
      and created_at > ${since}
  `;
  return rows[0]!.count;
}
