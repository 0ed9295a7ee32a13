import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { AttemptResult, Task, TaskHandler } from './task.ts';

export interface AttemptOptions<Result> {
  readonly handler: Pick<TaskHandler<never, Result, never>, 'attempt'>;
  readonly logger: Logger;
}

/** So many processes may die with a task before that counts as an attempt: the destination's response may be the cause. */
const abandonedMax = 3;

/** Makes one attempt; `first` is the one of a leased task. A failure inside this service is an attempt with an unknown result. */
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
