import { completeProfiles, fillGrams, readEnvironmentsToFill } from '@loyalty/accounts';
import { readEnvironmentIds } from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job } from '@loyalty/jobs';

/** Where the next chunk begins is what is left: a profile that is filled is not found again. */
type WhatIsLeft = 'what is left';

/** Fills what a search finds rare needles by, soon after an enrolment or a change; in the batch it would cost receipts. */
export const createFillGramsJob = (database: Queryable): Job<Transaction, WhatIsLeft> => ({
  name: 'fill-grams',
  schedule: { everyMs: 1_000 },
  sizes: { min: 500, max: 500 },
  // Nobody waits for it, and after a first load it has minutes of work: receipts and redeems have two thirds of the time.
  restPerChunk: 2,
  environments: () => readEnvironmentsToFill(database),
  chunk: async (tx, { environmentId, size }) => {
    const taken = await fillGrams(tx, environmentId, size);
    return { cursor: taken < size ? null : 'what is left', taken };
  },
});

/** Makes the profiles that members lack whom a build without profiles has enrolled; once they all have one it only looks. */
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
