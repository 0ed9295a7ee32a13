import { types } from 'node:util';
import { BrokenInvariant, Fault, textOf } from '@loyalty/kernel';
import pg from 'pg';

/**
 * What a failed transaction asks for:
 * `race`: lost a race (deadlock, serialisation, lock time-out): run it again at once;
 * `data`: only the data of a message can cause it (SQLSTATE classes 22 and 23): isolate that message;
 * `timeout`: it took longer than it may: smaller parts may be quick enough;
 * `unavailable`: the database is away, full, mis-permitted or mis-planned: wait and run it again;
 * `unknown`: the database did not cause it: a mistake of ours, or a Fault that no time mends.
 */
export type DatabaseFailure = 'race' | 'data' | 'timeout' | 'unavailable' | 'unknown';

/**
 * Thrown by code whose transaction lost a race that the next run will see (docs/mechanisms/storing.md, «Lock, read, decide,
 * store»).
 */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

const lostRaces = new Set(['40001', '40P01', '55P03']);
/** Time-outs of a transaction and of a statement. */
const timeOuts = new Set(['25P04', '57014']);

/** Tells what something thrown, as storage throws it, asks for. */
export const classifyFailure = (thrown: unknown): DatabaseFailure => {
  if (thrown instanceof LostRace) return 'race';
  if (thrown instanceof Fault) return thrown.retry ? 'unavailable' : 'unknown';
  if (!(thrown instanceof pg.DatabaseError)) return 'unknown';
  return askedBy(thrown.code ?? '');
};

const askedBy = (sqlState: string): DatabaseFailure => {
  if (lostRaces.has(sqlState)) return 'race';
  if (timeOuts.has(sqlState)) return 'timeout';
  return sqlState.startsWith('22') || sqlState.startsWith('23') ? 'data' : 'unavailable';
};

/** The errors of the language: what throws them is our code, or an argument of it. Told by name, across realms. */
const mistakes = new Set([
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
]);

/**
 * What pg or its socket threw, as storage throws it. Lost connections, time-outs and refusals to connect come as plain
 * Errors, which nobody could tell from a mistake of ours: they become a retriable Fault `DATABASE_UNAVAILABLE`. What the
 * server itself says, mistakes and broken invariants stay what they are.
 */
export const asDatabaseFailure = (thrown: unknown): unknown => {
  if (thrown instanceof pg.DatabaseError) return withoutValues(thrown);
  if (thrown instanceof Fault || thrown instanceof BrokenInvariant) return thrown;
  if (types.isNativeError(thrown) && mistakes.has(thrown.name)) return thrown;
  return new Fault('DATABASE_UNAVAILABLE', reasonOf(thrown), { retry: true, cause: thrown });
};

/**
 * Of a value that cannot be read, or is out of range (class 22), the server quotes the value itself, which may name a member; and
 * texts of errors go into logs and into the headers of dead letters.
 */
const withoutValues = (said: pg.DatabaseError): pg.DatabaseError => {
  if (said.code?.startsWith('22') !== true) return said;
  const { message, stack } = said;
  said.message = message.replace(/"[^]*"/, '"…"');
  if (stack !== undefined) said.stack = stack.replace(message, () => said.message);
  return said;
};

/** A host with several addresses fails with one error for all, which says nothing itself. */
const reasonOf = (thrown: unknown): string =>
  textOf(thrown instanceof AggregateError && thrown.message === '' ? thrown.errors[0] : thrown);
