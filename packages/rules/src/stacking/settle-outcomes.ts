import type { CampaignId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { hasFired, noCounts, noGrants, type RuleAward } from '../earning/rules/rule-outcome.ts';
import { faceValueCents } from '../rewards/grants.ts';

/** The outcome of a campaign that fires or counts, after its own limits. */
export interface JudgedOutcome {
  readonly campaign: Pick<Campaign, 'id' | 'exclusiveGroup' | 'priority'>;
  readonly outcome: number | RuleAward;
}

/** The outcome of a campaign of which nothing is given or even counted. */
export type LostOutcome =
  | { readonly lost: 'OUTRANKED'; readonly by: CampaignId }
  | { readonly lost: 'CAP_REACHED'; readonly by: null };

export type SettledOutcome = number | RuleAward | LostOutcome;

export const isLost = (outcome: SettledOutcome): outcome is LostOutcome =>
  typeof outcome === 'object' && 'lost' in outcome;

export interface SettledBy {
  /** The value of one point, as budgets count it (D32). */
  readonly pointValueCents: number;
  /** The points that the environment's caps leave the member; Infinity without caps. */
  readonly pointsLeft: number;
}

/**
 * Returns one outcome for each campaign, in the same order, which is that of activation. Groups are settled
 * first, so that caps never change who wins (D242). The order decides only between equals.
 */
export const settleOutcomes = (
  outcomes: readonly JudgedOutcome[],
  { pointValueCents, pointsLeft }: SettledBy,
): readonly SettledOutcome[] => {
  const winners = winnersOf(outcomes, pointValueCents);
  const grouped = outcomes.map(({ campaign, outcome }): SettledOutcome => {
    if (campaign.exclusiveGroup === undefined || !hasFired(outcome)) return outcome;
    const winner = winners.get(campaign.exclusiveGroup);
    return winner === undefined || winner.campaign === campaign
      ? outcome
      : { lost: 'OUTRANKED', by: winner.campaign.id };
  });
  return pointsLeft === Infinity ? grouped : cappedOutcomes(outcomes, grouped, pointsLeft);
};

/**
 * Each group has one winner: of the campaigns that would give something, the first by priority, value in
 * cents and activation.
 */
const winnersOf = (
  outcomes: readonly JudgedOutcome[],
  pointValueCents: number,
): ReadonlyMap<string, JudgedOutcome> => {
  const winners = new Map<string, JudgedOutcome>();
  for (const one of outcomes) {
    const { exclusiveGroup } = one.campaign;
    if (exclusiveGroup === undefined || !hasFired(one.outcome)) continue;
    const best = winners.get(exclusiveGroup);
    if (best === undefined || outranks(one, best, pointValueCents)) winners.set(exclusiveGroup, one);
  }
  return winners;
};

const outranks = (one: JudgedOutcome, best: JudgedOutcome, pointValueCents: number): boolean => {
  const ahead = priorityOf(one) - priorityOf(best);
  if (ahead !== 0) return ahead > 0;
  return valueCents(one.outcome, pointValueCents) > valueCents(best.outcome, pointValueCents);
};

const priorityOf = ({ campaign: { priority = 0 } }: JudgedOutcome): number => priority;

/**
 * Returns the value that a budget counts (D32), exact beyond the safe integers, where two values would be
 * rounded alike.
 */
const valueCents = (outcome: number | RuleAward, pointValueCents: number): bigint => {
  const {
    points,
    grants,
    referrerPoints = 0,
  } = typeof outcome === 'number' ? { points: outcome, grants: noGrants } : outcome;
  const faces = grants.reduce((sum, grant) => sum + faceValueCents(grant), 0);
  return (BigInt(points) + BigInt(referrerPoints)) * BigInt(pointValueCents) + BigInt(faces);
};

/** Outcomes are in order, the highest priority first. Each takes what is left, so the last is cut first. */
const cappedOutcomes = (
  outcomes: readonly JudgedOutcome[],
  grouped: readonly SettledOutcome[],
  pointsLeft: number,
): readonly SettledOutcome[] => {
  const settled = [...grouped];
  const places = outcomes.map((_, place) => place);
  const priorityAt = (place: number): number => outcomes[place]?.campaign.priority ?? 0;
  let left = pointsLeft;
  for (const place of places.toSorted((a, b) => priorityAt(b) - priorityAt(a))) {
    const outcome = settled[place] ?? 0;
    if (isLost(outcome)) continue;
    const points = typeof outcome === 'number' ? outcome : outcome.points;
    if (points > left) settled[place] = cutTo(left, outcome);
    left -= Math.min(left, points);
  }
  return settled;
};

/** A reward stays where all points are cut. */
const cutTo = (points: number, outcome: number | RuleAward): SettledOutcome => {
  const award = typeof outcome === 'number' ? { grants: noGrants, counts: noCounts } : outcome;
  if (points === 0 && award.grants.length === 0) return { lost: 'CAP_REACHED', by: null };
  return { ...award, points, reducedBy: 'CAP' };
};
