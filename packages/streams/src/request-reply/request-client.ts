import { randomUUID } from 'node:crypto';
import { headers as names } from '@loyalty/contracts';
import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import { sendInOrder } from '@loyalty/kafka/producer';
import { Fault } from '@loyalty/kernel';

export interface ReplyAddress {
  readonly topic: string;
  readonly partition: number;
}

export interface RequestClient<R> {
  /** Throws a retriable Fault when Kafka did not acknowledge the request, which it may have accepted. */
  request(message: OutgoingMessage, deadlineMs: number): Promise<ReplyOutcome<R>>;
  /**
   * Throws a retriable Fault when too many wait, or Kafka did not acknowledge all; some may be accepted all
   * the same.
   */
  requestAll(messages: readonly OutgoingMessage[], deadlineMs: number): Promise<ReplyOutcome<R>[]>;
}

export const createRequestClient = <R>({
  producer,
  pending,
  replyTo,
}: {
  readonly producer: ProducerPort;
  readonly pending: PendingReplies<R>;
  /** Asked anew for each request. */
  readonly replyTo: () => ReplyAddress;
}): RequestClient<R> => {
  return {
    request: async (message, deadlineMs) => {
      const correlationId = randomUUID();
      const reply = pending.wait(correlationId, deadlineMs);
      try {
        await Promise.race([producer.send([addressed(message, replyTo(), correlationId)]), reply]);
      } catch (failure) {
        pending.cancel(correlationId);
        throw failure;
      }
      return reply;
    },
    requestAll: async (messages, deadlineMs) => {
      const requests = messages.map((message) => ({ message, correlationId: randomUUID() }));
      const ids = requests.map(({ correlationId }) => correlationId);
      const replies = pending.waitAll(ids, deadlineMs);
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

interface Slot<R> {
  /** False when the caller's deadline has passed. */
  settle(outcome: ReplyOutcome<R>): boolean;
  readonly slotTimer: NodeJS.Timeout;
}

const slotMsMin = 30_000;

/** Beyond the caller's deadline, so that overload is refused instead of deciding for clients that left. */
export const slotMsOf = (deadlineMs: number): number => Math.max(slotMsMin, (deadlineMs * 4) / 3);

/** Sets leave this share to single requests, each of which has a till waiting. */
const reservedForSingles = 0.5;

/** Bounded, by correlation id (docs/mechanisms/requests.md, «Request and reply»). */
export class PendingReplies<R> {
  readonly #slots = new Map<string, Slot<R>>();
  readonly #max: number;
  #isGivenUp = false;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** After `deadlineMs` without a reply. Throws a retriable Fault when too many wait. */
  wait(correlationId: string, deadlineMs: number): Promise<ReplyOutcome<R>> {
    if (this.#isGivenUp) throw stopping();
    if (this.#slots.size >= this.#max) throw overloaded();
    return this.#open(correlationId, deadlineMs);
  }

  /** All or none. Throws a retriable Fault when more than half of all slots would be taken. */
  waitAll(correlationIds: readonly string[], deadlineMs: number): Promise<ReplyOutcome<R>[]> {
    if (this.#isGivenUp) throw stopping();
    if (this.#slots.size + correlationIds.length > this.#max * reservedForSingles) throw overloaded();
    return Promise.all(correlationIds.map((correlationId) => this.#open(correlationId, deadlineMs)));
  }

  #open(correlationId: string, deadlineMs: number): Promise<ReplyOutcome<R>> {
    return new Promise((resolve) => {
      let isLate = false;
      const deadline = setTimeout(() => {
        isLate = true;
        resolve({ outcome: 'timeout' });
      }, deadlineMs);
      const slotTimer = setTimeout(() => this.#slots.delete(correlationId), slotMsOf(deadlineMs)).unref();
      const settle = (outcome: ReplyOutcome<R>): boolean => {
        clearTimeout(deadline);
        resolve(outcome);
        return !isLate;
      };
      this.#slots.set(correlationId, { settle, slotTimer });
    });
  }

  /** False when none waits for it any more. */
  settle(correlationId: string, reply: R): boolean {
    const slot = this.#slots.get(correlationId);
    if (slot === undefined) return false;
    this.#slots.delete(correlationId);
    clearTimeout(slot.slotTimer);
    return slot.settle({ outcome: 'replied', reply });
  }

  /** As at the deadlines, and refuses new ones with a retriable Fault: the process stops. */
  giveUp(): void {
    this.#isGivenUp = true;
    for (const correlationId of [...this.#slots.keys()]) this.cancel(correlationId);
  }

  cancel(correlationId: string): void {
    const slot = this.#slots.get(correlationId);
    if (slot === undefined) return;
    this.#slots.delete(correlationId);
    clearTimeout(slot.slotTimer);
    slot.settle({ outcome: 'timeout' });
  }
}

const stopping = (): Fault => new Fault('STOPPING', 'the process stops', { retry: true });

const overloaded = (): Fault =>
  new Fault('OVERLOADED', 'too many requests wait for their reply', { retry: true });
