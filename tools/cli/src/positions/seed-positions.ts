import { Fault } from '@loyalty/kernel';
import { type Kafka, type LogBounds, readLogBounds } from '@loyalty/messaging';
import { insertPositions, listReadings, readPositions, type Database, type Reading } from '@loyalty/storage';
import { UsageFault } from '../usage-fault.ts';
import { readTargets, type Aim } from './aim.ts';

/** The first position of a group on a partition of this cluster. */
export interface SeededPosition extends Reading {
  readonly partition: number;
  readonly nextOffset: number;
}

/** The effect of a seeding. */
export interface SeedPlan {
  readonly clusterId: string;
  readonly seeded: readonly SeededPosition[];
  /** Partitions that have a position on this cluster already; they keep it. */
  readonly kept: number;
  /** Topics that groups read elsewhere and that this cluster lacks. */
  readonly missing: readonly string[];
}

export interface SeedRequest {
  readonly aim: Aim;
  /** Only this group; absent: all groups. */
  readonly group?: string | undefined;
}

interface Desk {
  readonly db: Database;
  readonly kafka: Kafka;
  readonly clusterId: string;
}

/**
 * Plans the first positions of groups that have read on other clusters and not on this one. Without positions they begin at the
 * start of the logs, which loses nothing. On a cluster with copies of old records that repeats them.
 */
export const planSeed = async (desk: Desk, { aim, group }: SeedRequest): Promise<SeedPlan> => {
  const { db, kafka, clusterId } = desk;
  const elsewhere = await listReadings(db, clusterId);
  const readings = elsewhere.filter(({ consumerGroup }) => group === undefined || consumerGroup === group);
  if (readings.length === 0)
    throw new Fault(
      'NOTHING_TO_SEED',
      'No such group has read on another cluster: it begins by itself. Positions of this cluster are moved with «positions move».',
    );
  const topics = [...new Set(readings.map(({ topic }) => topic))];
  const bounds = await readLogBounds(kafka, topics);
  const placeOf = await readPlaces(kafka, bounds, aim);
  const planned = readings.flatMap((reading) =>
    bounds
      .filter(({ topic }) => topic === reading.topic)
      .map((log) => ({ ...reading, partition: log.partition, nextOffset: placeOf(log) })),
  );
  const seeded = await withoutKnown(desk, planned);
  const there = new Set(bounds.map(({ topic }) => topic));
  return {
    clusterId,
    seeded,
    kept: planned.length - seeded.length,
    missing: topics.filter((topic) => !there.has(topic)),
  };
};

/** Stores a plan. A position that was stored meanwhile stays unchanged. */
export const storeSeed = async (db: Database, { clusterId, seeded }: SeedPlan): Promise<void> => {
  for (const consumerGroup of new Set(seeded.map((one) => one.consumerGroup))) {
    const own = seeded.filter((one) => one.consumerGroup === consumerGroup);
    await insertPositions(db, { clusterId, consumerGroup }, own);
  }
};

const readPlaces = async (
  kafka: Kafka,
  bounds: readonly LogBounds[],
  aim: Aim,
): Promise<(log: LogBounds) => number> => {
  if ('to' in aim && typeof aim.to === 'number')
    throw new UsageFault(
      'An offset is another record on each partition: say --to start, --to end or --to-time.',
    );
  const topics = bounds.map(({ topic }) => topic);
  const targetOf = await readTargets(kafka, topics, aim);
  return (log) => {
    const target = targetOf(log);
    return typeof target === 'number' ? target : log[target];
  };
};

const withoutKnown = async (
  { db, clusterId }: Desk,
  planned: readonly SeededPosition[],
): Promise<SeededPosition[]> => {
  const fresh: SeededPosition[] = [];
  for (const consumerGroup of new Set(planned.map((one) => one.consumerGroup))) {
    const own = planned.filter((one) => one.consumerGroup === consumerGroup);
    const known = await readPositions(db, { clusterId, consumerGroup }, own);
    const names = new Set(known.map(({ topic, partition }) => `${topic}/${partition.toString()}`));
    fresh.push(...own.filter(({ topic, partition }) => !names.has(`${topic}/${partition.toString()}`)));
  }
  return fresh;
};
