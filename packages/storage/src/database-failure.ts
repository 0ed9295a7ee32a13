import pg from 'pg';

/**
 * What a failed transaction asks for:
 * `again`: lost a race (deadlock, serialisation, lock time-out): run it again at once;
 * `message`: only the data of a message can cause it (SQLSTATE classes 22 and 23): isolate that message;
 * `wait`: the database is away, full, mis-permitted or mis-planned: wait and run it again.
 */
export type DatabaseFailure = 'again' | 'message' | 'wait' | 'unknown';

const lostRaces = new Set(['40001', '40P01', '55P03']);

/** Tells what a thrown database error asks for; anything that is not a database error is a reason to wait. */
export const databaseFailureOf = (thrown: unknown): DatabaseFailure => {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code === undefined) return 'wait';
  if (lostRaces.has(thrown.code)) return 'again';
  return thrown.code.startsWith('22') || thrown.code.startsWith('23') ? 'message' : 'wait';
};
