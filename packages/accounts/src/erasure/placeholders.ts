import { createHmac, randomBytes } from 'node:crypto';
import type { MemberId } from '@loyalty/kernel';

/** What every placeholder looks like, as a pattern of Postgres and of ours. */
export const placeholderPattern = '^anon_[A-Za-z0-9_-]{22}$';

/**
 * Placeholders of one erasure: HMAC-SHA256 of each value under a key that is kept nowhere, so that nobody can test a guess (D89).
 * What is null stays so.
 */
export const createPlaceholders = (): (<T extends string | null>(value: T) => T | string) => {
  const key = randomBytes(32);
  return (value) =>
    value === null ? value : placeholder(createHmac('sha256', key).update(value).digest().subarray(0, 16));
};

/** What stands for a reference where it is only known whose it was: in others' events. */
export const placeholderOfMember = (memberId: MemberId): string =>
  placeholder(Buffer.from(memberId.replaceAll('-', ''), 'hex'));

/** 16 bytes are 22 characters. */
const placeholder = (bytes: Buffer): string => `anon_${bytes.toString('base64url')}`;
