import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { Attempted, DueJob, WorkKind } from './due-job.ts';

export interface AskOptions<Answer> {
  readonly kind: Pick<WorkKind<never, Answer, never>, 'attempt'>;
  readonly logger: Logger;
}

/** So often a process may be gone with a row in hand before that counts as an attempt: its answer may be what ends them. */
const abandonedMax = 3;

/** One attempt; `first` is that of what was handed over. A mistake of ours is an attempt of which nothing is known. */
export const askOnce = async <Answer>(
  { kind, logger }: AskOptions<Answer>,
  job: DueJob,
  first: (() => Promise<Attempted<Answer>>) | null,
): Promise<Attempted<Answer | null>> => {
  if (job.abandoned >= abandonedMax) return unknown;
  try {
    return await (first === null ? kind.attempt(job) : first());
  } catch (failure) {
    logger.error({ id: job.id, error: textOf(failure) }, 'an attempt failed by a mistake of ours');
    return unknown;
  }
};

const unknown = { answer: null, sign: 'well' } as const;
