// What the authorization server keeps, as operations of one organization. No identifier is stored, only its hash: a
// copy of the database holds nothing that opens anything.
import type { Scope } from '#core/scope.ts';
import {
  type ArtifactRow,
  consumeArtifactRow,
  countArtifactsOfGrant,
  deleteArtifactRow,
  deleteArtifactRowsOfGrant,
  findArtifactRow,
  findArtifactRowByUid,
  type NewArtifact,
  replaceArtifactRow,
  upsertArtifact,
} from '#core/sign-in/artifact-queries.ts';
import { sha256 } from '#kit/hash.ts';

/** An artifact as the authorization server writes it: plain JSON. */
export type Artifact = Record<string, unknown>;

/** An artifact to be kept for so long. */
export interface KeptArtifact {
  artifact: Artifact;
  expiresInSeconds: number;
}

/** Stores an artifact for this many seconds. */
export async function storeArtifact(
  scope: Scope,
  model: string,
  id: string,
  kept: KeptArtifact,
): Promise<void> {
  await scope.write((tx) => upsertArtifact(tx, newArtifact(scope, model, id, kept)));
}

/** Uses an artifact up and stores its successor, both or neither; `false` when it was used before. */
export function replaceArtifact(
  scope: Scope,
  model: string,
  usedId: string,
  next: KeptArtifact & { id: string },
): Promise<boolean> {
  return scope.write((tx) =>
    replaceArtifactRow(tx, sha256(usedId), newArtifact(scope, model, next.id, next)),
  );
}

/** The artifact with this identifier, if it has not ended. `consumed` says when it was used, in Unix seconds. */
export async function findArtifact(scope: Scope, model: string, id: string): Promise<Artifact | undefined> {
  const row = await scope.read((tx) => findArtifactRow(tx, { model, idHash: sha256(id) }, scope.clock.now()));
  return row && { ...artifactOf(row), jti: id };
}

/** The artifact with this uid, if it has not ended; without its identifier, which nobody knows. */
export async function findArtifactByUid(
  scope: Scope,
  model: string,
  uid: string,
): Promise<Artifact | undefined> {
  const row = await scope.read((tx) => findArtifactRowByUid(tx, model, uid, scope.clock.now()));
  return row && artifactOf(row);
}

/** Uses an artifact up; `false` when it was used before. Of parallel uses one wins. */
export function consumeArtifact(scope: Scope, model: string, id: string): Promise<boolean> {
  return scope.write((tx) => consumeArtifactRow(tx, { model, idHash: sha256(id) }, scope.clock.now()));
}

/** Removes an artifact. */
export function removeArtifact(scope: Scope, model: string, id: string): Promise<void> {
  return scope.write((tx) => deleteArtifactRow(tx, { model, idHash: sha256(id) }));
}

/** Removes the artifacts of a kind that hang on a grant. */
export function removeArtifactsOfGrant(scope: Scope, model: string, grantId: string): Promise<void> {
  return scope.write((tx) => deleteArtifactRowsOfGrant(tx, model, grantId));
}

/** How many refresh tokens were issued on a grant in the last minute. */
export function countRefreshesInMinute(scope: Scope, grantId: string): Promise<number> {
  const since = new Date(scope.clock.now().getTime() - 60_000);
  return scope.read((tx) => countArtifactsOfGrant(tx, 'RefreshToken', grantId, since));
}

function newArtifact(
  scope: Scope,
  model: string,
  id: string,
  { artifact, expiresInSeconds }: KeptArtifact,
): NewArtifact {
  const createdAt = scope.clock.now();
  return {
    model,
    idHash: sha256(id),
    payload: withoutBearerValues(artifact),
    grantId: textOf(artifact.grantId),
    uid: textOf(artifact.uid),
    sessionUid: textOf(artifact.sessionUid),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + expiresInSeconds * 1000),
  };
}

function artifactOf({ payload, consumedAt }: ArtifactRow): Artifact {
  return consumedAt ? { ...payload, consumed: consumedAt.getTime() / 1000 } : payload;
}

/** Beside its own identifier, an interaction repeats the value of the browser's session cookie. */
function withoutBearerValues({ jti: _jti, ...artifact }: Artifact): Artifact {
  const { session } = artifact;
  if (typeof session !== 'object' || session === null || !('cookie' in session)) return artifact;
  const { cookie: _cookie, ...rest } = session;
  return { ...artifact, session: rest };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
