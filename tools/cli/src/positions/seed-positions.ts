import type { Kafka, WholeLogBounds } from '@loyalty/kafka';
import { readLogBounds } from '@loyalty/kafka/metadata';
import { Fault, partitionKeyOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { listReadTopics, type ReadTopic } from '@loyalty/storage/position-control';
import { insertPositions, readPositions, readStoredUntil } from '@loyalty/storage/positions';
import { UsageFault } from '../failures.ts';
import type { PositionContext } from './positions-in-logs.ts';
import { readTargets, type TargetChoice } from './position-moves.ts';

interface SeededPosition extends ReadTopic {
  readonly partition: number;
  readonly nextOffset: number;
}

export interface SeedPlan {
  readonly clusterId: string;
  readonly seeded: readonly SeededPosition[];
  /** The number of partitions that already have a position on this cluster. */
  readonly kept: number;
  /** The partitions that groups read elsewhere and that this cluster lacks. */
  readonly missing: readonly string[];
}

interface SeedRequest {
  readonly target: TargetChoice;
  readonly group?: string | undefined;
}

type SeedContext = Pick<PositionContext, 'db' | 'kafka' | 'clusterId'>;

/**
 * Plans the first positions. Groups that have no positions begin at the start of the logs, which repeats
 * copies of old records.
 */
export const planSeed = async (context: SeedContext, { target, group }: SeedRequest): Promise<SeedPlan> => {
  const { db, kafka, clusterId } = context;
  const elsewhere = await listReadTopics(db, clusterId);
  const readings = elsewhere.filter(({ consumerGroup }) => group === undefined || consumerGroup === group);
  if (readings.length === 0)
    throw new Fault(
      'NOTHING_TO_SEED',
      'No such group has read on another cluster, so it begins by itself. To move positions on this cluster, use «loyaltyctl positions move».',
    );
  const topics = [...new Set(readings.map(({ topic }) => topic))];
  const bounds = await readLogBounds(kafka, topics);
  const placeOf = await readPlaces(kafka, bounds, target);
  const planned = readings.flatMap((reading) =>
    bounds
      .filter(({ topic }) => topic === reading.topic)
      .map((log) => ({ ...reading, partition: log.partition, nextOffset: placeOf(log) })),
  );
  const seeded = await withoutKnown(context, planned);
  const there = new Set(bounds.map(({ topic }) => topic));
  return {
    clusterId,
    seeded,
    kept: planned.length - seeded.length,
    missing: topics.filter((topic) => !there.has(topic)),
  };
};

/** Stores planned positions. One that was stored meanwhile stays unchanged. */
export const storeSeed = async (db: Database, { clusterId, seeded }: SeedPlan): Promise<void> => {
  for (const consumerGroup of new Set(seeded.map((one) => one.consumerGroup))) {
    const own = seeded.filter((one) => one.consumerGroup === consumerGroup);
    await insertPositions(db, { clusterId, consumerGroup }, own);
  }
};

const readPlaces = async (
  kafka: Kafka,
  bounds: readonly WholeLogBounds[],
  target: TargetChoice,
): Promise<(log: WholeLogBounds) => number> => {
  if ('to' in target && typeof target.to === 'number')
    throw new UsageFault(
      'An offset means a different record on each partition: pass --to start, --to end or --to-time.',
    );
  const topics = bounds.map(({ topic }) => topic);
  const targetOf = await readTargets(kafka, topics, target);
  return (log) => {
    const found = targetOf(log);
    if (typeof found === 'number') return found;
    return found === 'start' ? log.start : log.stableEnd;
  };
};

const withoutKnown = async (
  { db, clusterId }: SeedContext,
  planned: readonly SeededPosition[],
): Promise<SeededPosition[]> => {
  const fresh: SeededPosition[] = [];
  for (const consumerGroup of new Set(planned.map((one) => one.consumerGroup))) {
    const own = planned.filter((one) => one.consumerGroup === consumerGroup);
    const known = await readPositions(db, { clusterId, consumerGroup }, own);
    const names = new Set(known.map(partitionKeyOf));
    fresh.push(...own.filter((reading) => !names.has(partitionKeyOf(reading))));
  }
  return fresh;
};

/** Copies of records have later times, and brokers' clocks differ. Reading twice is harmless. */
const marginMs = 10_000;

/**
 * Plans from the first record that is not older than what each group has stored, and not older than
 * `sinceMs`.
 */
export const planSeeds = async (context: PositionContext, sinceMs: number): Promise<readonly SeedPlan[]> => {
  const groups = new Set(
    (await listReadTopics(context.db, context.clusterId)).map(({ consumerGroup }) => consumerGroup),
  );
  const plans: SeedPlan[] = [];
  for (const group of groups) {
    const storedUntilMs = (await readStoredUntil(context.db, [group])) ?? sinceMs;
    const toTimeMs = Math.min(sinceMs, storedUntilMs) - marginMs;
    plans.push(await planSeed(context, { target: { toTimeMs }, group }));
  }
  return plans;
};

/** Stores planned positions. One that was stored meanwhile stays unchanged. */
export const storeSeeds = async (
  { db }: Pick<PositionContext, 'db'>,
  plans: readonly SeedPlan[],
): Promise<void> => {
  for (const plan of plans) await storeSeed(db, plan);
};
