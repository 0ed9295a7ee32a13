import { wholeDatabase, type Job } from '@loyalty/jobs';
import { addDeliveryDays, removeDeliveryDays, removeReplays } from '@loyalty/webhooks';
import type { Transaction } from '@loyalty/storage';

const dayMs = 86_400_000;
/** More than one hour brings. */
const replaysMax = 10_000;

/** Creates the partitions of the next days, and removes those older than `keptDays`, with the replays that ended before. */
export const createKeepDaysJob = (keptDays: number): Job<Transaction, 'more'> => ({
  name: 'keep-delivery-days',
  schedule: { everyMs: 3_600_000 },
  sizes: { min: 3, max: 3 },
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, size }) => {
    const beforeMs = atMs - keptDays * dayMs;
    const replays = await removeReplays(tx, { beforeMs, limit: replaysMax });
    const made = await addDeliveryDays(tx, atMs);
    const removed = await removeDeliveryDays(tx, { beforeMs, limit: size });
    return { cursor: removed === size ? 'more' : null, taken: replays + made + removed };
  },
});
