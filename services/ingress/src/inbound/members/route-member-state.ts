import { reinstateMember, suspendMember, type ChangeMemberStateResult } from '@loyalty/accounts';
import type { HttpSchemas, ParamsOf } from '@loyalty/contracts';
import { problem, type Handler } from '@loyalty/http';
import { isUuid } from '@loyalty/kernel';
import { listTiers } from '@loyalty/configuration';
import { type DatabaseShares, type Transaction, writeTransaction } from '@loyalty/storage';
import type { PublishMemberFact } from '../../usecases/members/enrol-member.ts';
import type { Routes } from '../routes.ts';
import { memberResponse } from './member-response.ts';
import { scopeOf } from './member-scope.ts';

export interface MemberStateRoutesOptions {
  readonly db: DatabaseShares;
  readonly tell: PublishMemberFact;
}

/** Creates the routes that suspend and reinstate members (interface 3, D44). */
export const createMemberStateRoutes = (
  options: MemberStateRoutesOptions,
): Pick<Routes, 'suspendMember' | 'reinstateMember'> => ({
  suspendMember: change(options, suspendMember, 'suspended'),
  reinstateMember: change(options, reinstateMember, 'active'),
});

type To = 'active' | 'suspended';

const change =
  (
    { db, tell }: MemberStateRoutesOptions,
    changeState: typeof suspendMember,
    to: To,
  ): Handler<ParamsOf<'suspendMember'>> =>
  async ({ credential, params: { memberId }, body }) => {
    if (!isUuid(memberId)) return notFound;
    const scope = scopeOf(credential);
    const reason = reasonOf(body);
    const changed = await writeTransaction(db.of(credential.environmentId), async (tx: Transaction) => {
      const result = await changeState(tx, scope, { memberId, ...reason });
      if (result.outcome === 'changed') await tell(tx, scope, newsOf(result, to));
      return result;
    });
    switch (changed.outcome) {
      case 'changed':
      case 'unchanged': {
        const tiers = await listTiers(db.of(credential.environmentId), credential.environmentId);
        return { status: 200, body: memberResponse(changed.member, tiers) };
      }
      case 'not-found':
        return notFound;
      case 'refused':
        return problem('INVALID_STATE_TRANSITION', { context: { from: changed.from, to: changed.to } });
    }
  };

/** The document's schema has checked the body, which may be left out. */
const reasonOf = (body: unknown): { readonly reason?: string } => {
  const reason = (body as HttpSchemas['MemberActionBody'] | undefined)?.reason;
  return reason === undefined ? {} : { reason };
};

/** Members change from one of the two states to the other; no member leaves the third. */
const newsOf = (
  { member, memberKey }: Extract<ChangeMemberStateResult, { outcome: 'changed' }>,
  to: To,
): Parameters<PublishMemberFact>[2] => {
  const from = to === 'active' ? 'suspended' : 'active';
  return { memberKey, fact: { type: 'member.state_changed', data: { memberId: member.id, from, to } } };
};

const notFound = problem('MEMBER_NOT_FOUND');
