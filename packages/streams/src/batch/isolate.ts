import { type Clock, textOf } from '@loyalty/kernel';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';
import type { Queued, QueuedRecord } from '../intake/intake-queue.ts';
import type { Rejection } from '../ports.ts';
import { type Batch, pendingOf } from './batch.ts';

interface IsolateOptions<T> {
  readonly processor: {
    /** Throws failures that call for isolation. */
    untilStored(batch: Batch<T>): Promise<void>;
    /** A write that depends on no message. */
    canStore(): Promise<boolean>;
  };
  readonly clock: Clock;
  readonly isStopped: () => boolean;
}

const retryMs = 250;

/**
 * Processes the messages one by one. A message that fails alone is a suspect, and delays only its own
 * partition. It is given up once it has failed before and after a witness write, because otherwise the
 * database may be at fault (docs/mechanisms/streams.md, «Faults»).
 */
export const isolate = async <T>(
  options: IsolateOptions<T>,
  batch: Batch<T>,
  failure: unknown,
): Promise<void> => {
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
    const pending = pendingOf(free);
    try {
      await options.processor.untilStored(pending);
    } catch (reason) {
      await halve(pendingOf(pending), reason);
    }
  };

  await halve(pendingOf(batch), failure);
  while (suspects.size > 0 && !options.isStopped()) {
    const [first] = suspects;
    if (first === undefined) return;
    const [partition, suspect] = first;
    suspects.delete(partition);
    await settle(options, suspect);
    await attempt(suspect.held.slice(1));
  }
};

const settle = async <T>(
  { processor, clock, isStopped }: IsolateOptions<T>,
  suspect: { readonly failure: unknown; readonly held: readonly Queued<T>[] },
): Promise<void> => {
  const [culprit] = suspect.held;
  if (culprit === undefined) return;
  let failure: unknown = suspect.failure;
  const isStored = async (queued: Queued<T>): Promise<boolean> => {
    try {
      await processor.untilStored([queued]);
      return true;
    } catch (again) {
      failure = again;
      return false;
    }
  };
  while (!isStopped()) {
    const canStore = await processor.canStore();
    // Once more unchanged: the cause may be over, and then the message is not at fault.
    if (await isStored(culprit)) return;
    // A skipped run is not a message, and waits.
    if (canStore && culprit.item !== null && (await isGivenUp(culprit, failure, isStored))) return;
    await clock.sleep(retryMs);
  }
};

/** Stores its dead letter alone when the record of it fails because of the message. */
const isGivenUp = async <T>(
  culprit: QueuedRecord<T>,
  failure: unknown,
  isStored: (queued: Queued<T>) => Promise<boolean>,
): Promise<boolean> => {
  const rejection: Rejection = { reason: 'PROCESSING_FAILED', detail: textOf(failure) };
  const item = { ...culprit.item, rejection };
  if (await isStored({ ...culprit, item })) return true;
  return isStored({ ...culprit, item: { ...item, isDeadLetterOnly: true } });
};
