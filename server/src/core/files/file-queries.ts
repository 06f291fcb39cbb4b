// All SQL of files.
import type { StoredFile } from '#core/files/file.ts';
import type { RootTx, Tx } from '#db/tx.ts';

/** Stores that a file is about to be stored. */
export async function insertFile(tx: Tx, file: StoredFile): Promise<void> {
  await tx`
    insert into files (organization_id, id, purpose, content_type, byte_count, created_at)
    values (${tx.organizationId}, ${file.id}, ${file.purpose}, ${file.contentType}, ${file.byteCount},
      ${file.createdAt})
  `;
}

/** Stores that an account is about to store a file under this id; `false` when the id is taken. */
export async function insertUpload(tx: Tx, file: StoredFile, accountId: string): Promise<boolean> {
  const rows = await tx`
    insert into files (organization_id, id, purpose, content_type, byte_count, created_at, account_id)
    values (${tx.organizationId}, ${file.id}, ${file.purpose}, ${file.contentType}, ${file.byteCount},
      ${file.createdAt}, ${accountId})
    on conflict do nothing returning id
  `;
  return rows.length > 0;
}

/** Whether an account uploaded this file since `notBefore`, and no record shows it yet. Locks it. */
export async function findUploadedFile(
  tx: Tx,
  id: string,
  accountId: string,
  notBefore: Date,
): Promise<boolean> {
  const rows = await tx`
    select from files
    where organization_id = ${tx.organizationId} and id = ${id} and account_id = ${accountId}
      and created_at >= ${notBefore} and attached_at is null and removed_at is null
    for update
  `;
  return rows.length > 0;
}

/** A file that a record shows. */
export async function findShownFile(tx: Tx, id: string): Promise<StoredFile | undefined> {
  const rows = await tx<StoredFile[]>`
    select id, purpose, content_type, byte_count, created_at from files
    where organization_id = ${tx.organizationId} and id = ${id} and attached_at is not null and removed_at is null
  `;
  return rows[0];
}

/** Notes that a record shows the file. */
export async function markAttached(tx: Tx, id: string, attachedAt: Date): Promise<void> {
  await tx`update files set attached_at = ${attachedAt} where organization_id = ${tx.organizationId} and id = ${id}`;
}

/** Notes that no record shows the file any more. */
export async function markRemoved(tx: Tx, id: string, removedAt: Date): Promise<void> {
  await tx`update files set removed_at = ${removedAt} where organization_id = ${tx.organizationId} and id = ${id}`;
}

/** Up to `limit` files of all organizations whose bytes can go: no longer shown, or never shown since `before`. */
export async function selectFilesToDelete(
  tx: RootTx,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; id: string }[]> {
  return tx<{ organizationId: string; id: string }[]>`
    select organization_id, id from files
    where (removed_at is not null or attached_at is null) and (removed_at is not null or created_at < ${before})
    limit ${limit}
  `;
}

/** Forgets a file whose bytes are gone. */
export async function deleteFile(tx: RootTx, organizationId: string, id: string): Promise<void> {
  await tx`
    delete from files where organization_id = ${organizationId} and id = ${id}
      and (removed_at is not null or attached_at is null)
  `;
}
