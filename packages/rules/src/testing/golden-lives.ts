import type { EarningRule } from '../campaigns/campaign.ts';

/** A few members under campaigns of these types of rules. Its seed determines everything in it. */
export interface GoldenLife {
  /** Identifies the life in its recorded lines. */
  readonly seed: number;
  /** Two or three types, so that the same campaign fires again and again. */
  readonly types: readonly EarningRule['type'][];
  /** Campaigns have conditions, receipts have attributes, and the environment may have a time zone. */
  readonly hasConditions?: true;
  /** Conditions ask for tiers, segments, purchases and payloads, and receipts are returned. */
  readonly asksMembers?: true;
  /** Campaigns say which lines earn and have conditions over lines, which may have amounts. */
  readonly hasLines?: true;
  /** Campaigns have limits, and what happened lies days back. */
  readonly hasLimits?: true;
  /** Campaigns have limits of all members together too. */
  readonly hasCampaignLimits?: true;
  /** Tiers multiply what most campaigns give. */
  readonly hasMultipliers?: true;
  /** Campaigns are in groups, of which one gives; some have limits besides. */
  readonly hasGroups?: true;
  /** Caps of the environment cut what campaigns give, and what happened lies days back. */
  readonly hasCaps?: true;
}

/**
 * The lives added to the first 592 decisions, oldest first. A new type of rule gets one or two lives here,
 * each with its own seed. Entries never change, so their lines stay as they are.
 */
export const goldenLives: readonly GoldenLife[] = [
  // Points that expire, in several entries of one receipt, and in a referrer's credit.
  { seed: 31, types: ['FIXED_POINTS', 'VISIT_FIXED', 'SPEND_PERCENTAGE'] },
  { seed: 17, types: ['REFERRAL_BONUS', 'FIXED_POINTS', 'ON_DEMAND'] },
  // Conditions on local time, stores and attributes; then on the local time of events.
  { seed: 398, types: ['FIXED_POINTS', 'VISIT_FIXED', 'SPEND_PERCENTAGE'], hasConditions: true },
  { seed: 538, types: ['EVENT_TRIGGER', 'ON_DEMAND', 'SIGNUP_BONUS'], hasConditions: true },
  // Conditions on the member, over returns; then of events, on the member and on payloads.
  { seed: 1_078, types: ['FIXED_POINTS', 'VISIT_FIXED', 'SPEND_PERCENTAGE'], asksMembers: true },
  { seed: 999, types: ['EVENT_TRIGGER', 'ON_DEMAND', 'FIXED_POINTS'], asksMembers: true },
  // Rewards for purchases, and the lines on which they and others are given.
  { seed: 958, types: ['PURCHASE_REWARD', 'SPEND_PERCENTAGE', 'PRODUCT_PURCHASE'], hasLines: true },
  // Limits of members and receipts, for receipts and then for events.
  { seed: 2_199, types: ['SPEND_PERCENTAGE', 'STAMP_CARD', 'SURPRISE_DELIGHT'], hasLimits: true },
  { seed: 2_409, types: ['EVENT_TRIGGER', 'ON_DEMAND', 'VISIT_FIXED'], hasLimits: true },
  // Limits of all members together, which the first of them use up.
  { seed: 3_032, types: ['PURCHASE_REWARD', 'FIXED_POINTS', 'STAMP_CARD'], hasCampaignLimits: true },
  // Points that tiers multiply: of amounts, then of products and visits.
  { seed: 3_038, types: ['SPEND_PERCENTAGE', 'PRODUCT_PURCHASE', 'VISIT_FIXED'], hasMultipliers: true },
  { seed: 3_437, types: ['SPEND_PERCENTAGE', 'PRODUCT_PURCHASE', 'VISIT_FIXED'], hasMultipliers: true },
  // Groups of which one gives, with a limit in addition: of receipts and cards, then of events and rewards.
  { seed: 4_307, types: ['FIXED_POINTS', 'VISIT_FIXED', 'STAMP_CARD'], hasGroups: true },
  { seed: 4_183, types: ['REFERRAL_BONUS', 'ON_DEMAND', 'EVENT_TRIGGER'], hasGroups: true },
  // Caps in addition to groups and limits: of receipts, then of events and rewards.
  { seed: 5_137, types: ['SPEND_PERCENTAGE', 'STAMP_CARD', 'VISIT_FIXED'], hasCaps: true },
  { seed: 5_104, types: ['ON_DEMAND', 'FIXED_POINTS', 'EVENT_TRIGGER'], hasCaps: true },
];
