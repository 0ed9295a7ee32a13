import {
  addressOf,
  type Broker,
  type BrokerAddress,
  closeAtOnce,
  useOneConnection,
} from '../kafkajs/internals.ts';
import type { ClusterClient, KafkaBroker } from './kafka-cluster.ts';

/**
 * Opens one more connection to a broker when it is first needed, and keeps it. A broker responds to the
 * requests of one connection in turn, so nothing else is fetched while a fetch waits for records.
 */
export class SecondConnections {
  readonly #cluster: ClusterClient;
  readonly #brokers = new Map<string, Broker>();
  #isClosed = false;

  constructor(cluster: ClusterClient) {
    this.#cluster = cluster;
  }

  /**
   * Returns the second connection to a broker. Throws if the broker is not known, cannot be reached, or all
   * connections were closed. Do not call it twice at a time for one broker.
   */
  async find(nodeId: string): Promise<KafkaBroker> {
    const broker = await this.#brokerOf(nodeId);
    if (!broker.isConnected()) await broker.connect();
    if (this.#isClosed) closeAtOnce(broker.connectionPool);
    // kafkajs declares nothing of what its brokers do.
    return broker as unknown as KafkaBroker;
  }

  /** Closes all connections without waiting for a broker. Requests in flight fail. */
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
