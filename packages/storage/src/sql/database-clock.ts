import { type Bounds, type Clock, RemoteClock, systemClock } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from './database.ts';

/** The database's clock as this process estimates it, for processes that must agree on the time. */
export interface DatabaseClock extends Clock {
  /** The database's time, never ahead of it. Before the first measurement, the time of this process. */
  now(): number;
  /** Reads the database's time. Throws as a query does. */
  measure(): Promise<void>;
  /** By how many ms our clock is ahead of the database's; null before the first measurement. */
  lead(): Bounds | null;
  /** The age of the last measurement, in milliseconds; Infinity before the first. */
  ageMs(): number;
}

/** After {@link DatabaseClock.measure} it adds the milliseconds of a monotonic clock. */
export const createDatabaseClock = ({
  db,
  clock = systemClock,
  elapsedMs = () => performance.now(),
}: {
  readonly db: Queryable;
  /** The clock of this process. Default: the system's. */
  readonly clock?: Clock;
  /** Milliseconds of a monotonic clock. Default: that of the process. */
  readonly elapsedMs?: () => number;
}): DatabaseClock => {
  const theirs = new RemoteClock();
  return {
    now: () => Math.floor(theirs.at(elapsedMs())?.least ?? clock.now()),
    sleep: (ms, signal) => clock.sleep(ms, signal),
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

/** Returns the database's time when this statement runs, in milliseconds since the epoch. */
export const readDatabaseTime = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ nowMs: number }>(timeStatement), 'the time').nowMs;

const dayStatement: Statement = {
  name: 'utc-day',
  text: 'SELECT floor(extract(epoch FROM clock_timestamp()) / 86400)::int AS day',
};

/** Returns the present UTC day by the database's clock, in days since the epoch. */
export const readUtcDay = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ day: number }>(dayStatement), 'the day').day;
