import { notifyAppend } from '../broker-clocks.ts';
import { within } from '../cluster/silent-brokers.ts';
import {
  type Broker,
  type BrokerAddress,
  closeAtOnce,
  type Cluster,
  definitionOf,
  type KafkajsExchange,
} from '../kafkajs/internals.ts';
import type { ProduceRequest } from '../wire/produce-request.ts';

export interface Produced {
  readonly topics: readonly {
    readonly topicName: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly errorCode: number;
      /** The time of the append; −1 if the topic keeps the producers' times. */
      readonly logAppendTime?: string;
    }[];
  }[];
}

export interface Metadata {
  readonly brokers: readonly (BrokerAddress & { readonly nodeId: number })[];
  readonly topicMetadata: readonly {
    readonly topic: string;
    readonly topicErrorCode: number;
    readonly partitionMetadata: readonly { readonly partitionId: number; readonly leader: number }[];
  }[];
}

interface BrokerConnectionOptions {
  readonly cluster: Cluster;
  readonly at: BrokerAddress | null;
  readonly nodeId: number | null;
  readonly requestTimeoutMs: number;
}

const produceKey = 0;
const metadataKey = 3;
const produceDefinition = definitionOf<ProduceRequest, Produced>('Produce');
const metadataDefinition = definitionOf<
  { readonly topics: readonly string[]; readonly allowAutoTopicCreation: boolean },
  Metadata
>('Metadata');

/**
 * A connection to one broker. It is never repaired: after a failure it is closed and another one is opened.
 */
export class BrokerConnection {
  readonly #broker: Broker;
  readonly #nodeId: number | null;

  private constructor(broker: Broker, nodeId: number | null) {
    this.#broker = broker;
    this.#nodeId = nodeId;
  }

  /**
   * Opens a connection and resolves once the broker has responded. A frozen broker accepts connections and
   * does not respond.
   */
  static async open(options: BrokerConnectionOptions): Promise<BrokerConnection> {
    const { cluster, at, nodeId, requestTimeoutMs } = options;
    const connectionPool = await cluster.connectionPoolBuilder.build(at ?? undefined);
    for (const { requestQueue } of connectionPool.pool) requestQueue.requestTimeout = requestTimeoutMs;
    const { rootLogger: logger, brokerPool } = cluster;
    const connection = new BrokerConnection(
      brokerPool.createBroker({ connectionPool, logger, nodeId }),
      nodeId,
    );
    try {
      await within(requestTimeoutMs, 'connecting', connection.#broker.connect());
      return connection;
    } catch (failure) {
      connection.close();
      throw failure;
    }
  }

  /**
   * Returns false shortly before a SASL session ends, because a new connection reads the credentials again.
   */
  get isOpen(): boolean {
    return this.#broker.isConnected();
  }

  async produce(asked: ProduceRequest): Promise<Produced> {
    const askedMs = performance.now();
    const exchange = this.#broker.lookupRequest(produceKey, produceDefinition)(asked);
    const produced = await this.#send(exchange);
    notifyAppend(this.#nodeId, askedMs, produced);
    return produced;
  }

  readMetadata(topics: readonly string[]): Promise<Metadata> {
    const asked = { topics, allowAutoTopicCreation: false };
    return this.#send(this.#broker.lookupRequest(metadataKey, metadataDefinition)(asked));
  }

  /** Closes the socket without waiting for the broker. Requests in flight fail. */
  close(): void {
    closeAtOnce(this.#broker.connectionPool);
  }

  /**
   * Sends a request. The caller judges the error codes of single partitions, because the response's other
   * partitions are valid.
   */
  #send<Response>({ request, response }: KafkajsExchange<Response>): Promise<Response> {
    const parse = (decoded: Response): Promise<Response> => Promise.resolve(decoded);
    return this.#broker.connectionPool.send({ request, response: { decode: response.decode, parse } });
  }
}
