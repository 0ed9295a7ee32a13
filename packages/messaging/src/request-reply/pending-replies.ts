import { Fault } from '@loyalty/kernel';

/** What a wait for a reply ended with. */
export type ReplyOutcome<R> =
  { readonly outcome: 'replied'; readonly reply: R } | { readonly outcome: 'timeout' };

interface Slot<R> {
  settle(outcome: ReplyOutcome<R>): void;
  readonly slotTimer: NodeJS.Timeout;
}

/** A slot outlives its caller's deadline, so that overload sheds instead of working for clients who left. */
const slotMs = 30_000;

/** Requests that wait for their reply, bounded, by correlation id (design §5). */
export class PendingReplies<R> {
  readonly #slots = new Map<string, Slot<R>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Resolves with the reply, or after `deadlineMs` without one. Throws a retriable Fault when too many wait. */
  wait(correlationId: string, deadlineMs: number): Promise<ReplyOutcome<R>> {
    if (this.#slots.size >= this.#max) {
      throw new Fault('OVERLOADED', 'too many requests wait for their reply', { retry: true });
    }
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        resolve({ outcome: 'timeout' });
      }, deadlineMs);
      const slotTimer = setTimeout(() => this.#slots.delete(correlationId), slotMs).unref();
      const settle = (outcome: ReplyOutcome<R>): void => {
        clearTimeout(deadline);
        resolve(outcome);
      };
      this.#slots.set(correlationId, { settle, slotTimer });
    });
  }

  /** Hands a reply to its waiter; false when nobody waits for it (any more). */
  settle(correlationId: string, reply: R): boolean {
    const slot = this.#slots.get(correlationId);
    if (slot === undefined) return false;
    this.#slots.delete(correlationId);
    clearTimeout(slot.slotTimer);
    slot.settle({ outcome: 'replied', reply });
    return true;
  }

  /** Frees the slot of a request that never reached Kafka. */
  cancel(correlationId: string): void {
    const slot = this.#slots.get(correlationId);
    if (slot === undefined) return;
    this.#slots.delete(correlationId);
    clearTimeout(slot.slotTimer);
    slot.settle({ outcome: 'timeout' });
  }
}
