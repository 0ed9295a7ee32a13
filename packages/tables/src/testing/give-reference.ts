import { createHash } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { jobAuthor } from '../authors/author.ts';
import { putReference, type PutReferenceResult, type ReferenceOrder } from '../members/references.ts';

/** The key of {@link giveReference} for a reference, unless given another one. */
export const keyOfReference = (reference: string): Buffer =>
  createHash('sha256').update(reference).digest().subarray(0, 16);

type ReferenceGiven = Pick<ReferenceOrder, 'memberId' | 'reference'> &
  Partial<Pick<ReferenceOrder, 'memberKey' | 'kind' | 'state' | 'atMs'>>;

/** Gives a member a reference for a test, or changes one. */
export const giveReference = (
  db: Database,
  environmentId: EnvironmentId,
  given: ReferenceGiven,
): Promise<PutReferenceResult> => {
  const { memberKey = keyOfReference(given.reference), atMs = Date.now() } = given;
  const order = { ...given, environmentId, memberKey, atMs, author: jobAuthor('a test') };
  return db.transaction((tx) => putReference(tx, order));
};
