import type { Transaction, Statement } from './database.ts';

/** What a gate orders: looks at members on their news, and the pages of passes over all members. */
export const environmentLockClasses = { tiers: 7_305_005, segments: 7_305_006 } as const;
export type EnvironmentLockClass = keyof typeof environmentLockClasses;

/** So many gates, not one for each environment: a batch of 500 environments would fill the table of locks. */
const lockNumbersMax = 64;

const lockNumberOf = (environmentId: number): number => environmentId % lockNumbersMax;

/** Ordered by itself, so that two that enter several do so in one order. */
const enterStatement: Statement = {
  name: 'gates-enter',
  text: 'SELECT pg_advisory_xact_lock_shared($1, gate) FROM (SELECT unnest($2::int[]) AS gate ORDER BY 1) gates',
};

/**
 * Enters the gates of environments, as those do who look at single members. Before any other lock of the transaction; until it
 * ends, nobody closes them. What is read in later statements is at least as new as what the last one to close a gate left.
 */
export const lockEnvironmentsShared = async (
  tx: Transaction,
  gateClass: EnvironmentLockClass,
  environmentIds: readonly number[],
): Promise<void> => {
  const gates = [...new Set(environmentIds.map(lockNumberOf))].toSorted((a, b) => a - b);
  if (gates.length > 0) await tx.query(enterStatement, [environmentLockClasses[gateClass], gates]);
};

const closeStatement: Statement = {
  name: 'gate-close',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/** Whoever enters behind one that waits to close a gate waits too: so it waits no longer than this. */
const patienceMs = 200;

/**
 * Closes the gate of one environment, as a page of a pass does: nobody is within, and nobody enters until the transaction ends.
 * It gives up after 200 ms: the page is tried again.
 */
export const lockEnvironmentExclusive = async (
  tx: Transaction,
  gateClass: EnvironmentLockClass,
  environmentId: number,
): Promise<void> => {
  await tx.query(`SET LOCAL lock_timeout = ${patienceMs.toString()}`);
  await tx.query(closeStatement, [environmentLockClasses[gateClass], lockNumberOf(environmentId)]);
  await tx.query('SET LOCAL lock_timeout = DEFAULT');
};
