import { backoffMs, systemClock, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Brokers, type PartitionOutcome, type TopicLeaders, noResponse } from './brokers.ts';
import type { PartitionQueue, WaitingMessage } from './partition-queues.ts';

interface LeaderQueueOptions {
  readonly broker: number;
  readonly brokers: Brokers;
  readonly logger: Logger;
  readonly sendEveryMs: number;
  /** Aborts when the producer stops: then nothing is delayed any more. */
  readonly stopping: AbortSignal;
  /** Called for a partition whose messages were put back: another broker may lead it by now. */
  readonly onReturned: (queue: PartitionQueue) => void;
  readonly onOutcome: (carried: QueuedMessages, outcome: PartitionOutcome) => void;
  readonly onTrouble: (reason: string) => void;
}

export interface QueuedMessages {
  readonly queue: PartitionQueue;
  readonly messages: readonly WaitingMessage[];
}

/** Kafka rejects an oversized batch (2 MiB) whole, with the messages of every sender in it. */
const requestBytesMax = 700 * 1024;
const retryBounds = { firstMs: 50, maxMs: 2_000 };
/** A healthy broker responds within some milliseconds. Meanwhile it is found out who leads. */
const slowMs = 1_000;

/**
 * The messages for one leader. One request is in flight, so a dead, frozen or slow broker delays only its own
 * partitions, in their order.
 */
export class LeaderQueue {
  readonly #options: LeaderQueueOptions;
  /** The partitions whose messages may be sent now, in turn. */
  readonly #ready = new Set<PartitionQueue>();
  #isRunning = false;
  #failures = 0;
  #isSlow = false;
  #sentMs = -Infinity;

  constructor(options: LeaderQueueOptions) {
    this.#options = options;
  }

  get isStalled(): boolean {
    return this.#isSlow || this.#failures > 0;
  }

  add(queue: PartitionQueue): void {
    this.#ready.add(queue);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  remove(queue: PartitionQueue): void {
    this.#ready.delete(queue);
  }

  async #run(): Promise<void> {
    // The messages of one turn of the event loop go together: those of all requests whose sockets it found
    // readable.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#ready.size > 0) {
      await this.#pause();
      if (await this.#connect()) await this.#post(this.#takeRequest());
    }
    this.#isRunning = false;
  }

  /** Waits until the next request is due. While stopping, no request is delayed. */
  async #pause(): Promise<void> {
    const { sendEveryMs, stopping } = this.#options;
    const pauseMs = this.#sentMs + sendEveryMs - performance.now();
    if (pauseMs > 0) await systemClock.sleep(pauseMs, stopping);
    this.#sentMs = performance.now();
  }

  /** Opens a connection. Nothing is in flight meanwhile, so messages may follow a leader that moves. */
  async #connect(): Promise<boolean> {
    const { brokers, broker } = this.#options;
    if (brokers.isConnected(broker)) return true;
    try {
      await this.#watched(brokers.connect(broker));
      return true;
    } catch (failure) {
      await this.#afterFailure(failure);
      return false;
    }
  }

  #takeRequest(): QueuedMessages[] {
    let bytes = requestBytesMax;
    const request: QueuedMessages[] = [];
    for (const queue of this.#ready) {
      const messages = queue.take(bytes, request.length === 0);
      // They do not fit any more.
      if (messages.length === 0) break;
      for (const message of messages) bytes -= message.bytes;
      queue.isInFlight = true;
      request.push({ queue, messages });
    }
    // What is left of them comes behind the others.
    for (const { queue } of request) this.#ready.delete(queue);
    return request;
  }

  async #post(request: readonly QueuedMessages[]): Promise<void> {
    if (request.length === 0) return;
    const { brokers, broker, onOutcome, onReturned } = this.#options;
    try {
      const outcomes = await this.#watched(brokers.produce(broker, request.map(partitionMessagesOf)));
      this.#failures = 0;
      for (const [place, carried] of request.entries()) onOutcome(carried, outcomes[place] ?? noResponse);
    } catch (failure) {
      for (const { queue, messages } of request) {
        queue.isInFlight = false;
        queue.putBack(messages);
        onReturned(queue);
      }
      await this.#afterFailure(failure);
    }
  }

  async #watched<T>(response: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#isSlow = true;
      this.#options.onTrouble(`broker ${this.#options.broker.toString()} is slow`);
    }, slowMs);
    try {
      return await response;
    } finally {
      clearTimeout(timer);
      this.#isSlow = false;
    }
  }

  async #afterFailure(failure: unknown): Promise<void> {
    const { broker, logger, stopping, onTrouble } = this.#options;
    const attempt = this.#failures;
    this.#failures += 1;
    logger.warn({ broker, attempt, error: textOf(failure) }, 'Kafka does not take messages; retrying');
    onTrouble(textOf(failure));
    await systemClock.sleep(backoffMs(attempt, retryBounds), stopping);
  }
}

const partitionMessagesOf = ({ queue: { topic, partition }, messages }: QueuedMessages) => ({
  topic,
  partition,
  messages: messages.map(({ message }) => message),
});

interface LeaderWatchOptions {
  readonly brokers: Pick<Brokers, 'readLeaders'>;
  readonly topics: () => readonly string[];
  readonly onLeaders: (topic: TopicLeaders) => void;
  readonly onRound: (failure: string | null) => void;
  readonly isNeeded: () => boolean;
  readonly stopping: AbortSignal;
}

/** Leaders move some seconds after a broker has died. */
const againAfterMs = 250;
/** Added partitions are used after at most this time, which is kafkajs' own. */
const refreshEveryMs = 300_000;

/** Watches leaders while messages wait for one. Messages to healthy brokers never wait for that. */
export class LeaderWatch {
  readonly #options: LeaderWatchOptions;
  #readMs = -Infinity;
  #isRunning = false;
  #isUrgent = false;
  #wake: (() => void) | null = null;

  constructor(options: LeaderWatchOptions) {
    this.#options = options;
  }

  begin(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  readNow(): void {
    this.#isUrgent = true;
    this.#wake?.();
    this.begin();
  }

  isDue(nowMs: number): boolean {
    return nowMs - this.#readMs > refreshEveryMs;
  }

  async #run(): Promise<void> {
    do {
      this.#isUrgent = false;
      this.#options.onRound(await this.#read());
      await this.#pause();
    } while (this.#options.isNeeded());
    this.#isRunning = false;
  }

  async #read(): Promise<string | null> {
    const { brokers, topics, onLeaders } = this.#options;
    this.#readMs = performance.now();
    try {
      for (const topic of await brokers.readLeaders(topics())) onLeaders(topic);
      return null;
    } catch (failure) {
      return textOf(failure);
    }
  }

  async #pause(): Promise<void> {
    if (this.#isUrgent || this.#options.stopping.aborted) return;
    const woken = new AbortController();
    this.#wake = () => {
      // An explicit reason: the default one captures a stack trace.
      woken.abort('woken');
    };
    await systemClock.sleep(againAfterMs, woken.signal);
    this.#wake = null;
  }
}
