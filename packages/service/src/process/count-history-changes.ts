import type { History } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';

/** Counts each epoch after the first: a scrape may miss the moments in which one is opened. */
export const countHistoryChanges = (
  history: Pick<History, 'onChange'>,
  metrics: Pick<Metrics, 'count'>,
): void => {
  history.onChange(() => {
    metrics.count('loyalty_history_changes_total', {});
  });
};
