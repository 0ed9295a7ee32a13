import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PosterJob } from './job.ts';

const main = fileURLToPath(new URL('./main.js', import.meta.url));

/** Runs the bare loop in its own process until everything is posted; throws when it fails. */
export const runPoster = async (job: PosterJob): Promise<void> => {
  const child = fork(main);
  child.send(job);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the bare loop failed');
};
