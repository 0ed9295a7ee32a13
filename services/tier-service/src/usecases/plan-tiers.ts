import type { LockedTierMember, RewardWrite, TierWrite } from '@loyalty/accounts';
import { invariant, type EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage, FactWriter } from '@loyalty/messaging';
import { announceTier, type AnnouncedTier, type Snapshot, type TierConfiguration } from '@loyalty/rules';

/** What is told of members, and stored with it. */
export interface TierPlan {
  readonly writes: readonly TierWrite[];
  readonly rewards: readonly RewardWrite[];
  readonly facts: readonly OutgoingMessage[];
}

export const emptyTierPlan: TierPlan = { writes: [], rewards: [], facts: [] };

/** With how many of the members it is for. */
export interface MemberTierPlan extends TierPlan {
  readonly planned: number;
}

/** How tiers are told. */
export interface AnnouncementOptions {
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly configurations: ReadonlyMap<EnvironmentId, TierConfiguration>;
  /** Sets tiers, and neither tells nor gives anything. */
  readonly isSilent: boolean;
  readonly writer: FactWriter;
  readonly nowMs: number;
  /** With so many rewards it ends before the next member; without it, with the last member. */
  readonly rewardsMax?: number;
}

/** Decides what is told of members who are locked, in their order. */
export const planTiers = (
  members: readonly LockedTierMember[],
  telling: AnnouncementOptions,
): MemberTierPlan => {
  const plan = { writes: [] as TierWrite[], rewards: [] as RewardWrite[], facts: [] as OutgoingMessage[] };
  let planned = 0;
  for (const member of members) {
    if (plan.rewards.length >= (telling.rewardsMax ?? Number.POSITIVE_INFINITY)) break;
    planned += 1;
    const snapshot = telling.snapshots.get(member.environmentId);
    const configuration = telling.configurations.get(member.environmentId);
    invariant(
      snapshot !== undefined && configuration !== undefined,
      'a member is locked only where the tiers are known',
    );
    const told = announceTier(member, configuration);
    if (told.announcements.length === 0) continue;
    const { environmentId, memberId } = member;
    const tierSeq = telling.isSilent ? member.tierSeq : told.tierSeq;
    plan.writes.push({ environmentId, memberId, tierId: told.tierId, tierSeq });
    if (telling.isSilent) continue;
    plan.rewards.push(
      ...told.rewards.map((reward) => ({ environmentId, memberId, reward, atMs: telling.nowMs })),
    );
    plan.facts.push(...factsOf(member, told, { ...telling, snapshot }));
  }
  return { ...plan, planned };
};

type Teller = Pick<AnnouncementOptions, 'writer' | 'nowMs'> & { readonly snapshot: Snapshot };

const factsOf = (
  { memberId, memberKey, ledgerSeq }: LockedTierMember,
  { announcements, rewards }: AnnouncedTier,
  { writer, snapshot, nowMs }: Teller,
): OutgoingMessage[] => {
  const common = { snapshot, key: memberKey.toString('base64url'), ledgerSeq };
  const changes = announcements.map(({ factId, from, to, lifetimePoints, tierSeq, atMs }) => {
    const data = { memberId, previousTierId: from, newTierId: to, lifetimePoints, tierSeq };
    const fact = { type: 'member.tier_changed', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: atMs });
  });
  const requests = rewards.map(({ factId, id: rewardId, tierId, rewardType }) => {
    const data = { rewardId, memberId, campaignId: null, tierId, rewardType };
    const fact = { type: 'reward.requested', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: nowMs });
  });
  return [...changes, ...requests];
};
