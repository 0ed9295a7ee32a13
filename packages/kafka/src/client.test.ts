import { createRequire } from 'node:module';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createKafka } from './client.ts';

interface RequestQueue {
  readonly pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  scheduleCheckPendingRequests(): void;
}

const load = createRequire(import.meta.url);
const { prototype } = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };

/** A queue of kafkajs with this many pending requests; returns true when it has armed its timer. */
const armsTimer = (pending: number): boolean => {
  const queue: RequestQueue = Object.assign(Object.create(prototype) as RequestQueue, {
    pending: Array.from({ length: pending }, () => ({})),
    throttledUntil: -1,
    throttleCheckTimeoutId: null,
  });
  queue.scheduleCheckPendingRequests();
  const { throttleCheckTimeoutId: timer } = queue;
  if (timer !== null) clearTimeout(timer);
  return timer !== null;
};

test('▲ kafkajs re-arms a 1 ms timer for ever: ours is armed only while requests are pending', () => {
  expect(armsTimer(0)).toBe(true);
  createKafka({ brokers: ['127.0.0.1:1'], clientId: 'test', logger: silentLogger });
  expect(armsTimer(0)).toBe(false);
  expect(armsTimer(1)).toBe(true);
});
