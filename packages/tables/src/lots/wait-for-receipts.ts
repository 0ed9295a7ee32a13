import { earnGroups, topics } from '@loyalty/contracts';
import type { Job } from '@loyalty/jobs/job';
import type { Kafka } from '@loyalty/kafka';
import { describeCluster, offsetsSince } from '@loyalty/kafka/metadata';
import { readStretches } from '@loyalty/kafka/read-log';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { type GroupKey, readPositions } from '@loyalty/storage/positions';
import { environmentInHeader } from '@loyalty/streams';
import type { Logger } from '@loyalty/telemetry/logger';
import { listStreams } from '../tenants/tenant-streams.ts';

/** Receipts that lag longer may lag for days, and expired points cannot stay for ever. */
const waitMaxMs = 6 * 3_600_000;

/**
 * Returns the job with a wait of up to six hours in environments whose streamed receipts lag: yesterday's
 * receipt may renew points that would expire tonight. The time counts from when the run is due, by the
 * database's clock; by a slower clock a new run would not be due yet. An unfinished run pauses in such an
 * environment.
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

/** Finds environments whose streamed receipts have waited for long. */
interface LaggingReceipts {
  /**
   * Returns those of the environments that lag. `nowMs` is the database's time. Throws when Kafka or the
   * database cannot be reached.
   */
  among(environments: readonly EnvironmentId[], nowMs: number): Promise<ReadonlySet<EnvironmentId>>;
}

interface LaggingReceiptsOptions {
  readonly kafka: Kafka;
  readonly db: Queryable;
  /** The topic with receipts of all environments. Default: `loyalty.receipts`. */
  readonly sharedTopic?: string;
}

/** A group that keeps up is behind by seconds only. */
const lagMs = 600_000;

/**
 * Creates {@link LaggingReceipts} from the logs and the stored positions. A group lags if the first unstored
 * record of a partition is older than ten minutes. A tenant's stream has receipts of one environment.
 * `loyalty.receipts` has those of all: there an environment lags if it has such records itself, or if not all
 * of them could be read yet.
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

/** Positions that a group must have reached in each partition of a topic. */
interface RequiredPositions {
  readonly topic: string;
  readonly reached: ReadonlyMap<number, number>;
}

/**
 * Returns what a group has not stored, though it should have; a partition that was never read is at its
 * beginning.
 */
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

/** One look reads so many records, which takes seconds; the next one goes on from there. */
const recordsMax = 300_000;

/**
 * The unstored records of a partition, from the first that is not stored to the first that is too young to
 * count.
 */
interface UnstoredRange {
  readonly partition: number;
  readonly next: number;
  readonly end: number;
}

/** The environments that have records in a log's unstored ranges. */
interface SurveyedRanges {
  readonly environments: ReadonlySet<EnvironmentId>;
  /** False while a part has not been read yet: any environment may have records there. */
  readonly isComplete: boolean;
}

/** The part of a partition that was read, and the last record of each environment in it. */
interface ReadPart {
  readonly from: number;
  until: number;
  readonly lastOffsets: Map<EnvironmentId, number>;
}

/**
 * Finds whose records wait in a log that all environments share. It reads headers only, each record once:
 * what an earlier look has read is remembered by the last record of each environment.
 */
class ReceiptSurvey {
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #parts = new Map<number, ReadPart>();

  constructor(kafka: Kafka, topic: string) {
    this.#kafka = kafka;
    this.#topic = topic;
  }

  /** Reads on in these ranges. Throws when the log cannot be read. */
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

  /** Forgets partitions that do not lag any more, and those whose position is not within what was read. */
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
    await readStretches(this.#kafka, {
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
