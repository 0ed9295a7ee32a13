import type { EvaluateRequest } from '@loyalty/contracts';
import type { TierId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import { decideEvaluate } from '../earning/decide-evaluate.ts';
import type { DecisionContext, EvaluateProcessed } from '../earning/decision.ts';
import type { AwardTerms } from '../returns/award-terms.ts';
import { decodeTerms } from '../returns/decode-terms.ts';
import { keptOf, type KeptOfReceipt, skusReturned } from '../returns/kept-of.ts';
import { skuHashOf } from '../returns/sku-units.ts';
import { multiplierScale } from '../tiers/tier.ts';
import { account, context, processed, snapshot } from './builders.ts';
import type { PlainReturned } from './plain-terms.ts';
import { processed as processedReturn, receipt as storedReceipt } from './returns.ts';

/** A receipt that was decided, with the terms that are stored with it. */
export interface Sold {
  readonly request: EvaluateRequest;
  readonly decision: EvaluateProcessed;
  readonly terms: AwardTerms | null;
}

export const sold = (
  campaigns: readonly Campaign[],
  request: EvaluateRequest,
  own: DecisionContext = context(campaigns),
): Sold => {
  const decision = processed(decideEvaluate(own, request));
  return { request, decision, terms: termsIn(decision) };
};

const termsIn = ({ terms, awards, cards }: EvaluateProcessed): AwardTerms | null =>
  terms === null ? null : decodeTerms(terms, { awards: awards.length, cards: cards.length });

/** Sells like {@link sold}, under one campaign that multiplies by the tier of its member. */
export const soldTimes = (multiplier: number, campaign: Campaign, request: EvaluateRequest): Sold => {
  const own = { ...campaign, tierMultiplier: true };
  const thresholds = { createdAtMs: 0, thresholdsSetAtMs: 0, minLifetimePoints: 0, freeRewards: [] };
  const multiplierScaled = Math.round(multiplier * multiplierScale);
  const tiers = [{ id: 'gold' as TierId, ...thresholds, multiplierScaled }];
  return sold([own], request, context([own], { snapshot: snapshot([own], { tiers }) }));
};

/** One part; without `units` no products are named. */
export interface Part {
  readonly amountCents: number;
  /** Thousandths of a unit, by sku. */
  readonly units?: ReadonlyMap<string, number>;
}

/** Sums of what was returned, as the plain model counts them. */
export const sumsOf = (parts: readonly Part[]): PlainReturned => {
  const units = new Map<string, number>();
  for (const part of parts)
    for (const [sku, back] of part.units ?? []) units.set(sku, (units.get(sku) ?? 0) + back);
  const unnamed = parts.filter((part) => part.units === undefined);
  return { amountCents: centsIn(parts), unnamedCents: centsIn(unnamed), units };
};

const centsIn = (parts: readonly Part[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Returns what stays by the terms alone. `points` is what was given, by default by the decision. */
export const keptAfter = (
  { request, decision: { awards, cards }, terms }: Sold,
  parts: readonly Part[],
  points: readonly number[] = awards.map(({ pointsEarned }) => pointsEarned),
): KeptOfReceipt => {
  let skus: ReturnType<typeof skusReturned> = [];
  for (const { units = new Map<string, number>() } of parts)
    skus = skusReturned(
      terms,
      skus,
      [...units].map(([sku, thousandths]) => ({ hash: skuHashOf(sku), thousandths })),
    );
  const { amountCents, unnamedCents } = sumsOf(parts);
  return keptOf(
    terms,
    {
      amountCents: request.amountCents,
      awards: awards.map(({ rewardIds }, at) => ({ points: points[at] ?? 0, rewards: rewardIds.length })),
      cards: cards.length,
    },
    { amountCents, unnamedCents, skus },
  );
};

export interface PartEnd {
  readonly kept: readonly number[];
  readonly reversed: number;
}

/** Returned part by part, as an engine does, and then whole. */
export const returnParts = ({ decision, request }: Sold, parts: readonly Part[]): readonly PartEnd[] => {
  const { awards, cards, terms } = decision;
  let stored = storedReceipt({
    amountCents: request.amountCents,
    awards,
    cards: cards.map(({ campaignId, stampsRequired }) => ({ campaignId, stampsRequired, cardsCompleted: 0 })),
    terms,
    entries: [],
  });
  return [...parts, null].map((part, n) => {
    const ref = n.toString();
    const lines = [...(part?.units ?? [])].map(([sku, back]) => ({ sku, quantity: back / 1_000 }));
    const amountCents = part?.amountCents ?? null;
    const isWhole = amountCents === null;
    const asked = { ref, amountCents, isWhole, lines };
    const { after, pointsReversed } = processedReturn(
      { account: account({ pointsBalance: 0, lifetimePoints: 1_000_000 }), receipt: stored },
      asked,
    );
    stored = { ...stored, returned: after };
    return { kept: after.kept, reversed: pointsReversed };
  });
};
