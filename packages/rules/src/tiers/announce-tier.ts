import { derivedIds, type MemberId, type TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import { tierPath, type TierCrossing, type TierTraveller } from './tier-path.ts';
import type { Tier } from './tier.ts';

/** A member whose tier is to be told, as they are under their lock. */
export interface TierMember extends TierTraveller {
  readonly memberId: MemberId;
  /** How many crossings were told of them. */
  readonly tierSeq: number;
  /** The tiers that have given them their rewards. */
  readonly rewardedBy: ReadonlySet<TierId>;
}

/** By what tiers are told. */
export interface TierProgramme {
  readonly tiers: readonly Tier[];
  /** The environment's secret: ids are derived with it. */
  readonly secret: Uint8Array;
  /** The tiers whose change was to give its rewards to whom it brought there (D93). */
  readonly granted: ReadonlySet<TierId>;
}

/** A crossing as it is told. */
export interface TierAnnouncement extends TierCrossing {
  readonly factId: string;
  /** Counts the announcements of the member, from 1. */
  readonly tierSeq: number;
}

/** A reward that a tier gives, to be fulfilled. */
export interface TierReward extends TangibleGrant {
  readonly id: string;
  readonly tierId: TierId;
  /** The id of the fact that asks for it. */
  readonly factId: string;
}

export interface AnnouncedTier {
  readonly tierId: TierId | null;
  readonly tierSeq: number;
  /** In their order; empty where nothing is to be told. */
  readonly announcements: readonly TierAnnouncement[];
  readonly rewards: readonly TierReward[];
}

/** What is told of a member's tier, and what they are given for it (D54, D96). Decided again, it is the same. */
export const announceTier = (member: TierMember, programme: TierProgramme): AnnouncedTier => {
  const crossings = tierPath(programme.tiers, member);
  const last = crossings.at(-1);
  return {
    tierId: last === undefined ? member.announced : last.to,
    tierSeq: member.tierSeq + crossings.length,
    announcements: crossings.map((crossing, n) =>
      announcementOf(member, programme, { ...crossing, tierSeq: member.tierSeq + n + 1 }),
    ),
    rewards: rewardingTiers(crossings, member, programme).flatMap((tier) =>
      rewardsOf(tier, member, programme),
    ),
  };
};

const announcementOf = (
  { memberId, enrolledAtMs }: TierMember,
  { tiers, secret }: TierProgramme,
  told: Omit<TierAnnouncement, 'factId'>,
): TierAnnouncement => {
  const changedAtMs = tiers.find(({ id }) => id === told.to)?.thresholdSetAtMs;
  const atMs = told.atMs ?? changedAtMs ?? enrolledAtMs;
  const ref = `${memberId}:${told.tierSeq.toString()}`;
  return { ...told, factId: derivedIds({ secret, atMs, operation: 'tier', ref })('fact') };
};

/** The tiers that were entered upwards, by points or by a change that was to give rewards, and have given none yet. */
const rewardingTiers = (
  crossings: readonly TierCrossing[],
  { rewardedBy }: TierMember,
  { tiers, granted }: TierProgramme,
): Tier[] => {
  const entered = new Set<Tier>();
  for (const { from, to, atMs } of crossings) {
    const tier = tiers.find(({ id }) => id === to);
    if (tier === undefined || rewardedBy.has(tier.id)) continue;
    const isByPoints = atMs !== null && atMs >= tier.thresholdSetAtMs;
    if (isUpwards(tiers, from, tier) && (isByPoints || granted.has(tier.id))) entered.add(tier);
  }
  return [...entered];
};

/** From a tier that is gone nobody rises: its members were moved by the change that took it away. */
const isUpwards = (tiers: readonly Tier[], from: TierId | null, to: Tier): boolean => {
  if (from === null) return true;
  const before = tiers.find(({ id }) => id === from);
  return before !== undefined && before.minLifetimePoints < to.minLifetimePoints;
};

const rewardsOf = (tier: Tier, { memberId }: TierMember, { secret }: TierProgramme): TierReward[] => {
  const ref = `${memberId}:${tier.id}`;
  const newId = derivedIds({ secret, atMs: tier.createdAtMs, operation: 'tier-reward', ref });
  return tier.freeRewards.map((grant, n) => ({
    ...grant,
    id: newId('reward', n),
    tierId: tier.id,
    factId: newId('fact', n),
  }));
};
