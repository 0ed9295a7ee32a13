import { createBodies } from './bodies.ts';
import { headOf, type PreparedRequest } from './http-connection.ts';
import type { LoadJob } from './job.ts';

/** Returns a function that makes the next request of a job at each call; targets take turns. */
export const createRequests = (job: LoadJob): (() => PreparedRequest) => {
  const heads = (job.targets ?? [job]).map(headOf);
  const nextBody = createBodies(job);
  let count = 0;
  return () => {
    const head = heads[count % heads.length] ?? '';
    count += 1;
    return { head, body: nextBody() };
  };
};
