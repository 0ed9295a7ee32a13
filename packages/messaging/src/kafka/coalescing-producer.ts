import { backoffMs, Fault, systemClock, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import {
  Partitioners,
  type ICustomPartitioner,
  type Kafka,
  type Message as KafkaMessage,
  type Producer,
  type TopicMessages,
} from 'kafkajs';
import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';
import type { PartitionCounts } from './partition-counts.ts';

export interface CoalescingProducerOptions {
  readonly kafka: Kafka;
  /** −1: all replicas in sync acknowledge; 1: the leader acknowledges (replies only). */
  readonly acks: -1 | 1;
  readonly logger: Logger;
  /**
   * How long a message is tried before its sender gets a retriable failure; Infinity for messages in an outbox. After a stop
   * there is one more try, and another process publishes the row if it fails.
   */
  readonly patienceMs: number;
  /** The least time between two requests, so that messages nobody waits for travel in fewer, larger ones. Default 0. */
  readonly sendEveryMs?: number;
  /** The most messages that may wait. Above it senders are refused. */
  readonly waitingMax: number;
  /** The most bytes that may wait, headers included. Above it senders are refused too. Default 64 MiB. */
  readonly waitingBytesMax?: number;
  /** Receives the partition counts of the topics that it writes to. */
  readonly partitionCounts?: PartitionCounts;
  /** Stores a message that Kafka rejects because of its content. Without it the sender gets the failure. */
  readonly onRefused?: (message: OutgoingMessage, reason: string) => Promise<void>;
}

interface Waiting {
  readonly messages: readonly OutgoingMessage[];
  readonly bytes: number;
  readonly sinceMs: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Kafka rejects an oversized record batch whole, with the messages of every sender in it. The broker's limit is 2 MiB. */
const requestBytesMax = 700 * 1024;
/** The bytes of a hundred requests. More would only fill the heap while Kafka is unreachable. */
const usualWaitingBytesMax = 64 * 1024 * 1024;
/** A message sent alone has already waited in a shared request. After some more tries its sender gets the failure. */
const aloneTriesMax = 10;
const retryBounds = { firstMs: 50, maxMs: 2_000 };

/**
 * Sends one request at a time; messages that arrive meanwhile go into the next one. This gives nearly four times the throughput
 * of a request per message, and a retry cannot reorder. It is neither idempotent nor transactional: consumers are.
 */
export class CoalescingProducer implements ProducerPort {
  readonly #options: CoalescingProducerOptions;
  readonly #producer: Producer;
  #waiting: Waiting[] = [];
  #waitingMessages = 0;
  #waitingBytes = 0;
  #sending: Promise<void> | null = null;
  /** The start of the last request, by the monotonic clock. */
  #sentMs = -Infinity;
  readonly #stopping = new AbortController();

  constructor(options: CoalescingProducerOptions) {
    this.#options = options;
    this.#producer = options.kafka.producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      createPartitioner: () => partitionerNoting(options.partitionCounts),
      // This class retries itself, so that patience is counted once.
      retry: { retries: 0, initialRetryTime: 50 },
    });
  }

  start(): Promise<void> {
    return this.#producer.connect();
  }

  /** Messages that wait for the running request to end. */
  get waiting(): number {
    return this.#waitingMessages;
  }

  /** The bytes of the waiting messages. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  send(messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.reject(away('the producer is stopped'));
    if (this.#isFull()) {
      return Promise.reject(away('too many messages wait for Kafka'));
    }
    return new Promise((resolve, reject) => {
      const bytes = messages.reduce((total, message) => total + sizeOf(message), 0);
      this.#waiting.push({ messages, bytes, sinceMs: Date.now(), resolve, reject });
      this.#waitingMessages += messages.length;
      this.#waitingBytes += bytes;
      this.#sending ??= this.#drain();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
    await this.#producer.disconnect();
  }

  #isFull(): boolean {
    const { waitingMax, waitingBytesMax = usualWaitingBytesMax } = this.#options;
    return this.#waitingMessages >= waitingMax || this.#waitingBytes >= waitingBytesMax;
  }

  async #drain(): Promise<void> {
    // The messages of one turn of the event loop go together: those of all requests whose sockets it found readable.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      await this.#pause();
      await this.#sendNext(this.#takeRequest());
    }
    this.#sending = null;
  }

  /** Waits until the next request is due. Once stopping, no request is delayed. */
  async #pause(): Promise<void> {
    const pauseMs = this.#sentMs + (this.#options.sendEveryMs ?? 0) - performance.now();
    if (pauseMs > 0) await systemClock.sleep(pauseMs, this.#stopping.signal);
    this.#sentMs = performance.now();
  }

  #takeRequest(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: size } of this.#waiting) {
      if (count > 0 && bytes + size > requestBytesMax) break;
      bytes += size;
      count += 1;
    }
    const request = this.#waiting.splice(0, count);
    for (const { messages } of request) this.#waitingMessages -= messages.length;
    this.#waitingBytes -= bytes;
    return request;
  }

  async #sendNext(request: Waiting[]): Promise<void> {
    let rest: readonly Waiting[] = request;
    for (let attempt = 0; rest.length > 0; attempt += 1) {
      const posted = await this.#post(rest.flatMap(({ messages }) => messages));
      if (posted.outcome === 'sent') {
        settleAll(rest);
        return;
      }
      if (posted.outcome === 'refused') return this.#oneByOne(rest);
      rest = this.#dropImpatient(rest, posted.failure);
      if (rest.length > 0) await this.#wait(posted.failure, attempt);
    }
  }

  /** Retries a rejected request message by message, so that only the message at fault is left out. */
  async #oneByOne(request: readonly Waiting[]): Promise<void> {
    for (const waiting of request) {
      const sent = Promise.all(waiting.messages.map((message) => this.#sendAlone(message)));
      await sent.then(waiting.resolve, waiting.reject);
    }
  }

  async #sendAlone(message: OutgoingMessage): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const posted = await this.#post([message]);
      if (posted.outcome === 'sent') return;
      if (posted.outcome === 'refused') return this.#refuse(message, posted.failure);
      const isPatient = attempt < aloneTriesMax || !Number.isFinite(this.#options.patienceMs);
      if (!isPatient || this.#stopping.signal.aborted) throw posted.failure;
      await this.#wait(posted.failure, attempt);
    }
  }

  async #refuse(message: OutgoingMessage, failure: unknown): Promise<void> {
    const { onRefused, logger } = this.#options;
    logger.error({ topic: message.topic, error: textOf(failure) }, 'Kafka rejected a message');
    if (onRefused === undefined) throw new Fault('MESSAGE_REFUSED', textOf(failure), { cause: failure });
    await onRefused(message, textOf(failure));
  }

  async #post(messages: readonly OutgoingMessage[]): Promise<Posted> {
    try {
      await this.#producer.sendBatch({ acks: this.#options.acks, topicMessages: byTopic(messages) });
      return { outcome: 'sent' };
    } catch (failure) {
      return { outcome: isRefusal(failure) ? 'refused' : 'failed', failure };
    }
  }

  #dropImpatient(waiting: readonly Waiting[], failure: unknown): Waiting[] {
    const { patienceMs } = this.#options;
    const now = Date.now();
    return waiting.filter((one) => {
      const isPatient = now - one.sinceMs < patienceMs && !this.#stopping.signal.aborted;
      if (!isPatient) one.reject(away(textOf(failure)));
      return isPatient;
    });
  }

  async #wait(failure: unknown, attempt: number): Promise<void> {
    this.#options.logger.warn({ error: textOf(failure), attempt }, 'Kafka does not take messages; retrying');
    await systemClock.sleep(backoffMs(attempt, retryBounds), this.#stopping.signal);
  }
}

