import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel, Partitioners, type Admin } from 'kafkajs';
import type { OperationKind } from '../load/operations.ts';

/** The topic of each kind of operation; adjustments, imports and links need none. */
const topicOf: Readonly<Record<OperationKind, string | null>> = {
  evaluate: 'loyalty.evaluate',
  redeem: 'loyalty.redeem',
  authorize: 'loyalty.burn-requests',
  capture: 'loyalty.burn-requests',
  void: 'loyalty.burn-requests',
  return: 'loyalty.burn-requests',
  event: 'loyalty.member-events',
  adjust: null,
  import: null,
  link: null,
};

const lookEveryMs = 250;

/** The leaders of partitions at one moment, by topic. */
export type Leaders = ReadonlyMap<string, readonly number[]>;

/** Reads and changes which broker leads what. */
export class ClusterView {
  readonly #admin: Admin;
  readonly #choose = Partitioners.DefaultPartitioner();

  static async open(brokers: string): Promise<ClusterView> {
    const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    return new ClusterView(admin);
  }

  private constructor(admin: Admin) {
    this.#admin = admin;
  }

  close(): Promise<void> {
    return this.#admin.disconnect();
  }

  async leaders(): Promise<Leaders> {
    const { topics } = await this.#admin.fetchTopicMetadata();
    return new Map(
      topics.map(({ name, partitions }) => {
        const leaders: number[] = [];
        for (const { partitionId, leader } of partitions) leaders[partitionId] = leader;
        return [name, leaders];
      }),
    );
  }

  /** True once every partition has all its copies in sync. */
  async isWhole(): Promise<boolean> {
    try {
      const { topics } = await this.#admin.fetchTopicMetadata();
      return topics.every(({ partitions }) =>
        partitions.every(({ isr, replicas }) => isr.length === replicas.length),
      );
    } catch {
      return false;
    }
  }

  /** Returns the coordinator of each of these consumer groups. */
  async coordinators(groups: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const leaders = (await this.leaders()).get('__consumer_offsets') ?? [];
    for (const group of groups) found.set(group, leaders[Math.abs(javaHashOf(group)) % leaders.length] ?? -1);
    return found;
  }

  /** Returns the partitions of a topic with the ends of their logs. */
  async ends(topic: string): Promise<readonly number[]> {
    const ends: number[] = [];
    for (const { partition, high } of await this.#admin.fetchTopicOffsets(topic))
      ends[partition] = Number(high);
    return ends;
  }

  /** Moves the copies of one partition to these brokers; the first one leads. */
  async place(topic: string, partition: number, replicas: readonly number[]): Promise<void> {
    await this.#admin.alterPartitionReassignments({
      topics: [{ topic, partitionAssignment: [{ partition, replicas: [...replicas] }] }],
    });
  }

  /** Has the first of these brokers lead a partition; all of them have copies then. */
  async lead(topic: string, partition: number, replicas: readonly [number, ...number[]]): Promise<void> {
    const [leader] = replicas;
    const leads = async (): Promise<boolean> => (await this.leaders()).get(topic)?.[partition] === leader;
    if (await leads()) return;
    await this.place(topic, partition, [leader]);
    while (!(await leads())) await pause(lookEveryMs);
    await this.place(topic, partition, replicas);
    while (!(await this.isWhole())) await pause(lookEveryMs);
  }

  /** Returns the broker to which a request about this member goes; null when Kafka has no part in it. */
  leaderOf(kind: OperationKind, memberKey: Buffer, leaders: Leaders): number | null {
    const topic = topicOf[kind];
    if (topic === null) return null;
    const of = leaders.get(topic) ?? [];
    const partitionMetadata = of.map((leader, partitionId) => ({
      leader,
      partitionId,
      partitionErrorCode: 0,
      replicas: [],
      isr: [],
    }));
    const message = { key: memberKey.toString('base64url'), value: null };
    return of[this.#choose({ topic, partitionMetadata, message })] ?? null;
  }
}

/** Java's hash of a text, by which brokers place a consumer group. */
const javaHashOf = (text: string): number => {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return hash;
};
