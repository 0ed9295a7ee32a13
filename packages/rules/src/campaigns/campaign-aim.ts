import type { LineList } from '../conditions/line-tree.ts';
import { type Conditions, type EarnOn, readConditions, readEarnOn } from '../conditions/read-conditions.ts';
import { sizeOfAim } from '../conditions/conditions-size.ts';
import type { Subject } from '../conditions/condition-fields.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import type { Campaign, EarningRule } from './campaign.ts';

/** The trees of a campaign: under which it fires, and on which lines. */
export interface CampaignAim {
  /** False if this build cannot read all of the campaign, which then never fires. */
  readonly isReadable: boolean;
  /** Null means that it has none. */
  readonly conditions: Conditions | null;
  /** Null means that all lines earn. */
  readonly earnOn: EarnOn | null;
  /** Lines have a say in what it gives. */
  readonly asksLines: boolean;
  /** The first list is that of the rule; the others have the places that leaves of the trees name. */
  readonly lists: readonly LineList[];
}

const noLists: readonly LineList[] = [];
const nothing = { conditions: null, earnOn: null, asksLines: false, lists: noLists };
export const noAim: CampaignAim = { ...nothing, isReadable: true };
const unreadable: CampaignAim = { ...nothing, isReadable: false };

/** This costs two comparisons for a campaign that has neither. */
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

/** Conditions may name its fields alone. */
export const subjectOf = (rule: EarningRule): Subject => (canFireOnReceipts(rule) ? 'receipts' : 'events');

/** Comparisons of the ACTIVE campaigns: of each line of a receipt, and of each receipt besides. */
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
