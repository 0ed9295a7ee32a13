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
         * @description An event of a member was stored, with what it earned. Its payload is in the event feed and not in the fact, so that facts stay small.
         */
        readonly "event.processed": {
            /** Format: uuid */
            readonly eventId: string;
            readonly eventKey: string | null;
            readonly ref: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description The part of the awarded points that was deducted at once for earlier returns (D193). Absent if there is none. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                /** @description What reduced the points. Absent if nothing did. */
                readonly reducedBy?: string;
                /** @description The multiplier of the member's tier. Absent if the points were not multiplied. */
                readonly multiplier?: number;
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: uuid
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * management.written
         * @description Somebody who manages an environment changed something that no topic of requests carries. The fact is internal: if the database has lost commits, it is read to remove again what was removed, and to list what is missing. It contains no secret and names no person.
         */
        readonly "management.written": {
            /** @description Who made the change: `key:` followed by the id of the API key, `token`, or `loyaltyctl`. */
            readonly actor: string;
            /** @description What was changed: campaign, tier, segment, event-definition, webhook, adjustment, api-key, setting, provider, stream, tenant. */
            readonly kind: string;
            /** @description The id of what was changed; for an adjustment, its reference. */
            readonly entityId: string;
            /** @description What was done: created, changed, deleted or revoked. */
            readonly action: string;
            /** @description What was stored, as the API shows it; null if it was removed or is too large. */
            readonly body: unknown;
        };
        /**
         * member.enrolled
         * @description A member was created by a first evaluate (interface 6.1). The externalRef of the webhook event is read from the member at delivery, because facts carry no personal data.
         */
        readonly "member.enrolled": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: date-time */
            readonly enrolledAt: string;
        };
        /**
         * member.erased
         * @description A member was erased: the first phase is committed (D89, D94). The fact is internal and has the memberId; the data of the webhook event is empty.
         */
        readonly "member.erased": {
            /** Format: uuid */
            readonly memberId: string;
        };
        /**
         * member.points_forgiven
         * @description A return forgave points: the member no longer has them, and nothing will pay for them later (D309). The `transaction.returned` of the same return has everything else. There is no memberRef, because facts carry no personal data.
         */
        readonly "member.points_forgiven": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly returnTransactionId: string;
            readonly returnRef: string;
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            readonly pointsForgiven: number;
            /**
             * Format: uuid
             * @description The id of an earlier fact with a different number for this return, in a history that the database has lost. Absent if there was none.
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
         * @description A member was suspended or reinstated (D94). Webhooks get it as member.suspended or member.reinstated (D109).
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
         * @description A member moved to another tier, up or down (interface 6.1, D54). The facts of a member form a chain: each begins where the previous one ended.
         */
        readonly "member.tier_changed": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly previousTierId: string | null;
            /** Format: uuid */
            readonly newTierId: string | null;
            readonly lifetimePoints: number;
            /** @description The number of the announced change of this member's tier, starting at 1. */
            readonly tierSeq: number;
            /** @description If a return took the member below tiers, the rewards of these tiers that were not used and have ended with the change (D304). Absent if no reward is concerned. */
            readonly rewardsTakenBack?: readonly string[];
            /** @description The rewards of the same tiers that were used or had ended before. Absent if no reward is concerned. */
            readonly rewardsKept?: readonly string[];
        };
        /**
         * points.adjusted
         * @description Somebody gave points to a member or took points from them (D46).
         */
        readonly "points.adjusted": {
            /** Format: uuid */
            readonly memberId: string;
            readonly points: number;
            readonly pointsBalance: number;
            /** @description The reference by which the adjustment can be made again if its commit is lost; null if the caller gave none. It is not sent to webhooks. */
            readonly ref?: string | null;
        };
        /**
         * points.credited
         * @description Points that another member's event gave rise to were credited (D65).
         */
        readonly "points.credited": {
            /** Format: uuid */
            readonly creditId: string;
            readonly ref: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description The part of the awarded points that was deducted at once for earlier returns (D193). Absent if there is none. */
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * points.expired
         * @description Points of a member expired (interface 6.1, D49). There is one fact per member and run, for all lots that expired in it.
         */
        readonly "points.expired": {
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsExpired: number;
        };
        /**
         * points.matured
         * @description Pending points of a receipt matured (D183). There is one fact for each ledger entry.
         */
        readonly "points.matured": {
            /** Format: uuid */
            readonly memberId: string;
            /** Format: uuid */
            readonly transactionId: string;
            readonly points: number;
            /** @description The part of the matured points that was deducted at once for earlier returns (D193). Absent if there is none. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
        };
        /**
         * reward.expired
         * @description A reward expired, automatically, manually (D60) or because goods were returned (D174, D304).
         */
        readonly "reward.expired": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /** Format: date-time */
            readonly expiredAt: string;
            /** @description RETURNED: the receipt of the reward was returned, or a return took the member below its tier. Absent otherwise. */
            readonly reason?: string;
        };
        /**
         * reward.failed
         * @description No code could be obtained for a reward (D60, D61).
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
         * @description A reward got its code (interface 6.1, D61). Facts carry no codes; a service that needs one reads it with the reward.
         */
        readonly "reward.issued": {
            /** Format: uuid */
            readonly rewardId: string;
            /** Format: uuid */
            readonly memberId: string;
            /**
             * Format: uuid
             * @description Null if a tier gave the reward.
             */
            readonly campaignId: string | null;
            /**
             * Format: uuid
             * @description Null if a campaign gave the reward.
             */
            readonly tierId: string | null;
            readonly rewardType: string;
            /**
             * Format: date-time
             * @description Null if the reward does not expire.
             */
            readonly expiresAt: string | null;
            /** @description The position of its code in a code pool, so that nobody else gets the code if the commit is lost. Absent if another provider gave the code. It is not sent to webhooks. */
            readonly pool?: {
                readonly id: number;
                readonly place: number;
            };
        };
        /**
         * reward.redeemed
         * @description A reward was redeemed, which can happen only once (D60).
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
         * @description A campaign or a tier gave a tangible reward: a row with the state PENDING_FULFILMENT was stored, and fulfilment will issue the reward (D21).
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
             * @description Present only if a tier gave the reward.
             */
            readonly tierId?: string;
            readonly rewardType: string;
        };
        /**
         * transaction.authorized
         * @description A redemption was authorized. The fact carries the whole response, like that of a redemption. There is no memberRef, because facts carry no personal data.
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.captured
         * @description An authorized redemption was captured. The fact carries the whole response. There is no memberRef, because facts carry no personal data.
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.processed
         * @description A receipt was evaluated successfully (interface 6.1). There is no memberRef, because facts carry no personal data.
         */
        readonly "transaction.processed": {
            /** Format: uuid */
            readonly transactionId: string;
            readonly transactionRef: string;
            /** Format: uuid */
            readonly memberId: string;
            readonly pointsAwarded: number;
            /** @description The part of the awarded points that is pending (D182). Absent if there is none. */
            readonly pointsPending?: number;
            /** @description The part of the awarded points that was deducted at once for earlier returns (D193). Absent if there is none. */
            readonly pointsDeducted?: number;
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                /** @description What reduced the points. Absent if nothing did. */
                readonly reducedBy?: string;
                /** @description The multiplier of the member's tier. Absent if the points were not multiplied. */
                readonly multiplier?: number;
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: uuid
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.redeemed
         * @description Points were redeemed for a discount. The fact carries the whole response, so that after a restore the facts say which redemptions the customers had. There is no memberRef, because facts carry no personal data.
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.returned
         * @description A receipt or a part of it was returned. The fact carries the whole response, so that after a restore the facts say which returns were promised. There is no memberRef, because facts carry no personal data.
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
            /** @description Spent points that are deducted from what the member earns next (D192). Absent if there are none. */
            readonly pointsToDeduct?: number;
            /** @description Points that are out in earlier redemptions, which pay for them if they are given back (D300). Absent if there are none. */
            readonly pointsClaimable?: number;
            /** @description The part of the redeemed points given back that paid for earlier returns (D300). Absent if there is none. */
            readonly pointsDeducted?: number;
            /** @description The part of these points whose campaigns got them back in their budgets (D300). Absent if no points were deducted. */
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
             */
            readonly corrects?: string;
        };
        /**
         * transaction.voided
         * @description A redemption was voided or has lapsed, and those of its points that had not been given back before were given back. The fact carries the whole response. There is no memberRef, because facts carry no personal data.
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
            /** @description The part of the redeemed points given back that paid for earlier returns (D300). Absent if there is none. */
            readonly pointsDeducted?: number;
            /** @description The part of these points whose campaigns got them back in their budgets (D300). Absent if no points were deducted. */
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
             * @description The id of an earlier fact with a different result of this request, in a history that the database has lost. Absent if there was none.
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
