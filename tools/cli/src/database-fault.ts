import { Fault } from '@loyalty/kernel';
import { errorCodeOf, reasonOf } from './failures.ts';

/**
 * Returns a Fault that says what to do; null for another failure. The address is shown without user and
 * password.
 */
export const databaseFaultOf = (thrown: unknown, url: string): Fault | null => {
  const failure = isUnavailable(thrown) ? thrown.cause : thrown;
  if (failure instanceof Fault) return null;
  const code = codeOf(failure);
  const sentence = code === null ? null : sentenceOf(code, reasonOf(failure), url);
  return sentence === null ? null : new Fault('DATABASE_UNAVAILABLE', sentence, { cause: failure });
};

/** Storage wraps a connection that is refused, lost or silent in this Fault; its cause is the reason. */
const isUnavailable = (thrown: unknown): thrown is Fault =>
  thrown instanceof Fault && thrown.code === 'DATABASE_UNAVAILABLE';

const codeOf = (failure: unknown): string | null => {
  const code = errorCodeOf(failure);
  if (code !== null) return code;
  // A pool that could not connect in time, and a query that timed out, have only a text and no code.
  return /timeout exceeded when trying to connect|connection terminated|query read timeout/i.test(
    reasonOf(failure),
  )
    ? 'ETIMEDOUT'
    : null;
};

const sentenceOf = (code: string, reason: string, url: string): string | null => {
  if (schemaMissing.has(code)) {
    return `The schema of the database is missing or out of date (${reason}): run «loyaltyctl migrate».`;
  }
  if (code === notPermitted && /\brole\b/.test(reason)) {
    return (
      `Postgres at ${placeOf(url)} does not allow this user to create roles (${reason}): put a user with CREATEROLE in ` +
      'DATABASE_URL, or have somebody else create them. «loyaltyctl deploy» grants existing roles their rights.'
    );
  }
  if (refusals.has(code))
    return `Postgres at ${placeOf(url)} refused the connection (${reason}): correct DATABASE_URL, or the password in DATABASE_PASSWORD_FILE.`;
  // Node's own codes begin with E and are words (ECONNREFUSED, EPIPE). Any other SQLSTATE is a defect of
  // ours.
  if (!/^E[A-Z]{3,}/.test(code)) return null;
  return (
    `Postgres at ${placeOf(url)} does not respond (${reason}): ` +
    'start the local stack with «npm start», or correct DATABASE_URL.'
  );
};

/** The SQLSTATEs are undefined table, column and function. */
const schemaMissing = new Set(['42P01', '42703', '42883']);

const notPermitted = '42501';

/** SQLSTATE: wrong password, no such role, no such database, not permitted. */
const refusals = new Set(['28P01', '28000', '3D000', notPermitted]);

const placeOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'an address that is not a URL';
  }
};
