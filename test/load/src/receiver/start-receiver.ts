import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Counted, Manner, ReceiverAsked, Taken } from './asked.ts';

/**
 * Endpoints in their own process. The prefix of a path selects what is recorded: `/count/…` the number of requests, `/lag/…`
 * also their delay after the event, `/ref/…` also the arrival of each transaction. One message at a time.
 */
export interface Receiver {
  readonly pid: number;
  urlOf(path: string, address?: string): string;
  /** Applies from now on; unnamed paths are quick. */
  behave(manners: Readonly<Record<string, Manner>>): Promise<void>;
  /** Returns what was recorded since the last call. */
  take(path: string): Promise<Taken>;
  /** Waits until `deliveries` different deliveries came on a path; throws when none came for `patienceMs`. */
  until(path: string, deliveries: number, patienceMs?: number): Promise<Counted>;
  stop(): void;
}

const main = fileURLToPath(new URL('./main.js', import.meta.url));
const loopback = '127.0.0.1';
const askEveryMs = 200;

/** Starts a receiver on these addresses of this machine. Default: 127.0.0.1. */
export const startReceiver = async (addresses: readonly string[] = [loopback]): Promise<Receiver> => {
  const child = fork(main);
  const ask = askOf(child);
  const port = await ask<number>({ kind: 'listen', addresses });
  return {
    pid: child.pid ?? 0,
    urlOf: (path, address = loopback) => `http://${address}:${port.toString()}${path}`,
    behave: async (manners) => {
      await ask({ kind: 'behave', manners });
    },
    take: (path) => ask<Taken>({ kind: 'take', path }),
    until: (path, deliveries, patienceMs = 90_000) =>
      untilCounted(() => ask({ kind: 'count', path }), { path, deliveries, patienceMs }),
    stop: () => {
      child.disconnect();
    },
  };
};

/** Sends a message and returns the reply; throws when the receiver exits instead. */
const askOf = (child: ChildProcess): (<T>(asked: ReceiverAsked) => Promise<T>) => {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the receiver has ended');
  });
  ended.catch(() => undefined);
  return async <T>(asked: ReceiverAsked) => {
    const answered = once(child, 'message') as Promise<[{ answer: T }]>;
    child.send(asked);
    const [{ answer }] = await Promise.race([answered, ended]);
    return answer;
  };
};

interface Awaited {
  readonly path: string;
  readonly deliveries: number;
  readonly patienceMs: number;
}

const untilCounted = async (
  count: () => Promise<Counted>,
  { path, deliveries, patienceMs }: Awaited,
): Promise<Counted> => {
  let [most, sinceMs] = [0, performance.now()];
  for (;;) {
    const counted = await count();
    if (counted.distinct >= deliveries) return counted;
    if (counted.distinct > most) [most, sinceMs] = [counted.distinct, performance.now()];
    if (performance.now() - sinceMs > patienceMs)
      throw new Error(`${most.toString()} of ${deliveries.toString()} deliveries came on ${path}`);
    await pause(askEveryMs);
  }
};
