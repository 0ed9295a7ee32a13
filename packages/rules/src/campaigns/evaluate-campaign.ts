import type { Finding } from '../candidates/campaign-index.ts';
import { outcomeOnEvent } from '../earning/rules/on-event.ts';
import { outcomeOnReceipt } from '../earning/rules/on-receipt.ts';
import type { RuleOutcome } from '../earning/rules/rule-outcome.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign } from '../model/campaign.ts';
import { unmetCondition } from './campaign-conditions.ts';

/**
 * One campaign against one receipt or event: what it gives, or the first check of D25 that failed. What its lists say of
 * the activity was looked up for all campaigns at once (`CampaignIndex`).
 */
export const evaluateCampaign = (campaign: Campaign, activity: Activity, found: Finding): RuleOutcome =>
  unmetCondition(campaign, activity, found) ??
  (activity.kind === 'receipt'
    ? outcomeOnReceipt(campaign, activity, found)
    : outcomeOnEvent(campaign, activity));
