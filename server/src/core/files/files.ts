// Operations on stored files. The row comes before the bytes and goes after them, so a crash leaves no bytes behind
// that nobody knows of.
import { type FilePurpose, fileKey, type StoredFile } from '#core/files/file.ts';
import {
  deleteFile,
  findShownFile,
  insertFile,
  insertUpload,
  selectFilesToDelete,
} from '#core/files/file-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { RootDb } from '#db/tx.ts';
import type { FileStore } from '#integrations/files/files.ts';
import type { Clock } from '#kit/clock.ts';
import { missing } from '#kit/fault.ts';
import { isUuid, newId } from '#kit/id.ts';

const unattachedMs = 24 * 3_600_000;

/** Stores bytes that no record shows yet and returns the file's id. Call before the transaction that attaches it. */
export async function storeFile(
  scope: Scope,
  purpose: FilePurpose,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Promise<string> {
  const createdAt = scope.clock.now();
  const file: StoredFile = { id: newId(createdAt), purpose, contentType, byteCount: bytes.length, createdAt };
  await scope.writeApart((tx) => insertFile(tx, file));
  await scope.tools.files.put(fileKey(scope.organization.id, file.id), bytes, contentType);
  return file.id;
}

/** Stores bytes that an account uploaded, under an id given beforehand; `false` when the id was used before. */
export async function storeUpload(
  scope: Scope,
  upload: { fileId: string; accountId: string; purpose: FilePurpose; bytes: Buffer; contentType: string },
): Promise<boolean> {
  const { fileId, accountId, purpose, bytes, contentType } = upload;
  const file: StoredFile = {
    id: fileId,
    purpose,
    contentType,
    byteCount: bytes.length,
    createdAt: scope.clock.now(),
  };
  if (!(await scope.writeApart((tx) => insertUpload(tx, file, accountId)))) return false;
  await scope.tools.files.put(fileKey(scope.organization.id, fileId), bytes, contentType);
  return true;
}

/** A file that a record shows, with its bytes. Throws `not_found`. */
export async function readFile(scope: Scope, id: string): Promise<StoredFile & { bytes: Buffer }> {
  const file = isUuid(id) ? await scope.read((tx) => findShownFile(tx, id)) : undefined;
  const bytes = file && (await scope.tools.files.get(fileKey(scope.organization.id, id)));
  if (!file || !bytes) throw missing('The file');
  return { ...file, bytes };
}

/** Deletes the bytes of up to `limit` files that no record shows, of all organizations; returns how many. */
export async function deleteUnshownFiles(
  db: RootDb,
  store: FileStore,
  clock: Clock,
  limit: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - unattachedMs);
  const files = await db.root((tx) => selectFilesToDelete(tx, before, limit));
  for (const { organizationId, id } of files) {
    await store.delete(fileKey(organizationId, id));
    await db.root((tx) => deleteFile(tx, organizationId, id));
  }
  return files.length;
}
