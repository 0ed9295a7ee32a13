import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { MergeMembers } from '../../usecases/members/merge-members.ts';
import { invalid, writeProblem } from '../responses.ts';
import type { Routes } from '../routes.ts';
import { memberNotFound } from './shown-member.ts';

interface MergeRoutesOptions {
  readonly mergeMembers: MergeMembers;
}

/** Creates the route that merges two members who are one person (D346). */
export const createMergeRoutes = ({ mergeMembers }: MergeRoutesOptions): Pick<Routes, 'mergeMembers'> => ({
  mergeMembers: merge(mergeMembers),
});

const merge =
  (
    mergeMembers: MergeMembers,
  ): Handler<ParametersOf<'mergeMembers'>, QueryOf<'mergeMembers'>, BodyOf<'mergeMembers'>> =>
  async (request) => {
    const { params, query, body } = request;
    const isDryRun = query.dryRun ?? false;
    const winnerId = params.memberId.toLowerCase();
    const wanted = { winnerId, loserId: body.memberId.toLowerCase(), reason: body.reason, isDryRun };
    const result = await mergeMembers(request, wanted);
    switch (result.outcome) {
      case 'merged': {
        const { pointsMoved, lifetimePointsMoved, rewardsMoved, pointsBalance } = result;
        const moved = { pointsMoved, lifetimePointsMoved, rewardsMoved, pointsBalance };
        return { status: 200, body: { memberId: winnerId, merged: !isDryRun, ...moved, blockers: [] } };
      }
      case 'unchanged':
        return { status: 200, body: { ...unmoved, ...stayingIn(result), merged: true } };
      case 'blocked': {
        const { blockers } = result;
        if (isDryRun) return { status: 200, body: { ...unmoved, memberId: winnerId, blockers } };
        const [{ reason, memberId } = { reason: 'RETRY', memberId: winnerId }] = blockers;
        return problem('MERGE_BLOCKED', { context: { reason, memberId, blockers } });
      }
      case 'same-member':
        return invalid([{ pointer: '/memberId', message: sameMember }]);
      case 'not-found':
        return memberNotFound;
      case 'not-yet-available':
        return writeProblem(result);
    }
  };

const sameMember = 'must be another member than the one in the path';

const unmoved = {
  merged: false,
  pointsMoved: 0,
  lifetimePointsMoved: 0,
  rewardsMoved: 0,
  pointsBalance: 0,
  blockers: [],
};

type Unchanged = Extract<Awaited<ReturnType<MergeMembers>>, { outcome: 'unchanged' }>;

const stayingIn = ({ winner: { account } }: Unchanged) => ({
  memberId: account.memberId,
  pointsBalance: account.pointsBalance,
});
