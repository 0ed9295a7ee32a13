import { InvalidArgumentError } from 'commander';
import { Fault } from '@loyalty/kernel';
import { UsageFault } from '../failures.ts';
import type { PositionInLog } from './positions-in-logs.ts';

export type MoveTarget = number | 'start' | 'end';

export const parseTarget = (text: string): MoveTarget => {
  if (text === 'start' || text === 'end') return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an offset, start or end.');
};

/**
 * Finds a position. Throws a Fault if there is none, or if several groups read the partition and none was
 * named.
 */
export const findPosition = (
  positions: readonly PositionInLog[],
  {
    topic,
    partition,
    group,
  }: { readonly topic: string; readonly partition: number; readonly group?: string | undefined },
): PositionInLog => {
  const found = positions.filter(
    (position) =>
      position.topic === topic &&
      position.partition === partition &&
      (group === undefined || position.consumerGroup === group),
  );
  const [only] = found;
  if (only === undefined) {
    throw new Fault(
      'POSITION_NOT_FOUND',
      `No group reads ${topic}/${partition.toString()}: «loyaltyctl positions list» lists the partitions that are read.`,
    );
  }
  if (found.length === 1) return only;
  const groups = found.map(({ consumerGroup }) => consumerGroup).join(', ');
  throw new Fault(
    'SEVERAL_GROUPS',
    `Several groups read this partition: choose one with --group (${groups}).`,
  );
};

/** Throws a Fault outside of the log, where nothing could be read. */
export const offsetOf = (
  target: MoveTarget,
  { logStart, logEnd, stableEnd, topic }: PositionInLog,
): number => {
  if (logStart === null || logEnd === null || stableEnd === null)
    throw new Fault(
      'TOPIC_MISSING',
      `Kafka no longer has the topic ${topic}, so there is nothing to read: create it again with «loyaltyctl deploy», or leave the position as it is.`,
    );
  if (target === 'start') return logStart;
  // What waits for a transaction is not skipped unless its offset is named.
  if (target === 'end') return stableEnd;
  if (target >= logStart && target <= logEnd) return target;
  const range = `${logStart.toString()} to ${logEnd.toString()}`;
  throw new Fault(
    'OUTSIDE_LOG',
    `${target.toString()} is outside the log, which holds ${range}: move the position with «loyaltyctl positions move» and --to start ` +
      '(records that are gone stay lost), --to end or --to-time.',
  );
};

export interface PositionChoice {
  readonly topic?: string | undefined;
  readonly partition?: number | undefined;
  readonly group?: string | undefined;
  readonly allParked?: true | undefined;
}

/** Chooses positions. Throws a Fault if the choice is unclear or empty. */
export const choosePositions = (
  positions: readonly PositionInLog[],
  { topic, partition, group, allParked }: PositionChoice,
): readonly PositionInLog[] => {
  if (allParked !== true) {
    if (topic === undefined || partition === undefined)
      throw new UsageFault('Name a topic and a partition, or pass --all-parked.');
    return [findPosition(positions, { topic, partition, group })];
  }
  if (partition !== undefined)
    throw new UsageFault('A partition cannot be combined with --all-parked: leave one of them out.');
  const parked = positions.filter(
    (position) =>
      position.state === 'PARKED' &&
      (topic === undefined || position.topic === topic) &&
      (group === undefined || position.consumerGroup === group),
  );
  if (parked.length > 0) return parked;
  throw new Fault(
    'NOTHING_PARKED',
    'No such partition is parked: «loyaltyctl positions list --parked» lists those that are.',
  );
};
