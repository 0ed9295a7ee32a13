import { backoffMs, type Clock, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import type { SettledTask, TaskStore } from '../store/task-store.ts';
import type { AttemptOutcome, Settlement, Task, TaskHandler } from '../task.ts';
import type { InFlight } from './in-flight.ts';
import { specOf } from './leases.ts';

interface OutcomeRecorderOptions<Tx, Result, Locked> {
  readonly handler: TaskHandler<Tx, Result, Locked>;
  readonly store: Pick<
    TaskStore<Tx>,
    'transact' | 'lockOwned' | 'settle' | 'deleteLeases' | 'classifyFailure'
  >;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly nowMs: () => number;
  readonly logger: Logger;
  /**
   * It is called after each commit, with the outcomes that counted, and those of tasks that another process
   * owned by then.
   */
  readonly onRecorded: (counted: number, lost: number) => void;
  /** No transaction takes the outcome, not even as unknown. */
  readonly onUnrecordable: () => void;
}

const batchMax = 500;
/**
 * If this many outcomes end within one interval, they share a transaction's fixed cost with those of the next
 * 40 ms.
 */
const manyMin = 64;
/** Half of a transaction is recorded at once, so that recording keeps up with any rate. */
const fullMin = batchMax / 2;
const moreMs = 40;

/** Returns how many milliseconds longer to wait while this many outcomes are to be recorded. */
export const recordWaitMs = (outcomes: number): number =>
  outcomes >= manyMin && outcomes < fullMin ? moreMs : 0;

const waitBounds = { firstMs: 50, maxMs: 2_000 };
/** The cause may be repaired after this time. */
const postponedMs = 1_800_000;

/**
 * Records an outcome together with all others that have ended meanwhile. Halving finds the outcome that makes
 * a transaction fail: it becomes unknown, and is postponed if even that is refused.
 */
export class OutcomeRecorder<Tx, Result, Locked> {
  readonly #options: OutcomeRecorderOptions<Tx, Result, Locked>;
  #size = batchMax;
  #failures = 0;

  constructor(options: OutcomeRecorderOptions<Tx, Result, Locked>) {
    this.#options = options;
  }

  async record(inFlight: InFlight<Result>, signal?: AbortSignal): Promise<void> {
    const outcomes = upTo(this.#size, inFlight.outcomes);
    if (outcomes.length === 0) return;
    try {
      const all = outcomes.flatMap(withOthers);
      const counted = await this.#store(inFlight, all);
      this.#done(inFlight, outcomes);
      this.#options.onRecorded(counted, all.length - counted);
    } catch (failure) {
      await this.#failed(inFlight, { outcomes, failure, signal });
    }
  }

  #done(inFlight: InFlight<Result>, outcomes: readonly AttemptOutcome<Result>[]): void {
    inFlight.outcomes = inFlight.outcomes.slice(outcomes.length);
    inFlight.remove(outcomes.flatMap(withOthers).map(({ task }) => task));
    this.#size = Math.min(batchMax, this.#size * 2);
    this.#failures = 0;
  }

  /** Stores outcomes. Returns how many of their tasks this process still owned. */
  #store(inFlight: InFlight<Result>, outcomes: readonly AttemptOutcome<Result>[]): Promise<number> {
    const { handler, store } = this.#options;
    const tasks = outcomes.map(({ task }) => task);
    return store.transact(async (tx) => {
      const lockedRows = await handler.lock(tx, outcomes);
      const locked = await store.lockOwned(tx, inFlight.owner, tasks);
      const ours = outcomes.filter(({ task }) => locked.has(task));
      if (ours.length === 0) return 0;
      const settlements = await handler.record(tx, ours, lockedRows);
      await store.settle(tx, pair(ours, settlements));
      await store.deleteLeases(tx, inFlight.leasesEndedBy(tasks));
      return ours.length;
    });
  }

  async #failed(
    inFlight: InFlight<Result>,
    { outcomes, failure, signal }: FailedRecord<Result>,
  ): Promise<void> {
    const asks = this.#options.store.classifyFailure(failure);
    this.#options.logger.warn(
      { error: textOf(failure), asks, outcomes: outcomes.length },
      'outcomes could not be recorded; retrying',
    );
    const [first] = outcomes;
    const isTheirs = asks === 'data' || asks === 'unknown' || asks === 'timeout';
    if (isTheirs && outcomes.length > 1) {
      this.#size = Math.ceil(outcomes.flatMap(withOthers).length / 2);
      return;
    }
    if (isTheirs && asks !== 'timeout' && first !== undefined) {
      await this.#narrow(inFlight, first);
      return;
    }
    await this.#options.clock.sleep(backoffMs(this.#failures, waitBounds), signal);
    this.#failures += 1;
  }

  async #narrow(inFlight: InFlight<Result>, outcome: AttemptOutcome<Result>): Promise<void> {
    const all = withOthers(outcome);
    if (all.some(({ result }) => result !== null)) {
      inFlight.outcomes = [...all.map(({ task }) => ({ task, result: null })), ...inFlight.outcomes.slice(1)];
      return;
    }
    this.#options.onUnrecordable();
    if (await this.#postpone(inFlight, outcome.task)) this.#done(inFlight, [outcome]);
  }

  async #postpone(inFlight: InFlight<Result>, task: Task): Promise<boolean> {
    const { handler, store, nowMs, logger } = this.#options;
    const settlement: Settlement = { kind: 'retry', dueAtMs: nowMs() + postponedMs };
    try {
      await store.transact(async (tx) => {
        const locked = await store.lockOwned(tx, inFlight.owner, [task]);
        if (!locked.has(task)) return;
        const isNew =
          task.lease === null || ((await handler.persist?.(tx, specOf(task)))?.has(task.id) ?? false);
        if (isNew) await store.settle(tx, [{ task, settlement }]);
        await store.deleteLeases(tx, inFlight.leasesEndedBy([task]));
      });
      logger.error({ id: task.id }, 'an outcome cannot be recorded; retrying in 30 minutes');
      return true;
    } catch {
      // The database is unavailable, or a race was lost: the outcome is still in flight.
      return false;
    }
  }
}

