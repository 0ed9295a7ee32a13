import { RemoteClock, systemClock, type Bounds, type Clock } from '@loyalty/kernel';
import type { Queryable } from './database.ts';
import { readDatabaseTime } from './database-time.ts';

/** The database's clock, as this process knows it: what several processes judge by, they judge by this one. */
export interface DatabaseClock extends Clock {
  /** The time of the database, never ahead of it; that of this process until the database was first asked. */
  now(): number;
  /** Asks the database. Throws as a query does. */
  measure(): Promise<void>;
  /** How far this process' own clock is ahead of the database's, in milliseconds; null until it was first asked. */
  lead(): Bounds | null;
}

export interface DatabaseClockOptions {
  readonly db: Queryable;
  /** Of this process. Default: its own. */
  readonly clock?: Clock;
  /** Milliseconds of a clock that never goes back. Default: that of the process. */
  readonly elapsedMs?: () => number;
}

/** Knows the database's time once {@link DatabaseClock.measure} was called; it is told between two calls by a clock that never goes back. */
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
    lead: () => leadOver(theirs.at(elapsedMs()), clock.now()),
  };
};

/** Ours is told in whole milliseconds, rounded down. */
const ownRoundedMs = 1;

const leadOver = (theirs: Bounds | null, oursMs: number): Bounds | null =>
  theirs && { least: oursMs - theirs.most, most: oursMs + ownRoundedMs - theirs.least };
