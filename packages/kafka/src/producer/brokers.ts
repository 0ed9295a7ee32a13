import type { Kafka } from 'kafkajs';
import { backoffMs, groupBy, partitionKeyOf, systemClock, textOf } from '@loyalty/kernel';
import { brokerUnavailable, byRank, within } from '../cluster/silent-brokers.ts';
import { type BrokerAddress, type Cluster, clusterOf, protocolErrorOf } from '../kafkajs/internals.ts';
import type { OutgoingMessage } from '../ports.ts';
import { BrokerConnection, type Metadata, type Produced } from './broker-connection.ts';

export interface TopicLeaders {
  readonly topic: string;
  readonly leaders: readonly (number | null)[];
}

export interface PartitionMessages {
  readonly topic: string;
  readonly partition: number;
  readonly messages: readonly OutgoingMessage[];
}

export type PartitionOutcome =
  | { readonly outcome: 'sent' }
  /** The broker rejects the messages themselves; a retry cannot help. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string };

export interface Brokers {
  start(): Promise<void>;
  /** Returns the leaders of the topics that exist, from any broker that responds. */
  readLeaders(topics: readonly string[]): Promise<readonly TopicLeaders[]>;
  isConnected(broker: number): boolean;
  connect(broker: number): Promise<void>;
  /**
   * Returns the outcomes in the order of the partitions. If the response is late, it closes the connection
   * and throws.
   */
  produce(broker: number, partitions: readonly PartitionMessages[]): Promise<readonly PartitionOutcome[]>;
  stop(): Promise<void>;
}

interface KafkajsBrokersOptions {
  readonly kafka: Kafka;
  /** −1 means that all replicas in sync acknowledge; 1 means that the leader does. */
  readonly acks: -1 | 1;
  readonly requestTimeoutMs: number;
}

/** A broker that has not said who leads within this time is passed over: the next one is asked. */
const metadataWithinMs = 1_500;
/** If no known broker responds, this many of the addresses that the client was given are tried. */
const seedTriesMax = 3;
const startTriesMax = 8;
const startBounds = { firstMs: 100, maxMs: 2_000 };
/** The broker gives up waiting for its replicas before this process gives up waiting for the broker. */
const brokerShare = 0.8;

export class KafkajsBrokers implements Brokers {
  readonly #options: KafkajsBrokersOptions;
  readonly #cluster: Cluster;
  readonly #addresses = new Map<number, BrokerAddress>();
  readonly #connections = new Map<number, BrokerConnection>();
  /**
   * A separate connection for metadata, because a broker serves a connection's requests in turn, and a
   * produce may wait for a replica that is unavailable.
   */
  #metadata: BrokerConnection | null = null;
  #isStopped = false;

  constructor(options: KafkajsBrokersOptions) {
    this.#options = options;
    this.#cluster = clusterOf(options.kafka);
  }

  async start(): Promise<void> {
    for (let attempt = 1; attempt < startTriesMax; attempt += 1) {
      if (await this.#startOnce().catch(() => false)) return;
      await systemClock.sleep(backoffMs(attempt - 1, startBounds));
    }
    await this.#startOnce().catch((failure: unknown) => Promise.reject(brokerUnavailable(textOf(failure))));
  }

  async #startOnce(): Promise<true> {
    this.#useForMetadata(await this.#open(null, null));
    return true;
  }

  async readLeaders(topics: readonly string[]): Promise<readonly TopicLeaders[]> {
    const { brokers, topicMetadata } = await this.#readMetadata(topics);
    for (const { nodeId, ...address } of brokers) this.#noteAddress(nodeId, address);
    return topicMetadata.filter(({ partitionMetadata }) => partitionMetadata.length > 0).map(leadersIn);
  }

  isConnected(broker: number): boolean {
    return this.#connections.get(broker)?.isOpen === true;
  }

  async connect(broker: number): Promise<void> {
    this.#drop(broker);
    const address = this.#addresses.get(broker);
    if (address === undefined) throw brokerUnavailable(`broker ${broker.toString()} is not known`);
    this.#connections.set(broker, await this.#open(address, broker));
  }

