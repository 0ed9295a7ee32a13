import { HttpConnection } from './http-connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { createRequests } from './requests.ts';
import { Tally } from './tally.ts';

/**
 * Keeps one request in flight on each connection and measures. A closed loop shows throughput. Its latencies are those of a
 * client that waits for each response before the next request; with one connection, those of an idle service.
 */
export const runClosedLoop = async (job: LoadJob): Promise<LoadResult> => {
  const nextRequest = createRequests(job);
  const measureFromMs = performance.now() + job.warmUpMs;
  const untilMs = measureFromMs + job.measureMs;
  const tally = new Tally(measureFromMs, job);
  let left = job.requestsMax ?? Infinity;
  const work = async (): Promise<void> => {
    const connection = new HttpConnection(new URL(job.url));
    for (let sentMs = performance.now(); sentMs < untilMs && left > 0; sentMs = performance.now()) {
      left -= 1;
      tally.take(sentMs, await connection.post(nextRequest()));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: job.connections }, work));
  return tally.result(performance.now());
};
