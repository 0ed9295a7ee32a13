import type { Reply } from '@loyalty/contracts';
import { memberMapKey } from '@loyalty/kernel';
import type { DatabaseShares, Queryable } from '@loyalty/storage';
import { type Cache, responseKeyOf } from '@loyalty/storage/redis';
import {
  readFailedRequest,
  readStoredResponses,
  readTransactionMembers,
  type RequestKey,
} from '@loyalty/tables/transactions';
import { readReferences } from '@loyalty/tables/accounts';
import type { ResponseLookup, StoredReply } from '../usecases/engines/ask-engine.ts';
import { SharedReads } from './shared-reads.ts';

/** Creates a look-up of stored responses: Redis has them for 24 h, and Postgres for ever. */
export const createStoredResponses = (
  cache: Pick<Cache, 'getResponses'>,
  db: DatabaseShares,
): ResponseLookup => {
  const readMembers = async (names: readonly RequestKey[]) => {
    const [first] = names;
    if (first === undefined) return [];
    return inOrderOf(names, await readTransactionMembers(db.of(first.environmentId), names));
  };
  const reads = new SharedReads(readMembers);
  return {
    // A response from an earlier epoch of the database is left to the engine, because its commit may be lost.
    recent: async (names) =>
      (await cache.getResponses(names.map(responseKeyOf))).map((response) =>
        response?.isPresent === true ? response : null,
      ),
    stored: async (names) => {
      const [first] = names;
      if (first === undefined) return [];
      return inOrderOf(names, await readStoredResponses(db.of(first.environmentId), names));
    },
    readMembers: async (names) => {
      const [first, ...others] = names;
      // A return, a capture and a void each ask for one before the engine is asked.
      return first !== undefined && others.length === 0 ? [await reads.find(first)] : readMembers(names);
    },
    readEnds: async (environmentId, keys) => {
      const identities = keys.map((memberKey) => ({ environmentId, memberKey }));
      const references = await readReferences(db.of(environmentId), identities);
      const ends = new Map(references.map((one) => [memberMapKey(one), one.member?.memberKey]));
      return identities.map((one) => ends.get(memberMapKey(one)) ?? one.memberKey);
    },
    failed: (name) => readFailedRequest(db.of(name.environmentId), name),
  };
};

const inOrderOf = <Row extends RequestKey>(
  names: readonly RequestKey[],
  rows: readonly Row[],
): (Row | null)[] => {
  const found = new Map(rows.map((row) => [responseKeyOf(row), row]));
  return names.map((name) => found.get(responseKeyOf(name)) ?? null);
};

/**
 * Finds replies of any environments by one statement. They are in the order of the questions, with null if
 * nothing is stored.
 */
export const findStoredReplies = async (
  db: Queryable,
  questions: readonly StoredReply[],
): Promise<readonly (Reply | null)[]> => {
  const names = questions.map(({ name }) => name);
  const rows = inOrderOf(names, await readStoredResponses(db, names));
  return questions.map(({ replyOf }, at) => {
    const row = rows[at] ?? null;
    return row === null ? null : replyOf(row);
  });
};
