import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './job.ts';

const main = fileURLToPath(new URL('./main.js', import.meta.url));

/** Runs one job in its own process. Returns the result; throws when the process fails, or more responses were not 200 than may be. */
export const runLoad = async (job: LoadJob): Promise<LoadResult> => {
  const child = fork(main);
  let result: LoadResult | undefined;
  child.once('message', (message) => (result = message as LoadResult));
  child.send(job);
  // The channel ends after its last message; the process may end before it.
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (result === undefined) throw new Error('the load generator ended without a result');
  if (result.failures > (job.failuresMax ?? 0))
    throw new Error(
      `${result.failures.toString()} responses were not 200, first ${result.firstFailure ?? ''}`,
    );
  return result;
};
