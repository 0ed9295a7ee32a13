import { Fault, partitionKeyOf } from '@loyalty/kernel';
import type { Brokers, PartitionMessages, PartitionOutcome, TopicLeaders } from '../brokers.ts';

/** One request that a broker has received. */
export interface ReceivedRequest {
  readonly broker: number;
  readonly partitions: readonly PartitionMessages[];
}

/**
 * Brokers in memory. They take messages at once; a frozen one takes none until it is thawed, a dead one
 * refuses connections.
 */
export class MemoryBrokers implements Brokers {
  readonly requests: ReceivedRequest[] = [];
  /** The values that each partition holds, in their order, repeats included; by topic and partition. */
  readonly logs = new Map<string, string[]>();
  readonly frozen = new Set<number>();
  readonly dead = new Set<number>();
  /** The outcome for a partition; default: it takes the messages. */
  judge: (asked: PartitionMessages) => PartitionOutcome = () => ({ outcome: 'sent' });
  /** True: no broker says who leads. */
  isSilent = false;
  reads = 0;
  inFlightMax = 0;
  #inFlight = new Map<number, number>();
  readonly #topics = new Map<string, (number | null)[]>();
  readonly #connected = new Set<number>();
  #thawed: (() => void)[] = [];

  lead(topic: string, leaders: readonly (number | null)[]): void {
    this.#topics.set(topic, [...leaders]);
  }

  log(topic: string, partition = 0): string[] {
    return this.logs.get(partitionKeyOf({ topic, partition })) ?? [];
  }

  thaw(broker: number): void {
    this.frozen.delete(broker);
    for (const resolve of this.#thawed.splice(0)) resolve();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  readLeaders(topics: readonly string[]): Promise<readonly TopicLeaders[]> {
    this.reads += 1;
    if (this.isSilent) return Promise.reject(away('no broker responds'));
    return Promise.resolve(
      topics.flatMap((topic) => {
        const leaders = this.#topics.get(topic);
        return leaders === undefined ? [] : [{ topic, leaders: [...leaders] }];
      }),
    );
  }

  isConnected(broker: number): boolean {
    return this.#connected.has(broker) && !this.dead.has(broker);
  }

  async connect(broker: number): Promise<void> {
    await this.#untilThawed(broker);
    if (this.dead.has(broker)) throw away('refused');
    this.#connected.add(broker);
  }

  async produce(
    broker: number,
    partitions: readonly PartitionMessages[],
  ): Promise<readonly PartitionOutcome[]> {
    this.requests.push({ broker, partitions });
    this.#count(broker, 1);
    try {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#untilThawed(broker);
      if (this.dead.has(broker)) throw away('closed');
      return partitions.map((asked) => this.#take(broker, asked));
    } finally {
      this.#count(broker, -1);
    }
  }

  stop(): Promise<void> {
    for (const resolve of this.#thawed.splice(0)) resolve();
    this.frozen.clear();
    return Promise.resolve();
  }

  #count(broker: number, by: number): void {
    const inFlight = (this.#inFlight.get(broker) ?? 0) + by;
    this.#inFlight.set(broker, inFlight);
    this.inFlightMax = Math.max(this.inFlightMax, inFlight);
  }

  async #untilThawed(broker: number): Promise<void> {
    while (this.frozen.has(broker)) await new Promise<void>((resolve) => this.#thawed.push(resolve));
  }

  #take(broker: number, asked: PartitionMessages): PartitionOutcome {
    const { topic, partition, messages } = asked;
    if (this.#topics.get(topic)?.[partition] !== broker)
      return { outcome: 'failed', reason: 'NOT_LEADER_FOR_PARTITION' };
    const outcome = this.judge(asked);
    if (outcome.outcome !== 'sent') return outcome;
    const values = messages.map(({ value }) => String(value));
    this.logs.set(partitionKeyOf({ topic, partition }), [...this.log(topic, partition), ...values]);
    return outcome;
  }
}

const away = (text: string): Fault => new Fault('BROKER_UNAVAILABLE', text, { retry: true });
