/**
 * Session limits, in milliseconds, of every process that locks rows which batches lock too: a frozen one, or a write that waits
 * for a lock, frees its own. Transactions end after 5 s, idle ones after 3 s, waiting for a lock after 1 s.
 */
export const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 } as const;

/** A snapshot takes several statements; none of them may take longer, nor its answer longer than 7 s. */
export const readLimits = { ...sessionLimits, statementMs: 5_000, transactionMs: 15_000 };
