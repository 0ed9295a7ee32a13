import { createRequire } from 'node:module';
import type { Kafka } from 'kafkajs';

/** A request of kafkajs 2.2.4 with the decoder of its response. */
export interface Exchange<Response> {
  readonly request: object;
  readonly response: {
    readonly decode: (bytes: Buffer) => Promise<Response>;
    /** kafkajs throws here for the first error code of any partition. */
    readonly parse: (response: Response) => Promise<Response>;
  };
}

/** One of Kafka's requests, in all versions that kafkajs knows. */
export type Definition<Asked, Response> = object & {
  readonly protocol: (of: { readonly version: number }) => (asked: Asked) => Exchange<Response>;
};

interface Connection {
  readonly requestQueue: { requestTimeout: number };
  /** Absent before it connects. */
  readonly socket?: { destroy(): void };
  rejectRequests(failure: Error): void;
}

export interface ConnectionPool {
  readonly pool: readonly Connection[];
  send<Response>(exchange: Exchange<Response>): Promise<Response>;
}

export interface Broker {
  readonly connectionPool: ConnectionPool;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  isConnected(): boolean;
  /** Returns the newest version of the request that both sides know. */
  lookupRequest<Asked, Response>(
    apiKey: number,
    definition: Definition<Asked, Response>,
  ): (asked: Asked) => Exchange<Response>;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Cluster {
  readonly rootLogger: object;
  readonly connectionPoolBuilder: {
    /** Without an address: the next one of those that the client was given. */
    build(at?: Address): Promise<ConnectionPool>;
  };
  readonly brokerPool: {
    createBroker(of: {
      readonly connectionPool: ConnectionPool;
      readonly logger: object;
      readonly nodeId: number | null;
    }): Broker;
  };
}

type CreateCluster = (options: { readonly allowAutoTopicCreation: boolean }) => Cluster;

const createClusterName = 'private:Kafka:createCluster';

/**
 * Returns a cluster of kafkajs with the client's addresses, security and time-outs. It connects to nothing by itself. kafkajs keeps its
 * clusters private, and its producer sends to all leaders at once and waits for all of them.
 */
export const clusterOf = (kafka: Kafka): Cluster => {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === createClusterName,
  );
  const create =
    symbol === undefined ? undefined : (kafka as unknown as Record<symbol, CreateCluster>)[symbol];
  if (create === undefined) throw new Error('this version of kafkajs is not known');
  return create({ allowAutoTopicCreation: false });
};

const load = createRequire(import.meta.url);

/** Returns a request's definition; kafkajs' own, or what {@link makeKafkajsFaster} has put in its place. */
export const definitionOf = <Asked, Response>(name: 'Produce' | 'Metadata'): Definition<Asked, Response> => {
  const { requests } = load('kafkajs/src/protocol/requests') as { requests: Record<string, object> };
  return requests[name] as Definition<Asked, Response>;
};

/** A failure with the name of its error code. */
export interface ProtocolError extends Error {
  readonly type: string;
}

/** Returns the failure that an error code stands for. */
export const protocolErrorOf = (code: number): ProtocolError => {
  const { createErrorFromCode } = load('kafkajs/src/protocol/error') as {
    createErrorFromCode: (code: number) => ProtocolError;
  };
  return createErrorFromCode(code);
};
