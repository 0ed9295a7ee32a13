import { Fault } from '@loyalty/kernel';
import { UsageFault } from '../usage-fault.ts';
import { findPosition } from './find-position.ts';
import type { PlacedPosition } from './placed-position.ts';

/** The positions that a command line names: one by its partition, or all parked ones. */
export interface PositionChoice {
  readonly topic?: string | undefined;
  readonly partition?: number | undefined;
  readonly group?: string | undefined;
  readonly allParked?: true | undefined;
}

/** Returns the chosen positions; throws a Fault when the choice is unclear or empty. */
export const choosePositions = (
  positions: readonly PlacedPosition[],
  { topic, partition, group, allParked }: PositionChoice,
): readonly PlacedPosition[] => {
  if (allParked !== true) {
    if (topic === undefined || partition === undefined)
      throw new UsageFault('Name a topic and a partition, or all that are parked with --all-parked.');
    return [findPosition(positions, { topic, partition, group })];
  }
  if (partition !== undefined)
    throw new UsageFault('A partition is named beside --all-parked: leave one of them out.');
  const parked = positions.filter(
    (position) =>
      position.state === 'PARKED' &&
      (topic === undefined || position.topic === topic) &&
      (group === undefined || position.consumerGroup === group),
  );
  if (parked.length > 0) return parked;
  throw new Fault(
    'NOTHING_PARKED',
    'Nothing of that is parked: «loyaltyctl positions list --parked» shows what is.',
  );
};
