// Derived from schemas/facts by `npm run derive`. Do not edit.

interface components {
    schemas: {
        /**
         * campaign.budget_alert
         * @description The spending of a campaign has reached its alert threshold (interface 6.1, D32). Amounts are in points.
         */
        readonly "campaign.budget_alert": {
            /** Format: uuid */
            readonly campaignId: string;
            readonly campaignName: string;
            readonly budgetCap: number;
            readonly alertThreshold: number;
            readonly spent: number;
        };
        /**
         * campaign.budget_suspended
         * @description A campaign was paused because its budget is spent (interface 6.1, D32). The cap is in points.
         */
        readonly "campaign.budget_suspended": {
            /** Format: uuid */
            readonly campaignId: string;
            readonly campaignName: string;
            readonly budgetCap: number;
        };
        /**
         * event.processed
         * @description An event of a member was stored, and what it earned. Its payload is in the feed, not here: facts stay small.
         */
        readonly "event.processed": {
            /** Format: uuid */
            readonly eventId: string;
            readonly eventKey: string | null;
            readonly ref: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description Of the awarded points those that returns of before took at once (D193). Absent where none were. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                /** @description What cut the points; absent where nothing did. */
                readonly reducedBy?: string;
                /** @description That of the member's tier; absent where nothing multiplied the points. */
                readonly multiplier?: number;
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * management.written
         * @description Whoever manages an environment has changed something that no topic of requests brings again. Internal: it is read once the database has lost commits, to take away again what was taken away, and to list what is gone. It has no secret and names no person.
         */
        readonly "management.written": {
            /** @description key:ID of the API key, token, or loyaltyctl. */
            readonly actor: string;
            /** @description What was changed: campaign, tier, segment, event-definition, webhook, adjustment, api-key, setting, provider, stream, tenant. */
            readonly kind: string;
            /** @description Its id; of an adjustment its reference. */
            readonly entityId: string;
            /** @description created, changed, deleted or revoked. */
            readonly action: string;
            /** @description What was stored, as the interface shows it; null where it was taken away, or is too large. */
            readonly body: unknown;
        };
        /**
         * member.enrolled
         * @description A member was created by a first evaluate (interface 6.1). The externalRef of the webhook is read from the member at delivery: no personal data travels in facts.
         */
        readonly "member.enrolled": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: date-time */
            readonly enrolledAt: string;
        };
        /**
         * member.erased
         * @description A member was erased: the first phase is committed (D89, D94). Internal with its memberId; the data of a webhook is empty.
         */
        readonly "member.erased": {
            /** Format: uuid */
            readonly memberId: string;
        };
        /**
         * member.points_forgiven
         * @description A return forgave points: the member has not got them, and nothing pays for them later (D309). `transaction.returned` of the same return says everything else. No memberRef: no personal data travels in facts.
         */
        readonly "member.points_forgiven": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly returnTransactionId: string;
            readonly returnRef: string;
            /** @description The receipt's. */
            readonly transactionRef: string;
            readonly pointsForgiven: number;
            /**
             * Format: uuid
             * @description The id of the fact that told another number of this return, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * member.stamp_card_completed
         * @description A stamp card was completed, by a receipt or by an event (interface 6.1).
         */
        readonly "member.stamp_card_completed": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly campaignId: string;
            readonly campaignName: string;
        };
        /**
         * member.state_changed
         * @description A member was suspended or reinstated (D94). Webhooks are told of it as member.suspended or member.reinstated (D109).
         */
        readonly "member.state_changed": {
            /** Format: uuid */
            readonly memberId: string;
            /** @enum {string} */
            readonly from: "active" | "suspended";
            /** @enum {string} */
            readonly to: "active" | "suspended";
        };
        /**
         * member.tier_changed
         * @description A member came into another tier, up or down (interface 6.1, D54): a chain, each fact beginning where the one before it ended.
         */
        readonly "member.tier_changed": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly previousTierId: string | null;
            /** Format: uuid */
            readonly newTierId: string | null;
            readonly lifetimePoints: number;
            /** @description Counts the changes of this member's tier that were told, from 1. */
            readonly tierSeq: number;
            /** @description Rewards of tiers that the member fell below by a return, which were not used and have ended with it (D304). Absent where no reward is concerned. */
            readonly rewardsTakenBack?: readonly string[];
            /** @description Of the same tiers: used, or ended before. Absent where no reward is concerned. */
            readonly rewardsKept?: readonly string[];
        };
        /**
         * points.adjusted
         * @description Somebody has given points to a member, or taken some away (D46).
         */
        readonly "points.adjusted": {
            /** Format: uuid */
            readonly memberId: string;
            readonly points: number;
            readonly pointsBalance: number;
            /** @description By which it may be booked again where its commit is lost; null where the caller gave none. Not told to webhooks. */
            readonly ref?: string | null;
        };
        /**
         * points.credited
         * @description Points that another member's event owed have arrived (D65).
         */
        readonly "points.credited": {
            /** Format: uuid */
            readonly creditId: string;
            readonly ref: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description Of the awarded points those that returns of before took at once (D193). Absent where none were. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * points.expired
         * @description Points of a member expired (interface 6.1, D49); one for each member and run, of all lots that expired in it.
         */
        readonly "points.expired": {
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsExpired: number;
        };
        /**
         * points.matured
         * @description Points of a receipt that had to wait count from now on (D183); one for each entry.
         */
        readonly "points.matured": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly transactionId: string;
            readonly points: number;
            /** @description Of the matured points those that returns of before took at once (D193). Absent where none were. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
        };
        /**
         * reward.expired
         * @description A reward expired, by itself, by hand (D60) or because goods came back (D174, D304).
         */
        readonly "reward.expired": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /** Format: date-time */
            readonly expiredAt: string;
            /** @description RETURNED: its receipt came back, or a return took its member below its tier. Absent otherwise. */
            readonly reason?: string;
        };
        /**
         * reward.failed
         * @description There was no code to be had for a reward (D60, D61).
         */
        readonly "reward.failed": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly failureReason: string;
        };
        /**
         * reward.issued
         * @description A reward got its code (interface 6.1, D61). Facts carry no codes: whoever needs one reads it with the reward.
         */
        readonly "reward.issued": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /**
             * Format: uuid
             * @description Null where a tier gave it.
             */
            readonly campaignId: string | null;
            /**
             * Format: uuid
             * @description Null where a campaign gave it.
             */
            readonly tierId: string | null;
            readonly rewardType: string;
            /**
             * Format: date-time
             * @description Null where it does not expire.
             */
            readonly expiresAt: string | null;
            /** @description Where its code stands in a pool of imported codes, so that nobody else is given it where the commit is lost; absent where another provider gave it. Not told to webhooks. */
            readonly pool?: {
                readonly id: number;
                readonly place: number;
            };
        };
        /**
         * reward.redeemed
         * @description A reward was redeemed, which happens once (D60).
         */
        readonly "reward.redeemed": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /** Format: date-time */
            readonly redeemedAt: string;
        };
        /**
         * reward.requested
         * @description A campaign or a tier gave a tangible reward: a row PENDING_FULFILMENT was stored, and fulfilment is to issue it (D21).
         */
        readonly "reward.requested": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly campaignId: string | null;
            /**
             * Format: uuid
             * @description Only of a reward that a tier gave.
             */
            readonly tierId?: string;
            readonly rewardType: string;
        };
        /**
         * transaction.authorized
         * @description Points were taken for a discount that may lapse. It carries the whole answer, as that of a redemption. No memberRef: no personal data travels in facts.
         */
        readonly "transaction.authorized": {
            /** Format: uuid */
            readonly redeemTransactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsRedeemed: number;
            readonly discountAmount: number;
            readonly balanceBefore: number;
            readonly balanceAfter: number;
            readonly constraintApplied: string | null;
            /** Format: uuid */
            readonly campaignId: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** @constant */
            readonly state: "AUTHORIZED";
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.captured
         * @description An authorized redemption was taken for good. It carries the whole answer. No memberRef: no personal data travels in facts.
         */
        readonly "transaction.captured": {
            /** Format: uuid */
            readonly captureTransactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsRedeemed: number;
            readonly discountAmount: number;
            /** @constant */
            readonly state: "CAPTURED";
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.processed
         * @description After each successful evaluate (interface 6.1). No memberRef: no personal data travels in facts.
         */
        readonly "transaction.processed": {
            /** Format: uuid */
            readonly transactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description Of the awarded points those that wait (D182). Absent where none do. */
            readonly pointsPending?: number;
            /** @description Of the awarded points those that returns of before took at once (D193). Absent where none were. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                /** @description What cut the points; absent where nothing did. */
                readonly reducedBy?: string;
                /** @description That of the member's tier; absent where nothing multiplied the points. */
                readonly multiplier?: number;
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.redeemed
         * @description Points were burned for a discount. It carries the whole answer: after a restore the facts say which redemptions the customers had. No memberRef: no personal data travels in facts.
         */
        readonly "transaction.redeemed": {
            /** Format: uuid */
            readonly redeemTransactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsRedeemed: number;
            readonly discountAmount: number;
            readonly balanceBefore: number;
            readonly balanceAfter: number;
            readonly constraintApplied: string | null;
            /** Format: uuid */
            readonly campaignId: string;
            /** @constant */
            readonly state: "PROCESSED";
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.returned
         * @description A receipt was returned, or a part of it. It carries the whole answer: after a restore the facts say which returns were promised. No memberRef: no personal data travels in facts.
         */
        readonly "transaction.returned": {
            /** Format: uuid */
            readonly returnTransactionId: string;
            readonly returnRef: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly amountReturned: number | null;
            readonly amountRemaining: number | null;
            readonly isWhole: boolean;
            readonly pointsReversed: number;
            readonly pointsFromPending: number;
            readonly pointsFromBalance: number;
            readonly pointsExpired: number;
            readonly pointsForgiven: number;
            /** @description Spent points that are deducted from what the member earns next (D192). Absent where none are. */
            readonly pointsToDeduct?: number;
            /** @description Points that are out in redeems of before, which pay them if they come back (D300). Absent where none are. */
            readonly pointsClaimable?: number;
            /** @description Of the redeemed points that came back those that paid returns of before (D300). Absent where none did. */
            readonly pointsDeducted?: number;
            /** @description Of these points those whose campaigns got them back (D300). Absent where none were deducted. */
            readonly deductions?: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly points: number;
                readonly budgetCents: number;
            }[];
            readonly pointsBalance: number;
            readonly awards: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsReversed: number;
                readonly pointsKept: number;
                readonly basis: string;
                readonly budgetCents: number;
                readonly rewardsTakenBack: readonly string[];
                readonly rewardsKept: readonly string[];
            }[];
            readonly stampCards: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly stampsCollected: number;
                readonly isStampTakenBack: boolean;
            }[];
            readonly redeemed: {
                readonly transactionRef: string;
                /** Format: uuid */
                readonly campaignId: string;
                readonly pointsRefunded: number;
                readonly discountReversed: number;
            } | null;
            readonly reason: string | null;
            /** @constant */
            readonly state: "PROCESSED";
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.voided
         * @description A redemption was voided, or lapsed: what of its points had not come back yet came back. It carries the whole answer. No memberRef: no personal data travels in facts.
         */
        readonly "transaction.voided": {
            /** Format: uuid */
            readonly voidTransactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly campaignId: string;
            readonly pointsRefunded: number;
            readonly pointsExpired: number;
            /** @description Of the redeemed points that came back those that paid returns of before (D300). Absent where none did. */
            readonly pointsDeducted?: number;
            /** @description Of these points those whose campaigns got them back (D300). Absent where none were deducted. */
            readonly deductions?: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly points: number;
                readonly budgetCents: number;
            }[];
            readonly discountReversed: number;
            readonly pointsBalance: number;
            /** @enum {unknown} */
            readonly reason: "VOIDED" | "EXPIRED";
            /** @constant */
            readonly state: "VOIDED";
            /**
             * Format: uuid
             * @description The id of the fact that told another result of this request, in a history that the database has lost. Absent where there was none.
             */
            readonly corrects?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** What a fact's `data` holds, by the fact's type. */
export type FactDataByType = components['schemas'];

/** The type of a fact, dotted and in the past tense. */
export type FactType = keyof FactDataByType;

/** A fact's type, with the data that facts of it hold. */
export type TypedFact<Type extends FactType = FactType> = {
  readonly [One in Type]: { readonly type: One; readonly data: FactDataByType[One] };
}[Type];
