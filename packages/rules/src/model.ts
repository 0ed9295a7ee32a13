export type { EvaluateRequest, MemberEventRequest, ReceiptLine } from '@loyalty/contracts';
import type { CampaignId, EnvironmentId, MemberId, SegmentId, TenantId } from '@loyalty/kernel';

export type RewardType = 'COUPON_VOUCHER' | 'GIFT_CARD' | 'DISCOUNT_VOUCHER' | 'FREE_ITEM';

/** What a completed card or a matched rule gives: points, a tangible reward, or both (D21). */
export interface RewardGrant {
  readonly points?: number;
  readonly rewardType?: RewardType;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly validDays?: number;
}

/** When points of a campaign expire (D49). */
export type PointsExpiry =
  | { readonly type: 'NONE' }
  | { readonly type: 'ROLLING'; readonly days: number }
  | { readonly type: 'CALENDAR'; readonly unit: 'MONTH' | 'YEAR' }
  | { readonly type: 'SLIDING'; readonly days: number };

interface WithExpiry {
  readonly pointsExpiry?: PointsExpiry;
}

/** How a campaign awards (interface 2.1, D16 to D24). */
export type EarningRule = WithExpiry &
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
    | { readonly type: 'SIGNUP_BONUS'; readonly points?: number; readonly rewardType?: RewardType }
    | {
        readonly type: 'ON_DEMAND';
        readonly points?: number;
        readonly rewardType?: RewardType;
        readonly eventTypes?: readonly string[];
      }
    | { readonly type: 'REFERRAL_BONUS'; readonly points: number; readonly referrerPoints?: number }
    | {
        readonly type: 'EVENT_TRIGGER';
        readonly eventKey: string;
        readonly conditions?: Readonly<Record<string, unknown>>;
        readonly reward: RewardGrant;
      }
  );

/** Every Nth qualifying transaction of its scope gives the reward (D22). */
export interface SurpriseRule {
  readonly everyNth: number;
  readonly scope?: 'MEMBER' | 'STORE' | 'CAMPAIGN';
  readonly reward: RewardGrant;
}

/** How points are burned under a campaign (D38). */
export interface RedemptionRule {
  readonly pointsPerRand: number;
  readonly minPointsPerRedemption?: number;
  readonly maxPointsPerRedemption?: number;
  readonly maxDiscountPercentOfBasket?: number;
  readonly onInsufficientBalance?: 'REJECT' | 'CAP';
}

/** Only ACTIVE campaigns fire; ARCHIVED is final (interface 3). */
export type CampaignState = 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'ARCHIVED';

/** A campaign as the engine judges it. Instants are milliseconds since the epoch, bounds inclusive (D13). */
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
}

/** A definition of custom events that accepts them, as far as the engine needs it (D62, D65). */
export interface EventDefinition {
  readonly key: string;
  /** Rises when the payload's schema changes. */
  readonly version: number;
  /** Rises with every change: an event that was judged by another revision is to be judged again (D63). */
  readonly revision: number;
  /** Which lifecycle rules its events meet, such as `BIRTHDAY` or `CUSTOM`. */
  readonly lifecycleType: string;
}

/** Which of a tenant's two worlds a snapshot describes (D1). */
export type Mode = 'test' | 'live';

/** One version of an environment's whole configuration; nothing in it ever changes. */
export interface Snapshot {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** `environments.config_version` that this was read at. */
  readonly version: number;
  /** Keys every derived id, draw and member key of the environment. */
  readonly secret: Uint8Array;
  /** All but archived campaigns: ACTIVE ones first, in the order they were activated (D26), then the others. */
  readonly campaigns: readonly Campaign[];
  /** What one point costs a budget, in cents (D32). */
  readonly pointValueCents: number;
  /** The segments that exist now: a target that is not among them was deleted (D29). */
  readonly segmentIds: ReadonlySet<SegmentId>;
  /** The ACTIVE event definitions by key. */
  readonly eventDefinitions: ReadonlyMap<string, EventDefinition>;
  /** The lifetime points from which on members earn from a campaign that a tier names as exclusive; others are not in it (D27). */
  readonly exclusiveFrom: ReadonlyMap<CampaignId, number>;
}

/** Only active members earn and burn; anonymized is final (interface 3). */
export type MemberState = 'active' | 'suspended' | 'anonymized';

/** A member's account as one batch holds it. */
export interface Account {
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  /** The seq of the newest ledger entry; 0 when there is none. */
  readonly ledgerSeq: number;
  readonly lastActivityAtMs: number | null;
}

/** Why a campaign did not fire: the first check that failed, in this order (D25). */
export type NotFiredReason =
  | 'CAMPAIGN_NOT_ACTIVE'
  | 'DATE_RANGE'
  | 'STORE_MISMATCH'
  | 'CURRENCY_MISMATCH'
  | 'BELOW_MIN_SPEND'
  | 'SEGMENT_MISMATCH'
  | 'TIER_NOT_ELIGIBLE'
  | 'BUDGET_EXHAUSTED'
  | 'NOT_A_TRANSACTION_RULE'
  | 'PRODUCT_MISMATCH'
  | 'PROBABILITY_MISS'
  | 'NOTHING_TO_AWARD'
  | 'ALREADY_AWARDED'
  | 'LIMIT_REACHED';
