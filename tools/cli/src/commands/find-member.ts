import { findMember, findMemberByKey, type MemberRecord, type Scope } from '@loyalty/accounts';
import { Fault, isUuid, memberKeyOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { requireEnvironment, type EnvironmentName } from '../find-environment.ts';

/** A member with their tenant and environment. */
export interface FoundMember {
  readonly scope: Scope;
  readonly member: MemberRecord;
}

/** Returns the member with this id, or else with this reference; throws a Fault when there is none. */
export const requireMember = async (
  db: Queryable,
  name: EnvironmentName,
  idOrRef: string,
): Promise<FoundMember> => {
  const { environmentId, secret } = await requireEnvironment(db, name);
  const scope = { environmentId, tenantId: name.tenant };
  const byId = isUuid(idOrRef) ? await findMember(db, scope, idOrRef) : null;
  const member = byId ?? (await findMemberByKey(db, scope, memberKeyOf(secret, idOrRef)));
  if (member !== null) return { scope, member };
  throw new Fault(
    'MEMBER_NOT_FOUND',
    'There is no member of this id or reference in this environment: look into the other one with --mode.',
  );
};
