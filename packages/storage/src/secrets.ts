import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM, type DecipherGCM } from 'node:crypto';
import { Fault, invariant, type EnvironmentId } from '@loyalty/kernel';
import type { SecretKey } from './secret-keys.ts';

/** The row that a secret belongs to. A secret sealed for one row cannot be opened for another. */
export interface SecretPlace {
  /** The kind of secret: a constant of the code that stores it, never changed. */
  readonly kind: string;
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

/**
 * Seals secrets shared with a tenant's partners. Neither a copy of the database nor an edit of its rows reveals them.
 * AES-256-GCM with a random nonce authenticates the place with the text.
 */
export interface SecretBox {
  /** The id of the key that seals. */
  readonly sealingKeyId: string;
  /** Returns `1 | key id, 8 bytes | nonce, 12 | ciphertext | tag, 16`, sealed by the first key. */
  seal(place: SecretPlace, secret: Uint8Array): Buffer;
  /**
   * Returns the secret that was sealed for this place, or null when its key is unknown. Throws a Fault `SECRET_REFUSED` when it
   * was sealed for another place, was changed, or was never sealed.
   */
  open(place: SecretPlace, sealed: Uint8Array): Buffer | null;
}

const algorithm = 'aes-256-gcm';
const version = 1;
const lengths = { id: 8, nonce: 12, tag: 16 } as const;
const nonceAt = 1 + lengths.id;
const textAt = nonceAt + lengths.nonce;

/** Creates a box with these keys: the first one seals, all of them open. */
export const createSecretBox = (keys: readonly SecretKey[]): SecretBox => {
  const [first] = keys;
  invariant(first !== undefined, 'a secret box has a key');
  const byId = new Map(keys.map(({ id, key }) => [paddedId(id).toString('hex'), key]));
  return {
    sealingKeyId: first.id,
    seal: (place, secret) => {
      const nonce = randomBytes(lengths.nonce);
      const cipher: CipherGCM = createCipheriv(algorithm, first.key, nonce);
      cipher.setAAD(boundTo(place));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(version), paddedId(first.id), nonce, text, cipher.getAuthTag()]);
    },
    open: (place, sealed) => {
      const parts = partsOf(sealed);
      const key = byId.get(parts.keyId);
      if (key === undefined) return null;
      const decipher: DecipherGCM = createDecipheriv(algorithm, key, parts.nonce, {
        authTagLength: lengths.tag,
      });
      decipher.setAAD(boundTo(place)).setAuthTag(parts.tag);
      return opened(decipher, parts.text);
    },
  };
};

/** Returns the id of the key that sealed these bytes; the first 9 bytes suffice. Empty for bytes that were never sealed. */
export const sealedKeyIdOf = (sealed: Uint8Array): string => {
  if (sealed[0] !== version || sealed.length < nonceAt) return '';
  return Buffer.from(sealed.subarray(1, nonceAt)).toString('latin1').replace(/\0+$/, '');
};

const paddedId = (id: string): Buffer => {
  const padded = Buffer.alloc(lengths.id);
  padded.write(id, 'latin1');
  return padded;
};

const boundTo = ({ kind, environmentId, id }: SecretPlace): Buffer =>
  Buffer.from(`${kind}\0${environmentId.toString()}\0${id}`);

const partsOf = (sealed: Uint8Array) => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes[0] !== version || bytes.length < textAt + lengths.tag) throw refused();
  return {
    keyId: bytes.subarray(1, nonceAt).toString('hex'),
    nonce: bytes.subarray(nonceAt, textAt),
    text: bytes.subarray(textAt, -lengths.tag),
    tag: bytes.subarray(-lengths.tag),
  };
};

const opened = (decipher: DecipherGCM, text: Buffer): Buffer => {
  const begun = decipher.update(text);
  try {
    return Buffer.concat([begun, decipher.final()]);
  } catch (cause) {
    throw refused(cause);
  }
};

const refused = (cause?: unknown): Fault =>
  new Fault('SECRET_REFUSED', 'a secret was not sealed for the row in which it stands', { cause });
