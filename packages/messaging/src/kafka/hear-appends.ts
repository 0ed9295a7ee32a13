import { createRequire } from 'node:module';
import type { ClockReading } from '@loyalty/kernel';

/** A broker's append of a message of this process. The local times are of `performance.now()`. */
export interface Append extends ClockReading {
  readonly nodeId: number;
}

type Listener = (append: Append) => void;

/** kafkajs' form of the response; −1 when the topic keeps the times of producers. */
interface Produced {
  readonly topics: readonly { readonly partitions: readonly { readonly logAppendTime?: string }[] }[];
}

/** A broker in kafkajs 2.2.4. The id is known for brokers that are sent messages. */
interface Broker {
  readonly nodeId?: number | null;
  produce: (this: Broker, asked: unknown) => Promise<Produced>;
}

const listeners = new Set<Listener>();

/**
 * Calls the listener after each append of this process, by any client of kafkajs. The returned function ends it. kafkajs'
 * producers report the time of an append but not the broker, so the listener wraps the request.
 */
export const hearAppends = (listener: Listener): (() => void) => {
  if (listeners.size === 0) tapOnce();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

let isTapped = false;

const tapOnce = (): void => {
  if (isTapped) return;
  isTapped = true;
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/broker') as { prototype: Broker };
  const { produce } = prototype;
  prototype.produce = async function (this: Broker, asked: unknown): Promise<Produced> {
    const askedMs = performance.now();
    const produced = await produce.call(this, asked);
    notify(this.nodeId, askedMs, produced);
    return produced;
  };
};

const notify = (nodeId: number | null | undefined, askedMs: number, produced: Produced): void => {
  const theirsMs = appendedAtOf(produced);
  if (theirsMs === null || nodeId === null || nodeId === undefined) return;
  const append = { nodeId, askedMs, answeredMs: performance.now(), theirsMs };
  for (const listener of listeners) listener(append);
};

const appendedAtOf = ({ topics }: Produced): number | null => {
  for (const { partitions } of topics) {
    const found = partitions.find(({ logAppendTime = '-1' }) => logAppendTime !== '-1');
    if (found !== undefined) return Number(found.logAppendTime);
  }
  return null;
};
