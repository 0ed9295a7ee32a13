import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

/** It compares the store's time with other clocks. */
export interface ClockComparison {
  /** Null while nothing may be destroyed wrongly (D132); else why not, for people. May ask other servers. */
  differenceOf(nowMs: number): Promise<string | null>;
}

export interface ClockWait {
  /** `nowMs`: the store's time, as just read. Logs the first of a row of waits, and its end. */
  mustWait(nowMs: number): Promise<boolean>;
  /** Nothing is due any more, or another process does it. */
  forget(): void;
}

/** The wait is for one job, or for something else that destroys by time. */
export const createClockWait = (
  job: string,
  {
    comparison,
    logger,
    metrics,
  }: {
    readonly comparison: ClockComparison;
    readonly logger: Pick<Logger, 'info' | 'warn'>;
    readonly metrics: Pick<Metrics, 'gauge'>;
  },
): ClockWait => {
  let isWaiting = false;
  metrics.gauge('loyalty_job_waiting_for_clocks', { job }, () => Number(isWaiting));
  return {
    mustWait: async (nowMs) => {
      const difference = await comparison.differenceOf(nowMs);
      if (difference !== null && !isWaiting)
        logger.warn(
          { job, code: 'CLOCKS_DIFFER', difference },
          'a job that destroys by time waits for clocks',
        );
      if (difference === null && isWaiting) logger.info({ job }, 'clocks agree again: the job goes on');
      isWaiting = difference !== null;
      return isWaiting;
    },
    forget: () => {
      isWaiting = false;
    },
  };
};
