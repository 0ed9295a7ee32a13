import { derivedIds, type MemberId, type TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import {
  assumedPath,
  historyOfTiers,
  type TierCrossing,
  type TierHistory,
  tierPath,
  type TierPathMember,
} from './tier-path.ts';
import type { Tier } from './tier.ts';

/** As read under the member's lock. */
export interface TierMember extends TierPathMember {
  readonly memberId: MemberId;
  readonly tierSeq: number;
  readonly rewardedBy: ReadonlySet<TierId>;
}

export interface TierConfiguration {
  readonly tiers: readonly Tier[];
  readonly secret: Uint8Array;
  /** Null where every member's path is known without them. */
  readonly history: TierHistory | null;
}

interface TierAnnouncement extends TierCrossing {
  readonly factId: string;
  readonly tierSeq: number;
}

interface TierReward extends TangibleGrant {
  readonly id: string;
  readonly tierId: TierId;
  readonly factId: string;
}

export interface AnnouncedTier {
  readonly tierId: TierId | null;
  readonly tierSeq: number;
  readonly announcements: readonly TierAnnouncement[];
  readonly rewards: readonly TierReward[];
}

/** False: more of the ledger, or the history, must be read. */
export const isTierPathKnown = (member: TierMember, configuration: TierConfiguration): boolean =>
  knownPath(member, configuration) !== null;

/** And the rewards for them (D54, D96, D117). The same arguments give the same ids. */
export const announceTier = (member: TierMember, configuration: TierConfiguration): AnnouncedTier => {
  const crossings =
    knownPath(member, configuration) ??
    assumedPath(configuration.history ?? historyOfTiers(configuration.tiers), member);
  const last = crossings.at(-1);
  return {
    tierId: last === undefined ? member.announced : last.to,
    tierSeq: member.tierSeq + crossings.length,
    announcements: crossings.map((crossing, n) =>
      announcementOf(member, configuration, { ...crossing, tierSeq: member.tierSeq + n + 1 }),
    ),
    rewards: rewardingTiers(crossings, member, configuration).flatMap((tier) =>
      rewardsOf(tier, member, configuration),
    ),
  };
};

/** A crossing since the thresholds were last set needs no history. */
const knownPath = (member: TierMember, { tiers, history }: TierConfiguration): TierCrossing[] | null =>
  tierPath(historyOfTiers(tiers), member) ?? (history === null ? null : tierPath(history, member));

const announcementOf = (
  { memberId }: TierMember,
  { secret }: TierConfiguration,
  crossing: Omit<TierAnnouncement, 'factId'>,
): TierAnnouncement => {
  const ref = `${memberId}:${crossing.tierSeq.toString()}`;
  return { ...crossing, factId: derivedIds({ secret, atMs: crossing.atMs, operation: 'tier', ref })('fact') };
};

const rewardingTiers = (
  crossings: readonly TierCrossing[],
  { rewardedBy }: TierMember,
  { tiers }: TierConfiguration,
): Tier[] => {
  const entered = new Set(crossings.filter(({ isRewarded }) => isRewarded).map(({ to }) => to));
  return tiers.filter(({ id }) => entered.has(id) && !rewardedBy.has(id));
};

const rewardsOf = (tier: Tier, { memberId }: TierMember, { secret }: TierConfiguration): TierReward[] => {
  const ref = `${memberId}:${tier.id}`;
  const newId = derivedIds({ secret, atMs: tier.createdAtMs, operation: 'tier-reward', ref });
  return tier.freeRewards.map((grant, n) => ({
    ...grant,
    id: newId('reward', n),
    tierId: tier.id,
    factId: newId('fact', n),
  }));
};
