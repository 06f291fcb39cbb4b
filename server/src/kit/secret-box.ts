// Encryption of secrets at rest: AES-256-GCM under a key derived from the operator's SECRET_KEY.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Seals and opens short secrets. `purpose` separates kinds of secrets, so that one can't be opened as another. */
export interface SecretBox {
  seal(purpose: string, plain: Uint8Array): Buffer;
  /** Throws when the box was made under another SECRET_KEY or purpose, or was changed. */
  open(purpose: string, sealed: Uint8Array): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** A secret box for one SECRET_KEY (any text of 32 characters or more). Sealed form: nonce, tag, ciphertext. */
export function openSecretBox(secretKey: string): SecretBox {
  const keys = new Map<string, KeyObject>();
  /** Derived once for each purpose: webhooks open a secret for every call. */
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose);
    if (known) return known;
    const bytes = hkdfSync('sha256', secretKey, 'frontdesk', `secret-box:${purpose}`, 32);
    const key = createSecretKey(Buffer.from(bytes));
    keys.set(purpose, key);
    return key;
  };
  return {
    seal(purpose, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const box = Buffer.from(sealed);
      const nonce = box.subarray(0, nonceBytes);
      // Without its length said, a tag cut short would do.
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), nonce, { authTagLength: tagBytes });
      decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(box.subarray(nonceBytes + tagBytes)), decipher.final()]);
    },
  };
}
