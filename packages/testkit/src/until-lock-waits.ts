import type { Database } from '@loyalty/storage';

/** Waits until a statement that begins like this waits for a lock; `%` stands for any text. */
export const untilLockWaits = async (db: Pick<Database, 'query'>, text: string): Promise<void> => {
  const waits = (): Promise<unknown[]> =>
    db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`${text}%`],
    );
  while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Repeats `work` while it fails with a lock timeout, as a job does with its chunk. */
export const retryLockTimeouts = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((failure: unknown) => {
    if (!isLockTimeout(failure)) throw failure;
    return retryLockTimeouts(work);
  });

const isLockTimeout = (failure: unknown): boolean => (failure as { readonly code?: string }).code === '55P03';
