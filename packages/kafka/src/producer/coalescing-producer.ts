import type { Kafka } from 'kafkajs';
import { Fault, systemClock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { brokerUnavailable } from '../cluster/silent-brokers.ts';
import type { PartitionCounts } from '../metadata.ts';
import type { OutgoingMessage, ProducerPort } from '../ports.ts';
import { type Brokers, KafkajsBrokers } from './brokers.ts';
import { messageSize, SendCall, type SendFailure, type WaitingMessage } from './partition-queues.ts';
import { PartitionRouter } from './partition-router.ts';

export interface CoalescingProducerOptions {
  readonly kafka: Kafka;
  /** −1 waits for all replicas in sync to acknowledge; 1, which is for replies only, waits for the leader. */
  readonly acks: -1 | 1;
  readonly logger: Logger;
  /**
   * The time after which the sender of a message gets a retriable failure; Infinity for an outbox. A stop
   * allows one more try.
   */
  readonly patienceMs: number;
  /** The time after which a request without a response has failed. Default: 3 s, because callers wait. */
  readonly requestTimeoutMs?: number;
  /**
   * The minimum time between two requests to a broker. Messages that nobody waits for then travel in larger
   * requests.
   */
  readonly sendEveryMs?: number;
  /**
   * The number of waiting messages above which senders are refused; half of it for a broker that does not
   * respond.
   */
  readonly waitingMax: number;
  /** The maximum number of waiting bytes, headers included; the same rule applies. Default: 64 MiB. */
  readonly waitingBytesMax?: number;
  readonly partitionCounts?: PartitionCounts;
  /**
   * Stores a message that Kafka rejects because of its content. Without this function the sender gets the
   * failure.
   */
  readonly onRefused?: (message: OutgoingMessage, reason: string) => Promise<void>;
  /**
   * True for topics that others may delete, or take the access to. Once such a topic has been gone for a minute, its
   * messages are refused. Default: none, so messages wait for their topic for ever.
   */
  readonly mayGo?: (topic: string) => boolean;
}

const usualRequestTimeoutMs = 3_000;
/** The bytes of a hundred requests. More would only fill the heap while Kafka is unreachable. */
const usualWaitingBytesMax = 64 * 1024 * 1024;
/** A request may take this long: what a frozen broker holds is left to the sender. */
const stopWithinMs = 3_000;

/**
 * Sends one request at a time to each broker; messages that arrive meanwhile go into the next one. That gives
 * nearly four times the throughput, and a retry cannot reorder a partition. The producer is neither
 * idempotent nor transactional, because the consumers are.
 */
export class CoalescingProducer implements ProducerPort {
  readonly #options: CoalescingProducerOptions;
  readonly #brokers: Brokers;
  readonly #router: PartitionRouter;
  readonly #stopping = new AbortController();
  #waitingMessages = 0;
  #waitingBytes = 0;
  #whenEmpty: (() => void) | null = null;
  #whenGone: ((topic: string) => void) | null = null;

  constructor(options: CoalescingProducerOptions, brokers: Brokers = kafkajsBrokers(options)) {
    this.#options = options;
    this.#brokers = brokers;
    this.#router = new PartitionRouter({
      ...options,
      brokers,
      sendEveryMs: options.sendEveryMs ?? 0,
      stopping: this.#stopping.signal,
      onSettled: (waiting, failure) => {
        this.#settle(waiting, failure);
      },
      refuse: (message, reason) => this.#refuse(message, reason),
      onGone: (topic) => {
        options.logger.error({ topic }, 'a topic is gone: its messages are refused');
        this.#whenGone?.(topic);
      },
    });
  }

  /** Calls `work` for each topic that is gone, before its messages are refused. */
  onGone(work: (topic: string) => void): void {
    this.#whenGone = work;
  }

  start(): Promise<void> {
    return this.#brokers.start();
  }

  get waiting(): number {
    return this.#waitingMessages;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** Returns true while messages wait for a broker that does not respond, or for a leader. */
  get isStalled(): boolean {
    return this.#router.isTroubled;
  }

  send(messages: readonly OutgoingMessage[]): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.reject(brokerUnavailable('the producer is stopped'));
    if (!this.#accepts(messages))
      return Promise.reject(brokerUnavailable('too many messages wait for Kafka'));
    if (messages.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const call = new SendCall(messages.length, (failure) => {
        if (failure === null) resolve();
        else reject(failure.reason);
      });
      for (const message of messages)
        this.#add({ message, bytes: messageSize(message), call, isAlone: false });
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort('stopped');
    this.#router.stop();
    const untilEmpty = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
      if (this.#waitingMessages === 0) resolve();
    });
    const patience = new AbortController();
    await Promise.race([untilEmpty, systemClock.sleep(stopWithinMs, patience.signal)]);
    patience.abort('empty');
    await this.#brokers.stop();
    this.#router.giveUpAll('the producer is stopped');
  }

  /**
   * Returns true if there is space. Brokers that do not respond fill at most half of it, so that messages to
   * the others continue.
   */
  #accepts(messages: readonly OutgoingMessage[]): boolean {
    const { waitingMax, waitingBytesMax = usualWaitingBytesMax } = this.#options;
    const filled = Math.max(this.#waitingMessages / waitingMax, this.#waitingBytes / waitingBytesMax);
    if (filled >= 1) return false;
    return filled < 0.5 || !messages.some((message) => this.#router.wouldWait(message));
  }

  #add(waiting: WaitingMessage): void {
    this.#waitingMessages += 1;
    this.#waitingBytes += waiting.bytes;
    this.#router.route(waiting);
  }

  #settle({ bytes, call }: WaitingMessage, failure: SendFailure | null): void {
    this.#waitingMessages -= 1;
    this.#waitingBytes -= bytes;
    call.end(failure);
    if (this.#waitingMessages === 0) this.#whenEmpty?.();
  }

  async #refuse(message: OutgoingMessage, reason: string): Promise<void> {
    const { onRefused, logger } = this.#options;
    logger.error({ topic: message.topic, error: reason }, 'Kafka rejected a message');
    if (onRefused === undefined) throw new Fault('MESSAGE_REFUSED', reason);
    await onRefused(message, reason);
  }
}

const kafkajsBrokers = ({ kafka, acks, requestTimeoutMs }: CoalescingProducerOptions): Brokers =>
  new KafkajsBrokers({ kafka, acks, requestTimeoutMs: requestTimeoutMs ?? usualRequestTimeoutMs });

/** Smaller than Kafka's limit for one record batch (2 MiB), in case all messages go to one partition. */
const packBytesMax = 512 * 1024;

/**
 * Sends messages in their order within each partition; other senders take turns between its requests. Throws
 * the first failure as {@link ProducerPort.send} does; earlier requests were sent.
 */
export const sendInOrder = async (
  producer: Pick<ProducerPort, 'send'>,
  messages: readonly OutgoingMessage[],
): Promise<void> => {
  for (const pack of packsOf(messages)) await producer.send(pack);
};

const packsOf = (messages: readonly OutgoingMessage[]): OutgoingMessage[][] => {
  const packs: OutgoingMessage[][] = [];
  let roomBytes = 0;
  for (const message of messages) {
    const bytes = message.value?.length ?? 0;
    const pack = packs.at(-1);
    if (pack === undefined || bytes > roomBytes) {
      packs.push([message]);
      roomBytes = packBytesMax;
    } else pack.push(message);
    roomBytes -= bytes;
  }
  return packs;
};
