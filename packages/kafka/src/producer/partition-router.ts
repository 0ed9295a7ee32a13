import { backoffMs, systemClock, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { brokerUnavailable } from '../cluster/silent-brokers.ts';
import type { PartitionCounts } from '../metadata.ts';
import type { OutgoingMessage } from '../ports.ts';
import type { Brokers, PartitionOutcome, TopicLeaders } from './brokers.ts';
import { MissingTopics } from './missing-topics.ts';
import { type QueuedMessages, LeaderQueue, LeaderWatch } from './leaders.ts';
import {
  type PartitionQueue,
  type SendFailure,
  TopicQueues,
  UnplacedMessages,
  type WaitingMessage,
} from './partition-queues.ts';

interface PartitionRouterOptions {
  readonly brokers: Brokers;
  readonly logger: Logger;
  readonly partitionCounts?: PartitionCounts;
  /** How long a message is tried. Once stopping, a message that fails is given up. */
  readonly patienceMs: number;
  readonly sendEveryMs: number;
  readonly stopping: AbortSignal;
  /** Called once for each message: it was acknowledged, or stored as rejected, or given up. */
  readonly onSettled: (message: WaitingMessage, failure: SendFailure | null) => void;
  /** Stores a message that Kafka rejects. It may throw, and the message has failed then. */
  readonly refuse: (message: OutgoingMessage, reason: string) => Promise<void>;
  /** True for topics whose messages are refused once the topic has been gone for a minute. Default: none. */
  readonly mayGo?: (topic: string) => boolean;
  readonly onGone?: (topic: string) => void;
}

/** A leader that moves is found within some hundred milliseconds. */
const heldBounds = { firstMs: 50, maxMs: 500 };
const noLeader = 'no broker that responds leads the partition';

/**
 * Assigns queues to leaders. If a partition's leader moves, its queue moves with everything that waits. A
 * partition without a leader waits by itself.
 */
export class PartitionRouter {
  readonly #options: PartitionRouterOptions;
  readonly #topics = new Map<string, TopicQueues>();
  readonly #unplaced = new UnplacedMessages();
  readonly #leaders = new Map<number, LeaderQueue>();
  readonly #watch: LeaderWatch;
  readonly #notes: TroubleNotes;
  readonly #gone: MissingTopics;

  constructor(options: PartitionRouterOptions) {
    this.#options = options;
    this.#gone = new MissingTopics({
      mayGo: options.mayGo ?? (() => false),
      onGone: (topic, reason) => {
        options.onGone?.(topic);
        void this.#refuseAll(topic, reason);
      },
    });
    this.#notes = new TroubleNotes(options.logger);
    this.#watch = new LeaderWatch({
      ...options,
      topics: () => [...this.#topics.keys(), ...this.#unplaced.topics],
      onLeaders: (topic) => {
        this.#follow(topic);
      },
      onRound: (failure) => {
        if (this.isTroubled) this.#notes.waiting(failure ?? noLeader, this.#unplaced.topics);
        // Brokers that do not respond say nothing of a topic.
        if (failure === null) this.#gone.missed(this.#unplaced.topics);
        this.#giveUpImpatient(failure ?? noLeader);
      },
      isNeeded: () => this.isTroubled,
    });
  }

  route(waiting: WaitingMessage): void {
    const { message, call } = waiting;
    const topic = this.#topics.get(message.topic);
    if (topic === undefined) {
      if (this.#unplaced.add(waiting)) this.#watch.readNow();
      return;
    }
    const queue = topic.queueOf(message);
    queue.add(waiting);
    this.#schedule(queue);
    if (this.#watch.isDue(call.sinceMs)) this.#watch.begin();
  }

  wouldWait(message: OutgoingMessage): boolean {
    const queues = this.#topics.get(message.topic);
    return queues === undefined
      ? this.#unplaced.isMissing(message.topic)
      : this.#isStalled(queues.queueOf(message));
  }

  get isTroubled(): boolean {
    if (!this.#unplaced.isEmpty) return true;
    return this.#queues().some((queue) => !queue.isEmpty && this.#isStalled(queue));
  }

  /** Looks for leaders once more, because the producer stops and whatever fails now is given up. */
  stop(): void {
    if (this.isTroubled) this.#watch.readNow();
  }

  giveUpAll(reason: string): void {
    for (const queue of this.#queues()) this.#giveUpIn(queue, () => true, reason);
    this.#fail(
      this.#unplaced.drop(() => true),
      reason,
    );
  }

  #queues(): PartitionQueue[] {
    return [...this.#topics.values()].flatMap(({ all }) => all);
  }

  #isStalled({ leader, failures }: PartitionQueue): boolean {
    return leader === null || failures > 0 || this.#leaderQueue(leader).isStalled;
  }

  #leaderQueue(broker: number): LeaderQueue {
    const known = this.#leaders.get(broker);
    if (known !== undefined) return known;
    const { brokers, logger, sendEveryMs, stopping } = this.#options;
    const queue = new LeaderQueue({
      broker,
      brokers,
      logger,
      sendEveryMs,
      stopping,
      onReturned: (returned) => {
        this.#schedule(returned);
      },
      onOutcome: (carried, outcome) => {
        this.#conclude(carried, outcome);
      },
      onTrouble: (reason) => {
        this.#giveUpImpatient(reason);
        this.#watch.begin();
      },
    });
    this.#leaders.set(broker, queue);
    return queue;
  }

  #schedule(queue: PartitionQueue): void {
    if (queue.isEmpty || queue.isInFlight || queue.isHeld) return;
    if (queue.leader === null) this.#watch.begin();
    else this.#leaderQueue(queue.leader).add(queue);
  }

  #conclude({ queue, messages }: QueuedMessages, outcome: PartitionOutcome): void {
    queue.isInFlight = false;
    if (outcome.outcome === 'sent') {
      queue.failures = 0;
      this.#gone.took(queue.topic);
      for (const message of messages) this.#options.onSettled(message, null);
    } else if (outcome.outcome === 'refused') this.#afterRefusal(queue, messages, outcome.reason);
    else this.#hold(queue, messages, outcome.reason);
    this.#schedule(queue);
  }

  /**
   * Sends several refused messages again one by one, in their order. A single one is the message at fault.
   */
  #afterRefusal(queue: PartitionQueue, messages: readonly WaitingMessage[], reason: string): void {
    const [only] = messages;
    if (messages.length === 1 && only !== undefined) {
      queue.isInFlight = true;
      void this.#refuse(queue, only, reason);
      return;
    }
    for (const message of messages) message.isAlone = true;
    queue.putBack(messages);
  }

  async #refuse(queue: PartitionQueue, waiting: WaitingMessage, text: string): Promise<void> {
    const { refuse, onSettled } = this.#options;
    const failure = await refuse(waiting.message, text).then(
      () => null,
      (thrown: unknown) => ({ reason: thrown instanceof Error ? thrown : new Error(textOf(thrown)) }),
    );
    onSettled(waiting, failure);
    queue.isInFlight = false;
    this.#schedule(queue);
  }

  /** One after the other: the database that stores them has other work, too. */
  async #refuseAll(topic: string, text: string): Promise<void> {
    const { refuse, onSettled } = this.#options;
    const queues = this.#topics.get(topic)?.all ?? [];
    const dropped = [
      ...queues.flatMap((queue) => queue.drop(() => true)),
      ...this.#unplaced.drop(({ message }) => message.topic === topic),
    ];
    for (const waiting of dropped) {
      const failure = await refuse(waiting.message, text).then(
        () => null,
        (thrown: unknown) => ({ reason: thrown instanceof Error ? thrown : new Error(textOf(thrown)) }),
      );
      onSettled(waiting, failure);
    }
  }

  #hold(queue: PartitionQueue, messages: readonly WaitingMessage[], reason: string): void {
    const { stopping } = this.#options;
    const { failures: attempt } = queue;
    queue.putBack(messages);
    queue.failures += 1;
    queue.isHeld = true;
    this.#gone.failed(queue.topic, reason);
    this.#notes.held(queue, reason);
    this.#giveUpImpatient(reason);
    void systemClock.sleep(backoffMs(attempt, heldBounds), stopping).then(() => {
      queue.isHeld = false;
      this.#schedule(queue);
    });
    this.#watch.begin();
  }

  /**
   * Fails messages that have waited longer than their senders allow. While stopping, no message waits any
   * more.
   */
  #giveUpImpatient(reason: string): void {
    const { patienceMs, stopping } = this.#options;
    const nowMs = performance.now();
    const isImpatient: ToDrop = ({ call }) => stopping.aborted || nowMs - call.sinceMs >= patienceMs;
    for (const queue of this.#queues())
      if (this.#isStalled(queue)) this.#giveUpIn(queue, isImpatient, reason);
    this.#fail(this.#unplaced.drop(isImpatient), reason);
  }

  #giveUpIn(queue: PartitionQueue, isToDrop: ToDrop, reason: string): void {
    const dropped = queue.drop(isToDrop);
    this.#fail(dropped, reason);
    // Its leader need not be reached any more.
    if (dropped.length > 0 && queue.isEmpty && queue.leader !== null)
      this.#leaderQueue(queue.leader).remove(queue);
  }

  #fail(messages: readonly WaitingMessage[], text: string): void {
    if (messages.length === 0) return;
    const failure = { reason: brokerUnavailable(text) };
    for (const message of messages) this.#options.onSettled(message, failure);
  }

  #follow({ topic, leaders }: TopicLeaders): void {
    this.#options.partitionCounts?.note(topic, leaders.length);
    const queues = this.#topics.get(topic) ?? new TopicQueues(topic);
    this.#topics.set(topic, queues);
    queues.count = leaders.length;
    for (const [partition, leader] of leaders.entries()) this.#lead(queues.at(partition), leader);
    for (const queue of queues.all) if (queue.partition >= leaders.length) this.#leaveBehind(queue);
    for (const waiting of this.#unplaced.take(topic)) this.route(waiting);
  }

  #lead(queue: PartitionQueue, leader: number | null): void {
    if (queue.leader === leader) return;
    if (queue.leader !== null) this.#leaderQueue(queue.leader).remove(queue);
    queue.leader = leader;
    queue.failures = 0;
    queue.isHeld = false;
    this.#schedule(queue);
  }

  /**
   * Gives up a partition that a recreated topic lacks. Messages that were placed there by their key are
   * placed again.
   */
  #leaveBehind(queue: PartitionQueue): void {
    this.#lead(queue, null);
    const keyed = queue.drop(({ message }) => message.partition === undefined);
    for (const waiting of keyed) this.route(waiting);
  }
}

type ToDrop = (message: WaitingMessage) => boolean;

const waitingEveryMs = 5_000;
/** A broker that is lost has tens of partitions. */
const heldEveryMs = 1_000;

class TroubleNotes {
  readonly #logger: Logger;
  #heldMs = -Infinity;
  #waitingMs = -Infinity;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  held({ topic, partition, failures }: PartitionQueue, error: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#heldMs < heldEveryMs) return;
    this.#heldMs = nowMs;
    this.#logger.warn({ topic, partition, failures, error }, 'a partition does not take messages; retrying');
  }

  waiting(error: string, unknownTopics: readonly string[]): void {
    const nowMs = performance.now();
    if (nowMs - this.#waitingMs < waitingEveryMs) return;
    this.#waitingMs = nowMs;
    this.#logger.warn({ error, unknownTopics }, 'messages wait for a leader');
  }
}
