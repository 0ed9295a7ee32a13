import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from './http-connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { createRequests } from './requests.ts';
import { Tally } from './tally.ts';

/**
 * Sends at a fixed rate, independent of the service. A latency counts from the time when its request was due. A stalled service
 * is thus charged with every request that would have come meanwhile (coordinated omission).
 */
export const runOpenLoop = async (job: LoadJob, ratePerSecond: number): Promise<LoadResult> => {
  const beganMs = performance.now();
  const tally = new Tally(beganMs + job.warmUpMs, job);
  const crew = createCrew(job, tally);
  const inTime = Math.floor(((job.warmUpMs + job.measureMs) * ratePerSecond) / 1_000);
  const total = Math.min(inTime, job.requestsMax ?? Infinity);
  let sent = 0;
  while (sent < total) {
    // The first request is due at once, not after the first interval.
    const due = Math.min(total, 1 + Math.floor(((performance.now() - beganMs) * ratePerSecond) / 1_000));
    for (; sent < due; sent += 1) crew.send(beganMs + (sent * 1_000) / ratePerSecond);
    await pause(1);
  }
  await crew.finish();
  // The actual end, not the planned one: the rate shows a service that could not keep up.
  return tally.result(performance.now());
};

/** Creates the connections. A request that finds none idle waits in line, and its latency grows meanwhile. */
const createCrew = (job: LoadJob, tally: Tally) => {
  const nextRequest = createRequests(job);
  const open = Array.from({ length: job.connections }, () => new HttpConnection(new URL(job.url)));
  const idle = [...open];
  const waiting: number[] = [];
  const underWay = new Set<Promise<void>>();

  const work = async (connection: HttpConnection, firstDueMs: number): Promise<void> => {
    for (let dueMs: number | undefined = firstDueMs; dueMs !== undefined; dueMs = waiting.shift()) {
      tally.take(dueMs, await connection.post(nextRequest()));
    }
    idle.push(connection);
  };

  return {
    send: (dueMs: number): void => {
      const connection = idle.pop();
      if (connection === undefined) {
        waiting.push(dueMs);
        return;
      }
      const working = work(connection, dueMs);
      underWay.add(working);
      void working.finally(() => underWay.delete(working)).catch(() => undefined);
    },
    finish: async (): Promise<void> => {
      await Promise.all(underWay);
      for (const connection of open) connection.close();
    },
  };
};
