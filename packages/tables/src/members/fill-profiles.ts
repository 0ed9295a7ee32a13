import { completeProfiles, fillGrams, readEnvironmentsToFill } from '@loyalty/accounts';
import { readEnvironmentIds } from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job } from '@loyalty/jobs';

/** The cursor needs no position: a filled profile is not found again. */
type WhatIsLeft = 'what is left';

/**
 * Fills the trigrams of profiles for searches; in the batch this would slow receipts down. Searches read profiles without trigrams one by
 * one, so a few seconds are soon enough.
 */
export const createFillGramsJob = (database: Queryable): Job<Transaction, WhatIsLeft> => ({
  name: 'fill-grams',
  schedule: { everyMs: 10_000 },
  sizes: { min: 500, max: 500 },
  environments: () => readEnvironmentsToFill(database),
  chunk: async (tx, { environmentId, size }) => {
    const taken = await fillGrams(tx, environmentId, size);
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

/** Creates missing profiles of members whom a build without profiles enrolled; once all have one, it only reads. */
export const createCompleteProfilesJob = (database: Queryable): Job<Transaction, string> => ({
  name: 'complete-profiles',
  schedule: { dailyAtHourUtc: 2 },
  sizes: { min: 100, max: 10_000 },
  environments: () => readEnvironmentIds(database),
  chunk: async (tx, { environmentId, cursor, size }) => {
    const { lookedAt, last } = await completeProfiles(tx, environmentId, { after: cursor, size });
    return { cursor: last, taken: lookedAt };
  },
});
