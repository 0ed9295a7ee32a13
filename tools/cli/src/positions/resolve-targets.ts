import { Fault } from '@loyalty/kernel';
import type { Kafka } from '@loyalty/messaging';
import { readTargets, type Aim } from './aim.ts';
import { offsetOf, type MoveTarget } from './find-position.ts';
import type { PlacedPosition } from './placed-position.ts';

export interface Movable {
  readonly position: PlacedPosition;
  readonly nextOffset: number;
}

export interface RefusedTarget {
  readonly position: PlacedPosition;
  readonly refusal: Fault;
}

/** Positions with their targets, and those that cannot be moved. */
export interface Resolved {
  readonly movable: readonly Movable[];
  readonly refused: readonly RefusedTarget[];
}

/** Resolves each position by itself; without an aim each keeps its offset. */
export const resolveTargets = async (
  kafka: Kafka,
  positions: readonly PlacedPosition[],
  aim: Aim | null,
): Promise<Resolved> => {
  const there = positions.filter(({ logEnd }) => logEnd !== null).map(({ topic }) => topic);
  const targetOf = aim === null ? null : await readTargets(kafka, there, aim);
  const resolved = positions.map((position) =>
    resolve(position, targetOf?.(position) ?? position.nextOffset),
  );
  return {
    movable: resolved.filter((one) => 'nextOffset' in one),
    refused: resolved.filter((one) => 'refusal' in one),
  };
};

const resolve = (position: PlacedPosition, target: MoveTarget): Movable | RefusedTarget => {
  try {
    return { position, nextOffset: offsetOf(target, position) };
  } catch (failure) {
    if (failure instanceof Fault) return { position, refusal: failure };
    throw failure;
  }
};

/** Returns the effect of the move as a question; null when it has no effect. */
export const moveQuestion = ({ movable }: Resolved): string | null => {
  const [first, ...others] = movable;
  if (first === undefined) return null;
  const { topic, partition, nextOffset } = first.position;
  const text = effectOf(movable);
  return others.length > 0
    ? `${movable.length.toString()} partitions: ${text}. Move them?`
    : `${topic}/${partition.toString()} from ${nextOffset.toString()} to ${first.nextOffset.toString()} ${text}. Move it?`;
};

const effectOf = (movable: readonly Movable[]): string => {
  const steps = movable.map(({ position, nextOffset }) => nextOffset - position.nextOffset);
  const sumOf = (some: readonly number[]): number => some.reduce((total, step) => total + Math.abs(step), 0);
  const skipped = sumOf(steps.filter((step) => step > 0));
  const repeated = sumOf(steps.filter((step) => step < 0));
  if (skipped > 0 && repeated > 0)
    return `skips ${skipped.toString()} records and repeats ${repeated.toString()}`;
  return skipped > 0 ? `skips ${skipped.toString()} records` : `repeats ${repeated.toString()} records`;
};
