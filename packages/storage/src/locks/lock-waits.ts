import type { Statement, Transaction } from './database.ts';

const statement: Statement = {
  name: 'lock-waits-limit',
  text: `SELECT set_config('lock_timeout', $1, true)`,
};

/** Limits how long each further statement of a transaction waits for a lock, in milliseconds. It then fails with 55P03. */
export const limitLockWaits = async (tx: Transaction, lockMs: number): Promise<void> => {
  await tx.query(statement, [lockMs.toString()]);
};
