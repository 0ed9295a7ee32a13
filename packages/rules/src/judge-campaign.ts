import { unmetCondition } from './campaign-conditions.ts';
import { judgeRule } from './earning/judge-rule.ts';
import type { Verdict } from './earning/verdict.ts';
import type { Campaign } from './model.ts';
import type { Occasion } from './occasion.ts';

/** One campaign against one receipt: its points, or the first check of D25 that failed. */
export const judgeCampaign = (campaign: Campaign, occasion: Occasion): Verdict =>
  unmetCondition(campaign, occasion) ?? judgeRule(campaign.earningRule, occasion.request);
