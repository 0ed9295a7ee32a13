import { findMember, type MemberRecord, type Scope } from '@loyalty/accounts';
import type { Credential } from '@loyalty/http';
import { isUuid } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';

/** Returns the scope of the members that a credential sees. */
export const scopeOf = ({ environmentId, tenantId }: Credential): Scope => ({ environmentId, tenantId });

/** Returns the member, or null when there is none, or the text is no UUID (D2). */
export const findOwnMember = (
  db: Queryable,
  credential: Credential,
  memberId: string,
): Promise<MemberRecord | null> =>
  isUuid(memberId) ? findMember(db, scopeOf(credential), memberId) : Promise.resolve(null);
