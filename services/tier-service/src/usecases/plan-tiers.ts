import type { LockedTierMember, RewardWrite, TierWrite } from '@loyalty/accounts';
import type { MessageWriter } from '@loyalty/engine';
import { invariant, type EnvironmentId, type TierId } from '@loyalty/kernel';
import type { OutgoingMessage } from '@loyalty/messaging';
import { announceTier, type AnnouncedTier, type Snapshot } from '@loyalty/rules';

/** What is told of members, and stored with it. */
export interface TierPlan {
  readonly writes: readonly TierWrite[];
  readonly rewards: readonly RewardWrite[];
  readonly facts: readonly OutgoingMessage[];
}

export const nothingToTell: TierPlan = { writes: [], rewards: [], facts: [] };

/** How tiers are told. */
export interface Telling {
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  /** Tiers whose change was to give its rewards to whom it brought there (D93). */
  readonly granted: ReadonlySet<TierId>;
  /** Sets tiers, and neither tells nor gives anything. */
  readonly isSilent: boolean;
  readonly writer: Pick<MessageWriter, 'factOf'>;
  readonly nowMs: number;
}

/** Decides what is told of members who are locked. */
export const planTiers = (members: readonly LockedTierMember[], telling: Telling): TierPlan => {
  const plan = { writes: [] as TierWrite[], rewards: [] as RewardWrite[], facts: [] as OutgoingMessage[] };
  for (const member of members) {
    const snapshot = telling.snapshots.get(member.environmentId);
    invariant(snapshot !== undefined, 'a member is locked only where the tiers are known');
    const { tiers, secret } = snapshot;
    const told = announceTier(member, { tiers, secret, granted: telling.granted });
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
  return plan;
};

type Teller = Pick<Telling, 'writer' | 'nowMs'> & { readonly snapshot: Snapshot };

const factsOf = (
  { memberId, memberKey, ledgerSeq }: LockedTierMember,
  { announcements, rewards }: AnnouncedTier,
  { writer, snapshot, nowMs }: Teller,
): OutgoingMessage[] => {
  const common = { snapshot, key: memberKey.toString('base64url'), ledgerSeq };
  const changes = announcements.map(({ factId, from, to, lifetimePoints, tierSeq, atMs }) => {
    const data = { memberId, previousTierId: from, newTierId: to, lifetimePoints, tierSeq };
    const fact = { type: 'member.tier_changed', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: atMs ?? nowMs });
  });
  const requests = rewards.map(({ factId, id: rewardId, tierId, rewardType }) => {
    const data = { rewardId, memberId, campaignId: null, tierId, rewardType };
    const fact = { type: 'reward.requested', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: nowMs });
  });
  return [...changes, ...requests];
};
