import { dayMs, type EnvironmentId, utcDayOf } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import { createLruMap } from '../lookup/lru-map.ts';

interface AuditDayOptions {
  readonly dbOf: (environmentId: EnvironmentId) => Queryable;
  readonly clock: { now(): number };
}

/** Counts the entries of the audit log in the present UTC day. */
export interface AuditDay {
  /** Returns the number of entries, which is at most a few seconds old. */
  countToday(environmentId: EnvironmentId): Promise<number>;
  /** Returns the largest count of today that was read for an environment; 0 if none was read. */
  greatest(): number;
}

/** Callers write 3,000 rows a minute at most, so a bound is passed by some hundred. */
const keptMs = 5_000;

/** Older than any transaction that has not committed yet: what was counted of before does not change. */
const settledMs = 60_000;

/** This many environments take about 2 MB. */
const environmentsMax = 10_000;

interface Counted {
  readonly dayStartMs: number;
  readonly readAtMs: number;
  /** This counts entries from before `untilMs`. */
  readonly settled: number;
  readonly untilMs: number;
  readonly total: number;
}

const countStatement: Statement = {
  name: 'audit-count-since',
  text: `SELECT count(*) FILTER (WHERE created_at < to_timestamp($3::float8 / 1000)) AS settled, count(*) AS total
           FROM audit_entries WHERE environment_id = $1 AND created_at >= to_timestamp($2::float8 / 1000)`,
};

/**
 * Creates a counter of the rows themselves, so other writers' rows are counted, too. The first read looks at
 * the whole day by the primary key, and each later one at the rows since the one before.
 */
export const createAuditDay = ({ dbOf, clock }: AuditDayOptions): AuditDay => {
  const counted = createLruMap<EnvironmentId, Counted>(environmentsMax);
  const running = new Map<EnvironmentId, Promise<number>>();
  let greatest = { dayStartMs: 0, total: 0 };

  const read = async (environmentId: EnvironmentId, known: Counted | undefined): Promise<number> => {
    const nowMs = clock.now();
    const dayStartMs = dayStartOf(nowMs);
    const { settled, untilMs } =
      known?.dayStartMs === dayStartMs ? known : { settled: 0, untilMs: dayStartMs };
    const horizonMs = Math.max(untilMs, nowMs - settledMs);
    const values = [environmentId, untilMs, horizonMs];
    const rows = await dbOf(environmentId).query<{ settled: number; total: number }>(countStatement, values);
    const since = onlyRow(rows, 'a count');
    const total = settled + since.total;
    counted.set(environmentId, {
      dayStartMs,
      readAtMs: nowMs,
      settled: settled + since.settled,
      untilMs: horizonMs,
      total,
    });
    if (dayStartMs > greatest.dayStartMs || total > greatest.total) greatest = { dayStartMs, total };
    return total;
  };

  return {
    countToday: (environmentId) => {
      const nowMs = clock.now();
      const known = counted.get(environmentId);
      if (known?.dayStartMs === dayStartOf(nowMs) && nowMs < known.readAtMs + keptMs)
        return Promise.resolve(known.total);
      const begun = running.get(environmentId);
      if (begun !== undefined) return begun;
      const count = read(environmentId, known).finally(() => running.delete(environmentId));
      running.set(environmentId, count);
      return count;
    },
    greatest: () => (greatest.dayStartMs === dayStartOf(clock.now()) ? greatest.total : 0),
  };
};

const dayStartOf = (nowMs: number): number => utcDayOf(nowMs) * dayMs;

/** Returns the seconds until the next UTC day. */
export const secondsOfDayLeft = (nowMs: number): number =>
  Math.ceil((dayStartOf(nowMs) + dayMs - nowMs) / 1_000);
