import { runClosedLoop } from './closed-loop.ts';
import type { LoadJob } from './job.ts';
import { runOpenLoop } from './open-loop.ts';

/** The load generator: takes one job from the process that forked it, sends back the result, and exits. */
process.once('message', (job: LoadJob) => {
  const running = job.ratePerSecond === null ? runClosedLoop(job) : runOpenLoop(job, job.ratePerSecond);
  running.then(
    (result) => process.send?.(result, () => process.exit(0)),
    (failure: unknown) => {
      process.stderr.write(`The load generator failed: ${String(failure)}\n`);
      process.exit(1);
    },
  );
});
