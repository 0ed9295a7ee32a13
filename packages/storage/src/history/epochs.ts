import { onlyRow, type Queryable, type Statement } from '../sql/database.ts';

/** The first key of the advisory lock; the second one is 0. */
export const historyLockClass = 7_305_008;

export interface EpochState {
  readonly epoch: string;
  readonly raisedAtMs: number;
  /** The time after which commits may be lost: the earliest of all unfinished epochs. */
  readonly branchedAtMs: number;
  /** True once the erasures, revocations and other removals of the lost commits have been applied again. */
  readonly isOpen: boolean;
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

/** Raises the epoch if the server has started again, as any service's first connection does. */
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
 * Opens an epoch and all earlier ones. Returns false if another process did so, or if it is no longer the
 * present epoch.
 */
export const openEpoch = async (db: Queryable, epoch: string): Promise<boolean> =>
  (await db.query(opened, [epoch])).length > 0;

const leftOut: Statement = {
  name: 'history-left-out',
  // Safe to repeat.
  text: 'UPDATE database_epochs SET left_out = greatest(left_out, $2) WHERE epoch = $1',
};

export const noteLeftOut = async (db: Queryable, epoch: string, facts: number): Promise<void> => {
  await db.query(leftOut, [epoch, facts]);
};

const membersLeftOut: Statement = {
  name: 'history-members-left-out',
  // Safe to repeat.
  text: 'UPDATE database_epochs SET members_left_out = greatest(members_left_out, $2) WHERE epoch = $1',
};

export const noteMembersLeftOut = async (db: Queryable, epoch: string, members: number): Promise<void> => {
  await db.query(membersLeftOut, [epoch, members]);
};

/** Finishes an epoch. Changes nothing if it is no longer the present one. */
export const finishEpoch = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query(finished, [epoch]);
};

export interface EpochRecord {
  readonly epoch: string;
  /** The time of the newest commit of the earlier history that is known to have survived. */
  readonly branchedAt: Date;
  readonly raisedAt: Date;
  readonly isPresent: boolean;
  /** The number of facts; null before the comparison, or if there was nothing to compare. */
  readonly facts: number | null;
  /** False if there were more ghosts than are stored. */
  readonly isComplete: boolean;
  /** The number of removals that did not fit into memory and were not applied again. */
  readonly leftOut: number;
  /** The number of lost members that did not fit into memory and may be enrolled again with other ids. */
  readonly membersLeftOut: number;
  readonly openGhosts: number;
  readonly openDifferences: number;
  readonly settledDifferences: number;
}

const listStatement: Statement = {
  name: 'history-epochs-list',
  text: `SELECT e.epoch, e.branched_at AS "branchedAt", e.raised_at AS "raisedAt", h.epoch IS NOT NULL AS "isPresent",
                s.facts, coalesce(s.is_complete, true) AS "isComplete", e.left_out AS "leftOut",
                e.members_left_out AS "membersLeftOut",
                (SELECT count(*) FROM history_ghosts g WHERE g.epoch = e.epoch AND g.settled_at IS NULL) AS "openGhosts",
                (SELECT count(*) FROM history_differences d
                  WHERE d.epoch = e.epoch AND d.settled_at IS NULL) AS "openDifferences",
                (SELECT count(*) FROM history_differences d
                  WHERE d.epoch = e.epoch AND d.settled_at IS NOT NULL) AS "settledDifferences"
           FROM database_epochs e LEFT JOIN history_scans s USING (epoch) LEFT JOIN database_history h USING (epoch)
          ORDER BY e.raised_at DESC`,
};

export const listEpochs = (db: Queryable): Promise<EpochRecord[]> => db.query<EpochRecord>(listStatement);

/** The number of open rows, counted up to {@link openCountMax}. */
export interface OpenRows {
  readonly ghosts: number;
  readonly differences: number;
}

const openCountMax = 10_000;

const openStatement: Statement = {
  name: 'history-open-count',
  text: `SELECT (SELECT count(*) FROM (SELECT FROM history_ghosts WHERE settled_at IS NULL LIMIT $1) g) AS ghosts,
                (SELECT count(*) FROM (SELECT FROM history_differences WHERE settled_at IS NULL LIMIT $1) d) AS differences`,
};

export const countOpenRows = async (db: Queryable): Promise<OpenRows> => {
  const [row] = await db.query<OpenRows>(openStatement, [openCountMax]);
  return row ?? { ghosts: 0, differences: 0 };
};

const closeStatement: Statement = {
  name: 'history-close',
  text: `WITH ghosts AS (
           UPDATE history_ghosts SET outcome = 'CLOSED', settled_at = clock_timestamp()
            WHERE epoch = $1 AND settled_at IS NULL RETURNING 1),
         differences AS (
           UPDATE history_differences SET outcome = 'CLOSED', settled_at = clock_timestamp()
            WHERE epoch = $1 AND settled_at IS NULL RETURNING 1)
         SELECT (SELECT count(*) FROM ghosts) + (SELECT count(*) FROM differences) AS closed`,
};

export const closeEpoch = async (db: Queryable, epoch: string): Promise<number> => {
  const [row] = await db.query<{ closed: number }>(closeStatement, [epoch]);
  return row?.closed ?? 0;
};

const purgeStatement: Statement = {
  name: 'history-purge',
  text: `WITH ghosts AS (
           DELETE FROM history_ghosts WHERE (fact_id, epoch) IN (
             SELECT fact_id, epoch FROM history_ghosts WHERE settled_at < now() - interval '90 days' LIMIT $1)
           RETURNING 1),
         differences AS (
           DELETE FROM history_differences WHERE (epoch, environment_id, operation, ref) IN (
             SELECT epoch, environment_id, operation, ref FROM history_differences
              WHERE settled_at < now() - interval '90 days' LIMIT $1)
           RETURNING 1)
         SELECT greatest((SELECT count(*) FROM ghosts), (SELECT count(*) FROM differences)) AS gone`,
};

const purgedAtOnce = 1_000;

/** Deletes rows that were settled 90 days ago. Open rows stay until they are closed. */
export const purgeHistory = async (db: Queryable): Promise<void> => {
  let gone = purgedAtOnce;
  while (gone === purgedAtOnce) {
    const [row] = await db.query<{ gone: number }>(purgeStatement, [purgedAtOnce]);
    gone = row?.gone ?? 0;
  }
};
