import type { TypedFact } from '@loyalty/contracts';
import { type Clock, invariant, isUuid } from '@loyalty/kernel';
import { rewardRequested } from '@loyalty/rules/rewards';
import { type DatabaseShares, writeTransaction } from '@loyalty/storage';
import type { Scope } from '@loyalty/tables/members';
import {
  changeReward,
  type RewardChange,
  type RewardOrder,
  type RewardRecord,
} from '@loyalty/tables/rewards/management';
import { authorOfCall, type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { Keeping } from '../management-writes.ts';
import type { PublishMemberFact } from './enrol-member.ts';

/** Changes the reward as of the arrival of the call. A text that is not an id is an unknown reward (D2). */
export type ChangeReward = (
  caller: ManagementCall,
  order: Omit<RewardOrder, 'atMs' | 'author'>,
  keeping?: Keeping,
) => Promise<RewardChange>;

/**
 * Creates a function that changes rewards. Only the call that changes the reward publishes a fact, in the
 * same transaction. The reward itself is the record of its redemption; other changes leave a row in the audit
 * log.
 */
export const createChangeReward =
  ({
    db,
    clock,
    publish,
  }: {
    readonly db: DatabaseShares;
    readonly clock: Pick<Clock, 'now'>;
    readonly publish: PublishMemberFact;
  }): ChangeReward =>
  async (caller, asked, keeping = (own) => own) => {
    if (!isUuid(asked.rewardId)) return { outcome: 'not-found' };
    const order = { ...asked, atMs: clock.now(), author: authorOfCall(caller.credential) };
    const { environmentId, tenantId } = caller.credential;
    const scope: Scope = { environmentId, tenantId };
    return writeTransaction(keeping(db.of(scope.environmentId)), async (tx) => {
      const change = await changeReward(tx, scope.environmentId, order);
      if (change.outcome === 'changed') {
        const { memberKey, reward } = change;
        await publish(tx, scope, { memberKey, fact: factOf(order.action, reward) });
        const changes = [{ pointer: '/state', from: change.from, to: reward.state }];
        if (order.action !== 'redeem') await noteCall(tx, caller, { objectId: reward.id, changes });
      }
      return change;
    });
  };

const factOf = (action: RewardOrder['action'], reward: RewardRecord): TypedFact => {
  switch (action) {
    case 'redeem':
      return { type: 'reward.redeemed', data: { ...named(reward), redeemedAt: timeOf(reward.redeemedAt) } };
    case 'expire':
      return { type: 'reward.expired', data: { ...named(reward), expiredAt: timeOf(reward.expiredAt) } };
    case 'retry':
      return rewardRequested(reward);
  }
};

const named = ({ id: rewardId, memberId }: RewardRecord) => ({ rewardId, memberId });

const timeOf = (at: string | null): string => {
  invariant(at !== null, 'a reward has the time of its state');
  return at;
};
