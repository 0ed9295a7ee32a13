import { type Bounds, type Clock, pauseToTick, RemoteClock, systemClock } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from './database.ts';

/** An estimate of the database's time, for processes that must agree on it. */
export interface DatabaseClock extends Clock {
  /**
   * Returns a time that is never ahead of the database's; before the first measurement, the time of this
   * process.
   */
  now(): number;
  measure(): Promise<void>;
  /** Returns by how many milliseconds our clock is ahead; null before the first measurement. */
  lead(): Bounds | null;
  /** Returns the age of the last measurement; Infinity before the first one. */
  ageMs(): number;
}

export const createDatabaseClock = ({
  db,
  clock = systemClock,
  elapsedMs = () => performance.now(),
}: {
  readonly db: Queryable;
  readonly clock?: Clock;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}): DatabaseClock => {
  const theirs = new RemoteClock();
  return {
    now: () => Math.floor(theirs.at(elapsedMs())?.least ?? clock.now()),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    pauseToTick: (ms, signal) => pauseToTick(clock, ms, signal),
    measure: async () => {
      const askedMs = elapsedMs();
      const theirsMs = await readDatabaseTime(db);
      theirs.note({ askedMs, answeredMs: elapsedMs(), theirsMs });
    },
    ageMs: () => theirs.ageMs(elapsedMs()),
    lead: () => leadOver(theirs.at(elapsedMs()), clock.now()),
  };
};

/** The local clock returns whole milliseconds, rounded down. */
const ownRoundedMs = 1;

const leadOver = (theirs: Bounds | null, oursMs: number): Bounds | null =>
  theirs && { least: oursMs - theirs.most, most: oursMs + ownRoundedMs - theirs.least };

const timeStatement: Statement = {
  name: 'database-time',
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"',
};

export const readDatabaseTime = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ nowMs: number }>(timeStatement), 'the time').nowMs;

const dayStatement: Statement = {
  name: 'utc-day',
  text: 'SELECT floor(extract(epoch FROM clock_timestamp()) / 86400)::int AS day',
};

/** Reads the UTC day, counted from the epoch. */
export const readUtcDay = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ day: number }>(dayStatement), 'the day').day;
