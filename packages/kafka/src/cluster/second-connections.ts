import {
  addressOf,
  type Broker,
  type BrokerAddress,
  closeAtOnce,
  useOneConnection,
} from '../kafkajs/internals.ts';
import type { ClusterClient, KafkaBroker } from './kafka-cluster.ts';

/**
 * A broker responds to the requests of one connection in turn, so behind a fetch that waits for records nothing
 * else is fetched. One more connection to a broker is opened when it is first needed, and kept.
 */
export class SecondConnections {
  readonly #cluster: ClusterClient;
  readonly #brokers = new Map<string, Broker>();
  #isClosed = false;

  constructor(cluster: ClusterClient) {
    this.#cluster = cluster;
  }

  /** Throws when the broker is not known, cannot be reached, or all was closed. Not twice at a time for one. */
  async find(nodeId: string): Promise<KafkaBroker> {
    const broker = await this.#brokerOf(nodeId);
    if (!broker.isConnected()) await broker.connect();
    if (this.#isClosed) closeAtOnce(broker.connectionPool);
    // kafkajs declares nothing of what its brokers do.
    return broker as unknown as KafkaBroker;
  }

  /** Requests under way fail. No broker is waited for. */
  close(): void {
    this.#isClosed = true;
    for (const { connectionPool } of this.#brokers.values()) closeAtOnce(connectionPool);
  }

  async #brokerOf(nodeId: string): Promise<Broker> {
    const { brokerPool, connectionPoolBuilder, rootLogger: logger } = this.#cluster;
    const first = brokerPool.brokers[nodeId]?.connectionPool;
    if (first === undefined) throw new Error(`broker ${nodeId} is not known`);
    const at = addressOf(first);
    const known = this.#brokers.get(nodeId);
    if (known !== undefined && isSame(addressOf(known.connectionPool), at)) return known;
    if (known !== undefined) closeAtOnce(known.connectionPool);
    const connectionPool = await connectionPoolBuilder.build(at);
    useOneConnection(connectionPool);
    const broker = brokerPool.createBroker({ connectionPool, logger, nodeId: Number(nodeId) });
    this.#brokers.set(nodeId, broker);
    return broker;
  }
}

const isSame = (one: BrokerAddress, other: BrokerAddress): boolean =>
  one.host === other.host && one.port === other.port;