export const withOthers = <Result>(outcome: AttemptOutcome<Result>): readonly AttemptOutcome<Result>[] => [
  outcome,
  ...(outcome.others ?? []),
];

/** Returns the first outcomes, of at most so many tasks, but one at least: those of one attempt are never divided. */
const upTo = <Result>(
  tasksMax: number,
  outcomes: readonly AttemptOutcome<Result>[],
): readonly AttemptOutcome<Result>[] => {
  let tasks = 0;
  const beyond = outcomes.findIndex(({ others }, at) => {
    tasks += 1 + (others?.length ?? 0);
    return at > 0 && tasks > tasksMax;
  });
  return beyond === -1 ? outcomes.slice() : outcomes.slice(0, beyond);
};

interface FailedRecord<Result> {
  readonly outcomes: readonly AttemptOutcome<Result>[];
  readonly failure: unknown;
  readonly signal: AbortSignal | undefined;
}

const pair = <Result>(
  outcomes: readonly AttemptOutcome<Result>[],
  settlements: readonly Settlement[],
): SettledTask[] =>
  outcomes.flatMap(({ task }, at) => {
    const settlement = settlements[at];
    return settlement === undefined ? [] : [{ task, settlement }];
  });

export const countRecords = ({
  metrics,
  queue,
}: {
  readonly metrics: Pick<Metrics, 'count'>;
  readonly queue: string;
}): Pick<OutcomeRecorderOptions<never, never, never>, 'onRecorded' | 'onUnrecordable'> => {
  startAtZero(metrics, 'loyalty_task_attempts_recorded_total', { queue });
  startAtZero(metrics, 'loyalty_task_attempts_unrecordable_total', { queue });
  startAtZero(metrics, 'loyalty_tasks_reclaimed_total', { queue });
  return {
    onRecorded: (counted, lost) => {
      metrics.count('loyalty_task_attempts_recorded_total', { queue, outcome: 'counted' }, counted);
      metrics.count('loyalty_task_attempts_recorded_total', { queue, outcome: 'lost' }, lost);
    },
    onUnrecordable: () => {
      metrics.count('loyalty_task_attempts_unrecordable_total', { queue });
    },
  };
};
