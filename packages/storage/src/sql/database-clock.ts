import { RemoteClock, systemClock, type Bounds, type Clock } from '@loyalty/kernel';
import type { Queryable } from './database.ts';
import { readDatabaseTime } from './database-time.ts';

/** The database's clock as this process estimates it. Processes that must agree on the time use this clock. */
export interface DatabaseClock extends Clock {
  /** The database's time, never ahead of it. Before the first measurement, the time of this process. */
  now(): number;
  /** Reads the database's time. Throws as a query does. */
  measure(): Promise<void>;
  /** How far this process' clock is ahead of the database's, in milliseconds; null before the first measurement. */
  lead(): Bounds | null;
  /** The age of the last measurement, in milliseconds; Infinity before the first. */
  ageMs(): number;
}

export interface DatabaseClockOptions {
  readonly db: Queryable;
  /** The clock of this process. Default: the system's. */
  readonly clock?: Clock;
  /** Milliseconds of a monotonic clock. Default: that of the process. */
  readonly elapsedMs?: () => number;
}

/** Estimates the database's time after {@link DatabaseClock.measure}, by adding the milliseconds of a monotonic clock. */
export const createDatabaseClock = ({
  db,
  clock = systemClock,
  elapsedMs = () => performance.now(),
}: DatabaseClockOptions): DatabaseClock => {
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
