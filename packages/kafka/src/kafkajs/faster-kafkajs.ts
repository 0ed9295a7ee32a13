import { ticker } from '@loyalty/kernel';
import {
  type DecodedFetch,
  decodeFetchResponse,
  encodeFetchRequest,
  type FetchRequest,
} from '../wire/fetch.ts';
import { encodeProduceRequest, type ProduceRequest } from '../wire/produce-request.ts';
import {
  definitionOf,
  type Encoded,
  kafkajsMessageOf,
  type RequestDefinition,
  type RequestQueue,
  requestQueuePrototype,
} from './internals.ts';

let isDone = false;

/**
 * Changes kafkajs 2.2.4, once per process. The bytes of requests stay the same. Unusual requests
 * (compression, transactions, own timestamps, other versions) are left to kafkajs.
 */
export const makeKafkajsFaster = (): void => {
  if (isDone) return;
  isDone = true;
  const queue = requestQueuePrototype();
  silenceIdleTimer(queue);
  shareTimeoutTimer(queue);
  encodeProduce(definitionOf('Produce'));
  encodeAndDecodeFetch(definitionOf('Fetch'));
  tolerateMissingLeaders(definitionOf('Metadata'));
};

/**
 * A used connection re-arms a timer of 1 ms for ever: a tenth of a core when idle. With nothing pending there
 * is nothing to check, and every response checks again.
 */
const silenceIdleTimer = (queue: RequestQueue): void => {
  const schedule = queue.scheduleCheckPendingRequests;
  queue.scheduleCheckPendingRequests = function (): void {
    if (this.pending.length > 0) schedule.call(this);
  };
};

/** kafkajs wakes the process ten times a second for each connection. The process's tick checks all of them. */
const shareTimeoutTimer = (prototype: RequestQueue): void => {
  const { destroy } = prototype;
  const queues = new Set<RequestQueue>();
  let end = (): void => undefined;
  const leave = (queue: RequestQueue): void => {
    if (queues.delete(queue) && queues.size === 0) end();
  };
  const look = (): void => {
    for (const queue of queues) {
      failOverdue(queue);
      if (!queue.isConnected()) queue.destroy();
    }
  };
  prototype.scheduleRequestTimeoutCheck = function (): void {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    queues.add(this);
    if (queues.size === 1) end = ticker.watch(look);
  };
  prototype.destroy = function (): void {
    leave(this);
    destroy.call(this);
  };
};

const failOverdue = ({ inflight }: RequestQueue): void => {
  for (const request of inflight.values())
    if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
};

const encodeProduce = (produce: RequestDefinition<ProduceRequest & PlainOrNot, unknown>): void => {
  const { protocol } = produce;
  produce.protocol = ({ version }) => {
    const theirs = protocol({ version });
    if (version < 3 || version > 7) return theirs;
    return (asked) => {
      const exchange = theirs(asked);
      if (!isPlain(asked)) return exchange;
      const encode = () => encoded(encodeProduceRequest(asked, Date.now()));
      return { ...exchange, request: { ...exchange.request, encode } };
    };
  };
};

interface PlainOrNot {
  readonly compression?: number | undefined;
  readonly transactionalId?: string | null | undefined;
  /** It is −1 without a producer id. */
  readonly producerId?: unknown;
}

const isPlain = ({ topicData, ...asked }: ProduceRequest & PlainOrNot): boolean =>
  (asked.compression ?? 0) === 0 &&
  (asked.transactionalId ?? null) === null &&
  (asked.producerId ?? -1) === -1 &&
  topicData.every(({ partitions }) =>
    partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined)),
  );

/**
 * The time after the longest wait of a fetch by which a broker must have responded. If it has not, it is
 * frozen or its connection is dead.
 */
export const fetchLateAfterMs = 3_000;

const encodeAndDecodeFetch = (fetch: RequestDefinition<FetchRequest, unknown>): void => {
  const { protocol } = fetch;
  fetch.protocol = ({ version }) => {
    const theirs = protocol({ version });
    if (version !== 11) return theirs;
    return (asked) => {
      const { request, response, ...rest } = theirs(asked);
      const encode = () => encoded(encodeFetchRequest(asked));
      // kafkajs knows one codec of four, unzips without a bound, and fails the whole response for one
      // partition.
      const decode = (bytes: Buffer) => Promise.resolve(withMessages(decodeFetchResponse(bytes, asked)));
      const parse = (decoded: unknown) => Promise.resolve(decoded);
      // kafkajs' own bound would leave a long wait half a second.
      const requestTimeout = asked.maxWaitTime + fetchLateAfterMs;
      const fetching = { request: { ...request, encode }, response: { ...response, decode, parse } };
      return { ...rest, ...fetching, requestTimeout };
    };
  };
};

/** A consumer of kafkajs itself, in the same process, reads `messages`. Ours never asks for them. */
const withMessages = (decoded: DecodedFetch): DecodedFetch => {
  for (const partition of decoded.responses.flatMap(({ partitions }) => partitions)) {
    const get = () => partition.records.map(kafkajsMessageOf);
    Object.defineProperty(partition, 'messages', { get });
  }
  return decoded;
};

/** REPLICA_NOT_AVAILABLE: the partition has its leader all the same. */
const replicaMissing = 9;
/** LEADER_NOT_AVAILABLE, LISTENER_NOT_FOUND and {@link replicaMissing} are errors of a single partition. */
const withoutLeader = new Set([5, 72, replicaMissing]);

interface DecodedMetadata {
  readonly topicMetadata: readonly {
    readonly partitionMetadata: readonly { partitionErrorCode: number; leader: number }[];
  }[];
}

/** kafkajs fails all topics' metadata while one partition has no leader. Its leader is −1 instead. */
const tolerateMissingLeaders = (metadata: RequestDefinition<object, unknown>): void => {
  const { protocol } = metadata;
  metadata.protocol = (version) => {
    const theirs = protocol(version);
    return (asked) => {
      const { request, response } = theirs(asked);
      const parse = (decoded: unknown) => {
        const { topicMetadata } = decoded as DecodedMetadata;
        for (const each of topicMetadata.flatMap(({ partitionMetadata }) => partitionMetadata)) {
          if (!withoutLeader.has(each.partitionErrorCode)) continue;
          if (each.partitionErrorCode !== replicaMissing) each.leader = -1;
          each.partitionErrorCode = 0;
        }
        return response.parse(decoded);
      };
      return { request, response: { decode: (bytes: Buffer) => response.decode(bytes), parse } };
    };
  };
};

const encoded = (buffer: Buffer): Promise<Encoded> => Promise.resolve({ buf: buffer, buffer });
