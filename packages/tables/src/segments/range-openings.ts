import type { WindowDays } from '@loyalty/rules';
import { epochDay } from '../statistics/write-member-days.ts';
import { windowSumsIn, type InputColumn } from './input-columns.ts';

/** The members after one id and up to another: parameters, as text. */
export interface MemberRange {
  readonly after: string;
  readonly end: string;
}

/** The openings to read; values are parameters, as text. */
export interface OpeningsQuery {
  readonly environment: string;
  /** At least one, of {@link scannedDaysMax} days at most; the shortest first. */
  readonly windows: readonly WindowDays[];
  readonly columns: ReadonlySet<InputColumn>;
  /** The day on which windows end. */
  readonly today: string;
}

/**
 * Longer windows are looked up for each member. A scan returns each day of the longest window, and the most frequent members have
 * one for each day.
 */
export const scannedDaysMax = 90;

/**
 * A FROM item: the totals of each member of a range before each window, as `spend_before_30` or `txns_before_30`. All come from one
 * scan of the key of `member_days`. Join it by FULL JOIN, which is never a loop over members.
 */
export const rangeOpenings = (range: MemberRange, query: OpeningsQuery): string => {
  const { environment, windows, columns, today } = query;
  const longest = `${epochDay} + (${today} - ${Math.max(...windows).toString()})`;
  const firsts = windows.flatMap((days) => {
    const isWithin = `d.day > ${epochDay} + (${today} - ${days.toString()})`;
    return windowSumsIn(columns, days).map(
      ({ before }) => `${firstTotal(before, longest, isWithin)} AS ${before}_${days.toString()}`,
    );
  });
  return `(SELECT d.member_id, ${firsts.join(', ')}
             FROM member_days d
            WHERE d.environment_id = ${environment} AND d.member_id > ${range.after} AND d.member_id <= ${range.end}
              AND d.day > ${longest}
            GROUP BY d.member_id)`;
};

/**
 * The total of the first day within a window. One `min` finds both: nine bits of the day stand above 54 of the total plus 2^53.
 * `any_value` promises no order. Days after the 511th count as one.
 */
const firstTotal = (total: string, longest: string, isWithin: string): string =>
  `(min((least(d.day - (${longest}), 511)::bigint << 54) + (d.${total} + 9007199254740992))
      FILTER (WHERE ${isWithin}) & 18014398509481983) - 9007199254740992`;
