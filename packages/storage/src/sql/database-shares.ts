import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { noSlot, type ShareSlots } from '@loyalty/kernel/shares';
import type { Database } from './database.ts';

/**
 * Gives each environment its share of connections. It can only be used for an environment, so no statement of
 * a caller is outside its share (D118).
 */
export interface DatabaseShares extends Pick<Database, 'onHistoryChange'> {
  /**
   * Returns the connections of an environment. Statements throw a retriable Fault `ENVIRONMENT_BUSY` if they
   * get no connection of the share.
   */
  of(environmentId: EnvironmentId): Database;
}

interface DatabaseSharesOptions {
  readonly db: Database;
  readonly slots: ShareSlots;
  readonly onRefused: () => void;
}

export const createDatabaseShares = ({ db, slots, onRefused }: DatabaseSharesOptions): DatabaseShares => ({
  onHistoryChange: (work) => {
    db.onHistoryChange(work);
  },
  of: (environmentId) => {
    const inShare = async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await slots.run(environmentId, work);
      if (result !== noSlot) return result;
      onRefused();
      throw busy();
    };
    return {
      query: (statement, values) => inShare(() => db.query(statement, values)),
      transaction: (work) => inShare(() => db.transaction(work)),
      readConsistently: (work) => inShare(() => db.readConsistently(work)),
      onHistoryChange: (work) => {
        db.onHistoryChange(work);
      },
      close: () => db.close(),
    };
  },
});

const busy = (): Fault =>
  new Fault('ENVIRONMENT_BUSY', 'an environment uses its share of database connections', {
    retry: true,
    publicMessage:
      'Too many requests of this environment are using the database. Send fewer at the same time.',
  });
