import { types } from 'node:util';
import pg from 'pg';
import { BrokenInvariant, Fault, textOf } from '@loyalty/kernel';
import { settingsIgnored } from './session-config.ts';

/**
 * The kind of a failure, which decides the remedy. `race` (deadlock, serialisation, lock time-out): try again
 * immediately. `data` (classes 22, 23): isolate the message. `timeout`: use smaller parts. `unavailable`
 * (unreachable, full or misconfigured): wait. `unknown`: a mistake in the code, or a Fault that is not
 * retriable.
 */
export type DatabaseFailure = 'race' | 'data' | 'timeout' | 'unavailable' | 'unknown';

/**
 * Thrown when another transaction was first. The next run reads what it stored (docs/mechanisms/storing.md,
 * «Lock, read, decide, store»).
 */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

const uniqueViolation = '23505';

/**
 * Returns true if another row has one of these keys, which are named as constraints of their tables; those of
 * partitions, by hash or by day, are recognised by their table. Any other key of class 23 is the fault of a
 * message.
 */
export const isKeyTaken = (thrown: unknown, keys: readonly string[]): boolean => {
  if (!types.isNativeError(thrown)) return false;
  const { code, table, constraint } = thrown as Partial<pg.DatabaseError>;
  if (code !== uniqueViolation || table === undefined || constraint === undefined) return false;
  return keys.includes(constraint.replace(table, table.replace(/_(?:\d{2}|\d{8})$/, '')));
};

const lostRaces = new Set(['40001', '40P01', '55P03']);
/** One code is for a transaction, the other for a statement. */
const timeOuts = new Set(['25P04', '57014']);

export const classifyFailure = (thrown: unknown): DatabaseFailure => {
  if (thrown instanceof LostRace) return 'race';
  if (thrown instanceof Fault) return thrown.retry ? 'unavailable' : 'unknown';
  if (!(thrown instanceof pg.DatabaseError)) return 'unknown';
  return askedBy(thrown.code ?? '');
};

export const isLockTimeout = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && thrown.code === '55P03';

const askedBy = (sqlState: string): DatabaseFailure => {
  if (lostRaces.has(sqlState)) return 'race';
  if (timeOuts.has(sqlState)) return 'timeout';
  return sqlState.startsWith('22') || sqlState.startsWith('23') ? 'data' : 'unavailable';
};

/**
 * 0A000: only a new connection makes a new plan. 25006: a primary no more. 57P01 to 57P05: the session ends.
 */
const lastOfConnection = new Set(['0A000', '25006', '57P01', '57P02', '57P03', '57P04', '57P05']);

export const endsConnection = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError && lastOfConnection.has(thrown.code ?? '');

/** Only a mistake in code throws these. Names also work across realms. */
const mistakes = new Set([
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
]);

/**
 * Returns a failure in the form that callers understand. Lost and refused connections and time-outs arrive as
 * plain Errors that look like mistakes in code; they become a retriable Fault `DATABASE_UNAVAILABLE`. All
 * others stay as they are.
 */
export const toDatabaseFailure = (thrown: unknown): unknown => {
  if (isRefusalOfSettings(thrown)) return settingsIgnored('startup options at all');
  if (thrown instanceof pg.DatabaseError) return withoutValues(thrown);
  if (thrown instanceof Fault || thrown instanceof BrokenInvariant) return thrown;
  if (types.isNativeError(thrown) && mistakes.has(thrown.name)) return thrown;
  return new Fault('DATABASE_UNAVAILABLE', reasonOf(thrown), { retry: true, cause: thrown });
};

/** A pooler without startup options refuses the session (PgBouncer up to 1.19); Postgres never does. */
const isRefusalOfSettings = (thrown: unknown): boolean =>
  thrown instanceof pg.DatabaseError &&
  thrown.code === '08P01' &&
  thrown.message.startsWith('unsupported startup parameter');

/** The server quotes the value in errors of class 22. It may identify a member, so no log may show it. */
const withoutValues = (said: pg.DatabaseError): pg.DatabaseError => {
  if (said.code?.startsWith('22') !== true) return said;
  const { message, stack } = said;
  said.message = message.replace(/"[^]*"/, '"…"');
  if (stack !== undefined) said.stack = stack.replace(message, () => said.message);
  return said;
};

/** A host with several addresses fails with one AggregateError, whose own message is empty. */
const reasonOf = (thrown: unknown): string =>
  textOf(thrown instanceof AggregateError && thrown.message === '' ? thrown.errors[0] : thrown);
