import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@loyalty/rules';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of 62 are 190 random bits. */
const bodyLength = 32;
/** 62^6 is more than 2^32: any CRC-32 fits. */
const checksumLength = 6;
const wellFormed = /^(sk_(?:test|live)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** How keys of a mode begin (interface 5). */
export const keyPrefixes: Readonly<Record<Mode, string>> = { test: 'sk_test_', live: 'sk_live_' };

/** A fresh key: the prefix of its mode, 32 random base62 characters, 6 of checksum (D3). */
export const generateKey = (mode: Mode): string => {
  const body = Array.from({ length: bodyLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const unchecked = keyPrefixes[mode] + body;
  return unchecked + checksumOf(unchecked);
};

/**
 * True when a text has the shape of a generated key and its checksum fits: a mistyped or made-up key is refused
 * without asking the database (D3). The prefix is under the checksum too, so that a test key does not become
 * well-formed as a live one.
 */
export const isWellFormedKey = (text: string): boolean => {
  const [, unchecked, checksum] = wellFormed.exec(text) ?? [];
  return unchecked !== undefined && checksum === checksumOf(unchecked);
};

/** CRC-32 (IEEE 802.3, as in zlib) in base62, most significant digit first, padded with `0` to 6 characters. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};

/** What is stored instead of a key: its SHA-256. A key is random enough to need no salt and no slow hash. */
export const hashOfKey = (keyText: string): Buffer => createHash('sha256').update(keyText).digest();

/** What may be shown of a key afterwards: its prefix and its last 4 characters. */
export const hintOfKey = (keyText: string): string => `${keyText.slice(0, 8)}…${keyText.slice(-4)}`;
