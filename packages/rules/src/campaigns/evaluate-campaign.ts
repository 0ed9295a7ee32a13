import { outcomeOnEvent } from '../earning/rules/on-event.ts';
import { outcomeOnReceipt } from '../earning/rules/on-receipt.ts';
import type { RuleOutcome } from '../earning/rules/rule-outcome.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign } from '../model/campaign.ts';
import { unmetCondition } from './campaign-conditions.ts';

/** One campaign against one receipt or event: what it gives, or the first check of D25 that failed. */
export const evaluateCampaign = (campaign: Campaign, activity: Activity): RuleOutcome =>
  unmetCondition(campaign, activity) ??
  (activity.kind === 'receipt' ? outcomeOnReceipt(campaign, activity) : outcomeOnEvent(campaign, activity));
