// Stored files as the core sees them. What a file is called, whose it is and its type stand in the database;
// a store only keeps bytes under a key.

/** No file is larger, 32 MiB: stores hold it whole in memory. What users send is bounded lower, where it comes in. */
export const fileBytesMax = 32 * 1024 * 1024;

/** Keeps the bytes of files. Call it outside transactions. Every method throws for a key `checkFileKey` refuses. */
export interface FileStore {
  /**
   * Stores the bytes, replacing what the key held: a reader sees the old or the new, never a part. They last when
   * this resolves. `contentType` is for stores that hand files out themselves; `get` does not give it back. Throws
   * when `checkFileSize` refuses the bytes.
   */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The bytes under the key, or `undefined`. Whole, since what goes in comes as a whole too, and is bounded. */
  get(key: string): Promise<Buffer | undefined>;
  /** Removes the key. One that is not there is fine. */
  delete(key: string): Promise<void>;
  /** Ends what the store holds open. */
  close?(): Promise<void>;
}

const keyPattern = /^[0-9a-z][0-9a-z_-]{0,63}\/[0-9a-z][0-9a-z_-]{0,63}$/;

/**
 * Throws unless the key is `<organizationId>/<fileId>`, each 1 to 64 of a-z, 0-9, `-` and `_`. So a key can't leave
 * its store's folder, and two keys can't meet in one file where names ignore case.
 */
export function checkFileKey(key: string): void {
  if (!keyPattern.test(key)) throw new Error('A file key must be <organizationId>/<fileId> in lower case');
}

/** Throws when the bytes are more than `fileBytesMax`. */
export function checkFileSize(bytes: Buffer): void {
  if (bytes.length > fileBytesMax) throw new Error(`A file must have at most ${fileBytesMax} bytes`);
}
