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

/** A rule by which members earn: see interface 2.1 and D16 to D24. */
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
        /**
         * The number of whole units of the lines that earn for which the reward is given once. If it is
         * absent, the reward is given once per receipt.
         */
        readonly everyQuantity?: number;
        /** How often the reward can be given, 1 to 10. Default: 1. */
        readonly maxTimes?: number;
      }
    | ({ readonly type: 'SIGNUP_BONUS' } & RewardGrant)
    | ({
        readonly type: 'ON_DEMAND';
        /** Lifecycle types and keys of definitions (D77). */
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
  /** Default: `AS_ASKED` (D127). */
  readonly takes?: 'AS_ASKED' | 'FEWEST';
}

/** Only ACTIVE campaigns fire; ARCHIVED is final (interface 3). */
export type CampaignState = 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';

/** A campaign as the engine judges it. Bounds are inclusive (D13). */
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
  /** The tree of conditions as it was written; absent if there is none. */
  readonly conditions?: Readonly<Record<string, unknown>>;
  /** The choice of lines that earn, as it was written; absent if all lines earn. */
  readonly earnOn?: Readonly<Record<string, unknown>>;
  /** The limits as they were written; absent if there are none. */
  readonly limits?: readonly Readonly<Record<string, unknown>>[];
  /**
   * The exclusive group, of which only one campaign awards points (D242); absent if the campaign is in none.
   */
  readonly exclusiveGroup?: string;
  /** The priority, -1,000 to 1,000; the highest comes first. Default: 0. */
  readonly priority?: number;
  /** True if points are multiplied by the member's tier (D243). Default: false. */
  readonly tierMultiplier?: boolean;
}

export type IdleCampaign = Pick<Campaign, 'id' | 'name'>;

/** The first check that failed, in the order of D25. */
export type NotFiredReason = HttpSchemas['NotFiredReason'];

export type RuleOf<Type extends EarningRule['type']> = Extract<EarningRule, { readonly type: Type }>;
