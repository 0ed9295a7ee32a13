import type { LogBounds } from '@loyalty/messaging';
import type { PositionRecord } from '@loyalty/storage';

/** A position with the log that it stands in; null where Kafka does not have the topic any more. */
export interface PlacedPosition extends PositionRecord {
  readonly logStart: number | null;
  readonly logEnd: number | null;
  /** Records that are not stored yet. */
  readonly lag: number | null;
}

/** Puts positions beside the logs they stand in. */
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
