import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import { findEnvironmentWithLogs, purgeRequestLogs } from './request-logs.ts';

/** Some 50 ms. */
const sizes = { min: 1_000, max: 1_000 };

const hourMs = 3_600_000;

/** The environment whose logs are purged: all before it are done. */
interface PurgeCursor {
  readonly environmentId: EnvironmentId;
}

/**
 * Deletes requests of test keys that are older than 7 days, or beyond the newest 10,000 of an environment (D82). It covers environments
 * that moved to another cell too, so it runs for the whole database and takes them one after the other.
 */
export const createPurgeRequestLogsJob = (): Job<Transaction, PurgeCursor> => ({
  name: 'purge-request-logs',
  schedule: { everyMs: hourMs },
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { cursor, size }) => {
    const environmentId = cursor?.environmentId ?? (await findEnvironmentWithLogs(tx, 0));
    if (environmentId === null) return { cursor: null, taken: 0 };
    const taken = await purgeRequestLogs(tx, { environmentId, size });
    if (taken >= size) return { cursor: { environmentId }, taken };
    const next = await findEnvironmentWithLogs(tx, environmentId);
    return { cursor: next === null ? null : { environmentId: next }, taken };
  },
});
