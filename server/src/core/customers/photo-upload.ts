// Uploading the own photo: a signed address, the picture sent to it, and the picture shown on the profile.
// Source: Spec, A, Profile photo.
import type { Customer } from '#core/customers/customer.ts';
import { photoBytesMax } from '#core/customers/customer-photo.ts';
import { applyCustomerUpdate } from '#core/customers/customers.ts';
import { getOwnProfile } from '#core/customers/own-profile.ts';
import { findUploadedFile } from '#core/files/file-queries.ts';
import { storeUpload } from '#core/files/files.ts';
import type { Scope } from '#core/scope.ts';
import { Fault, invalidField } from '#kit/fault.ts';
import { equalDigests, hmacSha256 } from '#kit/hash.ts';
import { decodeUuid, encodeUuid, isUuid, newId } from '#kit/id.ts';

/** How long an upload address is good. */
export const uploadMinutes = 15;
/** How long an uploaded picture waits to be shown. */
const uploadedMinutes = 60;

/** What an upload address says: who may store a picture, where, under which id, until when. */
export interface PhotoUpload {
  organizationId: string;
  accountId: string;
  fileId: string;
  expiresAt: Date;
}

/** A signed token for one upload within 15 minutes. Throws `no_profile` without a profile. */
export async function createPhotoUpload(scope: Scope, accountId: string): Promise<string> {
  const { customer } = await getOwnProfile(scope, accountId);
  if (!customer) throw noProfile();
  const now = scope.clock.now();
  const expires = Math.floor(now.getTime() / 1000) + uploadMinutes * 60;
  const fields = [scope.organization.id, accountId, newId(now)].map(encodeUuid).join('');
  const body = `${fields}${expires.toString(36).padStart(7, '0')}`;
  return body + signature(scope.tools.pepper, body);
}

/** What a token says, or `undefined` when it was not made here, was changed, or has expired. */
export function readPhotoUpload(token: string, pepper: Uint8Array, now: Date): PhotoUpload | undefined {
  const match = /^([0-9A-Za-z]{22})([0-9A-Za-z]{22})([0-9A-Za-z]{22})([0-9a-z]{7})([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const body = token.slice(0, -43);
  if (!equalDigests(Buffer.from(match[5]!), Buffer.from(signature(pepper, body)))) return undefined;
  const [organizationId, accountId, fileId] = match.slice(1, 4).map((part) => decodeUuid(part));
  const expiresAt = new Date(Number.parseInt(match[4]!, 36) * 1000);
  if (!organizationId || !accountId || !fileId || expiresAt <= now) return undefined;
  return { organizationId, accountId, fileId, expiresAt };
}

/**
 * Stores the picture sent to an upload address; its id is the storageId. Throws `file_too_large`,
 * `unsupported_media`, `unreadable`, and `upload_used` at a second use.
 */
export async function uploadPhoto(scope: Scope, upload: PhotoUpload, bytes: Buffer): Promise<string> {
  if (bytes.length > photoBytesMax)
    throw invalidField('The picture', 'must have at most 5 MB.', 'file_too_large');
  const photo = await scope.tools.reencodePhoto(bytes);
  const stored = await storeUpload(scope, { ...photo, ...upload, purpose: 'customer_photo' });
  if (!stored) throw new Fault('forbidden', 'upload_used', 'This upload address was used already.');
  return upload.fileId;
}

/** Shows an uploaded picture on the own profile. Throws `no_profile`, `invalid_field` for an id that is not one's own. */
export async function showUploadedPhoto(
  scope: Scope,
  accountId: string,
  storageId: string,
): Promise<Customer> {
  const { customer } = await getOwnProfile(scope, accountId);
  if (!customer) throw noProfile();
  if (customer.photoFileId === storageId) return customer;
  const notBefore = new Date(scope.clock.now().getTime() - uploadedMinutes * 60_000);
  return scope.write(async (tx) => {
    const known = isUuid(storageId) && (await findUploadedFile(tx, storageId, accountId, notBefore));
    if (!known)
      throw invalidField('storageId', 'must be the storageId of a picture you uploaded within the hour.');
    return applyCustomerUpdate(tx, scope, customer.id, { photoFileId: storageId });
  });
}

function signature(pepper: Uint8Array, body: string): string {
  return hmacSha256(pepper, `photo-upload ${body}`).toString('base64url');
}

function noProfile(): Fault {
  return new Fault('forbidden', 'no_profile', 'Make your profile first, with PATCH /profile.');
}
