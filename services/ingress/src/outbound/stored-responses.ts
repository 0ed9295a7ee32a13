import type { ResponseLookup } from '../usecases/engines/find-responses.ts';
import { readFailedRequest, readStoredResponses, type RequestKey } from '@loyalty/accounts';
import { type Cache, type DatabaseShares, responseKey } from '@loyalty/storage';

/** Creates the lookup of stored responses: Redis has them for 24 h, Postgres for ever. */
export const createStoredResponses = (
  cache: Pick<Cache, 'getResponses'>,
  db: DatabaseShares,
): ResponseLookup => ({
  // A response from an earlier epoch of the database is left to the engine, because its commit may be lost.
  recent: async (names) =>
    (await cache.getResponses(names.map(keyOf))).map((response) =>
      response?.isPresent === true ? response : null,
    ),
  stored: async (names) => {
    const [first] = names;
    if (first === undefined) return [];
    const read = await readStoredResponses(db.of(first.environmentId), names);
    const found = new Map(read.map((stored) => [keyOf(stored), stored]));
    return names.map((name) => found.get(keyOf(name)) ?? null);
  },
  failed: (name) => readFailedRequest(db.of(name.environmentId), name),
});

const keyOf = ({ environmentId, operation, ref }: RequestKey): string =>
  responseKey(environmentId, operation, ref);
