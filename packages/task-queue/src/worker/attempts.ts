import { setImmediate as turnOfProcess } from 'node:timers/promises';
import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { AttemptResult, Task, TaskHandler } from '../task.ts';
import type { InFlight } from './in-flight.ts';

interface AttemptStarterOptions<Result> {
  readonly inFlight: () => InFlight<Result> | null;
  readonly begin: (inFlight: InFlight<Result>, task: Task) => void;
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

  constructor(options: AttemptStarterOptions<Result>) {
    this.#options = options;
  }

  startAll(): void {
    const { inFlight: findInFlight, begin, elapsedMs } = this.#options;
    while (this.#startedThisTurn < startsATurn) {
      const inFlight = findInFlight();
      const task = inFlight?.scheduler.start(elapsedMs()) ?? null;
      if (inFlight === null || task === null) return;
      this.#startedThisTurn += 1;
      begin(inFlight, task);
      if (this.#startedThisTurn === 1) void this.#goOnNextTurn();
    }
  }

  async #goOnNextTurn(): Promise<void> {
    await (this.#options.nextTurn ?? turnOfProcess)();
    this.#startedThisTurn = 0;
    this.startAll();
  }
}

interface AttemptOptions<Result> {
  readonly handler: Pick<TaskHandler<never, Result, never>, 'attempt'>;
  readonly logger: Logger;
}

/** More may die with a task before that counts as an attempt: the response may be the cause. */
const abandonedMax = 3;

/**
 * Makes one attempt. `first` is that of a leased task. A failure inside this service is an unknown result.
 */
export const attemptOnce = async <Result>(
  { handler, logger }: AttemptOptions<Result>,
  task: Task,
  first: (() => Promise<AttemptResult<Result>>) | null,
): Promise<AttemptResult<Result | null>> => {
  if (task.abandoned >= abandonedMax) return unknown;
  try {
    return await (first === null ? handler.attempt(task) : first());
  } catch (failure) {
    logger.error({ id: task.id, error: textOf(failure) }, 'an attempt failed inside this service');
    return unknown;
  }
};

const unknown = { result: null, load: 'ok' } as const;
