import { readFailedRequest, readStoredResponses, type RequestName } from '@loyalty/accounts';
import { answerKey, type Cache, type Queryable } from '@loyalty/storage';
import type { Answers } from '../usecases/ports.ts';

/** Answers as the engines leave them: in Redis for 24 h, in Postgres for ever. */
export const createStoredResponses = (cache: Pick<Cache, 'getAnswers'>, db: Queryable): Answers => ({
  // One that was told before the database began anew is looked up by the engine: its commit may be lost.
  recent: async (names) =>
    (await cache.getAnswers(names.map(keyOf))).map((answer) => (answer?.isPresent === true ? answer : null)),
  stored: async (names) => {
    const found = new Map((await readStoredResponses(db, names)).map((stored) => [keyOf(stored), stored]));
    return names.map((name) => found.get(keyOf(name)) ?? null);
  },
  failed: (name) => readFailedRequest(db, name),
});

const keyOf = ({ environmentId, operation, ref }: RequestName): string =>
  answerKey(environmentId, operation, ref);
