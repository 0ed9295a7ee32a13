import { findMember } from '@loyalty/accounts';
import { isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import type { Members } from '../usecases/ports.ts';

/** Creates the lookup of members on the primary. */
export const createEventMembers = (db: DatabaseShares): Members => ({
  find: (scope, memberId) =>
    isUuid(memberId) ? findMember(db.of(scope.environmentId), scope, memberId) : Promise.resolve(null),
});
