import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type DecipherGCM,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type EnvironmentId, Fault, invariant, textOf } from '@loyalty/kernel';

/**
 * The place of a secret. A secret that was sealed for one row, or one key of Redis, cannot be opened for
 * another.
 */
export interface SecretOwner {
  /** A constant of the code that stores it; it never changes. */
  readonly kind: string;
  /** The environment; null if the secret belongs to none, such as a person's session. */
  readonly environmentId: EnvironmentId | null;
  readonly id: string;
}

/**
 * Seals secrets with AES-256-GCM over place and text, so that neither a copy of the database nor an edit of
 * its rows reveals one.
 */
export interface SecretBox {
  readonly sealingKeyId: string;
  /** Returns `1 | key id, 8 bytes | nonce, 12 | ciphertext | tag, 16`, sealed by the first key. */
  seal(place: SecretOwner, secret: Uint8Array): Buffer;
  /**
   * Opens a secret; returns null if its key is unknown. Throws `SECRET_REFUSED` if it was sealed for another
   * place, changed, or never sealed.
   */
  open(place: SecretOwner, sealed: Uint8Array): Buffer | null;
}

const algorithm = 'aes-256-gcm';
const version = 1;
const lengths = { id: 8, nonce: 12, tag: 16 } as const;
const nonceAt = 1 + lengths.id;
const textAt = nonceAt + lengths.nonce;

/** Creates a box. The first key seals, and all of them open. */
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

/**
 * Returns the id of the key that sealed a value; the first 9 bytes suffice. It is empty if they were never
 * sealed.
 */
export const sealedKeyIdOf = (sealed: Uint8Array): string => {
  if (sealed[0] !== version || sealed.length < nonceAt) return '';
  return Buffer.from(sealed.subarray(1, nonceAt)).toString('latin1').replace(/\0+$/, '');
};

const paddedId = (id: string): Buffer => {
  const padded = Buffer.alloc(lengths.id);
  padded.write(id, 'latin1');
  return padded;
};

const boundTo = ({ kind, environmentId, id }: SecretOwner): Buffer =>
  Buffer.from(`${kind}\0${environmentId?.toString() ?? ''}\0${id}`);

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

interface SecretKey {
  /** 1 to 8 letters, digits, `-` and `_`. */
  readonly id: string;
  /** The key has 256 bits. */
  readonly key: KeyObject;
}

/**
 * Returns 32 bytes for one purpose. They are the same in every process that has these keys, and others once
 * another key is the first. They reveal nothing about the key.
 */
export const derivedKey = (keys: readonly SecretKey[], purpose: string): Buffer => {
  const [first] = keys;
  invariant(first !== undefined, 'a key is derived from one');
  return Buffer.from(hkdfSync('sha256', first.key, '', purpose, keyBytes));
};

interface SecretKeysSource {
  /** `SECRET_KEYS`, which wins when both are set. */
  readonly secretKeys: string | null;
  readonly secretKeysFile: string | null;
}

/** Reads the secret keys. Throws a Fault `CONFIG_INVALID`, which never shows a key, if there are none. */
export const readSecretKeys = ({ secretKeys, secretKeysFile }: SecretKeysSource): readonly SecretKey[] => {
  if (secretKeys !== null) return parseSecretKeys(secretKeys);
  if (secretKeysFile !== null) return parseSecretKeys(readText(secretKeysFile));
  throw new Fault('CONFIG_INVALID', 'neither SECRET_KEYS nor SECRET_KEYS_FILE is set');
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Fault('CONFIG_INVALID', `SECRET_KEYS_FILE cannot be read: ${textOf(cause)}`, { cause });
  }
};

/** Parses `id:base64,…`, with 32 bytes for each key. Throws a Fault `CONFIG_INVALID` for any other text. */
export const parseSecretKeys = (text: string): readonly SecretKey[] => {
  const keys = text.trim().split(',').map(parseKey);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw unfit('two keys have one id');
  return keys;
};

const keyBytes = 32;

const parseKey = (part: string): SecretKey => {
  const [, id, encoded] = /^([\w-]{1,8}):([\w+/=]+)$/.exec(part.trim()) ?? [];
  if (id === undefined || encoded === undefined)
    throw unfit('each key is id:base64, the id of 1 to 8 letters');
  const bytes = Buffer.from(encoded, 'base64');
  // Node decodes invalid base64 in part, which would give a key other than the intended one.
  if (bytes.length !== keyBytes || bytes.toString('base64') !== encoded)
    throw unfit(`the key ${id} is not 32 bytes in base64`);
  return { id, key: createSecretKey(bytes) };
};

const unfit = (why: string): Fault => new Fault('CONFIG_INVALID', `SECRET_KEYS cannot be used: ${why}`);
