import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { Queryable, Transaction } from '@loyalty/storage';
import {
  addDeliveryDays,
  advanceReplay,
  readCatchingUpEnvironments,
  readReplayingEnvironments,
  removeDeliveryDays,
  removePolledDeliveries,
  removeReplays,
  advanceCatchUp,
} from '@loyalty/tables/webhooks';

/**
 * Creates the job that creates deliveries that fan-out put off. A chunk has those of one batch at one
 * endpoint, and environments take turns.
 */
export const createCatchUpJob = (db: Queryable): Job<Transaction, 'more'> => ({
  name: 'catch-up-deliveries',
  schedule: { everyMs: 1_000 },
  sizes: { min: 1, max: 1 },
  environments: () => readCatchingUpEnvironments(db),
  chunk: async (tx, { environmentId, atMs }) => {
    const made = await advanceCatchUp(tx, { environmentId, atMs });
    return made === null ? { cursor: null, taken: 0 } : { cursor: 'more', taken: 1 };
  },
});

/**
 * Creates the job of replays. A chunk consists of a few events of one endpoint. The replay's row advances in
 * the same transaction; the job's cursor only says that there may be more.
 */
export const createReplayEventsJob = (db: Queryable): Job<Transaction, 'more'> => ({
  name: 'replay-webhook-events',
  schedule: { everyMs: 2_000 },
  sizes: { min: 100, max: 1_000 },
  environments: () => readReplayingEnvironments(db),
  chunk: async (tx, { environmentId, atMs, size }) => {
    const walked = await advanceReplay(tx, { environmentId, atMs, size });
    // A chunk without events advances the replay too.
    return walked === null ? { cursor: null, taken: 0 } : { cursor: 'more', taken: Math.max(1, walked) };
  },
});

const dayMs = 86_400_000;
const removedMax = 10_000;

/**
 * Creates a job that creates partitions ahead, and removes those older than `keptDays` together with the
 * replays that ended before.
 */
export const createKeepDaysJob = (keptDays: number): Job<Transaction, 'more'> => ({
  name: 'keep-delivery-days',
  schedule: { everyMs: 3_600_000 },
  destroysByTime: true,
  sizes: { min: 3, max: 3 },
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, size }) => {
    const beforeMs = atMs - keptDays * dayMs;
    const replays = await removeReplays(tx, { beforeMs, limit: removedMax });
    const polled = await removePolledDeliveries(tx, { beforeMs, limit: removedMax });
    const made = await addDeliveryDays(tx, atMs);
    const removed = await removeDeliveryDays(tx, { beforeMs, limit: size });
    const hasMore = removed === size || polled === removedMax;
    return { cursor: hasMore ? 'more' : null, taken: replays + polled + made + removed };
  },
});
