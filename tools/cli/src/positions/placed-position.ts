import type { LogBounds } from '@loyalty/messaging';
import type { PositionRecord } from '@loyalty/storage';

/** A position with the bounds of its log; null when Kafka no longer has the topic. */
export interface PlacedPosition extends PositionRecord {
  readonly logStart: number | null;
  readonly logEnd: number | null;
  /** Records that are not stored yet. */
  readonly lag: number | null;
}

/** Joins positions with the bounds of their logs. */
export const placedPositions = (
  positions: readonly PositionRecord[],
  bounds: readonly LogBounds[],
): PlacedPosition[] => {
  const keyOf = (at: { readonly topic: string; readonly partition: number }): string =>
    `${at.topic}/${at.partition.toString()}`;
  const logs = new Map(bounds.map((bound) => [keyOf(bound), bound]));
  return positions.map((position) => {
    const log = logs.get(keyOf(position));
    const { start: logStart = null, end: logEnd = null } = log ?? {};
    return {
      ...position,
      logStart,
      logEnd,
      lag: logEnd === null ? null : Math.max(0, logEnd - position.nextOffset),
    };
  });
};
