import type { HttpSchemas } from '@loyalty/contracts/http';
import type { CampaignId, SegmentId } from '@loyalty/kernel';

export type RewardType = 'COUPON_VOUCHER' | 'GIFT_CARD' | 'DISCOUNT_VOUCHER' | 'FREE_ITEM';

export interface RewardGrant {
  readonly points?: number;
  readonly rewardType?: RewardType;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly validDays?: number;
}

export type PointsExpiry =
  | { readonly type: 'NONE' }
  | { readonly type: 'ROLLING'; readonly days: number }
  | { readonly type: 'CALENDAR'; readonly unit: 'MONTH' | 'YEAR' }
  | { readonly type: 'SLIDING'; readonly days: number };

interface WhenPointsCount {
  readonly pointsExpiry?: PointsExpiry;
  /** 1 to 365; only of rules that fire on receipts (D181). */
  readonly pendingDays?: number;
}

/** See interface 2.1 and D16 to D24. */
export type EarningRule = WhenPointsCount &
  (
    | { readonly type: 'SPEND_PERCENTAGE'; readonly percentage: number }
    | { readonly type: 'FIXED_POINTS'; readonly points: number }
    | { readonly type: 'VISIT_FIXED'; readonly points: number }
    | {
        readonly type: 'PRODUCT_PURCHASE';
        readonly points: number;
        readonly skus?: readonly string[];
        readonly categories?: readonly string[];
      }
    | {
        readonly type: 'RANDOM';
        readonly minPoints: number;
        readonly maxPoints: number;
        readonly probability?: number;
      }
    | {
        readonly type: 'STAMP_CARD';
        readonly stampsRequired: number;
        readonly rewardOnCompletion: RewardGrant;
        readonly triggerEventKey?: string;
      }
    | { readonly type: 'SURPRISE_DELIGHT'; readonly rewardRules: readonly SurpriseRule[] }
    | {
        readonly type: 'PURCHASE_REWARD';
        readonly reward: RewardGrant;
        /** The reward is given once for so many whole units of the lines that earn; absent means once a receipt. */
        readonly everyQuantity?: number;
        /** 1 to 10; absent means 1. */
        readonly maxTimes?: number;
      }
    | ({ readonly type: 'SIGNUP_BONUS' } & RewardGrant)
    | ({
        readonly type: 'ON_DEMAND';
        /** Lifecycle types, and keys of definitions (D77). */
        readonly eventTypes?: readonly string[];
      } & RewardGrant)
    | { readonly type: 'REFERRAL_BONUS'; readonly points: number; readonly referrerPoints?: number }
    | {
        readonly type: 'EVENT_TRIGGER';
        readonly eventKey: string;
        readonly conditions?: Readonly<Record<string, unknown>>;
        readonly reward: RewardGrant;
      }
  );

export interface SurpriseRule {
  readonly everyNth: number;
  readonly scope?: 'MEMBER' | 'STORE' | 'CAMPAIGN';
  readonly reward: RewardGrant;
}

export interface RedemptionRule {
  readonly pointsPerRand: number;
  readonly minPointsPerRedemption?: number;
  readonly maxPointsPerRedemption?: number;
  readonly maxDiscountPercentOfBasket?: number;
  readonly onInsufficientBalance?: 'REJECT' | 'CAP';
  /** It defaults to `AS_ASKED` (D127). */
  readonly takes?: 'AS_ASKED' | 'FEWEST';
}

/** Only ACTIVE campaigns fire; ARCHIVED is final (interface 3). */
export type CampaignState = 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';

/** This is a campaign as the engine judges it. Bounds are inclusive (D13). */
export interface Campaign {
  readonly id: CampaignId;
  readonly name: string;
  readonly state: CampaignState;
  readonly earningRule: EarningRule;
  readonly redemptionRule: RedemptionRule | null;
  readonly targetSegmentIds: readonly SegmentId[];
  readonly storeIds: readonly string[];
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
  readonly minSpendCents: number | null;
  readonly maxBudgetCents: number | null;
  readonly currency: string | null;
  /** A tree as it was written; absent: there is none. */
  readonly conditions?: Readonly<Record<string, unknown>>;
  /** Which lines earn, as it was written; absent: all. */
  readonly earnOn?: Readonly<Record<string, unknown>>;
  /** Limits are kept as they were written. They are absent when there are none. */
  readonly limits?: readonly Readonly<Record<string, unknown>>[];
  /** Only one campaign of an exclusive group awards points (D242). It is absent when there is none. */
  readonly exclusiveGroup?: string;
  /** -1,000 to 1,000; the greatest goes first. Absent: 0. */
  readonly priority?: number;
  /** Points are multiplied by the member's tier (D243); absent: they are not. */
  readonly tierMultiplier?: boolean;
}

export type IdleCampaign = Pick<Campaign, 'id' | 'name'>;

/** The first check that failed, in the order of D25. */
export type NotFiredReason = HttpSchemas['NotFiredReason'];

export type RuleOf<Type extends EarningRule['type']> = Extract<EarningRule, { readonly type: Type }>;
