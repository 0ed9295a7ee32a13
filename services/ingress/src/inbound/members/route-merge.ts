import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { MergeTwoMembers } from '../../usecases/members/merge-members.ts';
import { invalid, writeProblem } from '../responses.ts';
import type { Routes } from '../routes.ts';
import { memberNotFound } from './shown-member.ts';

interface MergeRoutesOptions {
  readonly mergeMembers: MergeTwoMembers;
}

/** Creates the route that merges two members who are one person (D346). */
export const createMergeRoutes = ({ mergeMembers }: MergeRoutesOptions): Pick<Routes, 'mergeMembers'> => ({
  mergeMembers: merge(mergeMembers),
});

const merge =
  (
    mergeMembers: MergeTwoMembers,
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
        return { status: 200, body: unmoved(result, true) };
      case 'blocked': {
        const { blockers } = result;
        if (isDryRun) return { status: 200, body: { ...unmoved(result, false), blockers } };
        const [{ reason, memberId } = { reason: 'RETRY', memberId: winnerId }] = blockers;
        return problem('MERGE_BLOCKED', { context: { reason, memberId, blockers } });
      }
      case 'merged-elsewhere': {
        const context = { from: 'merged', to: 'merged', memberId: result.memberId, mergedInto: result.into };
        return problem('INVALID_STATE_TRANSITION', { context });
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

const unmoved = (
  {
    winner: { account },
  }: Extract<Awaited<ReturnType<MergeTwoMembers>>, { outcome: 'unchanged' | 'blocked' }>,
  merged: boolean,
) => ({
  memberId: account.memberId,
  merged,
  pointsMoved: 0,
  lifetimePointsMoved: 0,
  rewardsMoved: 0,
  pointsBalance: account.pointsBalance,
  blockers: [],
});
