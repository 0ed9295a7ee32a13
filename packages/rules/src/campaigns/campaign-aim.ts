import type { LineList } from '../conditions/line-tree.ts';
import { type Conditions, type EarnOn, readConditions, readEarnOn } from '../conditions/read-conditions.ts';
import { sizeOfAim } from '../conditions/conditions-size.ts';
import type { Subject } from '../conditions/condition-fields.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import type { Campaign, EarningRule } from './campaign.ts';

/** The trees of a campaign: its conditions and its choice of lines. */
export interface CampaignAim {
  /** False if this build cannot read the whole campaign, which then never fires. */
  readonly isReadable: boolean;
  /** The conditions; null if there are none. */
  readonly conditions: Conditions | null;
  /** The lines that earn; null if all lines do. */
  readonly earnOn: EarnOn | null;
  /** True if lines affect what the campaign gives. */
  readonly asksLines: boolean;
  /**
   * The lists of the campaign. The first one is that of the rule; the leaves of the trees name the others by
   * their places.
   */
  readonly lists: readonly LineList[];
}

const noLists: readonly LineList[] = [];
const nothing = { conditions: null, earnOn: null, asksLines: false, lists: noLists };
export const noAim: CampaignAim = { ...nothing, isReadable: true };
const unreadable: CampaignAim = { ...nothing, isReadable: false };

/** Returns the trees of a campaign. A campaign that has none costs two comparisons. */
export const aimOf = (campaign: Campaign): CampaignAim =>
  campaign.conditions === undefined && campaign.earnOn === undefined ? noAim : readAim(campaign);

const readAim = memoizeBy(({ conditions, earnOn, earningRule }: Campaign): CampaignAim => {
  const subject = subjectOf(earningRule);
  const lists: LineList[] = [];
  const read = conditions === undefined ? null : readConditions(conditions, subject, lists);
  const earning = earnOn === undefined ? null : readEarnOn(earnOn, subject, lists);
  const isReadable =
    (conditions === undefined || read !== null) && (earnOn === undefined || earning !== null);
  const asksLines = sizeOfAim({ conditions, earnOn }).lineComparisons > 0;
  return isReadable ? { isReadable, conditions: read, earnOn: earning, asksLines, lists } : unreadable;
});

/** Returns what the rule fires on. Conditions may name only fields of that. */
export const subjectOf = (rule: EarningRule): Subject => (canFireOnReceipts(rule) ? 'receipts' : 'events');

/**
 * The number of comparisons of the ACTIVE campaigns: for each line of a receipt, and for each receipt in
 * addition.
 */
export interface ReceiptChecks {
  readonly lineComparisons: number;
  readonly otherComparisons: number;
}

export const receiptChecksOf = memoizeBy(({ campaigns }: Snapshot): ReceiptChecks => {
  let lineComparisons = 0;
  let comparisons = 0;
  for (const campaign of campaigns) {
    if (campaign.state !== 'ACTIVE' || !canFireOnReceipts(campaign.earningRule)) continue;
    const size = sizeOfAim(campaign);
    lineComparisons += size.lineComparisons;
    comparisons += size.comparisons;
  }
  return { lineComparisons, otherComparisons: comparisons - lineComparisons };
});
