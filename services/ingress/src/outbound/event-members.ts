import { findMember } from '@loyalty/accounts';
import { isUuid } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import type { Members } from '../usecases/ports.ts';

/** Creates the lookup of members on the primary. */
export const createEventMembers = (db: Queryable): Members => ({
  find: (scope, memberId) => (isUuid(memberId) ? findMember(db, scope, memberId) : Promise.resolve(null)),
});
