import { requestRefresh } from '@loyalty/accounts';
import type { Job } from '@loyalty/jobs';
import { lockSegments, readDynamicEnvironments, readDynamicSegmentIds } from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';

/**
 * Requests a refresh of every DYNAMIC segment when a day begins, because windows end with their day without any fact. The first run of a
 * database comes at once.
 */
export const createQueueRefreshesJob = (db: Queryable): Job<Transaction, never> => ({
  name: 'queue-refreshes',
  schedule: { dailyAtHourUtc: 0 },
  sizes: { min: 1, max: 1 },
  environments: () => readDynamicEnvironments(db),
  chunk: async (tx, { environmentId }) => {
    const segmentIds = await readDynamicSegmentIds(tx, environmentId);
    // Locked, so that no segment is deleted and cleared meanwhile.
    const locked = await lockSegments(tx, environmentId, segmentIds);
    await requestRefresh(tx, environmentId, [...locked.keys()], 'night');
    return { cursor: null, taken: locked.size };
  },
});
