import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { AttemptResult, Task, TaskHandler } from './task.ts';

export interface AttemptOptions<Result> {
  readonly handler: Pick<TaskHandler<never, Result, never>, 'attempt'>;
  readonly logger: Logger;
}

/** So often a process may be gone with a row in hand before that counts as an attempt: its answer may be what ends them. */
const abandonedMax = 3;

/** One attempt; `first` is that of what was handed over. A mistake of ours is an attempt of which nothing is known. */
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

const unknown = { result: null, load: 'well' } as const;
