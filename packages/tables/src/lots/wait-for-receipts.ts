import { earnGroups, topics } from '@loyalty/contracts';
import type { Job } from '@loyalty/jobs/job';
import type { Kafka } from '@loyalty/kafka';
import { describeCluster, offsetsSince } from '@loyalty/kafka/metadata';
import { readRanges } from '@loyalty/kafka/read-log';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { type GroupKey, readPositions } from '@loyalty/storage/positions';
import { environmentInHeader } from '@loyalty/streams';
import type { Logger } from '@loyalty/telemetry/logger';
import { listStreams } from '../tenants/tenant-streams.ts';

/** Receipts that lag longer may lag for days, and expired points cannot stay for ever. */
const waitMaxMs = 6 * 3_600_000;

/**
 * Makes a job wait up to six hours if streamed receipts lag, because they may renew points that would expire
 * tonight. The database's clock measures the time, because by a slower clock a new run would not be due yet.
 * An unfinished run pauses, too.
 */
export const waitForReceipts = <Tx, Cursor>(
  job: Job<Tx, Cursor>,
  { lagging, logger }: { readonly lagging: LaggingReceipts; readonly logger: Logger },
): Job<Tx, Cursor> => ({
  ...job,
  readyAmong: async (due, nowMs) => {
    const patient = due
      .filter(({ atMs }) => nowMs - atMs < waitMaxMs)
      .map(({ environmentId }) => environmentId);
    const behind = patient.length === 0 ? new Set() : await lagging.among(patient, nowMs);
    if (behind.size > 0)
      logger.info({ job: job.name, environments: behind.size }, 'a job waits for streamed receipts that lag');
    return due.filter(({ environmentId }) => !behind.has(environmentId));
  },
});

interface LaggingReceipts {
  /** `nowMs` is the database's time. Throws when Kafka or the database cannot be reached. */
  among(environments: readonly EnvironmentId[], nowMs: number): Promise<ReadonlySet<EnvironmentId>>;
}

interface LaggingReceiptsOptions {
  readonly kafka: Kafka;
  readonly db: Queryable;
  /** The default is `loyalty.receipts`. */
  readonly sharedTopic?: string;
}

/** A group that keeps up is behind by seconds only. */
const lagMs = 600_000;

/**
 * Finds where receipts lag. A group lags if a partition's first unstored record is older than ten minutes. In
 * the topic that all tenants share, an environment lags if it has such records itself, or if not all of them
 * could be read yet.
 */
export const createLaggingReceipts = ({
  kafka,
  db,
  sharedTopic = topics.receipts,
}: LaggingReceiptsOptions): LaggingReceipts => {
  const survey = new ReceiptSurvey(kafka, sharedTopic);
  return {
    among: async (environments, nowMs) => {
      const { clusterId } = await describeCluster(kafka);
      const unstored = async (consumerGroup: string, topic: string): Promise<UnstoredRange[]> => {
        const reached = await offsetsSince(kafka, topic, nowMs - lagMs);
        return unstoredRanges(db, { clusterId, consumerGroup }, { topic, reached });
      };
      const shared = await survey.survey(await unstored(earnGroups.receipts, sharedTopic));
      if (!shared.isComplete) return new Set(environments);
      const lagging = new Set(environments.filter((environmentId) => shared.environments.has(environmentId)));
      for (const { environmentId, topic } of await listStreams(db)) {
        if (!environments.includes(environmentId) || lagging.has(environmentId)) continue;
        if ((await unstored(earnGroups.streams, topic)).length > 0) lagging.add(environmentId);
      }
      return lagging;
    },
  };
};

interface RequiredPositions {
  readonly topic: string;
  readonly reached: ReadonlyMap<number, number>;
}

/** A partition that was never read is at its beginning. */
const unstoredRanges = async (
  db: Queryable,
  reader: GroupKey,
  { topic, reached }: RequiredPositions,
): Promise<UnstoredRange[]> => {
  const partitions = [...reached.keys()].map((partition) => ({ topic, partition }));
  const positions = await readPositions(db, reader, partitions);
  const nextOffsets = new Map(positions.map(({ partition, nextOffset }) => [partition, nextOffset]));
  return [...reached]
    .map(([partition, end]) => ({ partition, next: nextOffsets.get(partition) ?? 0, end }))
    .filter(({ next, end }) => next < end);
};

/** Takes seconds; the next look goes on from there. */
const recordsMax = 300_000;

/** The range is from the first receipt that is not stored to the first that is too young to count. */
interface UnstoredRange {
  readonly partition: number;
  readonly next: number;
  readonly end: number;
}

interface SurveyedRanges {
  readonly environments: ReadonlySet<EnvironmentId>;
  /** While it is false, any environment may have records in the part that is not read. */
  readonly isComplete: boolean;
}

interface ReadPart {
  readonly from: number;
  until: number;
  readonly lastOffsets: Map<EnvironmentId, number>;
}

/** It surveys a log that all environments share. It reads headers only, each record once. */
class ReceiptSurvey {
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #parts = new Map<number, ReadPart>();

  constructor(kafka: Kafka, topic: string) {
    this.#kafka = kafka;
    this.#topic = topic;
  }

  /** Throws when the log cannot be read. */
  async survey(ranges: readonly UnstoredRange[]): Promise<SurveyedRanges> {
    this.#forget(ranges);
    await this.#readOn(ranges);
    const environments = new Set(ranges.flatMap((range) => this.#environmentsIn(range)));
    const isComplete = ranges.every(({ partition, end }) => (this.#parts.get(partition)?.until ?? 0) >= end);
    return { environments, isComplete };
  }

  #environmentsIn({ partition, next }: UnstoredRange): EnvironmentId[] {
    const last = [...(this.#parts.get(partition)?.lastOffsets ?? [])];
    return last.flatMap(([environmentId, offset]) => (offset >= next ? environmentId : []));
  }

  /** Partitions that do not lag any more, and those whose position is not within what was read. */
  #forget(ranges: readonly UnstoredRange[]): void {
    const nextOf = new Map(ranges.map(({ partition, next }) => [partition, next]));
    for (const [partition, { from, until }] of this.#parts) {
      const next = nextOf.get(partition);
      if (next === undefined || next < from || next > until) this.#parts.delete(partition);
    }
  }

  async #readOn(ranges: readonly UnstoredRange[]): Promise<void> {
    const open = ranges
      .map(({ partition, next, end }) => ({ partition, end, part: this.#partOf(partition, next) }))
      .filter(({ part, end }) => part.until < end);
    const size = Math.ceil(recordsMax / Math.max(1, open.length));
    const stretches = open.map(({ partition, end, part }) => ({
      partition,
      next: part.until,
      end: Math.min(end, part.until + size),
    }));
    await readRanges(this.#kafka, {
      topic: this.#topic,
      stretches,
      onRecord: (record) => {
        const environmentId = environmentInHeader(record);
        if (environmentId !== null)
          this.#parts.get(record.partition)?.lastOffsets.set(environmentId, record.offset);
      },
    });
    for (const { partition, end } of stretches) this.#partOf(partition, end).until = end;
  }

  #partOf(partition: number, next: number): ReadPart {
    const known = this.#parts.get(partition);
    if (known !== undefined) return known;
    const part: ReadPart = { from: next, until: next, lastOffsets: new Map() };
    this.#parts.set(partition, part);
    return part;
  }
}
