/**
 * Session limits, in milliseconds, of every process that locks the same rows as batches. They free the locks of a frozen
 * process and of a write that waits for a lock.
 */
export const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 } as const;

/** For a snapshot of several statements: none may take longer than 5 s, nor its response longer than 7 s. */
export const readLimits = { ...sessionLimits, statementMs: 5_000, transactionMs: 15_000 };
