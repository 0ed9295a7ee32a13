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
