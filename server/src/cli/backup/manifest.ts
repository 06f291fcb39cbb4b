// The first file of a backup: what it is, and what it needs to be restored.
import { hmacSha256 } from '#kit/hash.ts';

/** What a backup says of itself. */
export interface Manifest {
  /** The form of the archive; raised when an older version could not read it. */
  format: 1;
  /** The version of Frontdesk that made it. */
  version: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The migrations its database has. */
  migrations: string[];
  /** Whether the secret key lies in the backup, or was set in the environment and is to be set again. */
  secretKey: 'included' | 'environment';
  /** Tells whether a secret key is the one in use then, without telling the key. */
  secretKeyFingerprint: string;
}

/** The name of its file in the archive. */
export const manifestName = 'manifest.json';

/** 16 hex digits by which a secret key is known again. */
export function fingerprintOf(secretKey: string): string {
  return hmacSha256(secretKey, 'frontdesk backup').toString('hex').slice(0, 16);
}

/** The manifest in a text, or `undefined` for anything else. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Partial<Manifest>;
    const { format, createdAt, migrations, secretKeyFingerprint } = value;
    const whole = format && createdAt && secretKeyFingerprint && Array.isArray(migrations);
    return whole ? (value as Manifest) : undefined;
  } catch {
    return undefined;
  }
}
