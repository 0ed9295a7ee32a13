import { createHmac, randomBytes } from 'node:crypto';
import type { MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';

/** The pattern of placeholders, which works in Postgres and in JavaScript. */
export const placeholderPattern = '^anon_[A-Za-z0-9_-]{22}$';

/**
 * Creates placeholders by HMAC-SHA256 under a key that is not stored, so that nobody can test a guess (D89).
 * Null stays null.
 */
export const createPlaceholders = (): (<T extends string | null>(value: T) => T | string) => {
  const key = randomBytes(32);
  return (value) =>
    value === null ? value : placeholder(createHmac('sha256', key).update(value).digest().subarray(0, 16));
};

/** Returns the placeholder in other members' events, where the member is known but not the erasure's key. */
export const placeholderOfMember = (memberId: MemberId): string =>
  placeholder(Buffer.from(memberId.replaceAll('-', ''), 'hex'));

/** 16 bytes are 22 characters in base64url. */
const placeholder = (bytes: Buffer): string => `anon_${bytes.toString('base64url')}`;

/**
 * Replaces values that are a string or an integer (D63), but not names or parts of texts. Returns null if
 * `json` is not JSON.
 */
export const replaceReference = (json: Buffer, reference: string, by: string): Buffer | null => {
  try {
    return Buffer.from(JSON.stringify(replaced(JSON.parse(json.toString()), reference, by)));
  } catch {
    return null;
  }
};

const replaced = (value: unknown, reference: string, by: string): unknown => {
  if (typeof value === 'object' && value !== null) return replacedWithin(value, reference, by);
  return value === reference || (Number.isInteger(value) && String(value) === reference) ? by : value;
};

const replacedWithin = (value: object, reference: string, by: string): unknown =>
  Array.isArray(value)
    ? value.map((item) => replaced(item, reference, by))
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, replaced(member, reference, by)]),
      );

const emptyRejectedStatement: Statement = {
  name: 'outbox-rejected-empty-late',
  text: `UPDATE outbox_rejected r SET message = '', head = NULL
           FROM erasures e
          WHERE e.environment_id = r.environment_id AND e.member_key = r.member_key AND r.message <> ''`,
};

/** Empties messages of erased members that waited in the outbox until after the second phase. */
export const emptyLateRejected = async (db: Queryable): Promise<void> => {
  await db.query(emptyRejectedStatement);
};
