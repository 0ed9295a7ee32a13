import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { noSlot, type ShareSlots } from '@loyalty/kernel/shares';
import type { Database } from './database.ts';

/**
 * A pool whose connections environments share (D118). It can only be used for an environment, so no statement
 * of a caller is outside of its share.
 */
export interface DatabaseShares extends Pick<Database, 'onHistoryChange'> {
  /**
   * Returns the database for one environment. Each statement and each transaction waits for a connection of
   * the environment's share; it throws a retriable Fault `ENVIRONMENT_BUSY` when it gets none.
   */
  of(environmentId: EnvironmentId): Database;
}

export interface DatabaseSharesOptions {
  readonly db: Database;
  readonly slots: ShareSlots;
  /** Called for each statement or transaction that is refused. */
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
    publicMessage: 'Too many requests of this environment use the database at once; send fewer.',
  });
