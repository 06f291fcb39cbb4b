// The file record: bytes in the file store that a record shows.
import type { PublicUrls } from '#core/scope.ts';

/** What a file is for. */
export const filePurposes = ['customer_photo'] as const;

/** One of `filePurposes`. */
export type FilePurpose = (typeof filePurposes)[number];

/** A stored file. */
export interface StoredFile {
  /** Record id, UUID version 7. */
  id: string;
  purpose: FilePurpose;
  /** Media type of the bytes. */
  contentType: string;
  byteCount: number;
  createdAt: Date;
}

/** The key of a file's bytes in the file store. */
export function fileKey(organizationId: string, fileId: string): string {
  return `${organizationId}/${fileId}`;
}

/** The address a file is served at. The id is not to be guessed: who has the address may see the file. */
export function fileUrl(urls: PublicUrls, organizationId: string, fileId: string): string {
  return `${urls.public}/files/${fileKey(organizationId, fileId)}`;
}
