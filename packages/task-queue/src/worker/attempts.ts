import { setImmediate as turnOfProcess } from 'node:timers/promises';
import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type {
  AttemptOutcome,
  AttemptResult,
  LoadSignal,
  NewTask,
  Task,
  TaskGroup,
  TaskHandler,
} from '../task.ts';
import type { InFlight } from './in-flight.ts';

interface AttemptStarterOptions<Result> {
  readonly inFlight: () => InFlight<Result> | null;
  readonly begin: (inFlight: InFlight<Result>, group: TaskGroup) => void;
  /** Resolves after this many milliseconds, or when the worker stops. */
  readonly sleep: (ms: number) => Promise<void>;
  /** It resolves after the events of the sockets have been handled. */
  readonly nextTurn?: (() => Promise<void>) | undefined;
  /** The time is monotonic. */
  readonly elapsedMs: () => number;
}

/** Other work of the process has its turn after this many starts, however many tasks are due. */
const startsATurn = 32;

export class AttemptStarter<Result> {
  readonly #options: AttemptStarterOptions<Result>;
  #startedThisTurn = 0;
  /** When the next batch that waits for others is looked at. */
  #batchAtMs = Infinity;

  constructor(options: AttemptStarterOptions<Result>) {
    this.#options = options;
  }

  startAll(): void {
    const { inFlight: findInFlight, begin, elapsedMs } = this.#options;
    while (this.#startedThisTurn < startsATurn) {
      const inFlight = findInFlight();
      if (inFlight === null) return;
      const group = inFlight.scheduler.start(elapsedMs());
      if (group === null) {
        void this.#startNextBatch(inFlight);
        return;
      }
      this.#startedThisTurn += 1;
      begin(inFlight, group);
      if (this.#startedThisTurn === 1) void this.#goOnNextTurn();
    }
  }

  async #startNextBatch({ scheduler }: InFlight<Result>): Promise<void> {
    const { elapsedMs, sleep } = this.#options;
    const nowMs = elapsedMs();
    const atMs = scheduler.nextBatchMs(nowMs);
    if (atMs === null || atMs >= this.#batchAtMs) return;
    this.#batchAtMs = atMs;
    await sleep(Math.ceil(atMs - nowMs));
    // An earlier one may have come meanwhile, with a wait of its own.
    if (this.#batchAtMs === atMs) this.#batchAtMs = Infinity;
    this.startAll();
  }

  async #goOnNextTurn(): Promise<void> {
    await (this.#options.nextTurn ?? turnOfProcess)();
    this.#startedThisTurn = 0;
    this.startAll();
  }
}

interface AttemptOptions<Result> {
  readonly handler: Pick<TaskHandler<never, Result, never>, 'attempt' | 'attemptTogether'>;
  readonly logger: Logger;
}

/** More may die with a task before that counts as an attempt: the response may be the cause. */
const abandonedMax = 3;

export interface AttemptedGroup<Result> {
  readonly outcome: AttemptOutcome<Result>;
  readonly load: LoadSignal;
}

/**
 * Makes one attempt. `newTaskOf` returns a leased task as it was submitted, and null for a claimed one. A failure inside
 * this service is an unknown result.
 */
export const attemptOnce = async <Result>(
  options: AttemptOptions<Result>,
  group: TaskGroup,
  newTaskOf: (task: Task) => NewTask<Result> | null,
): Promise<AttemptedGroup<Result>> => {
  const [task, ...others] = group;
  if (others.length === 0) {
    const { result, load } = await attemptOne(options, task, newTaskOf(task));
    return { outcome: { task, result }, load };
  }
  const results = await attemptGroup(options, group, newTaskOf);
  const outcomeOf = (one: Task, at: number) => ({ task: one, result: results[at]?.result ?? null });
  const outcome = { ...outcomeOf(task, 0), others: others.map((one, at) => outcomeOf(one, at + 1)) };
  return { outcome, load: results.find(({ load }) => load !== 'ok')?.load ?? 'ok' };
};

const attemptOne = async <Result>(
  { handler, logger }: AttemptOptions<Result>,
  task: Task,
  first: NewTask<Result> | null,
): Promise<AttemptResult<Result | null>> => {
  if (task.abandoned >= abandonedMax) return unknown;
  try {
    return await (first === null ? handler.attempt(task) : first.attempt());
  } catch (failure) {
    logger.error({ id: task.id, error: textOf(failure) }, 'an attempt failed inside this service');
    return unknown;
  }
};

const attemptGroup = async <Result>(
  { handler, logger }: AttemptOptions<Result>,
  group: TaskGroup,
  newTaskOf: (task: Task) => NewTask<Result> | null,
): Promise<readonly AttemptResult<Result>[]> => {
  const [first, ...others] = group.flatMap((task) => newTaskOf(task) ?? []);
  try {
    return (
      (await (first === undefined ? handler.attemptTogether?.(group) : first.attemptWith?.(others))) ?? []
    );
  } catch (failure) {
    logger.error({ id: group[0].id, error: textOf(failure) }, 'an attempt failed inside this service');
    return [];
  }
};

const unknown = { result: null, load: 'ok' } as const;
