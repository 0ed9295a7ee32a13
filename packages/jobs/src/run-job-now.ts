import { backoffMs, type Clock, type EnvironmentId } from '@loyalty/kernel';
import type { AdvisoryLock } from '@loyalty/storage';
import { ChunkSize } from './chunk-size.ts';
import { JobTimeShares } from './job-time-shares.ts';
import type { JobStore } from './job-store.ts';
import type { Job, JobChunk, JobChunkResult } from './job.ts';

/** A lost race ends at once; after five failures the error is thrown to the caller. */
const triesMax = 5;
const waitBounds = { firstMs: 50, maxMs: 1_000 };

/** A scheduled run keeps the lead until its next read, some seconds after its last chunk. */
const waitForLeadMs = 60_000;
const askForLeadEveryMs = 250;

interface RunNow<Tx, Cursor> {
  readonly job: Job<Tx, Cursor>;
  readonly store: Pick<JobStore<Tx>, 'lead' | 'transact' | 'readClosed'>;
  readonly clock: Clock;
  readonly atMs: number;
  readonly environments: readonly EnvironmentId[];
  /** Called after each stored chunk, with the number of rows taken so far. */
  readonly onChunk: (taken: number) => void;
  /** Called once if the run must wait for another process, which leads the job. */
  readonly onWait: () => void;
}

/**
 * Runs a job for a given instant. It holds the lock of scheduled runs but does not use their checkpoints,
 * because a run for another instant must not count as theirs. Returns the number of rows taken, or null if
 * another process leads for a minute. Throws a chunk's fifth error.
 */
export const runJobNow = async <Tx, Cursor>(run: RunNow<Tx, Cursor>): Promise<number | null> => {
  const leadership = await leadInTime(run);
  if (leadership === null) return null;
  try {
    let taken = 0;
    const onChunk = (more: number): void => {
      taken += more;
      run.onChunk(taken);
    };
    const closed = await run.store.readClosed?.();
    const open = run.environments.filter((one) => closed?.has(one) !== true);
    for (const environmentId of open) await runIn(run, environmentId, onChunk);
    return taken;
  } finally {
    await leadership.release();
  }
};

const leadInTime = async <Tx, Cursor>({
  job,
  store,
  clock,
  onWait,
}: RunNow<Tx, Cursor>): Promise<AdvisoryLock | null> => {
  const endMs = clock.now() + waitForLeadMs;
  let leadership = await store.lead(job.name);
  if (leadership === null) onWait();
  while (leadership === null && clock.now() < endMs) {
    await clock.sleep(askForLeadEveryMs);
    leadership = await store.lead(job.name);
  }
  return leadership;
};

const runIn = async <Tx, Cursor>(
  run: RunNow<Tx, Cursor>,
  environmentId: EnvironmentId,
  onChunk: (taken: number) => void,
): Promise<void> => {
  const { job, clock } = run;
  const size = new ChunkSize(job.sizes);
  const duty = new JobTimeShares({ clock, burstMs: job.burstMs ?? 0 });
  let next: Cursor | null = null;
  do {
    const beganMs = clock.now();
    const done: JobChunkResult<Cursor> = await chunkOf(run, size, { environmentId, cursor: next });
    onChunk(done.taken);
    duty.worked(environmentId, clock.now() - beganMs);
    // As between chunks of a scheduled run, so that other work is served meanwhile.
    await clock.sleep(duty.waitMsOf(environmentId));
    next = done.cursor;
  } while (next !== null);
};

type Start<Cursor> = Pick<JobChunk<Cursor>, 'environmentId' | 'cursor'>;

const chunkOf = async <Tx, Cursor>(
  run: RunNow<Tx, Cursor>,
  size: ChunkSize,
  from: Start<Cursor>,
): Promise<JobChunkResult<Cursor>> => {
  for (let tries = 1; tries < triesMax; tries += 1) {
    const done = await attempt(run, size, from).catch(() => null);
    if (done !== null) return done;
    size.failed();
    await run.clock.sleep(backoffMs(tries - 1, waitBounds));
  }
  return attempt(run, size, from);
};

const attempt = async <Tx, Cursor>(
  { job, store, clock, atMs }: RunNow<Tx, Cursor>,
  size: ChunkSize,
  from: Start<Cursor>,
): Promise<JobChunkResult<Cursor>> => {
  const beganMs = clock.now();
  const done = await store.transact((tx) => job.chunk(tx, { ...from, atMs, size: size.size }));
  size.stored(clock.now() - beganMs, done.taken);
  done.committed?.();
  return done;
};
