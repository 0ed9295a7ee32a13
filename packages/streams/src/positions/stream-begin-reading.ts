import type { StreamPosition } from '@loyalty/storage';
import type { LogBounds } from '../ports/broker.ts';
import type { PrecedingRecord } from './partition-reading.ts';

/** How the reading of a partition begins. */
export type Beginning =
  | { readonly outcome: 'read'; readonly offset: number; readonly preceding: PrecedingRecord | null }
  /** The position belongs to another log: an operator must decide. Not certain: or this leader is not the leader any more. */
  | { readonly outcome: 'park'; readonly reason: string; readonly isCertain: boolean }
  | { readonly outcome: 'parked-already' };

/**
 * Compares a stored position with the log. One below its start would skip lost records silently, and parks. One beyond its end parks
 * when that stays so: a leader that was frozen knows no newer end. Otherwise the timestamp of the record before it is compared.
 */
export const beginningOf = (position: StreamPosition, log: LogBounds): Beginning => {
  const { nextOffset, lastTimestamp } = position;
  if (position.state === 'PARKED') return { outcome: 'parked-already' };
  if (nextOffset < log.start)
    return { outcome: 'park', reason: outside(nextOffset, log, 'below the start of'), isCertain: true };
  if (nextOffset > log.end)
    return { outcome: 'park', reason: outside(nextOffset, log, 'beyond the end of'), isCertain: false };
  const hasPreceding = lastTimestamp !== null && nextOffset - 1 >= log.start;
  return {
    outcome: 'read',
    offset: nextOffset,
    preceding: hasPreceding ? { offset: nextOffset - 1, timestamp: lastTimestamp } : null,
  };
};

const outside = (offset: number, log: LogBounds, where: string): string =>
  `position ${offset.toString()} is ${where} the log (${log.start.toString()} to ${log.end.toString()})`;