/** Java's default partitioner: other producers put a key on the same partition. */
const partitionerNoting = (counts: PartitionCounts | undefined): ReturnType<ICustomPartitioner> => {
  const choose = Partitioners.DefaultPartitioner();
  return (place) => {
    counts?.note(place.topic, place.partitionMetadata.length);
    return choose(place);
  };
};

const settleAll = (sent: readonly Waiting[]): void => {
  for (const waiting of sent) waiting.resolve();
};

type Posted =
  | { readonly outcome: 'sent' }
  /** The broker rejects the messages themselves; retrying cannot help. */
  | { readonly outcome: 'refused'; readonly failure: unknown }
  | { readonly outcome: 'failed'; readonly failure: unknown };

const away = (text: string): Fault => new Fault('BROKER_UNAVAILABLE', text, { retry: true });

/** Returns about the size of a message in a request: texts are short and mostly ASCII. */
const sizeOf = ({ key, value, headers }: OutgoingMessage): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0) + 100;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes;
};

/** Codes with which the broker rejects the messages themselves; retrying cannot help. */
const refusals = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'CORRUPT_MESSAGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
]);

const isRefusal = (failure: unknown): boolean =>
  failure instanceof Error &&
  'type' in failure &&
  typeof failure.type === 'string' &&
  refusals.has(failure.type);

const byTopic = (messages: readonly OutgoingMessage[]): TopicMessages[] => {
  const topics = new Map<string, KafkaMessage[]>();
  for (const { topic, partition, key, value, headers } of messages) {
    const message: KafkaMessage = { key, value, headers, ...(partition === undefined ? {} : { partition }) };
    const list = topics.get(topic);
    if (list === undefined) topics.set(topic, [message]);
    else list.push(message);
  }
  return [...topics].map(([topic, list]) => ({ topic, messages: list }));
};
