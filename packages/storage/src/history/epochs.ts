import { onlyRow, type Queryable, type Statement } from '../database.ts';

/** First key of the advisory lock for opening epochs; the second is 0. */
export const historyLockClass = 7_305_008;

/** The present epoch and its progress. */
export interface EpochState {
  readonly epoch: string;
  /** Whole milliseconds since the epoch. */
  readonly raisedAtMs: number;
  /** Commits after this time may be lost; the earliest time of all unfinished epochs. Whole milliseconds since the epoch. */
  readonly branchedAtMs: number;
  /** Erasures, revocations and other removals of the lost commits are applied again. */
  readonly isOpen: boolean;
  /** All work that follows from the loss is done. */
  readonly isFinished: boolean;
}

const stateStatement: Statement = {
  name: 'history-state',
  text: `SELECT e.epoch, floor(extract(epoch FROM e.raised_at) * 1000)::bigint AS "raisedAtMs",
                floor(extract(epoch FROM least(e.branched_at,
                                               (SELECT min(branched_at) FROM database_epochs WHERE finished_at IS NULL)))
                      * 1000)::bigint AS "branchedAtMs",
                e.opened_at IS NOT NULL AS "isOpen", e.finished_at IS NOT NULL AS "isFinished"
           FROM database_history JOIN database_epochs e USING (epoch)`,
};

export const readEpochState = async (db: Queryable): Promise<EpochState> =>
  onlyRow(await db.query<EpochState>(stateStatement), 'the present epoch');

const raise: Statement = { name: 'history-raise', text: 'SELECT raise_database_epoch()' };

/** Raises an epoch where the server has begun anew, as the first connection of any service does. Changes nothing otherwise. */
export const raiseEpoch = async (db: Queryable): Promise<void> => {
  await db.query(raise);
};

const opened: Statement = {
  name: 'history-opened',
  text: `UPDATE database_epochs SET opened_at = clock_timestamp()
          WHERE opened_at IS NULL AND (SELECT epoch FROM database_history) = $1 RETURNING 1`,
};

const finished: Statement = {
  name: 'history-finished',
  text: `UPDATE database_epochs SET finished_at = clock_timestamp()
          WHERE finished_at IS NULL AND opened_at IS NOT NULL AND (SELECT epoch FROM database_history) = $1`,
};

/**
 * Opens this epoch and all earlier ones. Returns false when it is no longer the present epoch, which then repeats the steps
 * from its own branching time. Returns false, too, when another process has opened it.
 */
export const openEpoch = async (db: Queryable, epoch: string): Promise<boolean> =>
  (await db.query(opened, [epoch])).length > 0;

const leftOut: Statement = {
  name: 'history-left-out',
  // Safe to repeat.
  text: 'UPDATE database_epochs SET left_out = greatest(left_out, $2) WHERE epoch = $1',
};

/** Records how many facts about removals in lost commits did not fit into memory and were not applied again. */
export const noteLeftOut = async (db: Queryable, epoch: string, facts: number): Promise<void> => {
  await db.query(leftOut, [epoch, facts]);
};

/** Records that all work of this epoch is done. Changes nothing when it is no longer the present epoch. */
export const finishEpoch = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query(finished, [epoch]);
};
