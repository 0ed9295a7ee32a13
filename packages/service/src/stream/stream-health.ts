import { type Health, type HealthCheck, readyBy } from '@loyalty/http/admin';
import type { DatabaseClock } from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import type { StreamRuntime } from '@loyalty/streams/runtime';
import type { ClockWatch } from '../process/clock-watch.ts';
import type { ProcessPhase } from '../process/process-phase.ts';

export interface StreamHealthOptions {
  readonly phase: Pick<ProcessPhase, 'check' | 'live'>;
  readonly runtime: Pick<StreamRuntime, 'isReady' | 'isReadByOthers' | 'stuckForMs'>;
  readonly clocks: Pick<ClockWatch, 'check'>;
  readonly history: Pick<History, 'isOpen'>;
  /** The database's clock, which is read every two seconds while the database is available. */
  readonly clock: Pick<DatabaseClock, 'ageMs'>;
}

/** Six times as long as a transaction may take. */
const stuckMs = 30_000;
const respondsMs = 10_000;

/**
 * Creates the health of a stream service. It is ready once it has started, has the position of every assigned
 * partition and a right clock, unless other processes read in its place. It is live unless its event loop was
 * blocked, or work waits while the database responds and no attempt ends.
 */
export const createStreamHealth = (options: StreamHealthOptions): Health => ({
  live: () => {
    const turns = options.phase.live();
    return turns.ok ? progressOf(options) : turns;
  },
  ready: () => {
    const { phase, runtime, clocks, history } = options;
    return readyBy([phase.check(), streamCheck(runtime), clocks.check(), openCheck(history)]);
  },
});

/** A database that is unavailable for all decides nothing: then nobody reads for another. */
const streamCheck = (runtime: StreamHealthOptions['runtime']): HealthCheck => {
  const name = 'stream';
  if (!runtime.isReadByOthers()) return { name, ok: runtime.isReady() };
  const detail = 'the database does not respond to this process; until it does, others read for it';
  return { name, ok: false, detail };
};

const progressOf = ({ runtime, clock }: StreamHealthOptions): HealthCheck => {
  const forMs = runtime.stuckForMs();
  if (forMs < stuckMs || clock.ageMs() > respondsMs) return { name: 'progress', ok: true };
  const seconds = Math.round(forMs / 1_000).toString();
  const detail = `the database responds, messages wait, and no attempt has ended for ${seconds} s`;
  return { name: 'progress', ok: false, detail };
};

/** All processes wait for the opening of an epoch together. */
const openCheck = ({ isOpen }: Pick<History, 'isOpen'>): HealthCheck => ({
  name: 'history',
  ok: isOpen,
  isShownOnly: true,
  ...(isOpen
    ? {}
    : {
        detail:
          'what was erased or revoked before the database started over has not been erased or revoked again yet',
      }),
});
