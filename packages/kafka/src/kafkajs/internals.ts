import { createRequire } from 'node:module';
import type { Kafka } from 'kafkajs';
import { textOf } from '@loyalty/kernel';
import type { FetchedPartition } from '../wire/fetch.ts';
import type { StoredRecord } from '../wire/stored-record.ts';

const load = createRequire(import.meta.url);

/** The buffer from which kafkajs copies. Its own encoders leave spare space after the bytes. */
export interface Encoded {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}

export interface KafkajsExchange<Response> {
  /** The request. Tests make requests that are never encoded. */
  readonly request: { readonly apiKey?: number; encode?(): Promise<Encoded> };
  readonly response: {
    readonly decode: (bytes: Buffer) => Promise<Response>;
    /** kafkajs throws here for the first error code of any partition. */
    readonly parse: (response: Response) => Promise<Response>;
  };
  /** The time-out of the request in milliseconds, if it is longer than the connection's own. */
  readonly requestTimeout?: number;
}

/**
 * The definition of a request, in all versions that kafkajs knows. {@link makeKafkajsFaster} replaces
 * `protocol`.
 */
export interface RequestDefinition<Asked, Response> {
  protocol: (of: { readonly version: number }) => (asked: Asked) => KafkajsExchange<Response>;
}

export interface RequestQueue {
  readonly pending: unknown[];
  readonly inflight: ReadonlyMap<
    unknown,
    { readonly sentAt: number; readonly requestTimeout: number; timeoutRequest(): void }
  >;
  readonly enforceRequestTimeout: boolean;
  isConnected: () => boolean;
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
  scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
  destroy: (this: RequestQueue) => void;
}

export interface KafkajsConnection {
  readonly requestQueue: { requestTimeout: number };
  /** The socket; it is a different one each time that the connection is opened. */
  readonly socket?: { destroy(): void };
  /** The versions of requests that the broker accepts; null before its first response. */
  readonly versions: Readonly<Record<number, { readonly maxVersion: number } | undefined>> | null;
  send: <Response>(exchange: KafkajsExchange<Response>) => Promise<Response>;
  rejectRequests(failure: Error): void;
}

/** The connections to one broker: one for fetches, one for all other requests. */
export interface BrokerConnectionPool {
  readonly pool: readonly KafkajsConnection[];
  send: <Response>(exchange: KafkajsExchange<Response>) => Promise<Response>;
  destroy(): Promise<void>;
}

export interface Broker {
  readonly connectionPool: BrokerConnectionPool;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  isConnected(): boolean;
  lookupRequest<Asked, Response>(
    apiKey: number,
    definition: RequestDefinition<Asked, Response>,
  ): (asked: Asked) => KafkajsExchange<Response>;
}

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

export interface Cluster {
  readonly rootLogger: object;
  readonly connectionPoolBuilder: {
    /**
     * Builds the connections to a broker. Without an address, it takes the next of the addresses that the
     * client was given.
     */
    build: (at?: BrokerAddress) => Promise<BrokerConnectionPool>;
  };
  readonly brokerPool: {
    readonly brokers: Readonly<Record<string, Broker>>;
    readonly seedBroker: Broker;
    /** The versions of requests, by key; null before the pool is connected. */
    readonly versions: Readonly<
      Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
    > | null;
    connect(): Promise<void>;
    disconnect(): Promise<void>;
    findBroker(node: { readonly nodeId: string }): Promise<Broker>;
    findConnectedBroker: () => Promise<Broker>;
    createBroker(of: {
      readonly connectionPool: BrokerConnectionPool;
      readonly logger: object;
      readonly nodeId: number | null;
    }): Broker;
  };
}

interface KafkajsClusterOptions {
  readonly metadataMaxAge?: number;
}

const createClusterName = 'private:Kafka:createCluster';

/**
 * Returns the cluster of a client, and connects to nothing by itself. kafkajs keeps its clusters private; its
 * producer waits for all leaders at once, and its consumers read nothing while a group is joined.
 */
export const clusterOf = (kafka: Kafka, options: KafkajsClusterOptions = {}): Cluster =>
  clusterMakerOf(kafka).make({ ...options, allowAutoTopicCreation: false });

/** Calls `work` with every cluster that is created from now on, including those of kafkajs' admin clients. */
export const onNewCluster = (kafka: Kafka, work: (cluster: Cluster) => void): void => {
  const { make, replace } = clusterMakerOf(kafka);
  replace((options) => {
    const cluster = make(options);
    work(cluster);
    return cluster;
  });
};

