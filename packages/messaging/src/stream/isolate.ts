import { textOf, type Clock } from '@loyalty/kernel';
import type { AssignedPartition } from './assigned-partition.ts';
import type { Batch } from './batch.ts';
import type { Queued } from './lane-queue.ts';

/** What isolation needs of the processor. */
interface StoringProcessor<T> {
  readonly storedAtMs: number;
  untilStored(batch: Batch<T>): Promise<void>;
}

export interface IsolateOptions<T> {
  readonly processor: StoringProcessor<T>;
  readonly clock: Clock;
  readonly isStopped: () => boolean;
}

/** With nothing else stored for this long, a failing message is given up all the same. */
const aloneMaxMs = 30_000;
const retryMs = 250;

/**
 * Finds the messages that a failure comes from and gives up only those. The batch is halved from left to right; a
 * message that fails alone is a suspect, and holds back the rest of its partition (order) but no other. A suspect
 * becomes a dead letter once it has failed again and any other message was stored since the failure began, or after
 * 30 s without one: otherwise the fault may be the database's, and every message would be thrown away (ARCHITECTURE.md, «Faults»).
 */
export const isolate = async <T>(
  options: IsolateOptions<T>,
  batch: Batch<T>,
  failure: unknown,
): Promise<void> => {
  const beganMs = options.clock.now();
  const suspects = new Map<AssignedPartition, { failure: unknown; held: Queued<T>[] }>();

  const halve = async (part: Batch<T>, reason: unknown): Promise<void> => {
    const [only] = part;
    if (only === undefined) return;
    if (part.length === 1) {
      suspects.set(only.partition, { failure: reason, held: [only] });
      return;
    }
    const middle = Math.ceil(part.length / 2);
    await attempt(part.slice(0, middle));
    await attempt(part.slice(middle));
  };

  const attempt = async (part: Batch<T>): Promise<void> => {
    const free = part.filter((queued) => {
      const suspect = suspects.get(queued.partition);
      suspect?.held.push(queued);
      return suspect === undefined;
    });
    try {
      await options.processor.untilStored(free);
    } catch (reason) {
      await halve(free, reason);
    }
  };

  await halve(batch, failure);
  while (suspects.size > 0 && !options.isStopped()) {
    const [first] = suspects;
    if (first === undefined) return;
    const [partition, suspect] = first;
    suspects.delete(partition);
    await settle(options, suspect, beganMs);
    await attempt(suspect.held.slice(1));
  }
};

const settle = async <T>(
  { processor, clock, isStopped }: IsolateOptions<T>,
  suspect: { failure: unknown; held: readonly Queued<T>[] },
  beganMs: number,
): Promise<void> => {
  const [culprit] = suspect.held;
  if (culprit === undefined) return;
  let failure: unknown = suspect.failure;
  const storeOnce = async (queued: Queued<T>): Promise<boolean> => {
    try {
      await processor.untilStored([queued]);
      return true;
    } catch (again) {
      failure = again;
      return false;
    }
  };
  while (!isStopped()) {
    // Once more as it is: what it failed from may be over since, and then it is no fault of the message's.
    if (await storeOnce(culprit)) return;
    const isProven = processor.storedAtMs > beganMs || clock.now() - beganMs > aloneMaxMs;
    if (isProven && (await storeOnce(givenUp(culprit, failure)))) return;
    await clock.sleep(retryMs);
  }
};

const givenUp = <T>(queued: Queued<T>, failure: unknown): Queued<T> => ({
  partition: queued.partition,
  item: { ...queued.item, rejection: { reason: 'PROCESSING_FAILED', detail: textOf(failure) } },
});
