import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './job.ts';

const main = fileURLToPath(new URL('./main.js', import.meta.url));

/** Runs one job in a process of its own and answers its result; throws when it fails, or any answer was not 200. */
export const runLoad = async (job: LoadJob): Promise<LoadResult> => {
  const child = fork(main);
  let result: LoadResult | undefined;
  child.once('message', (message) => (result = message as LoadResult));
  child.send(job);
  // The end of the channel comes after its last message; the end of the process may come before it.
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (result === undefined) throw new Error('the load generator ended without a result');
  if (result.failures > 0)
    throw new Error(`${result.failures.toString()} answers were not 200, as ${result.firstFailure ?? ''}`);
  return result;
};
