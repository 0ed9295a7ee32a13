import { readFailedRequest, readStoredAnswers } from '@loyalty/accounts';
import { answerKey, type Cache, type Queryable } from '@loyalty/storage';
import type { Answers } from '../usecases/ports.ts';

/** Answers as the engines leave them: in Redis for 24 h, in Postgres for ever. */
export const createKeptAnswers = (cache: Pick<Cache, 'getAnswers'>, db: Queryable): Answers => ({
  recent: async ({ environmentId, operation, ref }) => {
    const [known] = await cache.getAnswers([answerKey(environmentId, operation, ref)]);
    return known ?? null;
  },
  stored: async (name) => {
    const [stored] = await readStoredAnswers(db, [name]);
    return stored ?? null;
  },
  failed: (name) => readFailedRequest(db, name),
});
