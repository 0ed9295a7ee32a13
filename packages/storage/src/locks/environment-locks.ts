import type { Statement, Transaction } from '../sql/database.ts';

const environmentLockClasses = { tiers: 7_305_005, segments: 7_305_006 } as const;
type EnvironmentLockClass = keyof typeof environmentLockClasses;

/** Environments share these: a batch of 500 would otherwise fill the lock table. */
const lockNumbersMax = 64;

const lockNumberOf = (environmentId: number): number => environmentId % lockNumbersMax;

/** Sorted, so two transactions take several in the same order. */
const sharedStatement: Statement = {
  name: 'environments-lock-shared',
  text: 'SELECT pg_advisory_xact_lock_shared($1, n) FROM (SELECT unnest($2::int[]) AS n ORDER BY 1) numbers',
};

/**
 * Locks environments together with other holders. Call it before the transaction takes any other lock. Later
 * statements read everything that the last exclusive holder stored.
 */
export const lockEnvironmentsShared = async (
  tx: Transaction,
  lockClass: EnvironmentLockClass,
  environmentIds: readonly number[],
): Promise<void> => {
  const lockNumbers = [...new Set(environmentIds.map(lockNumberOf))].toSorted((a, b) => a - b);
  if (lockNumbers.length > 0)
    await tx.query(sharedStatement, [environmentLockClasses[lockClass], lockNumbers]);
};

const exclusiveStatement: Statement = {
  name: 'environment-lock-exclusive',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/** Shared locks queue behind a waiting exclusive one, so it does not wait longer than this. */
const waitMaxMs = 200;

/**
 * Locks an environment exclusively. The wait ends after 200 ms with an error, and the chunk of the job is
 * tried again.
 */
export const lockEnvironmentExclusive = async (
  tx: Transaction,
  lockClass: EnvironmentLockClass,
  environmentId: number,
): Promise<void> => {
  await tx.query(`SET LOCAL lock_timeout = ${waitMaxMs.toString()}`);
  await tx.query(exclusiveStatement, [environmentLockClasses[lockClass], lockNumberOf(environmentId)]);
  await tx.query('SET LOCAL lock_timeout = DEFAULT');
};

const lockWaitsStatement: Statement = {
  name: 'lock-waits-limit',
  text: `SELECT set_config('lock_timeout', $1, true)`,
};

/** Limits how long each further statement waits for a lock; it then fails with 55P03. */
export const limitLockWaits = async (tx: Transaction, lockMs: number): Promise<void> => {
  await tx.query(lockWaitsStatement, [lockMs.toString()]);
};
