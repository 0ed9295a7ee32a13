import { createDatabase, type Database, type DatabaseOptions } from '@loyalty/storage';
import { databaseFaultOf } from './database-fault.ts';
import { libraryLogger } from './library-logger.ts';
import { commandPools } from './pools.ts';
import type { CommandContext } from './session.ts';

/**
 * Runs `work` with the database open. Connection failures become a Fault that says what to do. `limits` are for work that holds
 * locks for which engines wait.
 */
export const withDatabase = <T>(
  task: CommandContext,
  work: (db: Database) => Promise<T>,
  limits?: DatabaseOptions['limits'],
): Promise<T> => {
  const url = task.addresses.databaseUrl();
  return explainingDatabase(url, async () => {
    const db = createDatabase({
      url,
      applicationName: 'loyaltyctl',
      poolMax: commandPools.commands.max,
      logger: libraryLogger(task),
      ...(limits === undefined ? null : { limits }),
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
};

/** The same explanation for work that opens its own connections. */
export const explainingDatabase = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    throw databaseFaultOf(failure, url) ?? failure;
  }
};