  async produce(
    broker: number,
    partitions: readonly PartitionMessages[],
  ): Promise<readonly PartitionOutcome[]> {
    const connection = this.#connections.get(broker);
    if (connection === undefined)
      throw brokerUnavailable(`there is no connection to broker ${broker.toString()}`);
    const { acks, requestTimeoutMs } = this.#options;
    const asked = { acks, timeout: requestTimeoutMs * brokerShare, topicData: byTopic(partitions) };
    try {
      return outcomesIn(await connection.produce(asked), partitions);
    } catch (failure) {
      this.#drop(broker);
      throw failure;
    }
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    for (const broker of this.#connections.keys()) this.#drop(broker);
    this.#useForMetadata(null);
    return Promise.resolve();
  }

  async #open(at: BrokerAddress | null, nodeId: number | null): Promise<BrokerConnection> {
    const { requestTimeoutMs } = this.#options;
    const connection = await BrokerConnection.open({ cluster: this.#cluster, at, nodeId, requestTimeoutMs });
    if (!this.#isStopped) return connection;
    connection.close();
    throw brokerUnavailable('the producer is stopped');
  }

  async #readMetadata(topics: readonly string[]): Promise<Metadata> {
    let failure: unknown = null;
    const open = this.#metadata;
    const attempts = [
      ...(open?.isOpen === true ? [() => open.readMetadata(topics)] : []),
      ...this.#candidates().map((at) => () => this.#askAnew(at, topics)),
    ];
    for (const ask of attempts) {
      try {
        return await within(metadataWithinMs, 'metadata', ask());
      } catch (thrown) {
        failure = thrown;
        this.#useForMetadata(null);
      }
    }
    throw brokerUnavailable(textOf(failure));
  }

  /** Asks a broker on a new connection, and keeps the connection if the broker responds, however late. */
  async #askAnew(at: BrokerAddress | null, topics: readonly string[]): Promise<Metadata> {
    const connection = await this.#open(at, null);
    try {
      const metadata = await connection.readMetadata(topics);
      this.#useForMetadata(connection);
      return metadata;
    } catch (failure) {
      connection.close();
      throw failure;
    }
  }

  #useForMetadata(connection: BrokerConnection | null): void {
    this.#metadata?.close();
    this.#metadata = connection;
    if (this.#isStopped) connection?.close();
  }

  /**
   * Returns the brokers to ask, connected ones first, because a frozen or dead one does not stay connected
   * for long. Null stands for an address of the client.
   */
  #candidates(): (BrokerAddress | null)[] {
    const known = byRank([...this.#addresses], ([broker]) => (this.isConnected(broker) ? 0 : 1));
    return [...known.map(([, address]) => address), ...Array.from({ length: seedTriesMax }, () => null)];
  }

  #noteAddress(broker: number, { host, port }: BrokerAddress): void {
    const known = this.#addresses.get(broker);
    if (known?.host === host && known.port === port) return;
    this.#addresses.set(broker, { host, port });
    this.#drop(broker);
  }

  #drop(broker: number): void {
    this.#connections.get(broker)?.close();
    this.#connections.delete(broker);
  }
}

const leadersIn = ({ topic, partitionMetadata }: Metadata['topicMetadata'][number]): TopicLeaders => {
  const leaders: (number | null)[] = partitionMetadata.map(() => null);
  for (const { partitionId, leader } of partitionMetadata) leaders[partitionId] = leader < 0 ? null : leader;
  return { topic, leaders };
};

const byTopic = (all: readonly PartitionMessages[]) =>
  [...groupBy(all, ({ topic }) => topic)].map(([topic, partitions]) => ({ topic, partitions }));

const outcomesIn = (
  { topics }: Produced,
  asked: readonly PartitionMessages[],
): readonly PartitionOutcome[] => {
  const codes = new Map<string, number>();
  for (const { topicName, partitions } of topics)
    for (const { partition, errorCode } of partitions)
      codes.set(partitionKeyOf({ topic: topicName, partition }), errorCode);
  return asked.map(({ topic, partition }) => {
    const code = codes.get(partitionKeyOf({ topic, partition }));
    return code === undefined ? noResponse : outcomeOfCode(code);
  });
};

export const noResponse: PartitionOutcome = { outcome: 'failed', reason: 'the response lacks the partition' };

const refusals = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
]);

const sent: PartitionOutcome = { outcome: 'sent' };

const outcomeOfCode = (code: number): PartitionOutcome => {
  if (code === 0) return sent;
  const { type, message } = protocolErrorOf(code);
  return { outcome: refusals.has(type) ? 'refused' : 'failed', reason: `${type}: ${message}` };
};
