import { unmetCondition } from './campaign-conditions.ts';
import { judgeEvent } from './earning/judge-event.ts';
import { judgePurchase } from './earning/judge-purchase.ts';
import type { Verdict } from './earning/verdict.ts';
import type { Campaign } from './model.ts';
import type { Occasion } from './occasion.ts';

/** One campaign against one receipt or event: what it gives, or the first check of D25 that failed. */
export const judgeCampaign = (campaign: Campaign, occasion: Occasion): Verdict =>
  unmetCondition(campaign, occasion) ??
  (occasion.kind === 'purchase' ? judgePurchase(campaign, occasion) : judgeEvent(campaign, occasion));
