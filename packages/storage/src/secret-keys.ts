import { createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Fault, textOf } from '@loyalty/kernel';

/** A key that seals secrets, and the id by which sealed bytes name it. */
export interface SecretKey {
  /** 1 to 8 letters, digits, `-` and `_`. */
  readonly id: string;
  /** 256 bits. */
  readonly key: KeyObject;
}

/** The environment variables that hold a process' keys. */
export interface SecretKeysSource {
  /** `SECRET_KEYS`, which wins when both are set. */
  readonly secretKeys: string | null;
  /** `SECRET_KEYS_FILE`: a file with the same text. */
  readonly secretKeysFile: string | null;
}

/** Returns the keys of a process. Throws a Fault `CONFIG_INVALID`, which never shows a key, when there are none. */
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

/**
 * Parses `id:base64,…`, 32 bytes per key: the first one seals, all of them open. Throws a Fault `CONFIG_INVALID` for any other
 * text.
 */
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
  // Node decodes invalid base64 in part, which would give another key than the intended one.
  if (bytes.length !== keyBytes || bytes.toString('base64') !== encoded)
    throw unfit(`the key ${id} is not 32 bytes in base64`);
  return { id, key: createSecretKey(bytes) };
};

const unfit = (why: string): Fault => new Fault('CONFIG_INVALID', `SECRET_KEYS cannot be used: ${why}`);
