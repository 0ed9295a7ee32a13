import { derivedIds, type MemberId, type TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import { abruptPath, tierPath, type TierCrossing, type TierTraveller } from './tier-path.ts';
import { presentTiers, type TierHistory } from './tier-version.ts';
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
export interface TierConfiguration {
  readonly tiers: readonly Tier[];
  /** The environment's secret: ids are derived with it. */
  readonly secret: Uint8Array;
  /** The thresholds that were in force; null where they were not read, because everybody's path is known without them. */
  readonly history: TierHistory | null;
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

/** True when it can be told how a member came where they are; false when more of their ledger, or the history, has to be read. */
export const isTierPathKnown = (member: TierMember, configuration: TierConfiguration): boolean =>
  knownPath(member, configuration) !== null;

/** What is told of a member's tier, and what they are given for it (D54, D96, D117). Decided again, it is the same. */
export const announceTier = (member: TierMember, configuration: TierConfiguration): AnnouncedTier => {
  const crossings =
    knownPath(member, configuration) ??
    abruptPath(configuration.history ?? presentTiers(configuration.tiers), member);
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

/** Whoever crossed a threshold since the tiers are what they are needs no history. */
const knownPath = (member: TierMember, { tiers, history }: TierConfiguration): TierCrossing[] | null =>
  tierPath(presentTiers(tiers), member) ?? (history === null ? null : tierPath(history, member));

const announcementOf = (
  { memberId }: TierMember,
  { secret }: TierConfiguration,
  told: Omit<TierAnnouncement, 'factId'>,
): TierAnnouncement => {
  const ref = `${memberId}:${told.tierSeq.toString()}`;
  return { ...told, factId: derivedIds({ secret, atMs: told.atMs, operation: 'tier', ref })('fact') };
};

/** The tiers that are to give their rewards, and have given none yet. */
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
