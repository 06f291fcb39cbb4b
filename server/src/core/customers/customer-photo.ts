// A customer's photo: from a web address, a data-URI or base64 text to a picture of our own making.
import { fileUrl } from '#core/files/file.ts';
import { markAttached, markRemoved } from '#core/files/file-queries.ts';
import { storeFile } from '#core/files/files.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { Fault, invalidField } from '#kit/fault.ts';

/** The most bytes a photo may have. Source: Spec, Limits, Profile photo. */
export const photoBytesMax = 5 * 1024 * 1024;

/** Where a photo comes from; `field` is the caller's name for it, used when something is wrong with it. */
export type PhotoSource = { field: string } & (
  | { url: string }
  | { base64: string; mimeType?: string | undefined }
);

const acceptedTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const downloadTimeoutMs = 10_000;

/**
 * Stores a photo and returns the file's id; the address of the photo the customer already has gives that one's. Works
 * outside the transaction, since it may call out. Throws `invalid_field`, `file_too_large`, `unsupported_media`.
 */
export async function storePhoto(scope: Scope, source: PhotoSource, shownFileId?: string): Promise<string> {
  if ('url' in source && shownFileId) {
    if (source.url === fileUrl(scope.tools.urls, scope.organization.id, shownFileId)) return shownFileId;
  }
  const bytes = await photoBytes(scope, source);
  if (bytes.length > photoBytesMax) throw tooLarge(source.field);
  try {
    return await storeFile(scope, 'customer_photo', await scope.tools.reencodePhoto(bytes));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message } = error;
    throw new Fault('invalid', code, `${source.field}: ${message}`, {
      details: [{ path: source.field, code, message }],
      cause: error,
    });
  }
}

/** Shows a stored photo, inside the transaction that changes the customer. */
export function attachPhoto(tx: Tx, scope: Scope, fileId: string): Promise<void> {
  return markAttached(tx, fileId, scope.clock.now());
}

/** Stops showing a photo, inside the transaction that changes the customer; its bytes are deleted soon after. */
export function detachPhoto(tx: Tx, scope: Scope, fileId: string): Promise<void> {
  return markRemoved(tx, fileId, scope.clock.now());
}

async function photoBytes(scope: Scope, source: PhotoSource): Promise<Buffer> {
  if ('base64' in source) {
    if (source.mimeType !== undefined && !acceptedTypes.includes(source.mimeType.toLowerCase())) {
      throw invalidField(
        'profilePhotoMimeType',
        `must be one of ${acceptedTypes.join(', ')}.`,
        'unsupported_media',
      );
    }
    return fromBase64(source.field, source.base64);
  }
  if (source.url.startsWith('data:')) return fromDataUri(source.field, source.url);
  return download(scope, source.field, source.url);
}

function fromDataUri(field: string, uri: string): Buffer {
  const match = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*);base64,/i.exec(uri.slice(0, 300));
  if (!match) throw invalidField(field, 'must be a data-URI in base64, like data:image/png;base64,iVBOR….');
  return fromBase64(field, uri.slice(match[0].length));
}

function fromBase64(field: string, text: string): Buffer {
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain))
    throw invalidField(field, 'must be base64 text.');
  return Buffer.from(plain, 'base64');
}

async function download(scope: Scope, field: string, url: string): Promise<Buffer> {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    throw invalidField(field, 'must be the https address of an image, or a data-URI.');
  }
  const result = await scope.tools.callbacks.get({
    url,
    headers: { accept: acceptedTypes.join(', ') },
    timeoutMs: downloadTimeoutMs,
    responseBytesMax: photoBytesMax,
  });
  if (result.outcome === 'failed') {
    if (result.reason === 'too_large') throw tooLarge(field);
    throw invalidField(field, `could not be fetched: ${result.message}`);
  }
  if (result.status !== 200)
    throw invalidField(field, `could not be fetched: the server answered ${result.status}.`);
  return result.body;
}

function tooLarge(field: string): Fault {
  return invalidField(field, 'must have at most 5 MB.', 'file_too_large');
}
