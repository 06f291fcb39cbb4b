// The choice of where files lie: in an S3-compatible store when one is set, else on the local disk.
import type { FileStore } from '#integrations/files/files.ts';
import { openLocalDisk } from '#integrations/files/local-disk.ts';
import type { S3Settings } from '#integrations/files/s3-settings.ts';

/** Opens the store. An S3-compatible one is not called yet; the local disk's folder is made in `dataDir`. */
export async function openFileStore(options: {
  dataDir: string;
  s3: S3Settings | undefined;
}): Promise<FileStore> {
  if (!options.s3) return openLocalDisk({ dataDir: options.dataDir });
  // Loaded only here: the local disk has no use for signatures.
  const { openS3 } = await import('#integrations/files/s3.ts');
  return openS3(options.s3);
}
