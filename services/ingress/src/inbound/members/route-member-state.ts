import { reinstateMember, suspendMember } from '@loyalty/accounts';
import type { ParamsOf } from '@loyalty/contracts';
import { problem, type Handler } from '@loyalty/http';
import { isUuid } from '@loyalty/kernel';
import { listTiers, writeTransaction } from '@loyalty/programme';
import type { Database } from '@loyalty/storage';
import type { Routes } from '../routes.ts';
import { memberAnswer } from './member-answer.ts';

export interface MemberStateRoutesOptions {
  readonly db: Database;
}

/** Suspends and reinstates members (interface 3, D44). */
export const createMemberStateRoutes = ({
  db,
}: MemberStateRoutesOptions): Pick<Routes, 'suspendMember' | 'reinstateMember'> => ({
  suspendMember: change(db, suspendMember),
  reinstateMember: change(db, reinstateMember),
});

const change =
  (db: Database, changeState: typeof suspendMember): Handler<ParamsOf<'suspendMember'>> =>
  async ({ credential, params: { memberId } }) => {
    if (!isUuid(memberId)) return notFound;
    const changed = await writeTransaction(db, (tx) => changeState(tx, credential, memberId));
    switch (changed.outcome) {
      case 'changed':
      case 'unchanged': {
        const tiers = await listTiers(db, credential.environmentId);
        return { status: 200, body: memberAnswer(changed.member, tiers) };
      }
      case 'not-found':
        return notFound;
      case 'refused':
        return problem('INVALID_STATE_TRANSITION', { context: { from: changed.from, to: changed.to } });
    }
  };

const notFound = problem('MEMBER_NOT_FOUND');
