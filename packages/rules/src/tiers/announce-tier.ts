import { derivedIds, type MemberId, type TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '../earning/rules/rule-outcome.ts';
import { rewardValueOf } from '../rewards/grants.ts';
import { type RewardStatus, type TakenBackState, takenBackState } from '../rewards/reward.ts';
import {
  assumedPath,
  historyOfTiers,
  type TierCrossing,
  type TierHistory,
  tierPath,
  type TierPathMember,
} from './tier-path.ts';
import type { Tier } from './tier.ts';

/** A member, read under the lock. */
export interface TierMember extends TierPathMember {
  readonly memberId: MemberId;
  readonly tierSeq: number;
  /**
   * All rewards that tiers have given the member. The rewards of lost tiers are read under the locks of their
   * rows.
   */
  readonly rewards: readonly GivenTierReward[];
}

export interface GivenTierReward extends Pick<RewardStatus, 'state' | 'expiresAtMs'> {
  readonly id: string;
  readonly tierId: TierId;
  readonly issuedAtMs: number | null;
  /** True if a return took the member below the tier and the reward was taken back. */
  readonly isTakenBack: boolean;
}

export interface TierConfiguration {
  readonly tiers: readonly Tier[];
  readonly secret: Uint8Array;
  /** The currency of the environment. */
  readonly currency: string;
  /** The history of the tiers; null if every member's path is known without it. */
  readonly history: TierHistory | null;
}

interface TierAnnouncement extends TierCrossing {
  readonly factId: string;
  readonly tierSeq: number;
  /** Rewards of tiers that the member lost and did not reach again. */
  readonly rewardsTakenBack: readonly string[];
  /** Rewards that were used or had ended before. */
  readonly rewardsKept: readonly string[];
}

interface TierReward extends TangibleGrant {
  readonly id: string;
  readonly tierId: TierId;
  readonly factId: string;
}

export interface TakenTierReward {
  readonly id: string;
  readonly to: TakenBackState;
  /** The number of the announcement that took the reward back. */
  readonly tierSeq: number;
  /** The time of the return, or of the reward's issue if it was issued later. */
  readonly atMs: number;
  readonly factId: string;
}

export interface AnnouncedTier {
  readonly tierId: TierId | null;
  readonly tierSeq: number;
  readonly announcements: readonly TierAnnouncement[];
  readonly rewards: readonly TierReward[];
  readonly taken: readonly TakenTierReward[];
}

/** Returns false if more of the ledger, or of the history, must be read. */
export const isTierPathKnown = (member: TierMember, configuration: TierConfiguration): boolean =>
  knownPath(member, configuration) !== null;

/**
 * Returns the tier with the rewards that it gives and takes back (D54, D96, D117, D304). The same arguments
 * give the same ids, and facts with the same id have the same content: a lost history may have come to
 * another result. A tier that was lost and reached again before anybody looked is left alone.
 */
export const announceTier = (member: TierMember, configuration: TierConfiguration): AnnouncedTier => {
  const crossings = crossingsOf(member, configuration);
  const fates = fatesOf(crossings);
  const last = crossings.at(-1);
  const announcements = crossings.map((crossing, n) => {
    const lost = crossing.lost.filter((id) => fates.lostWith.get(id) === crossing);
    return announcementOf(member, configuration, { crossing, lost, tierSeq: member.tierSeq + n + 1 });
  });
  return {
    tierId: last === undefined ? member.announced : last.to,
    tierSeq: member.tierSeq + crossings.length,
    announcements: announcements.map(({ announcement }) => announcement),
    rewards: configuration.tiers.flatMap((tier) => rewardsOf(tier, { member, configuration, fates })),
    taken: announcements.flatMap(({ taken }) => taken),
  };
};

/** Returns the tiers whose rewards are taken back. Those rewards are locked before that. */
export const lostTiers = (member: TierMember, configuration: TierConfiguration): TierId[] => [
  ...fatesOf(crossingsOf(member, configuration)).lostWith.keys(),
];

const crossingsOf = (member: TierMember, configuration: TierConfiguration): TierCrossing[] =>
  knownPath(member, configuration) ??
  assumedPath(configuration.history ?? historyOfTiers(configuration.tiers), member);

/** A crossing since the thresholds were last set needs no history. */
const knownPath = (member: TierMember, { tiers, history }: TierConfiguration): TierCrossing[] | null =>
  tierPath(historyOfTiers(tiers), member) ?? (history === null ? null : tierPath(history, member));

/** How the crossings leave each tier. */
interface TierFates {
  /** These tiers were not reached again; each has the last crossing that lost it. */
  readonly lostWith: ReadonlyMap<TierId, TierCrossing>;
  /** These tiers were reached by points and not lost again. */
  readonly reached: ReadonlySet<TierId>;
  /** These tiers were entered with their rewards and not lost again. */
  readonly entered: ReadonlySet<TierId>;
}

const fatesOf = (crossings: readonly TierCrossing[]): TierFates => {
  const lostWith = new Map<TierId, TierCrossing>();
  const [reached, entered] = [new Set<TierId>(), new Set<TierId>()];
  for (const crossing of crossings) {
    for (const id of crossing.lost) {
      lostWith.set(id, crossing);
      for (const gone of [reached, entered]) gone.delete(id);
    }
    for (const id of crossing.reached) {
      lostWith.delete(id);
      reached.add(id);
    }
    if (crossing.isRewarded && crossing.to !== null) entered.add(crossing.to);
  }
  return { lostWith, reached, entered };
};

const announcementOf = (
  { memberId, rewards }: TierMember,
  { secret }: TierConfiguration,
  {
    crossing,
    lost,
    tierSeq,
  }: { readonly crossing: TierCrossing; readonly lost: readonly TierId[]; readonly tierSeq: number },
): { readonly announcement: TierAnnouncement; readonly taken: readonly TakenTierReward[] } => {
  const idsAt = (atMs: number) =>
    derivedIds({ secret, atMs, operation: 'tier', ref: `${memberId}:${tierSeq.toString()}` });
  const taken: TakenTierReward[] = [];
  const rewardsKept: string[] = [];
  for (const reward of rewards) {
    if (reward.isTakenBack || !lost.includes(reward.tierId)) continue;
    const atMs = Math.max(crossing.atMs, reward.issuedAtMs ?? 0);
    const to = takenBackState(reward, atMs);
    if (to === null) rewardsKept.push(reward.id);
    else taken.push({ id: reward.id, to, tierSeq, atMs, factId: idsAt(atMs)(`${to}:${reward.id}`) });
  }
  const rewardsTakenBack = taken.map(({ id }) => id);
  const ended = [...rewardsTakenBack, '', ...rewardsKept];
  const factId = idsAt(crossing.atMs)(ended.length === 1 ? 'fact' : `fact:${ended.join(':')}`);
  return { announcement: { ...crossing, tierSeq, rewardsTakenBack, rewardsKept, factId }, taken };
};

/**
 * The first time on entering the tier with its rewards. What a return took back is given again where points reach the tier
 * again, also on the way to a higher one; what was used, or has ended otherwise, is not (D304).
 */
const rewardsOf = (
  tier: Tier,
  {
    member: { memberId, rewards },
    configuration: { secret, currency },
    fates: { entered, reached },
  }: {
    readonly member: TierMember;
    readonly configuration: TierConfiguration;
    readonly fates: TierFates;
  },
): TierReward[] => {
  const isEntered = entered.has(tier.id);
  if (!isEntered && !reached.has(tier.id)) return [];
  const given = new Map(rewards.filter(({ tierId }) => tierId === tier.id).map((one) => [one.id, one]));
  const idsOf = (time: number) => {
    const ref = time === 0 ? `${memberId}:${tier.id}` : `${memberId}:${tier.id}:${time.toString()}`;
    return derivedIds({ secret, atMs: tier.createdAtMs, operation: 'tier-reward', ref });
  };
  return tier.freeRewards.flatMap((grant, n) => {
    const time = timeOf(given, { idAt: (time) => idsOf(time)('reward', n), isEntered });
    if (time === null) return [];
    const newId = idsOf(time);
    const value = rewardValueOf(grant, currency);
    return [{ ...grant, value, id: newId('reward', n), tierId: tier.id, factId: newId('fact', n) }];
  });
};

/** A member who loses and reaches a tier in turns has a row for each time, and all of them are read. */
const timesMax = 100;

/** Returns the number, from 0, of the reward that is given now. Null means that none is given. */
const timeOf = (
  given: ReadonlyMap<string, GivenTierReward>,
  { idAt, isEntered }: { readonly idAt: (time: number) => string; readonly isEntered: boolean },
): number | null => {
  if (given.size === 0) return isEntered ? 0 : null;
  let isTakenBack = false;
  for (let time = 0; time < timesMax; time += 1) {
    const reward = given.get(idAt(time));
    if (reward === undefined) return isTakenBack ? time : null;
    ({ isTakenBack } = reward);
  }
  return null;
};
