import { type Command, Option } from 'commander';
import type { Kafka } from '@loyalty/kafka';
import { offsetsSince } from '@loyalty/kafka/metadata';
import { Fault } from '@loyalty/kernel';
import { releasePosition } from '@loyalty/storage/position-control';
import type { TopicPartition } from '@loyalty/storage/positions';
import { parseInstant } from '../arguments.ts';
import { UsageFault } from '../failures.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { type MoveTarget, offsetOf, parseTarget } from './find-position.ts';
import type { PositionInLog, PositionContext } from './positions-in-logs.ts';

/** Where positions move to; `toTimeMs` means the first record that is not older. */
export type TargetChoice = { readonly to: MoveTarget } | { readonly toTimeMs: number };

export interface TargetFlags {
  readonly to?: MoveTarget;
  readonly toTime?: number;
}

export const withTargetOptions = (command: Command): Command =>
  command
    .option('--to <where>', 'the position to read from: an offset, start or end', parseTarget)
    .addOption(
      new Option(
        '--to-time <time>',
        'read from the first record that is not older than this, or from the end if there is none',
      )
        .argParser(parseInstant)
        .conflicts('to'),
    );

export const targetChoiceOf = ({ to, toTime }: TargetFlags): TargetChoice => {
  if (to !== undefined) return { to };
  if (toTime !== undefined) return { toTimeMs: toTime };
  throw new UsageFault('Choose where to move to: pass --to with an offset, start or end, or --to-time.');
};

export const readTargets = async (
  kafka: Kafka,
  topics: readonly string[],
  target: TargetChoice,
): Promise<(place: TopicPartition) => MoveTarget> => {
  if ('to' in target) return () => target.to;
  const offsets = new Map<string, Map<number, number>>();
  for (const topic of new Set(topics)) offsets.set(topic, await offsetsSince(kafka, topic, target.toTimeMs));
  return ({ topic, partition }) => offsets.get(topic)?.get(partition) ?? 'end';
};

interface Movable {
  readonly position: PositionInLog;
  readonly nextOffset: number;
}

interface RefusedTarget {
  readonly position: PositionInLog;
  readonly refusal: Fault;
}

interface Resolved {
  readonly movable: readonly Movable[];
  readonly refused: readonly RefusedTarget[];
}

/** Resolves the target of each position separately; without a target each keeps its offset. */
export const resolveTargets = async (
  kafka: Kafka,
  positions: readonly PositionInLog[],
  target: TargetChoice | null,
): Promise<Resolved> => {
  const there = positions.filter(({ logEnd }) => logEnd !== null).map(({ topic }) => topic);
  const targetOf = target === null ? null : await readTargets(kafka, there, target);
  const resolved = positions.map((position) =>
    resolve(position, targetOf?.(position) ?? position.nextOffset),
  );
  return {
    movable: resolved.filter((one) => 'nextOffset' in one),
    refused: resolved.filter((one) => 'refusal' in one),
  };
};

const resolve = (position: PositionInLog, target: MoveTarget): Movable | RefusedTarget => {
  try {
    return { position, nextOffset: offsetOf(target, position) };
  } catch (failure) {
    if (failure instanceof Fault) return { position, refusal: failure };
    throw failure;
  }
};

export const moveQuestion = ({ movable }: Resolved): string | null => {
  const [first, ...others] = movable;
  if (first === undefined) return null;
  const { topic, partition, nextOffset } = first.position;
  const text = effectOf(movable);
  return others.length > 0
    ? `Moving ${movable.length.toString()} partitions ${text}. Move them?`
    : `Moving ${topic}/${partition.toString()} from ${nextOffset.toString()} to ${first.nextOffset.toString()} ${text}. Move it?`;
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

export const releaseOne = async (
  task: CommandContext,
  context: PositionContext,
  resolved: Resolved,
): Promise<CommandOutcome> => {
  const [refused] = resolved.refused;
  if (refused !== undefined) throw refused.refusal;
  const [document] = await release(task, context, resolved.movable);
  return { document };
};

/** Releases positions in one transaction, and reports those that cannot be released. */
export const releaseAll = async (
  task: CommandContext,
  context: PositionContext,
  { movable, refused }: Resolved,
): Promise<CommandOutcome> => {
  const released = await release(task, context, movable);
  for (const { position, refusal } of refused)
    task.note(
      `${position.consumerGroup} ${position.topic}/${position.partition.toString()}: ${refusal.message}`,
    );
  return { document: { released, refused: refused.map(refusedOf) }, isFailure: refused.length > 0 };
};

const release = async (
  task: CommandContext,
  { db, clusterId }: PositionContext,
  movable: readonly Movable[],
) => {
  const released = movable.map(({ position: { consumerGroup, topic, partition }, nextOffset }) => ({
    consumerGroup,
    topic,
    partition,
    nextOffset,
    state: 'RUNNING' as const,
  }));
  await db.transaction(async (tx) => {
    for (const position of released) await releasePosition(tx, clusterId, position);
  });
  for (const { consumerGroup, topic, partition, nextOffset } of released)
    task.say(
      `${consumerGroup} continues to read ${topic}/${partition.toString()} from ${nextOffset.toString()} within 5 seconds.`,
    );
  return released;
};

const refusedOf = ({ position: { consumerGroup, topic, partition }, refusal }: RefusedTarget) => ({
  consumerGroup,
  topic,
  partition,
  reason: refusal.message,
});
