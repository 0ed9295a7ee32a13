import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@loyalty/rules';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are 190 random bits. */
const bodyLength = 32;
/** 62^6 is more than 2^32: any CRC-32 fits. */
const checksumLength = 6;
const wellFormed = /^(sk_(?:test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** The prefixes of keys by mode (interface 5). */
const keyPrefixes: Readonly<Record<Mode, string>> = { test: 'sk_test_', live: 'sk_live_' };

/** Returns the mode of a key; null for a text that is not a key. */
export const modeOfKey = (keyText: string): Mode | null =>
  (['test', 'live'] as const).find((mode) => keyText.startsWith(keyPrefixes[mode])) ?? null;

/** Creates a key: the prefix of its mode, 32 random base62 characters, and 6 of checksum (D3). */
export const generateKey = (mode: Mode): string => {
  const body = Array.from({ length: bodyLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const unchecked = keyPrefixes[mode] + body;
  return unchecked + checksumOf(unchecked);
};

/**
 * Returns true for a text with a valid checksum, which covers the prefix. A mistyped or invented key is
 * refused without a query (D3).
 */
export const isApiKeyText = (text: string): boolean => {
  const [, unchecked, checksum] = wellFormed.exec(text) ?? [];
  return unchecked !== undefined && checksum === checksumOf(unchecked);
};

/** CRC-32 (IEEE 802.3, as in zlib) in base62, most significant digit first, padded with `0` to 6. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};

/**
 * Returns the SHA-256 that is stored in place of the key. A key is random enough to need no salt and no slow
 * hash.
 */
export const hashOfKey = (keyText: string): Buffer => createHash('sha256').update(keyText).digest();

/** Returns the prefix of a key and its last 4 characters, which may be shown later. */
export const hintOfKey = (keyText: string): string => `${keyText.slice(0, 8)}…${keyText.slice(-4)}`;

const narrowPrefix = Buffer.of(1);

/**
 * Returns SHA-256 of 0x01 and the hash. A key with an expiry or permissions is stored under it, so that a
 * build that knows neither looks for the hash and finds no such key (D216).
 */
export const narrowHashOf = (hash: Buffer): Buffer =>
  createHash('sha256').update(narrowPrefix).update(hash).digest();
