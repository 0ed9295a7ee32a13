import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

/** Compares the store's time with other clocks. */
export interface ClockComparison {
  /**
   * Returns null if the clocks agree well enough that nothing is destroyed wrongly (D132); otherwise the
   * reason, for people. It may ask other servers.
   */
  differenceOf(nowMs: number): Promise<string | null>;
}

export interface ClockWait {
  /**
   * Returns true if the work must wait. `nowMs` is the store's time, as just read. Logs the first of
   * consecutive waits, and their end.
   */
  mustWait(nowMs: number): Promise<boolean>;
  /** Called when nothing is due any more, or when another process does the work. */
  forget(): void;
}

/** Creates the wait of one job, or of anything else that destroys by time. */
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
