import type { Finding } from '../candidates/campaign-index.ts';
import { outcomeOnEvent } from '../earning/rules/on-event.ts';
import { outcomeOnReceipt } from '../earning/rules/on-receipt.ts';
import type { RuleOutcome } from '../earning/rules/rule-outcome.ts';
import type { Activity } from '../model/activity.ts';
import type { Campaign } from '../model/campaign.ts';
import { unmetCondition } from './campaign-conditions.ts';

/**
 * Evaluates one campaign for one receipt or event: returns its award, or the first check of D25 that failed. `found`
 * says which of its lists match; `CampaignIndex` looks that up for all campaigns at once.
 */
export const evaluateCampaign = (campaign: Campaign, activity: Activity, found: Finding): RuleOutcome =>
  unmetCondition(campaign, activity, found) ??
  (activity.kind === 'receipt'
    ? outcomeOnReceipt(campaign, activity, found)
    : outcomeOnEvent(campaign, activity));
