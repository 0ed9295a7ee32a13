import type { EventMembers } from '../usecases/events/submit-lifecycle-event.ts';
import { findMember } from '@loyalty/accounts';
import { isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';

/** Creates the lookup of members on the primary. */
export const createEventMembers = (db: DatabaseShares): EventMembers => ({
  find: (scope, memberId) =>
    isUuid(memberId) ? findMember(db.of(scope.environmentId), scope, memberId) : Promise.resolve(null),
});
