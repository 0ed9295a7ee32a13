import { randomUUID } from 'node:crypto';
import { headers as names } from '@loyalty/contracts';
import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import { sendInOrder } from '@loyalty/kafka/producer';
import { Fault } from '@loyalty/kernel';

export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
}

/**
 * Sends requests and waits for their replies. A question can be asked elsewhere while the reply is overdue
 * (`findOverdueReplies`).
 */
export interface RequestClient<R, Q = never> {
  /**
   * Sends a request. Throws a retriable Fault if Kafka did not acknowledge the request, which it may have
   * accepted.
   */
  request(message: OutgoingMessage, deadlineMs: number, question?: Q): Promise<ReplyOutcome<R>>;
  /**
   * Sends several requests. Throws a retriable Fault if too many wait, or if Kafka did not acknowledge all;
   * some may have been accepted. Questions are in the order of the messages.
   */
  requestAll(
    messages: readonly OutgoingMessage[],
    deadlineMs: number,
    questions?: readonly Q[],
  ): Promise<ReplyOutcome<R>[]>;
}

export const createRequestClient = <R, Q = never>({
  producer,
  pending,
  replyTo,
}: {
  readonly producer: ProducerPort;
  readonly pending: PendingReplies<R, Q>;
  /** Returns where replies go. It is called again for each request. */
  readonly replyTo: () => ReplyAddress;
}): RequestClient<R, Q> => {
  return {
    request: async (message, deadlineMs, question) => {
      const correlationId = randomUUID();
      const reply = pending.wait(correlationId, deadlineMs, question);
      try {
        await Promise.race([producer.send([addressed(message, replyTo(), correlationId)]), reply]);
      } catch (failure) {
        pending.cancel(correlationId);
        throw failure;
      }
      return reply;
    },
    requestAll: async (messages, deadlineMs, questions) => {
      const requests = messages.map((message) => ({ message, correlationId: randomUUID() }));
      const ids = requests.map(({ correlationId }) => correlationId);
      const replies = pending.waitAll(ids, deadlineMs, questions);
      const orders = requests.map(({ message, correlationId }) =>
        addressed(message, replyTo(), correlationId),
      );
      try {
        await Promise.race([sendInOrder(producer, orders), replies]);
      } catch (failure) {
        for (const id of ids) pending.cancel(id);
        throw failure;
      }
      return replies;
    },
  };
};

const addressed = (
  message: OutgoingMessage,
  { topic, partition }: ReplyAddress,
  correlationId: string,
): OutgoingMessage => ({
  ...message,
  headers: {
    ...message.headers,
    [names.replyTopic]: topic,
    [names.replyPartition]: partition.toString(),
    [names.correlationId]: correlationId,
  },
});

export type ReplyOutcome<R> =
  { readonly outcome: 'replied'; readonly reply: R } | { readonly outcome: 'timeout' };

interface Slot<R, Q> {
  question: Q | undefined;
  readonly overdueAtMs: number;
  /** False once the caller's deadline has passed. */
  isAwaited: boolean;
  settle(outcome: ReplyOutcome<R>): void;
  readonly slotTimer: NodeJS.Timeout;
}

/** This is half a second of the three that a till waits; engines reply within milliseconds. */
const overdueShare = 1 / 6;

export interface OverdueReply<Q> {
  readonly correlationId: string;
  readonly question: Q;
}

const slotMsMin = 30_000;

/**
 * Returns how long a request holds its slot. That is longer than the caller's deadline, so that overload is
 * refused and nothing is decided for clients that left.
 */
export const slotMsOf = (deadlineMs: number): number => Math.max(slotMsMin, (deadlineMs * 4) / 3);

/** Sets leave this share to single requests, each of which has a till waiting. */
const reservedForSingles = 0.5;

/**
 * The callers that wait for replies, by correlation id. Their number is bounded (docs/mechanisms/requests.md,
 * «Request and reply»).
 */
export class PendingReplies<R, Q = never> {
  readonly #slots = new Map<string, Slot<R, Q>>();
  readonly #max: number;
  #awaited = 0;
  #onFirst: () => void = () => undefined;
  #isGivenUp = false;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The number of callers that wait now. */
  get awaited(): number {
    return this.#awaited;
  }

  /** Calls `work` whenever a caller begins to wait and no other does. */
  onFirst(work: () => void): void {
    this.#onFirst = work;
  }

  /** Waits for a reply, and gives up after `deadlineMs`. Throws a retriable Fault if too many wait. */
  wait(correlationId: string, deadlineMs: number, question?: Q): Promise<ReplyOutcome<R>> {
    if (this.#isGivenUp) throw stopping();
    if (this.#slots.size >= this.#max) throw overloaded();
    return this.#open(correlationId, deadlineMs, question);
  }

  /** Waits for all replies. Throws a retriable Fault if more than half of all slots would be taken. */
  waitAll(
    correlationIds: readonly string[],
    deadlineMs: number,
    questions: readonly Q[] = [],
  ): Promise<ReplyOutcome<R>[]> {
    if (this.#isGivenUp) throw stopping();
    if (this.#slots.size + correlationIds.length > this.#max * reservedForSingles) throw overloaded();
    return Promise.all(
      correlationIds.map((correlationId, at) => this.#open(correlationId, deadlineMs, questions[at])),
    );
  }

  /**
   * Returns the questions about overdue replies, in the order of the requests; requests without a question
   * are left out.
   */
  overdue(nowMs = performance.now()): OverdueReply<Q>[] {
    const found: OverdueReply<Q>[] = [];
    for (const [correlationId, { question, overdueAtMs }] of this.#slots)
      if (question !== undefined && overdueAtMs <= nowMs) found.push({ correlationId, question });
    return found;
  }

  #open(correlationId: string, deadlineMs: number, question: Q | undefined): Promise<ReplyOutcome<R>> {
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        slot.settle({ outcome: 'timeout' });
      }, deadlineMs);
      const slot: Slot<R, Q> = {
        question,
        overdueAtMs: performance.now() + deadlineMs * overdueShare,
        isAwaited: true,
        settle: (outcome) => {
          if (!slot.isAwaited) return;
          slot.isAwaited = false;
          slot.question = undefined;
          this.#awaited -= 1;
          clearTimeout(deadline);
          resolve(outcome);
        },
        slotTimer: setTimeout(() => this.#slots.delete(correlationId), slotMsOf(deadlineMs)).unref(),
      };
      this.#slots.set(correlationId, slot);
      this.#awaited += 1;
      if (this.#awaited === 1) this.#onFirst();
    });
  }

  /** Passes a reply to its caller. Returns false if the caller no longer waits for it. */
  settle(correlationId: string, reply: R): boolean {
    return this.#close(correlationId, { outcome: 'replied', reply });
  }

  /**
   * Ends all waits as their deadlines do, and refuses new ones with a retriable Fault, because the process
   * stops.
   */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const correlationId of [...this.#slots.keys()]) this.cancel(correlationId);
  }

  cancel(correlationId: string): void {
    this.#close(correlationId, { outcome: 'timeout' });
  }

  #close(correlationId: string, outcome: ReplyOutcome<R>): boolean {
    const slot = this.#slots.get(correlationId);
    if (slot === undefined) return false;
    this.#slots.delete(correlationId);
    clearTimeout(slot.slotTimer);
    const { isAwaited } = slot;
    slot.settle(outcome);
    return isAwaited;
  }
}

const stopping = (): Fault => new Fault('STOPPING', 'the process stops', { retry: true });

const overloaded = (): Fault =>
  new Fault('OVERLOADED', 'too many requests wait for their reply', { retry: true });
