import { requestRefresh } from '@loyalty/accounts';
import type { Job } from '@loyalty/jobs';
import { lockSegments, readDynamicEnvironments, readDynamicSegmentIds } from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';

/**
 * Asks for a refresh of every DYNAMIC segment when a day begins: windows end with their day, without any news. The first run of a
 * database comes at once.
 */
export const createQueueRefreshesJob = (db: Queryable): Job<Transaction, never> => ({
  name: 'queue-refreshes',
  schedule: { dailyAtHourUtc: 0 },
  sizes: { min: 1, max: 1 },
  environments: () => readDynamicEnvironments(db),
  chunk: async (tx, { environmentId }) => {
    const segmentIds = await readDynamicSegmentIds(tx, environmentId);
    // Held, so that no deletion and its clearing come in between.
    const held = await lockSegments(tx, environmentId, segmentIds);
    await requestRefresh(tx, environmentId, [...held.keys()]);
    return { cursor: null, taken: held.size };
  },
});
