import type { OutgoingMessage } from '@loyalty/kafka';
import { awaitAll, type Clock, type EnvironmentId, invariant } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { rewardTakenBack } from '@loyalty/rules/rewards';
import { type AnnouncedTier, announceTier, type TierConfiguration } from '@loyalty/rules/tiers';
import type { Transaction } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import type { FactWriter } from '@loyalty/streams/facts';
import type { CountActivity } from '@loyalty/tables/activity';
import { jobAuthor } from '@loyalty/tables/authors';
import { insertRewards, type RewardWrite } from '@loyalty/tables/granted-rewards';
import { type RewardTakenBack, takeBackRewards } from '@loyalty/tables/returned-rewards';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import { type LockedTierMember, type TierWrite, writeTiers } from '@loyalty/tables/tiers';

/** This is the author of rewards that a fall takes back (D303, D304). */
const author = jobAuthor('tier-service');

export interface TierPorts {
  readonly configuration: ConfigurationSource;
  readonly writer: FactWriter;
  readonly clock: Clock;
  /** Counts activity. If it is absent, nothing is counted. */
  readonly activity?: CountActivity;
}

export interface TierPlan {
  readonly writes: readonly TierWrite[];
  readonly rewards: readonly RewardWrite[];
  readonly taken: readonly RewardTakenBack[];
  readonly facts: readonly OutgoingMessage[];
}

/** Counts rewards once they are committed. */
export const countTierRewards = (
  activity: CountActivity | undefined,
  { rewards }: Pick<TierPlan, 'rewards'>,
): void => {
  if (activity === undefined) return;
  for (const { environmentId } of rewards) activity.totalsOf(environmentId).rewardsGiven += 1;
};

export const emptyTierPlan: TierPlan = { writes: [], rewards: [], taken: [], facts: [] };

interface MemberTierPlan extends TierPlan {
  readonly planned: number;
}

interface AnnouncementOptions {
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly configurations: ReadonlyMap<EnvironmentId, TierConfiguration>;
  /** Sets tiers without facts and rewards. */
  readonly isSilent: boolean;
  readonly writer: FactWriter;
  readonly laneOf: (member: LockedTierMember) => Lane;
  readonly nowMs: number;
  /** The plan ends before the next member once it has this many rewards. Default: no limit. */
  readonly rewardsMax?: number;
}

export const planTiers = (
  members: readonly LockedTierMember[],
  options: AnnouncementOptions,
): MemberTierPlan => {
  const plan = {
    writes: [] as TierWrite[],
    rewards: [] as RewardWrite[],
    taken: [] as RewardTakenBack[],
    facts: [] as OutgoingMessage[],
  };
  let planned = 0;
  for (const member of members) {
    if (plan.rewards.length + plan.taken.length >= (options.rewardsMax ?? Number.POSITIVE_INFINITY)) break;
    planned += 1;
    const snapshot = options.snapshots.get(member.environmentId);
    const configuration = options.configurations.get(member.environmentId);
    invariant(
      snapshot !== undefined && configuration !== undefined,
      'a member is locked only where the tiers are known',
    );
    const announced = announceTier(member, configuration);
    if (announced.announcements.length === 0) continue;
    const { environmentId, memberId } = member;
    const tierSeq = options.isSilent ? member.tierSeq : announced.tierSeq;
    plan.writes.push({ environmentId, memberId, tierId: announced.tierId, tierSeq });
    if (options.isSilent) continue;
    plan.rewards.push(
      ...announced.rewards.map((reward) => ({ environmentId, memberId, reward, atMs: options.nowMs })),
    );
    plan.taken.push(
      ...announced.taken.map(({ id, to, tierSeq: seq, atMs }) => ({
        environmentId,
        id,
        to,
        tierSeq: seq,
        atMs,
        author,
      })),
    );
    plan.facts.push(...factsOf(member, announced, { ...options, snapshot }));
  }
  return { ...plan, planned };
};

const factsOf = (
  member: LockedTierMember,
  { announcements, rewards, taken }: AnnouncedTier,
  {
    writer,
    laneOf,
    snapshot,
    nowMs,
  }: Pick<AnnouncementOptions, 'writer' | 'laneOf' | 'nowMs'> & { readonly snapshot: Snapshot },
): OutgoingMessage[] => {
  const { memberId, memberKey, ledgerSeq } = member;
  const lane = laneOf(member);
  const common = { snapshot, key: memberKey.toString('base64url'), ledgerSeq };
  const changes = announcements.map(({ factId, from, to, lifetimePoints, tierSeq, atMs, ...of }) => {
    const { rewardsTakenBack, rewardsKept } = of;
    const ended = rewardsTakenBack.length + rewardsKept.length === 0 ? {} : { rewardsTakenBack, rewardsKept };
    const data = { memberId, previousTierId: from, newTierId: to, lifetimePoints, tierSeq, ...ended };
    const fact = { type: 'member.tier_changed', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: atMs }, lane);
  });
  const requests = rewards.map(({ factId, id: rewardId, tierId, rewardType }) => {
    const data = { rewardId, memberId, campaignId: null, tierId, rewardType };
    const fact = { type: 'reward.requested', data } as const;
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: nowMs }, lane);
  });
  const endings = taken.map(({ factId, id: rewardId, to, atMs }) => {
    const fact = rewardTakenBack({ rewardId, memberId, to, atMs });
    return writer.factOf({ ...common, id: factId, fact, occurredAtMs: atMs }, lane);
  });
  return [...changes, ...endings, ...requests];
};

/** Stores tiers. The caller publishes the facts. */
export const storeTiers = async (tx: Transaction, { writes, rewards, taken }: TierPlan): Promise<void> => {
  await awaitAll([writeTiers(tx, writes), takeBackRewards(tx, taken), insertRewards(tx, rewards)]);
};
