import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';

/** Runs `work` on the database at `url`, and closes it afterwards. */
export const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = createDatabase({ url, applicationName: 'test', poolMax: 2, logger: silentLogger });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
