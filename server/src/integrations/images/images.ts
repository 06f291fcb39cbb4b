// Photos from strangers, made safe: decoded by sharp, drawn anew, and nothing of the original file kept.
import type { Sharp, SharpOptions } from 'sharp';
import { Fault } from '#kit/fault.ts';

/** The longest side of a photo that comes out, in pixels. */
export const photoSideMax = 1024;

/** The most pixels a photo may have going in: width times height, of one frame. */
export const photoPixelsMax = 50_000_000;

/** The most a logo that comes out measures, in pixels: some 280 dots an inch at the size it is printed in. */
export const logoSize = { width: 360, height: 120 } as const;

/** A photo as it is stored and served. */
export interface Photo {
  bytes: Buffer;
  contentType: 'image/webp';
  /** In pixels, upright, 1 to `photoSideMax`; so is `height`. */
  width: number;
  height: number;
}

/** Why a photo was not taken: another kind of file, damaged or cut short, or too large once decoded. */
export type PhotoErrorCode = 'unsupported_media' | 'unreadable' | 'too_many_pixels';

/** A file that is no photo we take. A Fault of kind `invalid`; the message is for the caller. */
export class PhotoError extends Fault {
  declare readonly code: PhotoErrorCode;

  constructor(code: PhotoErrorCode, message: string, options: { cause?: unknown } = {}) {
    super('invalid', code, message, options);
    this.name = 'PhotoError';
  }
}

/**
 * The photo as WebP in sRGB: upright, within 1024 × 1024 but never enlarged, the first frame of an animation, without
 * any metadata (EXIF, GPS, XMP, colour profile). Takes JPEG, PNG, GIF and WebP, told by the content alone.
 * One photo is decoded at a time in a process, since a single one can need hundreds of megabytes.
 * Throws `PhotoError`. How many bytes may go in is the caller's to check (Spec, A, Profile photo).
 */
export function reencodePhoto(bytes: Buffer): Promise<Photo> {
  return inTurn(() => redraw(bytes, { width: photoSideMax, height: photoSideMax }));
}

/** As `reencodePhoto`, within `logoSize`. */
export function reencodeLogo(bytes: Buffer): Promise<Photo> {
  return inTurn(() => redraw(bytes, logoSize));
}

function inTurn(work: () => Promise<Photo>): Promise<Photo> {
  const photo = previous.then(work);
  previous = photo.then(nothing, nothing);
  return photo;
}

let previous: Promise<void> = Promise.resolve();
const nothing = () => undefined;

async function redraw(bytes: Buffer, size: { width: number; height: number }): Promise<Photo> {
  const format = sniff(bytes);
  if (!format) throw unsupportedMedia();
  const sharp = await loadSharp();
  await checkHeader(sharp(bytes, { limitInputPixels: false }), format);
  const upright = sharp(bytes, decoding).timeout({ seconds: 30 }).autoOrient();
  const image = upright.resize({ ...size, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await image.webp().toBuffer({ resolveWithObject: true }).catch(throwUnreadable);
  return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
}

/** 'error' refuses files cut short or badly damaged; 'warning' would also refuse oddities that phones write into a JPEG. */
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: photoPixelsMax, pages: 1 };

/** Reads the header, decodes nothing: the format sharp sees must be the one the first bytes tell. */
async function checkHeader(image: Sharp, format: string): Promise<void> {
  const header = await image.metadata().catch(throwUnreadable);
  if (header.format !== format) throw unsupportedMedia();
  if (header.width * header.height > photoPixelsMax) {
    throw new PhotoError('too_many_pixels', 'The photo must have at most 50 megapixels.');
  }
}

function sniff(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  return undefined;
}

type SharpFactory = typeof import('sharp').default;

let loading: Promise<SharpFactory> | undefined;

/** Loaded with the first photo: it takes some 100 ms, which no start and no command line has to pay. */
function loadSharp(): Promise<SharpFactory> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Process-wide: of all decoders only these four can run at all, whatever a file claims to be.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`),
    });
    // No photo comes twice, so a cache only holds memory; the cores are for requests.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

function unsupportedMedia(): PhotoError {
  return new PhotoError('unsupported_media', 'The photo must be a JPEG, PNG, GIF or WebP image.');
}

function throwUnreadable(cause: unknown): never {
  throw new PhotoError('unreadable', 'The photo is damaged or incomplete and can not be read.', { cause });
}
