import { createHmac, randomBytes } from 'node:crypto';
import type { MemberId } from '@loyalty/kernel';

/** The pattern of every placeholder, for Postgres and for JavaScript. */
export const placeholderPattern = '^anon_[A-Za-z0-9_-]{22}$';

/**
 * Creates the placeholders of one erasure: HMAC-SHA256 of each value under a key that is not stored, so nobody can test a guess
 * (D89). Null stays null.
 */
export const createPlaceholders = (): (<T extends string | null>(value: T) => T | string) => {
  const key = randomBytes(32);
  return (value) =>
    value === null ? value : placeholder(createHmac('sha256', key).update(value).digest().subarray(0, 16));
};

/** Returns the placeholder in other members' events, where only the referenced member is known and not the erasure's key. */
export const placeholderOfMember = (memberId: MemberId): string =>
  placeholder(Buffer.from(memberId.replaceAll('-', ''), 'hex'));

/** 16 bytes are 22 characters in base64url. */
const placeholder = (bytes: Buffer): string => `anon_${bytes.toString('base64url')}`;
