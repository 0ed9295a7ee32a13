import { Fault } from '@loyalty/kernel';
import {
  type Broker,
  type BrokerConnectionPool,
  closeAtOnce,
  type Cluster,
  connectionErrorOf,
  errorOf,
  isRefusal,
  type KafkajsExchange,
} from '../kafkajs/internals.ts';

/** A broker responds within this time, or it is frozen, or the connection is dead. */
const responseWithinMs = 3_000;
/**
 * A join waits for the others, and a sync for the leader, whose session may have to end first. A broker
 * serves one connection's requests in turn, so others wait behind them.
 */
const behindJoinWithinMs = 10_000;
const joinGroupKey = 11;
const syncGroupKey = 14;

/** Connections to brokers that did not respond in time and have not responded since. */
const silent = new WeakSet<BrokerConnectionPool>();

/**
 * Closes the connections of a broker that did not respond, fails its requests, and has other brokers asked
 * first.
 */
export const passOver = ({ connectionPool }: Pick<Broker, 'connectionPool'>): void => {
  silent.add(connectionPool);
  closeAtOnce(connectionPool);
};

export const nodesToAsk = (brokers: Readonly<Record<string, Broker>>): readonly string[] =>
  byRank(Object.entries(brokers), ([, broker]) => rankOf(broker)).map(([nodeId]) => nodeId);

const rankOf = (broker: Broker): number => {
  if (silent.has(broker.connectionPool)) return 2;
  return broker.isConnected() ? 0 : 1;
};

/**
 * Bounds every later request. If a broker does not respond, its connections are closed and it is the last to
 * be asked for metadata: kafkajs asks any connected broker, and a frozen one stays connected.
 */
export const passOverSilentBrokers = (cluster: Cluster): Cluster => {
  const { connectionPoolBuilder: builder, brokerPool } = cluster;
  const build = builder.build.bind(builder);
  builder.build = async (at) => {
    const connectionPool = await build(at);
    boundRequests(connectionPool);
    return connectionPool;
  };
  brokerPool.findConnectedBroker = async () => {
    for (const nodeId of nodesToAsk(brokerPool.brokers)) {
      const broker = await brokerPool.findBroker({ nodeId }).catch(() => null);
      if (broker !== null) return broker;
    }
    await brokerPool.connect();
    return brokerPool.seedBroker;
  };
  return cluster;
};

const boundRequests = (connectionPool: BrokerConnectionPool): void => {
  for (const { requestQueue } of connectionPool.pool) requestQueue.requestTimeout = responseWithinMs;
  const send = connectionPool.send.bind(connectionPool);
  let waiting = 0;
  connectionPool.send = async <Response>(exchange: KafkajsExchange<Response>) => {
    const joins = mayWait(exchange) ? 1 : 0;
    waiting += joins;
    try {
      const response = await send(waiting > 0 ? withLongerBound(exchange) : exchange);
      silent.delete(connectionPool);
      return response;
    } catch (failure) {
      const others = waiting - joins;
      throw judged(failure, connectionPool, others > 0);
    } finally {
      waiting -= joins;
    }
  };
};

const mayWait = ({ request: { apiKey } }: Pick<KafkajsExchange<unknown>, 'request'>): boolean =>
  apiKey === joinGroupKey || apiKey === syncGroupKey;

const withLongerBound = <Response>(exchange: KafkajsExchange<Response>): KafkajsExchange<Response> => ({
  ...exchange,
  requestTimeout: Math.max(exchange.requestTimeout ?? 0, behindJoinWithinMs),
});

const judged = (failure: unknown, connectionPool: BrokerConnectionPool, isBehindJoin: boolean): Error => {
  if (isRefusal(failure)) silent.delete(connectionPool);
  const error = errorOf(failure);
  if (isBehindJoin || error.name !== 'KafkaJSRequestTimeoutError') return error;
  passOver({ connectionPool });
  return connectionErrorOf(error.message);
};

/** Sorts items by their ranks, which are whole numbers. Items of equal rank are shuffled. */
export const byRank = <Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] =>
  items
    .map((item) => ({ item, place: rankOf(item) + Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/**
 * Throws a retriable Fault `BROKER_UNAVAILABLE` if the work takes longer than this; the late outcome of
 * `work` is ignored.
 */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(brokerUnavailable(`${what} took longer than ${ms.toString()} ms`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
};

export const brokerUnavailable = (text: string): Fault =>
  new Fault('BROKER_UNAVAILABLE', text, { retry: true });
