import { readFailedRequest, readStoredResponses, type RequestKey } from '@loyalty/accounts';
import { responseKey, type Cache, type Queryable } from '@loyalty/storage';
import type { ResponseLookup } from '../usecases/ports.ts';

/** Creates the lookup of stored responses: Redis has them for 24 h, Postgres for ever. */
export const createStoredResponses = (cache: Pick<Cache, 'getResponses'>, db: Queryable): ResponseLookup => ({
  // A response from an earlier epoch of the database is left to the engine, because its commit may be lost.
  recent: async (names) =>
    (await cache.getResponses(names.map(keyOf))).map((response) =>
      response?.isPresent === true ? response : null,
    ),
  stored: async (names) => {
    const found = new Map((await readStoredResponses(db, names)).map((stored) => [keyOf(stored), stored]));
    return names.map((name) => found.get(keyOf(name)) ?? null);
  },
  failed: (name) => readFailedRequest(db, name),
});

const keyOf = ({ environmentId, operation, ref }: RequestKey): string =>
  responseKey(environmentId, operation, ref);
