import { type Clock, type EnvironmentId, Fault, memberKeyOf } from '@loyalty/kernel';
import { isReferenceRefused } from '@loyalty/rules';
import {
  type AskedCampaign,
  burnRateCampaignOf,
  judgeRedemption,
  type QuoteResponse,
  type RedemptionContext,
  type RedemptionOrder,
  type RedemptionRefused,
  toQuoteResponse,
} from '@loyalty/rules/burning';
import { type Previewed, referenceRefused, type ReferenceRefused } from './preview-basket.ts';

interface QuoteCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly memberRef: string;
  readonly order: RedemptionOrder;
}

type QuoteOutcome =
  { readonly outcome: 'answered'; readonly response: QuoteResponse } | RedemptionRefused | ReferenceRefused;

interface QuotePorts {
  readonly preview: RedemptionPreview;
  readonly clock: Clock;
}

/** Quotes a redemption and writes nothing (D42). Throws a retriable Fault if the state cannot be read. */
export type QuoteRedemption = (call: QuoteCall) => Promise<QuoteOutcome>;

export const createQuoteRedemption =
  ({ preview, clock }: QuotePorts): QuoteRedemption =>
  async ({ environmentId, secret, memberRef, order }) => {
    const memberKey = memberKeyOf(secret, memberRef);
    const call = { environmentId, memberKey, asked: order, nowMs: clock.now() };
    const { context, referenceState } = await load(preview, call);
    if (isReferenceRefused(referenceState, 'burns')) return referenceRefused;
    const judged = judgeRedemption(context, order);
    return judged.outcome === 'refused' ? judged : { outcome: 'answered', response: toQuoteResponse(judged) };
  };

/** Nulls when nothing can be redeemed (D41). */
interface BurnRate {
  readonly pointsPerRand: number | null;
  readonly campaignId: string | null;
}

/**
 * Returns the rate of a campaign; by default, of the active default campaign. Throws a retriable Fault if it
 * cannot be read.
 */
export type GetBurnRate = (environmentId: EnvironmentId, asked: AskedCampaign) => Promise<BurnRate>;

/**
 * Creates a function that finds the rate. It knows neither member nor purchase, so a campaign that is not for
 * all of them cannot be the default (D126).
 */
export const createGetBurnRate =
  ({ preview, clock }: QuotePorts): GetBurnRate =>
  async (environmentId, asked) => {
    const call = { environmentId, memberKey: null, asked, nowMs: clock.now() };
    const campaign = burnRateCampaignOf((await load(preview, call)).context, asked);
    if (campaign === null) return { pointsPerRand: null, campaignId: null };
    return { pointsPerRand: campaign.redemptionRule.pointsPerRand, campaignId: campaign.id };
  };

const load = async (
  preview: RedemptionPreview,
  call: RedemptionCall,
): Promise<Previewed<RedemptionContext>> => {
  const read = await preview(call);
  if (read === null) throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
  return read;
};

interface RedemptionCall {
  readonly environmentId: EnvironmentId;
  /** 16 bytes; null when no account, and no segment of it, is needed. */
  readonly memberKey: Buffer | null;
  readonly asked: AskedCampaign;
  readonly nowMs: number;
}

/**
 * Reads the state without locks, with every confirmed change (D33). Throws a retriable Fault if it cannot be
 * read.
 */
export type RedemptionPreview = (call: RedemptionCall) => Promise<Previewed<RedemptionContext> | null>;
