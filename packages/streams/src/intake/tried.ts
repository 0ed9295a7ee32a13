import { textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';

/** Returns what `work` returns, and false when it throws. The failure is logged; the caller retries. */
export const tried = async (
  logger: Logger,
  problem: string,
  work: () => Promise<boolean>,
): Promise<boolean> => {
  try {
    return await work();
  } catch (failure) {
    logger.warn({ error: textOf(failure) }, `${problem}; retrying`);
    return false;
  }
};
