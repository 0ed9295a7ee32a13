import { createCipheriv, createDecipheriv, randomBytes, type CipherGCM, type DecipherGCM } from 'node:crypto';
import { Fault, invariant, type EnvironmentId } from '@loyalty/kernel';
import type { SecretKey } from './secret-keys.ts';

/** The row that a secret belongs to. What was sealed for one row is refused in any other. */
export interface SecretPlace {
  /** What it is the secret of: a word of the code that stores it, never changed. */
  readonly kind: string;
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

/**
 * Seals what a tenant's partners and we know alone, so that neither a copy of the database nor an edit of its rows gives it
 * away. AES-256-GCM with a random nonce; the place is authenticated with the text.
 */
export interface SecretBox {
  /** The id of the key that seals. */
  readonly sealingKeyId: string;
  /** `1 | key id, 8 bytes | nonce, 12 | ciphertext | tag, 16`, sealed by the first key. */
  seal(place: SecretPlace, secret: Uint8Array): Buffer;
  /**
   * What was sealed for this place; null when its key is not among ours. Throws a Fault `SECRET_REFUSED` for what was sealed for
   * another place, was changed, or was never sealed.
   */
  open(place: SecretPlace, sealed: Uint8Array): Buffer | null;
}

const algorithm = 'aes-256-gcm';
const version = 1;
const lengths = { id: 8, nonce: 12, tag: 16 } as const;
const nonceAt = 1 + lengths.id;
const textAt = nonceAt + lengths.nonce;

/** A box with these keys: the first one seals, all of them open. */
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

/** The id of the key that something was sealed by; its first 9 bytes suffice. What was never sealed has none: empty. */
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
