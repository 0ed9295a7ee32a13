import type { ClockReading } from '@loyalty/kernel';

/** A broker's append of a message of this process. The local times are of `performance.now()`. */
export interface Append extends ClockReading {
  readonly nodeId: number;
}

type Listener = (append: Append) => void;

/** The response to a produce request; −1 when the topic keeps the times of producers. */
interface Appended {
  readonly topics: readonly { readonly partitions: readonly { readonly logAppendTime?: string }[] }[];
}

const listeners = new Set<Listener>();

/** Calls the listener after each append by a producer of this process. The returned function ends it. */
export const hearAppends = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Reports the response to a produce request. A broker without a number (null) is not reported. */
export const notifyAppend = (nodeId: number | null, askedMs: number, produced: Appended): void => {
  if (listeners.size === 0 || nodeId === null) return;
  const theirsMs = appendedAtOf(produced);
  if (theirsMs === null) return;
  const append = { nodeId, askedMs, answeredMs: performance.now(), theirsMs };
  for (const listener of listeners) listener(append);
};

const appendedAtOf = ({ topics }: Appended): number | null => {
  for (const { partitions } of topics) {
    const found = partitions.find(({ logAppendTime = '-1' }) => logAppendTime !== '-1');
    if (found !== undefined) return Number(found.logAppendTime);
  }
  return null;
};