type MakeCluster = (options: KafkajsClusterOptions & { readonly allowAutoTopicCreation: boolean }) => Cluster;

const clusterMakerOf = (kafka: Kafka) => {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === createClusterName,
  );
  const makers = kafka as unknown as Record<symbol, MakeCluster>;
  const make = symbol === undefined ? undefined : makers[symbol];
  if (symbol === undefined || make === undefined) throw new Error('this version of kafkajs is not known');
  return {
    make,
    replace: (by: MakeCluster): void => {
      makers[symbol] = by;
    },
  };
};

interface BuiltConnections extends BrokerConnectionPool, BrokerAddress {
  /** The one for all requests but fetches. */
  getConnection(): Promise<KafkajsConnection>;
  getConnectionByRequest: () => Promise<KafkajsConnection>;
}

export const addressOf = (connections: BrokerConnectionPool): BrokerAddress => {
  const { host, port } = connections as BuiltConnections;
  return { host, port };
};

/**
 * Sends fetches over the connection for all other requests, so that the connection for fetches is never
 * opened.
 */
export const useOneConnection = (connections: BrokerConnectionPool): void => {
  const built = connections as BuiltConnections;
  built.getConnectionByRequest = () => built.getConnection();
};

/** Closes connections without waiting for the broker. Requests in flight fail. */
export const closeAtOnce = (connections: BrokerConnectionPool): void => {
  for (const connection of connections.pool)
    connection.rejectRequests(new Error('the connection to the broker was closed'));
  const destroy = (): void => {
    for (const { socket } of connections.pool) socket?.destroy();
  };
  connections.destroy().then(destroy, destroy);
};

export const definitionOf = <Asked, Response>(
  name: 'Produce' | 'Fetch' | 'Metadata',
): RequestDefinition<Asked, Response> => {
  const { requests } = load('kafkajs/src/protocol/requests') as { requests: Record<string, object> };
  return requests[name] as RequestDefinition<Asked, Response>;
};

export const requestQueuePrototype = (): RequestQueue =>
  (load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue }).prototype;

export interface KafkajsMessage {
  readonly record: StoredRecord;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: StoredRecord['headers'];
  readonly isControlRecord: boolean;
  readonly batchContext: StoredRecord['batch'];
}

/** Creates kafkajs' view of a record. Key, value and headers are created when they are asked for. */
export const kafkajsMessageOf = (record: StoredRecord): KafkajsMessage => ({
  record,
  offset: record.offset.toString(),
  timestamp: record.timestamp.toString(),
  get key() {
    return record.key;
  },
  get value() {
    return record.value;
  },
  get headers() {
    return record.headers;
  },
  isControlRecord: record.batch.isControlBatch,
  batchContext: record.batch,
});

type AbortedTransactions = FetchedPartition['abortedTransactions'];

export const withoutAborted = (
  records: readonly StoredRecord[],
  abortedTransactions: AbortedTransactions,
): StoredRecord[] => {
  const filter = load('kafkajs/src/consumer/filterAbortedMessages') as (from: {
    readonly messages: readonly KafkajsMessage[];
    readonly abortedTransactions: AbortedTransactions;
  }) => KafkajsMessage[];
  return filter({ messages: records.map(kafkajsMessageOf), abortedTransactions }).map(({ record }) => record);
};

interface ProtocolError extends Error {
  readonly type: string;
}

export const protocolErrorOf = (code: number): ProtocolError => {
  const { createErrorFromCode } = load('kafkajs/src/protocol/error') as {
    createErrorFromCode: (code: number) => ProtocolError;
  };
  return createErrorFromCode(code);
};

/** Returns an error after which kafkajs neither tries the connection again by itself nor logs. */
export const connectionErrorOf = (text: string): Error => {
  const { KafkaJSConnectionError } = load('kafkajs/src/errors') as {
    KafkaJSConnectionError: new (text: string) => Error;
  };
  return new KafkaJSConnectionError(text);
};

/**
 * Returns Kafka's name of a refusal, such as `REBALANCE_IN_PROGRESS`; if there is none, the name of kafkajs'
 * error.
 */
export const errorTypeOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return '';
  return 'type' in failure && typeof failure.type === 'string' ? failure.type : failure.name;
};

export const isRefusal = (failure: unknown): boolean => failure instanceof Error && 'type' in failure;

export const errorOf = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(textOf(failure));
