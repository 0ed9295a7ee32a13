import type { Database } from '@loyalty/storage';

/** Until a statement that begins like this waits for a lock. */
export const untilLockWaits = async (db: Pick<Database, 'query'>, text: string): Promise<void> => {
  const waits = (): Promise<unknown[]> =>
    db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`${text}%`],
    );
  while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Runs `work` again as often as a lock that it waits for is not granted in its time: as a job does with its chunk. */
export const retryLockTimeouts = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if ((failure as { readonly code?: string }).code !== '55P03') throw failure;
    }
  }
};
