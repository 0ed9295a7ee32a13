import type { DatabaseShares } from '@loyalty/storage';
import { type Cache, responseKeyOf } from '@loyalty/storage/redis';
import { readFailedRequest, readStoredResponses } from '@loyalty/tables/transactions';
import type { ResponseLookup } from '../usecases/engines/ask-engine.ts';

/** Redis has them for 24 h, Postgres for ever. */
export const createStoredResponses = (
  cache: Pick<Cache, 'getResponses'>,
  db: DatabaseShares,
): ResponseLookup => ({
  // A response from an earlier epoch of the database is left to the engine, because its commit may be lost.
  recent: async (names) =>
    (await cache.getResponses(names.map(responseKeyOf))).map((response) =>
      response?.isPresent === true ? response : null,
    ),
  stored: async (names) => {
    const [first] = names;
    if (first === undefined) return [];
    const read = await readStoredResponses(db.of(first.environmentId), names);
    const found = new Map(read.map((stored) => [responseKeyOf(stored), stored]));
    return names.map((name) => found.get(responseKeyOf(name)) ?? null);
  },
  failed: (name) => readFailedRequest(db.of(name.environmentId), name),
});
