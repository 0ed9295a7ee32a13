// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

export interface Schemas {
    /** @description A reference that you choose, compared character for character. Its length is counted in Unicode code points. */
    readonly Ref: string;
    /** @description The display name; at least one of its characters must be visible. */
    readonly Name: string;
    /** @description A text for people; it has no effect. */
    readonly Description: string;
    /** @description A description for people; at least one of its characters must be visible. */
    readonly Label: string;
    /**
     * Format: uuid
     * @description A UUID.
     */
    readonly Uuid: string;
    /**
     * Format: date-time
     * @description A time in ISO 8601, in UTC and with milliseconds.
     */
    readonly Timestamp: string;
    /**
     * Format: instant
     * @description A date-time in ISO 8601 (in UTC if there is no offset), or a plain date (the start of that UTC day, or its end
     *     if the field is an end). Impossible dates are refused.
     */
    readonly Instant: string;
    /**
     * Format: iso-4217
     * @description An ISO 4217 code in upper case.
     */
    readonly CurrencyCode: string;
    /**
     * Format: int64
     * @description An amount in cents, at least 1.
     */
    readonly PositiveCents: number;
    /**
     * Format: int64
     * @description An amount in cents, at least 0.
     */
    readonly Cents: number;
    /**
     * Format: int64
     * @description The cents that were spent; negative if more was returned than bought.
     */
    readonly SpendCents: number;
    /**
     * Format: int64
     * @description The number of purchases; negative if more were returned than made.
     */
    readonly PurchaseCount: number;
    /**
     * Format: int64
     * @description A number of points, at least 1.
     */
    readonly PositivePoints: number;
    /**
     * Format: int64
     * @description A number of points, at least 0.
     */
    readonly Points: number;
    /** @description The key of an event definition, in dotted lower case. */
    readonly EventKey: string;
    /**
     * @description The kind of operation that a reference belongs to.
     *     - `evaluate`: a basket that was evaluated.
     *     - `redeem`: points that were redeemed.
     *     - `event`: a custom or lifecycle event.
     *     - `return`: a return of a receipt or a part of it, identified by its `returnRef`.
     *     - `capture`: an authorized redemption that was captured, identified by the reference of the redemption.
     *     - `void`: a redemption that was voided or has lapsed, identified by the reference of the redemption.
     * @default evaluate
     * @enum {string}
     */
    readonly RequestOperation: "evaluate" | "redeem" | "event" | "return" | "capture" | "void";
    /** @description One line of the basket. */
    readonly ReceiptLine: {
        /** @description The SKU of the product. */
        readonly sku: Schemas["Ref"];
        /**
         * Format: double
         * @description The number of units, or a weight, with at most 3 decimals.
         */
        readonly quantity: number;
        /** @description The price of one unit in cents. It cannot be negative: a discount or a return is not a line. */
        readonly unitPrice: Schemas["Cents"];
        /**
         * @description The amount in cents that was paid for the whole line, after discounts. Default: `quantity` × `unitPrice`.
         *     Campaigns that look at lines use this amount.
         */
        readonly amount?: Schemas["Cents"];
        /** @description The categories that the product belongs to. */
        readonly categories?: readonly Schemas["Ref"][];
    };
    /**
     * @description Other properties of the receipt, such as its channel or a promotion code. Names consist of a to z, 0 to 9 and
     *     `_`, and each value is a text. Campaigns compare them as `attributes.NAME` in their `conditions`. They are
     *     only evaluated and appear in no response, fact or list; they should not name a person.
     */
    readonly ReceiptAttributes: {
        readonly [key: string]: string | null;
    };
    /** @description A basket that a member paid for. */
    readonly EvaluateBody: {
        /**
         * @description Your unique reference for the receipt, which is the idempotency key. It is kept for ever, so let it name a
         *     document, not a person.
         */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference for the customer. The member is created on first use. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents. The lines do not have to add up to it. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store. Campaigns that target stores fire only if it is sent. */
        readonly storeRef?: Schemas["Ref"];
        /** @description The currency of `amount`. Default: ZAR. Amounts are never converted. */
        readonly currency?: Schemas["CurrencyCode"];
        /**
         * @description The time of the purchase, for tills that were offline: from 2000-01-01 to 5 minutes from now. Default:
         *     now.
         */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket, for campaigns on products and categories, with at most 2,000 categories in total. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
    };
    /** @description Many baskets in one call. */
    readonly BulkEvaluateBody: {
        /**
         * @description The baskets, each as `evaluate` takes it. Each is validated on its own; an invalid one gets a problem as
         *     its result.
         */
        readonly items: readonly Schemas["EvaluateBody"][];
    };
    /** @description The results of the baskets of one call. */
    readonly BulkEvaluateResults: {
        /** @description One result for each item, in the order of the items. */
        readonly results: readonly Schemas["BulkEvaluateResult"][];
    };
    /** @description The result of one item: a body, a problem or a location. */
    readonly BulkEvaluateResult: {
        /**
         * Format: int32
         * @description The position of the item, starting at 0.
         */
        readonly index: number;
        /** @description The reference that was sent; null if none could be read. */
        readonly transactionRef: string | null;
        /**
         * Format: int32
         * @description The HTTP status that the item would have had on its own.
         */
        readonly status: number;
        /** @description True if the body is the stored response to an earlier request with the same reference. */
        readonly replayed: boolean;
        /** @description True if the earlier request with the same reference had a different body. Check your references. */
        readonly mismatch: boolean;
        /** @description The result, if the status is 200. */
        readonly body?: Schemas["EvaluateResult"];
        /** @description Why there is no result. */
        readonly problem?: Schemas["Problem"];
        /** @description Where the result will be, if the status is 202. */
        readonly location?: string;
    };
    /** @description A basket to simulate. */
    readonly SimulateBody: {
        /** @description Your reference for the customer, who does not have to exist. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description The currency of `amount`. Default: ZAR. */
        readonly currency?: Schemas["CurrencyCode"];
        /** @description The assumed time of the purchase, from 2000-01-01 to 5 minutes from now. Default: now. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket, with at most 2,000 categories in total. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
        /** @description Campaigns that are not stored. They are treated as if they were ACTIVE and activated after all others. */
        readonly drafts?: readonly Schemas["CampaignDraft"][];
    };
    /** @description A basket to explain. */
    readonly ExplainBody: {
        /** @description Ignored. It is accepted so that you can send a receipt exactly as `evaluate` takes it. */
        readonly transactionRef?: Schemas["Ref"];
        /** @description Your reference for the customer, who does not have to exist. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description The currency of `amount`. Default: ZAR. */
        readonly currency?: Schemas["CurrencyCode"];
        /** @description The assumed time of the purchase, from 2000-01-01 to 2050-12-31. Default: now. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket, with at most 2,000 categories in total. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
        /** @description Campaigns that are treated as if they were ACTIVE; none of them may be archived. */
        readonly campaignIds?: readonly Schemas["Uuid"][];
        /** @description Campaigns that are not stored. They are treated as if they were ACTIVE and activated after all others. */
        readonly drafts?: readonly Schemas["CampaignDraft"][];
    };
    /** @description A campaign to try. */
    readonly CampaignDraft: {
        /** @description The campaign whose place the draft takes; the stamps and visits of that campaign count for it. */
        readonly campaignId?: Schemas["Uuid"];
        readonly campaign: Schemas["CampaignCreateBody"];
    };
    /** @description A reward that a campaign would give. */
    readonly ExplainedReward: {
        readonly rewardType: Schemas["RewardType"];
        readonly value: Schemas["RewardValue"];
    };
    /** @description What one campaign awards for the basket, or why it awards nothing. */
    readonly ExplainedCampaign: {
        /**
         * Format: uuid
         * @description The campaign; null for a draft that takes the place of none.
         */
        readonly campaignId: string | null;
        /** @description The name of the campaign. */
        readonly campaignName: string;
        /** @description The current state of the campaign; DRAFT for a draft. */
        readonly state: Schemas["CampaignState"];
        /** @description Whether the campaign awards anything. */
        readonly fired: boolean;
        /** @description The points that the campaign awards, at least 0. */
        readonly pointsEarned: Schemas["Points"];
        /** @description What reduced the points. Absent if nothing did. */
        readonly reducedBy?: Schemas["ReducedBy"];
        /**
         * Format: double
         * @description The multiplier of the member's tier by which the points were multiplied. Absent if they were not
         *     multiplied.
         */
        readonly multiplier?: number;
        /** @description The rewards that the campaign gives. */
        readonly rewards: readonly Schemas["ExplainedReward"][];
        /**
         * @description The first check that failed, a value of `NotFiredReason`; null if the campaign fired. More values may be
         *     added, so be prepared for unknown ones.
         */
        readonly reason: string | null;
        /**
         * Format: int32
         * @description The position of the draft in `drafts`, starting at 0; null for a stored campaign.
         */
        readonly draft: number | null;
        /**
         * @description If `reason` is `CONDITION_NOT_MET`, the comparisons that made the `conditions` false: those of an AND that
         *     are false, and all of those of an OR. Otherwise absent.
         */
        readonly failed?: readonly Schemas["FailedCondition"][];
        /**
         * Format: uuid
         * @description If `reason` is `OUTRANKED`, the campaign of the group that awards instead, or null for a draft that takes
         *     the place of none. Otherwise absent.
         */
        readonly by?: string | null;
        /**
         * @description The points that the rule gives, times the multiplier. Present only if limits, caps or another campaign of
         *     the group took some of them.
         */
        readonly pointsBeforeCuts?: Schemas["Points"];
        /**
         * @description The limits per member, in the local period in which the receipt counts, followed by the limit for all
         *     members together (`CAMPAIGN`), as they are before the receipt. Absent if the campaign has none.
         */
        readonly limits?: readonly Schemas["UsedLimit"][];
        /**
         * @description The lines on which the campaign earns, if it has `earnOn`. Absent if its rule was not reached, or gives
         *     nothing for them.
         */
        readonly earns?: Schemas["EarningLines"];
    };
    /** @description A limit of a campaign, per member or for all members together, and how much of it is used. */
    readonly UsedLimit: {
        readonly per: Schemas["LimitPer"];
        readonly period: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description The maximum number of times or points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description The times or points that were given before.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description The times or points that were left.
         */
        readonly left: number;
    };
    /** @description Lines of the basket on which a campaign earns. */
    readonly EarningLines: {
        /** @description The positions of the lines in `products`, starting at 0. */
        readonly lines: readonly number[];
        /**
         * Format: double
         * @description The total number of units on these lines.
         */
        readonly quantity: number;
        /** @description The total price of these lines in cents, never more than the basket. */
        readonly spendCents: Schemas["Cents"];
    };
    /** @description A comparison that made a campaign's conditions false, and the value that was found. */
    readonly FailedCondition: {
        /** @description A JSON pointer to the comparison in the campaign, such as `/conditions/conditions/0`. */
        readonly path: string;
        /**
         * @description For a comparison over lines of the receipt, the tree that selects the lines; its lists are truncated like
         *     `value`. `field` is then what was added up; if the comparison has `lines` only, it requires a `count` of
         *     at least 1.
         */
        readonly lines?: unknown;
        /** @description The field that is compared. */
        readonly field: string;
        /** @description The operator of the comparison. */
        readonly op: string;
        /** @description The value of the comparison as it was written. Lists are truncated to 10 values, and texts to 255 characters. */
        readonly value: unknown;
        /**
         * @description The value that was found, in the form of a single value; null if it is missing. For `segment_id` it is a
         *     list: the segments of `value` that the member is in.
         */
        readonly found: unknown;
    };
    /** @description What a basket earns, by campaign. */
    readonly Explanation: {
        /** @description Whether the customer is already a member. */
        readonly memberKnown: boolean;
        /** @description The assumed time of the purchase. */
        readonly occurredAt: Schemas["Timestamp"];
        /** @description `occurredAt` as a local time, to the minute, which `conditions` use. */
        readonly localTime: string;
        /** @description The setting `timeZone`; null if it is not set, in which case local time is UTC. */
        readonly timeZone: string | null;
        /** @description The points of all campaigns, including drafts. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description The balance that would result. */
        readonly pointsBalance: Schemas["Points"];
        /**
         * @description The ACTIVE campaigns in the order of their activation, followed by those in `campaignIds`, followed by the
         *     drafts.
         */
        readonly campaigns: readonly Schemas["ExplainedCampaign"][];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description What one campaign awarded. */
    readonly CampaignAward: {
        /** @description The campaign that fired. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign at that time. */
        readonly campaignName: string;
        /** @description The points that the campaign awarded, at least 0. */
        readonly pointsEarned: Schemas["Points"];
        /** @description What reduced the points. Absent if nothing did. */
        readonly reducedBy?: Schemas["ReducedBy"];
        /**
         * Format: double
         * @description The multiplier of the member's tier by which the points were multiplied. Absent if they were not
         *     multiplied.
         */
        readonly multiplier?: number;
        /**
         * @description The rewards that the campaign gave. They still have to be fulfilled; `GET /rewards/{rewardId}` shows them,
         *     with their codes once they are issued. One request gives at most 50 rewards; any beyond that are not
         *     given.
         */
        readonly rewardIds: readonly string[];
        /**
         * Format: int32
         * @description The position of the draft in `drafts`, starting at 0. Returned only by `simulate`, and only for a draft;
         *     if the draft takes the place of no campaign, its `campaignId` is made up.
         */
        readonly draft?: number;
    };
    /**
     * @description Why a campaign did not fire: the first check that failed, in this order. More values may be added, so be
     *     prepared for unknown ones.
     *     - `CAMPAIGN_NOT_ACTIVE`: the campaign is a draft or paused.
     *     - `DATE_RANGE`: the transaction is before its start or after its end.
     *     - `STORE_MISMATCH`: the campaign is for other stores.
     *     - `CURRENCY_MISMATCH`: the campaign is for another currency.
     *     - `BELOW_MIN_SPEND`: the basket is smaller than its `minSpend`.
     *     - `SEGMENT_MISMATCH`: the member is in none of its segments.
     *     - `TIER_NOT_ELIGIBLE`: the campaign is exclusive to a tier that the member has not reached.
     *     - `CONDITION_NOT_MET`: its `conditions` do not hold.
     *     - `BUDGET_EXHAUSTED`: its budget is spent.
     *     - `NOT_A_TRANSACTION_RULE`: its rule fires on events only.
     *     - `PRODUCT_MISMATCH`: no line of the basket is for one of its products.
     *     - `PROBABILITY_MISS`: the random draw did not win.
     *     - `NOTHING_TO_AWARD`: the award amounts to 0 points and no reward.
     *     - `ALREADY_AWARDED`: the campaign fires only once per member, and already has.
     *     - `LIMIT_REACHED`: a limit of the campaign is reached.
     *     - `OUTRANKED`: another campaign of its `exclusiveGroup` awards instead.
     *     - `CAP_REACHED`: `memberPointsCaps` leave no points for it.
     *     - `STAMPED`: its card got a stamp and is not complete; `stampCards` shows it.
     *     - `REWARD_LIMIT`: it gave fewer rewards than its rule says, or none, because one request gives at most 50.
     */
    readonly NotFiredReason: ("CAMPAIGN_NOT_ACTIVE" | "DATE_RANGE" | "STORE_MISMATCH" | "CURRENCY_MISMATCH" | "BELOW_MIN_SPEND" | "SEGMENT_MISMATCH" | "TIER_NOT_ELIGIBLE" | "CONDITION_NOT_MET" | "BUDGET_EXHAUSTED" | "NOT_A_TRANSACTION_RULE" | "PRODUCT_MISMATCH" | "PROBABILITY_MISS" | "NOTHING_TO_AWARD" | "ALREADY_AWARDED" | "LIMIT_REACHED" | "OUTRANKED" | "CAP_REACHED" | "STAMPED" | "REWARD_LIMIT") | (string & {});
    /** @description Why one campaign did not fire. */
    readonly CampaignCheck: {
        /** @description The campaign that did not fire. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign. */
        readonly campaignName: string;
        readonly reason: Schemas["NotFiredReason"];
        /**
         * Format: int32
         * @description The position of the draft in `drafts`, starting at 0. Returned only by `simulate`, and only for a draft.
         */
        readonly draft?: number;
    };
    /**
     * @description Why no campaign fired. Returned only with test keys, and only if no campaign fired, or if rewards were not
     *     given because one request gives at most 50 (`REWARD_LIMIT`; in that case only those campaigns are listed).
     */
    readonly EvaluateDebug: {
        /**
         * Format: int32
         * @description The number of ACTIVE campaigns that were evaluated.
         */
        readonly activeCampaigns: number;
        /** @description One entry for each campaign that is not archived, at most 100; ACTIVE campaigns come first. */
        readonly campaignChecks: readonly Schemas["CampaignCheck"][];
        /**
         * @description Present only if more than 100 campaigns are not archived, in which case `campaignChecks` lists the first
         *     100.
         * @constant
         */
        readonly truncated?: true;
    };
    /** @description The award of a basket. Repeating its reference returns the same bytes. */
    readonly EvaluateResult: {
        /** @description Identifies the transaction. */
        readonly transactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description True if this transaction created the member. */
        readonly memberCreated: boolean;
        /** @description The total over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description The part of the awarded points that is pending until it matures. Absent if there is none. */
        readonly pointsPending?: Schemas["PositivePoints"];
        /** @description The part of the awarded points that was deducted at once for earlier returns. Absent if there is none. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this transaction. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The campaigns that fired, in the order in which they were activated. */
        readonly campaigns: readonly Schemas["CampaignAward"][];
        /**
         * @description The stamp cards that this transaction stamped; empty if it stamped none. Absent in responses that are
         *     older than this field.
         */
        readonly stampCards?: readonly Schemas["EventStampCard"][];
        /**
         * @description Always PROCESSED; a transaction that FAILED has a problem instead. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly state: "PROCESSED";
        /** @description Why no campaign fired; returned only with test keys. In responses of `simulate` it is null if one fired. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description Points to redeem at the checkout. */
    readonly RedeemBody: {
        /**
         * @description Your unique reference for the redemption, which is the idempotency key. It is kept for ever, so let it
         *     name a document, not a person.
         */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference for the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents; the discount is never more. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The points to redeem; fewer are taken if a limit applies. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /**
         * @description The campaign whose redemption rule applies, if its conditions are met. Default: the active default
         *     campaign.
         */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store. Campaigns that target stores are found only if it is sent. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Limits the discount of this request. If the rule has such a limit too, the lower of the two applies. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /**
         * @description The currency of `amount`. Default: ZAR. Campaigns in another currency do not apply, and nothing is
         *     converted.
         */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /** @description Points to take until they are captured or voided. */
    readonly AuthorizeBody: {
        /**
         * @description Your unique reference for the redemption, which is the idempotency key. It is kept for ever, so let it
         *     name a document, not a person.
         */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference for the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents; the discount is never more. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The points to redeem; fewer are taken if a limit applies. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /**
         * @description The campaign whose redemption rule applies, if its conditions are met. Default: the active default
         *     campaign.
         */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store. Campaigns that target stores are found only if it is sent. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Limits the discount of this request. If the rule has such a limit too, the lower of the two applies. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /**
         * @description The currency of `amount`. Default: ZAR. Campaigns in another currency do not apply, and nothing is
         *     converted.
         */
        readonly currency?: Schemas["CurrencyCode"];
        /**
         * Format: int32
         * @description How long the redemption can be captured, in seconds. Default: 15 minutes.
         * @default 900
         */
        readonly ttlSeconds?: number;
    };
    /** @description Points to value. */
    readonly RedeemQuoteBody: {
        /** @description Your reference for the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description The basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The points to redeem. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /**
         * @description The campaign whose redemption rule applies, if its conditions are met. Default: the active default
         *     campaign.
         */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Limits the discount of this request. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /** @description The currency of `amount`. Default: ZAR. */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /**
     * Format: double
     * @description A percentage of the basket, with at most 4 decimals.
     */
    readonly DiscountPercent: number;
    /** @description The redeemed points and the discount for them. Repeating its reference returns the same bytes. */
    readonly RedeemResult: {
        /** @description Identifies the redemption. */
        readonly redeemTransactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description The points that were taken. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description The discount to apply at the checkout, in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /** @description The balance before the redemption. */
        readonly balanceBefore: Schemas["Points"];
        /** @description The balance after the redemption. */
        readonly balanceAfter: Schemas["Points"];
        /** @description The limit that applied; null if none did. */
        readonly constraintApplied: Schemas["RedemptionConstraint"];
        /** @description The campaign whose rule was used. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * @description When the redemption can be captured at the latest; a minute later it lapses. Present only if the state is
         *     AUTHORIZED.
         */
        readonly expiresAt?: Schemas["Timestamp"];
        readonly state: Schemas["RedeemState"];
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /**
     * @description How the points of a redemption were taken; a redemption that FAILED has a problem instead.
     *     - `PROCESSED`: for good.
     *     - `AUTHORIZED`: until it is captured or voided, or lapses. This response never changes: captures and voids
     *       have responses of their own.
     * @enum {string}
     */
    readonly RedeemState: "PROCESSED" | "AUTHORIZED";
    /** @description Names a redemption. */
    readonly RedemptionName: {
        /** @description The reference of the redemption. */
        readonly transactionRef: Schemas["Ref"];
        /**
         * @description The store where this is done. It has no effect, and a repeat may name another store; the first one is
         *     kept.
         */
        readonly storeRef?: Schemas["Ref"];
    };
    /** @description A redemption that was captured. Repeating the request returns the same bytes. */
    readonly CaptureResult: {
        /** @description Identifies the capture. */
        readonly captureTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description The points that were taken when the redemption was authorized. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description The discount, in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /**
         * @description Always CAPTURED.
         * @constant
         */
        readonly state: "CAPTURED";
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /**
     * @description Why a redemption ended.
     *     - `VOIDED`: a caller voided it.
     *     - `EXPIRED`: it was neither captured nor voided in time.
     * @enum {string}
     */
    readonly VoidReason: "VOIDED" | "EXPIRED";
    /** @description What a void gave back. Repeating the request returns the same bytes. */
    readonly VoidResult: {
        /** @description Identifies the void. */
        readonly voidTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description The campaign whose rule granted the discount. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The points that were given back; 0 if all of them had already been given back. */
        readonly pointsRefunded: Schemas["Points"];
        /** @description How many of them expired at once because they were past their expiry date. */
        readonly pointsExpired: Schemas["Points"];
        /**
         * @description How many of them paid for earlier returns that could not take them while they were redeemed. Absent if
         *     none did.
         */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /**
         * @description The part of the deducted points whose campaigns got them back in their budgets. Absent if no points were
         *     deducted.
         */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The part of the discount that was reversed, in cents. */
        readonly discountReversed: Schemas["Cents"];
        /** @description The balance afterwards. */
        readonly pointsBalance: Schemas["Points"];
        readonly reason: Schemas["VoidReason"];
        /**
         * @description Always VOIDED.
         * @constant
         */
        readonly state: "VOIDED";
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description What is returned. Either `whole` or `amount` is required. */
    readonly ReturnBody: {
        /** @description The reference of the receipt. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your unique reference for this return, which is the idempotency key. */
        readonly returnRef: Schemas["Ref"];
        /**
         * @description Returns all that is left of the receipt. Do not send it together with `amount`.
         * @constant
         */
        readonly whole?: true;
        /** @description The part of the receipt's amount that is paid back, in cents. Do not send it together with `whole`. */
        readonly amount?: Schemas["PositiveCents"];
        /**
         * @description The products that are returned; only together with `amount`. It makes the reversal of awards for products
         *     exact: without it, the same share of every line counts as returned. Other awards depend on `amount` alone.
         *     At most the units of a product that earned points are returned, and products that earned nothing of their
         *     own are ignored.
         */
        readonly products?: readonly Schemas["ReturnedLine"][];
        /**
         * @description The reference of the redemption whose points are given back. Default: the reference of the receipt. The
         *     first return that finds a redemption fixes it for the receipt.
         */
        readonly redeemRef?: Schemas["Ref"];
        /** @description The reason, or the documents that state it. It must not name a person, and is kept for ever. */
        readonly reason?: Schemas["Ref"];
        /**
         * @description The store where the goods are returned. It has no effect, and a repeat may name another store; the first
         *     one is kept.
         */
        readonly storeRef?: Schemas["Ref"];
    };
    /** @description A product that is returned. It may be listed more than once. */
    readonly ReturnedLine: {
        /** @description The SKU of the product, as in the receipt. */
        readonly sku: Schemas["Ref"];
        /**
         * Format: double
         * @description The number of units, or a weight, with at most 3 decimals.
         */
        readonly quantity: number;
    };
    /**
     * @description How it was determined what stays of an award. More values may be added, so be prepared for unknown ones.
     *     - `RULES`: by what the campaign's rule, as it was when the receipt was evaluated, gives for what remains.
     *     - `SHARE`: by the share of the receipt's amount that remains, rounded down. This applies to an award on lines
     *       or products if `products` did not say what was returned, to one whose conditions required lines of which
     *       some were returned (the share of their price), and to receipts from before the rules were stored with them.
     */
    readonly ReturnBasis: ("RULES" | "SHARE") | (string & {});
    /** @description What a return took back of one award of the receipt. */
    readonly ReturnedAward: {
        /** @description The campaign that gave it. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign when the receipt was evaluated. */
        readonly campaignName: string;
        /** @description The points that this return reversed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description The points that stay. */
        readonly pointsKept: Schemas["Points"];
        readonly basis: Schemas["ReturnBasis"];
        /** @description The amount that was given back to the campaign's budget, in cents. */
        readonly budgetCents: Schemas["Cents"];
        /** @description The rewards of the award that ended with this return. */
        readonly rewardsTakenBack: readonly Schemas["Uuid"][];
        /**
         * @description The rewards of the award that stay although the award does not, because they were redeemed or had ended
         *     before.
         */
        readonly rewardsKept: readonly Schemas["Uuid"][];
    };
    /** @description A stamp card that the receipt stamped. */
    readonly ReturnedStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description The stamps on the card now; a full card is completed by the next stamp.
         */
        readonly stampsCollected: number;
        /** @description True if this return took the receipt's stamp back. */
        readonly isStampTakenBack: boolean;
    };
    /** @description What a return gave back of the redemption that belongs to the receipt. */
    readonly RefundedRedeem: {
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The campaign whose rule granted the discount. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The redeemed points that this return gave back. */
        readonly pointsRefunded: Schemas["Points"];
        /**
         * Format: int64
         * @description The discount that these points had paid for, in cents.
         */
        readonly discountReversed: number;
    };
    /**
     * @description Points of one campaign that an earlier return could not take, and that redeemed points paid for when they were
     *     given back.
     */
    readonly Deduction: {
        /** @description The campaign that had awarded the points. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The number of points. */
        readonly points: Schemas["PositivePoints"];
        /** @description The amount that was given back to the budget of the campaign, in cents. */
        readonly budgetCents: Schemas["Cents"];
    };
    /**
     * Format: int64
     * @description An amount in cents, at least 0; null if the receipt's amount is not known.
     */
    readonly AmountOrUnknown: number | null;
    /** @description What was reversed. Repeating its reference returns the same bytes. More fields may be added. */
    readonly ReturnResult: {
        /** @description Identifies the return. */
        readonly returnTransactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly returnRef: string;
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The internal id of the member of the receipt. */
        readonly memberId: Schemas["Uuid"];
        /** @description The part of the receipt's amount that this return took back, in cents; null if it is not known. */
        readonly amountReturned: Schemas["AmountOrUnknown"];
        /** @description The part of the receipt's amount that is left, in cents; null if it is not known. */
        readonly amountRemaining: Schemas["AmountOrUnknown"];
        /** @description True if nothing of the receipt is left. */
        readonly isWhole: boolean;
        /** @description The total over all awards, which is also the total of the next six fields. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Points that had not matured and were therefore on no balance. */
        readonly pointsFromPending: Schemas["Points"];
        /** @description Points that left the balance. */
        readonly pointsFromBalance: Schemas["Points"];
        /** @description Points that had already expired. */
        readonly pointsExpired: Schemas["Points"];
        /** @description Points that are not on the balance and that nobody pays for, because they expired or were taken manually. */
        readonly pointsForgiven: Schemas["Points"];
        /**
         * @description Points that are not on the balance and are deducted from what the member earns next. Absent if there are
         *     none.
         */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /**
         * @description Points that are out in earlier redemptions. If these redemptions are given back, their points pay for
         *     them. Absent if there are none.
         */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /** @description The part of the redeemed points given back that paid for earlier returns. Absent if there is none. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /**
         * @description The part of the deducted points whose campaigns got them back in their budgets. Absent if no points were
         *     deducted.
         */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The balance after the return. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The awards of the receipt, in their original order. */
        readonly awards: readonly Schemas["ReturnedAward"][];
        /** @description The stamp cards that the receipt stamped. */
        readonly stampCards: readonly Schemas["ReturnedStampCard"][];
        /**
         * @description The redeemed points that were given back before points were reversed; null if no redemption of the member
         *     was found that can be given back. An authorization that has been neither captured nor ended is left alone:
         *     void it.
         */
        readonly redeemed: Schemas["RefundedRedeem"] | null;
        /** @description The reason that was sent; null if there was none. */
        readonly reason: string | null;
        /**
         * @description Always PROCESSED; a return that FAILED has a problem instead.
         * @constant
         */
        readonly state: "PROCESSED";
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description Many returns in one call. */
    readonly BulkReturnBody: {
        /**
         * @description The returns, each as `returns` takes it. Each is validated on its own; an invalid one gets a problem as
         *     its result.
         */
        readonly items: readonly Schemas["ReturnBody"][];
    };
    /** @description The results of the returns of one call. */
    readonly BulkReturnResults: {
        /** @description One result for each item, in the order of the items. */
        readonly results: readonly Schemas["BulkReturnResult"][];
    };
    /** @description The result of one item: a body, a problem or a location. */
    readonly BulkReturnResult: {
        /**
         * Format: int32
         * @description The position of the item, starting at 0.
         */
        readonly index: number;
        /** @description The reference that was sent; null if none could be read. */
        readonly returnRef: string | null;
        /**
         * Format: int32
         * @description The HTTP status that the item would have had on its own.
         */
        readonly status: number;
        /** @description True if the body is the stored response to an earlier request with the same reference. */
        readonly replayed: boolean;
        /** @description True if the earlier request with the same reference had a different body. Check your references. */
        readonly mismatch: boolean;
        /** @description The result, if the status is 200. */
        readonly body?: Schemas["ReturnResult"];
        /** @description Why there is no result. */
        readonly problem?: Schemas["Problem"];
        /** @description Where the result will be, if the status is 202. */
        readonly location?: string;
    };
    /** @description What a return would do now. More fields may be added. */
    readonly ReturnQuote: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The internal id of the member of the receipt. */
        readonly memberId: Schemas["Uuid"];
        /** @description The part of the receipt's amount that the return would take back, in cents; null if it is not known. */
        readonly amountReturned: Schemas["AmountOrUnknown"];
        /** @description The part of the receipt's amount that would be left, in cents; null if it is not known. */
        readonly amountRemaining: Schemas["AmountOrUnknown"];
        /** @description True if nothing of the receipt would be left. */
        readonly isWhole: boolean;
        /** @description The total over all awards, which is also the total of the next six fields. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Points that have not matured and are therefore on no balance. */
        readonly pointsFromPending: Schemas["Points"];
        /** @description Points that would leave the balance. */
        readonly pointsFromBalance: Schemas["Points"];
        /** @description Points that had already expired. */
        readonly pointsExpired: Schemas["Points"];
        /** @description Points that are not on the balance and that nobody pays for, because they expired or were taken manually. */
        readonly pointsForgiven: Schemas["Points"];
        /**
         * @description Points that are not on the balance and would be deducted from what the member earns next. Absent if there
         *     are none.
         */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /**
         * @description Points that are out in earlier redemptions. If these redemptions are given back, their points would pay
         *     for them. Absent if there are none.
         */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /** @description The part of the redeemed points given back that would pay for earlier returns. Absent if there is none. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /**
         * @description The part of the deducted points whose campaigns got them back in their budgets. Absent if no points were
         *     deducted.
         */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The balance that would result. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The awards of the receipt, in their original order. */
        readonly awards: readonly Schemas["ReturnedAward"][];
        /** @description The stamp cards that the receipt stamped. */
        readonly stampCards: readonly Schemas["ReturnedStampCard"][];
        /**
         * @description The redeemed points that would be given back before points are reversed; null if no redemption would be
         *     found.
         */
        readonly redeemed: Schemas["RefundedRedeem"] | null;
    };
    /** @description What would be returned. Either `whole` or `amount` is required. */
    readonly ReturnQuoteBody: {
        /** @description The reference of the receipt. */
        readonly transactionRef: Schemas["Ref"];
        /**
         * @description Returns all that is left of the receipt. Do not send it together with `amount`.
         * @constant
         */
        readonly whole?: true;
        /** @description The part of the receipt's amount that is paid back, in cents. Do not send it together with `whole`. */
        readonly amount?: Schemas["PositiveCents"];
        /**
         * @description The products that are returned; only together with `amount`. It makes the reversal of awards for products
         *     exact: without it, the same share of every line counts as returned. Other awards depend on `amount` alone.
         *     At most the units of a product that earned points are returned, and products that earned nothing of their
         *     own are ignored.
         */
        readonly products?: readonly Schemas["ReturnedLine"][];
        /**
         * @description The reference of the redemption whose points are given back. Default: the reference of the receipt. The
         *     first return that finds a redemption fixes it for the receipt.
         */
        readonly redeemRef?: Schemas["Ref"];
    };
    /** @description The returns of a receipt. More fields may be added. */
    readonly ReturnsOfReceipt: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The receipt's amount, in cents; null if it is not known. */
        readonly amount: Schemas["AmountOrUnknown"];
        /** @description The part of the amount that was returned, in cents; 0 if the amount is not known. */
        readonly amountReturned: Schemas["Cents"];
        /** @description All returns of the receipt, oldest first; at most 100. */
        readonly returns: readonly Schemas["ReturnResult"][];
    };
    /** @description A return that was accepted with 202. */
    readonly AcceptedReturn: {
        /** @description The reference that was sent. */
        readonly returnRef: string;
        /** @description Where the result will be, as in the Location header. */
        readonly location: string;
    };
    /** @description What points are worth now. */
    readonly RedeemQuote: {
        /** @description The points that a redemption would take; with `takes` FEWEST, the fewest that buy the discount. */
        readonly pointsToRedeem: Schemas["PositivePoints"];
        /** @description The discount, in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /**
         * Format: double
         * @description The discount, in rands.
         */
        readonly discountAmountRand: number;
        /** @description The number of points that are worth R1. */
        readonly pointsPerRand: Schemas["PointsPerRand"];
        /** @description The balance that would result. */
        readonly balanceAfter: Schemas["Points"];
        /** @description The limit that would apply; null if none would. */
        readonly constraintApplied: Schemas["RedemptionConstraint"];
    };
    /**
     * @description What limited a redemption. More values may be added, so be prepared for unknown ones.
     *     - `MAX_POINTS_PER_REDEMPTION`: the most points that the rule allows at once.
     *     - `MAX_DISCOUNT_PERCENT_OF_BASKET`: the percentage of the basket that the rule or the request allows, or the
     *       basket itself.
     *     - `INSUFFICIENT_BALANCE`: the balance, if the rule says `CAP`.
     */
    readonly RedemptionConstraint: ("MAX_POINTS_PER_REDEMPTION" | "MAX_DISCOUNT_PERCENT_OF_BASKET" | "INSUFFICIENT_BALANCE" | null) | (string & {});
    /**
     * Format: double
     * @description The number of points that are worth R1, with at most 4 decimals.
     */
    readonly PointsPerRand: number;
    /** @description The current value of points. */
    readonly BurnRate: {
        /**
         * Format: double
         * @description The number of points that are worth R1; null if no campaign redeems points now.
         */
        readonly pointsPerRand: number | null;
        /**
         * Format: uuid
         * @description The campaign whose rate this is.
         */
        readonly campaignId: string | null;
    };
    /** @description A basket that was accepted with 202. */
    readonly AcceptedTransaction: {
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description Where the result will be, as in the Location header. */
        readonly location: string;
    };
    /** @description A basket or an event that was given up or refused; nothing was written. */
    readonly FailedTransaction: {
        /**
         * @description Always `FAILED`. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly state: "FAILED";
        /** @description Why there is no result. */
        readonly problem: Schemas["Problem"];
    };
    /**
     * @description The outcome that the response states. More values may be added, so be prepared for unknown ones.
     *     - `PROCESSED`: it was decided.
     *     - `AUTHORIZED`: a redemption that will be captured or voided, or will lapse.
     *     - `CAPTURED`: the result of a capture.
     *     - `VOIDED`: the result of a void or a lapse.
     */
    readonly DecidedState: ("PROCESSED" | "AUTHORIZED" | "CAPTURED" | "VOIDED") | (string & {});
    /**
     * @description The outcome of a transaction.
     *     - `PROCESSED`: it was decided; the result is included.
     *     - `AUTHORIZED`: a redemption that will be captured or voided, or will lapse; the result is included.
     *     - `CAPTURED`: the result of a capture.
     *     - `VOIDED`: the result of a void or a lapse.
     *     - `FAILED`: it was given up or refused; `problem` says why, and nothing was written.
     * @enum {string}
     */
    readonly TransactionState: "PROCESSED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "FAILED";
    /**
     * @description The stored response to a basket (all fields of EvaluateResult), a redemption (all fields of RedeemResult), an
     *     event (all fields of EventResult), a return (all fields of ReturnResult), a capture (all fields of
     *     CaptureResult) or a void (all fields of VoidResult), depending on `operation`. If `state` is FAILED, only
     *     `state` and `problem` are present.
     */
    readonly TransactionOutcome: Schemas["EventResult"] | Schemas["CheckoutOutcome"];
    /**
     * @description The kinds of operation by which a list of transactions can be filtered.
     *     - `evaluate`: baskets that were evaluated.
     *     - `redeem`: points that were redeemed.
     *     - `event`: custom and lifecycle events.
     *     - `return`: returns of receipts or parts of them.
     * @enum {string}
     */
    readonly TransactionOperation: "evaluate" | "redeem" | "event" | "return";
    /**
     * @description Additional parts that a list of transactions can include.
     *     - `campaigns`: what each campaign awarded.
     * @enum {string}
     */
    readonly TransactionExpansion: "campaigns";
    /**
     * @description The kind of operation. More values may be added, so be prepared for unknown ones.
     *     - `evaluate`: a basket that was evaluated.
     *     - `redeem`: points that were redeemed.
     *     - `event`: a custom or lifecycle event.
     *     - `return`: a return of a receipt or a part of it.
     *     - `capture`: an authorized redemption that was captured.
     *     - `void`: a redemption that was voided or has lapsed.
     */
    readonly DecidedOperation: ("evaluate" | "redeem" | "event" | "return" | "capture" | "void") | (string & {});
    /**
     * @description A decided transaction of a member: its kind and time, and its stored response, as `GET
     *     …/transactions/{transactionRef}` returns it. More fields may be added.
     */
    readonly MemberTransaction: {
        readonly operation: Schemas["DecidedOperation"];
        /** @description When it was decided. */
        readonly createdAt: Schemas["Timestamp"];
        readonly state: Schemas["DecidedState"];
        /** @description Identifies the transaction. Present only for a basket. */
        readonly transactionId?: Schemas["Uuid"];
        /** @description The reference that was sent. Present only for a basket or a redemption. */
        readonly transactionRef?: string;
        readonly memberId: Schemas["Uuid"];
        /** @description True if this transaction created the member. */
        readonly memberCreated?: boolean;
        /** @description The total over all campaigns that fired. */
        readonly pointsAwarded?: Schemas["Points"];
        /**
         * @description The part of the awarded points that is pending until it matures. Present only for a basket, and absent if
         *     there is none.
         */
        readonly pointsPending?: Schemas["PositivePoints"];
        /**
         * @description The part of the points that were awarded or given back that was deducted at once for earlier returns.
         *     Absent if there is none.
         */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this transaction. */
        readonly pointsBalance?: Schemas["Points"];
        /**
         * @description The campaigns that fired, in the order in which they were activated. Present only with `expand=campaigns`,
         *     and never for a redemption.
         */
        readonly campaigns?: readonly Schemas["CampaignAward"][];
        /** @description Why no campaign fired. Present only for a basket or an event. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /** @description Identifies the redemption. Present only for a redemption. */
        readonly redeemTransactionId?: Schemas["Uuid"];
        /** @description The points that were taken. Present only for a redemption. */
        readonly pointsRedeemed?: Schemas["PositivePoints"];
        /** @description The discount, in cents. Present only for a redemption. */
        readonly discountAmount?: Schemas["PositiveCents"];
        /** @description The balance before the redemption. Present only for a redemption. */
        readonly balanceBefore?: Schemas["Points"];
        /** @description The balance after the redemption. Present only for a redemption. */
        readonly balanceAfter?: Schemas["Points"];
        /** @description The limit that applied; null if none did. Present only for a redemption. */
        readonly constraintApplied?: Schemas["RedemptionConstraint"];
        /** @description The campaign whose rule was used. Present only for a redemption. */
        readonly campaignId?: Schemas["Uuid"];
        /** @description Identifies the event. Present only for an event. */
        readonly eventId?: Schemas["Uuid"];
        /** @description The key that was sent; null for a lifecycle event without one. Present only for an event. */
        readonly eventKey?: string | null;
        /** @description The reference that was sent. Present only for an event. */
        readonly ref?: string;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload; null if there was no definition. Present only for
         *     an event.
         */
        readonly definitionVersion?: number | null;
        /**
         * @description The stamp cards that were stamped; for a return, those that its receipt had stamped. Never present for a
         *     redemption.
         */
        readonly stampCards?: readonly Schemas["TransactionStampCard"][];
        /** @description Identifies the event. Present only for an event. */
        readonly receivedAt?: Schemas["Timestamp"];
        /** @description Identifies the return. Present only for a return. */
        readonly returnTransactionId?: Schemas["Uuid"];
        /** @description The reference that was sent. Present only for a return. */
        readonly returnRef?: string;
        /**
         * @description The part of the receipt's amount that the return took back, in cents; null if it is not known. Present
         *     only for a return.
         */
        readonly amountReturned?: Schemas["AmountOrUnknown"];
        /**
         * @description The part of the receipt's amount that was left, in cents; null if it is not known. Present only for a
         *     return.
         */
        readonly amountRemaining?: Schemas["AmountOrUnknown"];
        /** @description True if nothing of the receipt was left. Present only for a return. */
        readonly isWhole?: boolean;
        /** @description The points that the return reversed. Present only for a return. */
        readonly pointsReversed?: Schemas["Points"];
        /** @description Points that had not matured and were therefore on no balance. Present only for a return. */
        readonly pointsFromPending?: Schemas["Points"];
        /** @description Points that left the balance. Present only for a return. */
        readonly pointsFromBalance?: Schemas["Points"];
        /** @description Points that had already expired. Present only for a return. */
        readonly pointsExpired?: Schemas["Points"];
        /** @description Points that were not on the balance and that nobody pays for. Present only for a return. */
        readonly pointsForgiven?: Schemas["Points"];
        /**
         * @description Points that were not on the balance and are deducted from what the member earns next. Present only for a
         *     return, and absent if there are none.
         */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /**
         * @description Points that were out in earlier redemptions. If these redemptions are given back, their points pay for
         *     them. Present only for a return, and absent if there are none.
         */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /**
         * @description The part of the deducted points whose campaigns got them back in their budgets. Present only for a return
         *     or a void, and absent if no points were deducted.
         */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The awards of the receipt. Present only for a return, with `expand=campaigns`. */
        readonly awards?: readonly Schemas["ReturnedAward"][];
        /**
         * @description The redeemed points that were given back with the receipt; null if there were none. Present only for a
         *     return.
         */
        readonly redeemed?: Schemas["RefundedRedeem"] | null;
        /** @description The reason that was sent. Present only for a return. */
        readonly reason?: string | null;
        /** @description When the redemption can be captured at the latest. Present only for a redemption that is AUTHORIZED. */
        readonly expiresAt?: Schemas["Timestamp"];
        /** @description Identifies the capture. Present only for a capture. */
        readonly captureTransactionId?: Schemas["Uuid"];
        /** @description Identifies the void. Present only for a void. */
        readonly voidTransactionId?: Schemas["Uuid"];
        /** @description The points that were given back. Present only for a void. */
        readonly pointsRefunded?: Schemas["Points"];
        /** @description The part of the discount that was reversed, in cents. Present only for a void. */
        readonly discountReversed?: Schemas["Cents"];
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description A stamp card in a list of transactions of several kinds. */
    readonly TransactionStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description The stamps on the card after the transaction.
         */
        readonly stampsCollected: number;
        /**
         * Format: int32
         * @description The number of stamps that complete the card. Never present for a return.
         */
        readonly stampsRequired?: number;
        /** @description True if the transaction completed the card. Never present for a return. */
        readonly completed?: boolean;
        /** @description True if the return took the receipt's stamp back. Present only for a return. */
        readonly isStampTakenBack?: boolean;
    };
    /** @description One page of transactions, newest first. */
    readonly MemberTransactionList: {
        /** @description The transactions. */
        readonly transactions: readonly Schemas["MemberTransaction"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description The result of a basket, a redemption or a return, or why there is none. */
    readonly CheckoutOutcome: Schemas["RedeemResult"] | Schemas["ReceiptOutcome"];
    /** @description The result of a basket, of its return, of a capture or of a void, or why there is none. */
    readonly ReceiptOutcome: Schemas["ReturnResult"] | Schemas["EndedRedemptionOutcome"];
    /** @description The result of a basket, a capture or a void, or why there is none. */
    readonly EndedRedemptionOutcome: Schemas["CaptureResult"] | Schemas["VoidOutcome"];
    /** @description The result of a basket or a void, or why there is none. */
    readonly VoidOutcome: Schemas["VoidResult"] | Schemas["EvaluateOutcome"];
    /** @description The result of a basket, or why there is none. */
    readonly EvaluateOutcome: Schemas["EvaluateResult"] | Schemas["FailedTransaction"];
    /** @description When the points of a campaign expire. Without it, the environment's default applies. */
    readonly PointsExpiry: Schemas["NoExpiry"] | Schemas["RollingExpiry"] | Schemas["CalendarExpiry"] | Schemas["SlidingExpiry"];
    /**
     * Format: int32
     * @description The number of days after its receipt for which points of the campaign are pending: they are on no balance and
     *     count towards no tier. After that they mature, and their `pointsExpiry` is counted from that time. Only for
     *     rules that fire on receipts; rewards are not delayed.
     */
    readonly PendingDays: number;
    /** @description The points never expire. */
    readonly NoExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "NONE";
    };
    /** @description The points expire this many days after they were earned. */
    readonly RollingExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "ROLLING";
        readonly days: Schemas["Days"];
    };
    /** @description The points expire at the end of the month or year in which they were earned. */
    readonly CalendarExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "CALENDAR";
        readonly unit: Schemas["CalendarUnit"];
    };
    /**
     * @description The period of the UTC calendar at whose end points expire.
     *     - `MONTH`: the month in which the points were earned.
     *     - `YEAR`: the year in which the points were earned.
     * @enum {string}
     */
    readonly CalendarUnit: "MONTH" | "YEAR";
    /** @description All of these points expire once the member has been inactive for this many days. */
    readonly SlidingExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "SLIDING";
        readonly days: Schemas["Days"];
    };
    /**
     * Format: int32
     * @description A number of days, at most a hundred years.
     */
    readonly Days: number;
    /**
     * Format: int32
     * @description A count, at least 1.
     */
    readonly EveryNth: number;
    /**
     * @description Points, a tangible reward, or both: send `points` alone, or `rewardType` with a `value` of the matching shape,
     *     with or without `points`.
     */
    readonly RewardGrant: Schemas["TangibleGrant"] | Schemas["PointsGrant"];
    /**
     * @description What a tangible reward is worth. Its members depend on its kind: CouponValue for `COUPON_VOUCHER`,
     *     GiftCardValue for `GIFT_CARD`, DiscountValue for `DISCOUNT_VOUCHER`, FreeItemValue for `FREE_ITEM`.
     */
    readonly RewardValue: {
        /** @description For COUPON_VOUCHER: the provider of the coupon. */
        readonly provider?: string;
        /** @description A description of the reward for people; not for GIFT_CARD. */
        readonly description?: string;
        /**
         * Format: int64
         * @description For GIFT_CARD: the amount in cents.
         */
        readonly amount?: number;
        /** @description For GIFT_CARD: the currency of `amount`. */
        readonly currency?: string;
        /** @description For DISCOUNT_VOUCHER: the meaning of `value`. */
        readonly discountType?: Schemas["DiscountType"];
        /**
         * Format: double
         * @description For DISCOUNT_VOUCHER: percent or cents, depending on `discountType`.
         */
        readonly value?: number;
        /** @description For FREE_ITEM: the products to choose from. */
        readonly skus?: readonly string[];
    };
    /** @description An award of points only. */
    readonly PointsGrant: {
        readonly points: Schemas["PositivePoints"];
    };
    /** @description A reward that is given with the transaction; its code follows a moment later. */
    readonly TangibleGrant: Schemas["CouponGrant"] | Schemas["GiftCardGrant"] | Schemas["DiscountGrant"] | Schemas["FreeItemGrant"];
    /** @description A coupon of a provider. */
    readonly CouponGrant: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly rewardType: "COUPON_VOUCHER";
        readonly value: Schemas["CouponValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly points?: Schemas["PositivePoints"];
    };
    /** @description A gift card of a fixed amount. */
    readonly GiftCardGrant: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly rewardType: "GIFT_CARD";
        readonly value: Schemas["GiftCardValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly points?: Schemas["PositivePoints"];
    };
    /** @description A voucher for a percentage or an amount off. */
    readonly DiscountGrant: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly rewardType: "DISCOUNT_VOUCHER";
        readonly value: Schemas["DiscountValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly points?: Schemas["PositivePoints"];
    };
    /** @description A free product. */
    readonly FreeItemGrant: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly rewardType: "FREE_ITEM";
        readonly value: Schemas["FreeItemValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly points?: Schemas["PositivePoints"];
    };
    /**
     * Format: int32
     * @description The number of days until the reward expires. Without it, the reward does not expire.
     */
    readonly ValidDays: number;
    /** @description What a coupon is worth; at least one of the two fields is required. At most 8 KiB of JSON. */
    readonly CouponValue: {
        readonly provider?: Schemas["Name"];
        readonly description?: Schemas["Description"];
    };
    /** @description The amount on a gift card. At most 8 KiB of JSON. */
    readonly GiftCardValue: {
        /** @description The amount on the card, in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The currency of the amount, which counts at face value. Without it, the reward is issued in ZAR. */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /** @description What a voucher is worth. At most 8 KiB of JSON. */
    readonly DiscountValue: Schemas["PercentageDiscountValue"] | Schemas["FixedDiscountValue"];
    /**
     * @description The meaning of the `value` of a discount.
     *     - `PERCENTAGE`: percent off.
     *     - `FIXED`: cents off.
     * @enum {string}
     */
    readonly DiscountType: "PERCENTAGE" | "FIXED";
    /** @description A percentage off. */
    readonly PercentageDiscountValue: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly discountType: "PERCENTAGE";
        /**
         * Format: double
         * @description Percent off.
         */
        readonly value: number;
        readonly description?: Schemas["Description"];
    };
    /** @description An amount off. */
    readonly FixedDiscountValue: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly discountType: "FIXED";
        /** @description Cents off. */
        readonly value: Schemas["PositiveCents"];
        readonly description?: Schemas["Description"];
    };
    /** @description The free item. At most 8 KiB of JSON, whatever the number of references. */
    readonly FreeItemValue: {
        readonly description: Schemas["Label"];
        readonly skus?: Schemas["RefList"];
    };
    /**
     * @description The state of a reward.
     *     - `PENDING_FULFILMENT`: it waits for its code.
     *     - `ISSUED`: it has a code and can be redeemed.
     *     - `REDEEMED`: it was redeemed.
     *     - `EXPIRED`: its expiry date has passed, or somebody expired it.
     *     - `FAILED`: no code could be obtained; it can be retried.
     * @enum {string}
     */
    readonly RewardState: "PENDING_FULFILMENT" | "ISSUED" | "REDEEMED" | "EXPIRED" | "FAILED";
    /**
     * @description The value of a reward, as its campaign or tier defined it at the time. Its members depend on the `rewardType`;
     *     `code` is present once the reward is issued.
     */
    readonly IssuedValue: {
        /** @description For COUPON_VOUCHER: the provider of the coupon. */
        readonly provider?: string;
        /** @description A description of the reward for people; not for GIFT_CARD. */
        readonly description?: string;
        /**
         * Format: int64
         * @description For GIFT_CARD: the amount in cents.
         */
        readonly amount?: number;
        /** @description For GIFT_CARD: the currency of `amount`. */
        readonly currency?: string;
        /** @description For DISCOUNT_VOUCHER: the meaning of `value`. */
        readonly discountType?: Schemas["DiscountType"];
        /**
         * Format: double
         * @description For DISCOUNT_VOUCHER: percent or cents, depending on `discountType`.
         */
        readonly value?: number;
        /** @description For FREE_ITEM: the products to choose from. */
        readonly skus?: readonly string[];
        /** @description The code that is shown at the till. Absent until the reward is issued. */
        readonly code?: string;
    };
    /** @description Something tangible that a campaign or a tier gave to a member. */
    readonly Reward: {
        /** @description Identifies the reward. */
        readonly id: Schemas["Uuid"];
        /** @description The member who got the reward. */
        readonly memberId: Schemas["Uuid"];
        /**
         * Format: uuid
         * @description The campaign that gave the reward; null if a tier gave it.
         */
        readonly campaignId: string | null;
        /**
         * Format: uuid
         * @description The tier that gave the reward; null if a campaign gave it.
         */
        readonly tierId: string | null;
        /**
         * @description Your reference for the basket or event that earned the reward; null if a tier gave it, or if it was given
         *     before this was kept.
         */
        readonly transactionRef: string | null;
        readonly state: Schemas["RewardState"];
        readonly rewardType: Schemas["RewardType"];
        readonly value: Schemas["IssuedValue"];
        /**
         * Format: int32
         * @description How often a code was requested since the reward was given or last retried.
         */
        readonly attempts: number;
        /**
         * @description Why the reward is FAILED; null in every other state. More values may be added, so be prepared for unknown
         *     ones.
         *     - `MEMBER_ERASED`: the member was erased before.
         *     - `POOL_EMPTY`: the code pool had no codes left.
         *     - `NOT_CONFIGURED`: the settings name a provider that does not exist.
         *     - `PROVIDER_AWAY`: the provider could not be reached or was busy at every attempt.
         *     - `PROVIDER_REFUSED`: the provider refused.
         *     - `PROVIDER_BAD_ANSWER`: the provider responded without a usable code.
         *     - `PROVIDER_DUPLICATE_CODE`: the provider gave a code that another reward already has.
         *     - `PROVIDER_AMBIGUOUS`: it is not known whether the provider gave a code, and it must not be asked twice.
         *     - `RETURNED`: before there was a code, the receipt was returned, or a return took the member below the
         *       tier. It cannot be retried.
         */
        readonly failureReason: string | null;
        /** @description When the reward was given. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the reward got its code; null before that.
         */
        readonly issuedAt: string | null;
        /**
         * Format: date-time
         * @description When the reward expires unless it is redeemed; null if it does not expire, and before it is issued.
         */
        readonly expiresAt: string | null;
        /**
         * Format: date-time
         * @description When the reward was redeemed; null before that.
         */
        readonly redeemedAt: string | null;
        /**
         * @description The receipt with which the reward was redeemed; null if none was named, and before it is redeemed. It
         *     names a document and is kept for ever.
         */
        readonly redeemedTransactionRef: string | null;
        /**
         * @description The store in which the reward was redeemed; null if none was named, and before it is redeemed. It is kept
         *     for ever.
         */
        readonly redeemedStoreRef: string | null;
        /**
         * Format: date-time
         * @description When the reward expired or was expired; null before that.
         */
        readonly expiredAt: string | null;
        /**
         * Format: date-time
         * @description When the reward was given up; null unless its state is FAILED.
         */
        readonly failedAt: string | null;
        /**
         * @description Who last redeemed, expired, took back or retried the reward; null before that. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /**
         * @description The store in which the reward was redeemed, as in `redeemedStoreRef`. Returned only with
         *     `withAuthor=true`.
         */
        readonly storeRef?: string | null;
    };
    /** @description The body is optional. */
    readonly RedeemRewardBody: {
        /** @description The receipt with which the reward is redeemed. It names a document, not a person, and is kept for ever. */
        readonly transactionRef?: Schemas["Ref"];
        /** @description The store in which the reward is redeemed. It is kept for ever. */
        readonly storeRef?: Schemas["Ref"];
    };
    /** @description One page of rewards, newest first. */
    readonly RewardList: {
        /** @description The rewards. */
        readonly rewards: readonly Schemas["Reward"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description The kind of a tangible reward.
     *     - `COUPON_VOUCHER`: a coupon of a provider.
     *     - `GIFT_CARD`: a gift card of a fixed amount.
     *     - `DISCOUNT_VOUCHER`: a voucher for a percentage or an amount off.
     *     - `FREE_ITEM`: a product for free.
     * @enum {string}
     */
    readonly RewardType: "COUPON_VOUCHER" | "GIFT_CARD" | "DISCOUNT_VOUCHER" | "FREE_ITEM";
    /** @description Up to 5,000 references; an empty list is the same as none. */
    readonly RefList: readonly Schemas["Ref"][];
    /**
     * @description How a campaign awards points; `type` selects the kind. SIGNUP_BONUS, ON_DEMAND, REFERRAL_BONUS and
     *     EVENT_TRIGGER fire on member events, never on `evaluate`. New kinds may be added: ignore those that you do not
     *     know.
     */
    readonly EarningRule: Schemas["SpendPercentageRule"] | Schemas["FixedPointsRule"] | Schemas["VisitFixedRule"] | Schemas["ProductPurchaseRule"] | Schemas["RandomRule"] | Schemas["StampCardRule"] | Schemas["SurpriseDelightRule"] | Schemas["PurchaseRewardRule"] | Schemas["SignupBonusRule"] | Schemas["OnDemandRule"] | Schemas["ReferralBonusRule"] | Schemas["EventTriggerRule"];
    /**
     * @description A percentage of the basket; 1 % gives 1 point per R1: floor(amount × percentage / 100). For example, 15000 at
     *     1 → 150, 15000 at 2.5 → 375, 999 at 1 → 9, 999 at 0.5 → 4.
     */
    readonly SpendPercentageRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "SPEND_PERCENTAGE";
        /**
         * Format: double
         * @description The percentage: greater than 0, at most 1000, with at most 4 decimals.
         */
        readonly percentage: number;
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description The same award for every qualifying transaction. */
    readonly FixedPointsRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "FIXED_POINTS";
        readonly points: Schemas["PositivePoints"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description The same award for every visit; visits are counted per member and campaign. */
    readonly VisitFixedRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "VISIT_FIXED";
        readonly points: Schemas["PositivePoints"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description Points for each unit: floor(points × Σ quantity) over the lines whose `sku` or one of whose `categories` is in
     *     `skus`, or one of whose `categories` is in `categories`. One of the two lists is required.
     */
    readonly ProductPurchaseRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "PRODUCT_PURCHASE";
        readonly points: Schemas["PositivePoints"];
        readonly skus?: Schemas["RefList"];
        readonly categories?: Schemas["RefList"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description A random award from `minPoints` to `maxPoints`, both included, with the given probability. The same receipt
     *     always gives the same result.
     */
    readonly RandomRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "RANDOM";
        readonly minPoints: Schemas["Points"];
        readonly maxPoints: Schemas["PositivePoints"];
        /**
         * Format: double
         * @description The probability of an award. Default: every transaction wins.
         */
        readonly probability?: number;
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description One stamp for each qualifying transaction, or, with `triggerEventKey`, for each such event instead. The last
     *     stamp completes the card, gives the reward and starts a new card.
     */
    readonly StampCardRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "STAMP_CARD";
        readonly stampsRequired: Schemas["EveryNth"];
        readonly rewardOnCompletion: Schemas["RewardGrant"];
        readonly triggerEventKey?: Schemas["EventKey"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description Exactly every Nth qualifying transaction gives the reward; each rule counts in its own scope. */
    readonly SurpriseDelightRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "SURPRISE_DELIGHT";
        /** @description The rules, from 1 to 50. */
        readonly rewardRules: readonly Schemas["SurpriseRule"][];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description Gives the reward for every qualifying transaction. With `everyQuantity`, it gives the reward once for every
     *     `everyQuantity` whole units on the lines that earn, at most `maxTimes` times.
     */
    readonly PurchaseRewardRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "PURCHASE_REWARD";
        readonly reward: Schemas["RewardGrant"];
        /**
         * Format: int32
         * @description The number of units, on the lines that earn, for which the reward is given once. Without it, the reward is
         *     given once per transaction.
         */
        readonly everyQuantity?: number;
        /**
         * Format: int32
         * @description With `everyQuantity`, the maximum number of times that one transaction gives the reward. Default: once.
         */
        readonly maxTimes?: number;
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description Gives the reward for every Nth transaction of a scope. */
    readonly SurpriseRule: {
        /** @description The value of N: the reward is given for the Nth transaction, the 2Nth, and so on. */
        readonly everyNth: Schemas["EveryNth"];
        readonly scope?: Schemas["SurpriseScope"];
        /** @description The reward that these transactions give. */
        readonly reward: Schemas["RewardGrant"];
    };
    /**
     * @description The transactions over which a rule counts.
     *     - `MEMBER`: those of each member.
     *     - `STORE`: those of each store; transactions without a `storeRef` do not count.
     *     - `CAMPAIGN`: those of all members together.
     * @default MEMBER
     * @enum {string}
     */
    readonly SurpriseScope: "MEMBER" | "STORE" | "CAMPAIGN";
    /**
     * @description Fires once, on the member's first SIGNUP event, and gives `points`, a reward of `rewardType`, or both. In a
     *     live environment, such an event is a custom event whose definition has the `lifecycleType` SIGNUP, as the
     *     definition with the key `member.signup` does.
     */
    readonly SignupBonusRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "SIGNUP_BONUS";
        readonly points?: Schemas["PositivePoints"];
        readonly rewardType?: Schemas["RewardType"];
        /**
         * @description What the reward is worth, in the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER;
         *     any other reward without it is described by the campaign's name.
         */
        readonly value?: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused here; it is only for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description Fires on any member event, or only on those in `eventTypes`, and gives `points`, a reward of `rewardType`, or
     *     both. It fires once per reference, not once per person or year, so build the reference of a birthday from the
     *     member and the year.
     */
    readonly OnDemandRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "ON_DEMAND";
        readonly points?: Schemas["PositivePoints"];
        readonly rewardType?: Schemas["RewardType"];
        /**
         * @description What the reward is worth, in the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER;
         *     any other reward without it is described by the campaign's name.
         */
        readonly value?: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
        /**
         * @description Lifecycle types such as BIRTHDAY, and keys of event definitions such as `member.birthday`; an event that
         *     matches either of them fires the rule. If absent or empty, any event does.
         */
        readonly eventTypes?: readonly Schemas["Ref"][];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused here; it is only for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description Fires on a REFERRAL event and gives `points` to the referred member and `referrerPoints` to the referrer, each
     *     once per reference.
     */
    readonly ReferralBonusRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "REFERRAL_BONUS";
        readonly points: Schemas["PositivePoints"];
        readonly referrerPoints?: Schemas["PositivePoints"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused here; it is only for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description Fires on a custom event with this key whose payload meets the conditions. */
    readonly EventTriggerRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EVENT_TRIGGER";
        readonly eventKey: Schemas["EventKey"];
        /** @description Conditions on the payload, with at most 5 levels of AND and OR and at most 50 comparisons in total. */
        readonly conditions?: Schemas["ConditionNode"];
        readonly reward: Schemas["RewardGrant"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused here; it is only for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description How the conditions of a node are combined.
     *     - `AND`: all of them must hold.
     *     - `OR`: at least one must hold.
     * @enum {string}
     */
    readonly LogicalOperator: "AND" | "OR";
    /** @description All (AND) or at least one (OR) of the conditions must hold. */
    readonly ConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, each a comparison or a nested node. */
        readonly conditions: readonly Schemas["Condition"][];
    };
    /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
    readonly Condition: Schemas["ConditionNode"] | Schemas["ConditionLeaf"];
    /**
     * @description A comparison of one payload field. If the field is missing, the comparison is false, except for `neq` and for
     *     `exists` with false.
     */
    readonly ConditionLeaf: Schemas["EqualityCondition"] | Schemas["OrderCondition"] | Schemas["MembershipCondition"] | Schemas["ContainmentCondition"] | Schemas["ExistenceCondition"];
    /** @description A dotted path into the payload. */
    readonly PayloadPath: string;
    /**
     * @description How a field of a payload is compared. It determines what `value` may be: any simple value for `eq` and `neq`;
     *     a text or a number for `gt`, `gte`, `lt` and `lte`; a list for `in`; a text, a number or a boolean for
     *     `contains`; a boolean for `exists`.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than or equal to the value.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than or equal to the value.
     *     - `in`: the field is one of the values.
     *     - `contains`: the field is a text with this substring, or an array with this element.
     *     - `exists`: the field is present (`true`) or missing (`false`).
     * @enum {string}
     */
    readonly ConditionOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "contains" | "exists";
    /**
     * @description Whether the values are equal.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     * @enum {string}
     */
    readonly EqualityOperator: "eq" | "neq";
    /**
     * @description Which value is greater. Numbers are compared as numbers, and texts by their characters.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than or equal to the value.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than or equal to the value.
     * @enum {string}
     */
    readonly OrderOperator: "gt" | "gte" | "lt" | "lte";
    /**
     * @description How a value is compared.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than or equal to the value.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than or equal to the value.
     * @enum {string}
     */
    readonly ComparisonOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
    /** @description The field equals the value, or does not equal it. */
    readonly EqualityCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq";
        /** @description What the field is compared with: a text, a number, a boolean or null. */
        readonly value: string | number | boolean | null;
    };
    /** @description The field is greater or less than the value. */
    readonly OrderCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "gt" | "gte" | "lt" | "lte";
        /** @description The bound: a text or a number. */
        readonly value: string | number;
    };
    /** @description The field is one of the values. */
    readonly MembershipCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "in";
        /** @description Up to 1,000 texts, numbers, booleans or nulls. */
        readonly value: readonly (string | number | boolean | null)[];
    };
    /** @description The field is a text with this substring, or an array with this element. */
    readonly ContainmentCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "contains";
        /** @description The substring, or the element. */
        readonly value: string | number | boolean;
    };
    /** @description The field is present or missing. */
    readonly ExistenceCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "exists";
        /** @description True if the field must be present, false if it must be missing. */
        readonly value: boolean;
    };
    /**
     * @description How points are redeemed under this campaign: with a `pointsPerRand` of 10, 500 points are worth 5000 cents. A
     *     rule that no redemption can meet is refused: a minimum above the maximum, a maximum below `pointsPerRand`
     *     (which cannot buy a rand), or a minimum that is worth more than any basket.
     */
    readonly RedemptionRule: {
        /** @description The number of points that are worth R1, with at most 4 decimals. */
        readonly pointsPerRand: Schemas["PointsPerRand"];
        /** @description The fewest points that can be redeemed at once. */
        readonly minPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description The most points that are redeemed at once; a request for more is reduced to this. */
        readonly maxPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description The greatest discount as a percentage of the basket, with at most 4 decimals. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        readonly onInsufficientBalance?: Schemas["InsufficientBalancePolicy"];
        readonly takes?: Schemas["TakenPoints"];
    };
    /**
     * @description What happens to a request for more points than the member has.
     *     - `REJECT`: it is refused.
     *     - `CAP`: all available points are redeemed.
     * @default REJECT
     * @enum {string}
     */
    readonly InsufficientBalancePolicy: "REJECT" | "CAP";
    /**
     * @description What happens to points that do not make a whole rand.
     *     - `AS_ASKED`: they are taken too: if 1,006 points are requested, R100 is given and 1,006 points are taken.
     *     - `FEWEST`: they are kept: 1,000 points are taken. Never fewer than `minPointsPerRedemption` are taken.
     * @default AS_ASKED
     * @enum {string}
     */
    readonly TakenPoints: "AS_ASKED" | "FEWEST";
    /**
     * @description The state of a campaign.
     *     - `DRAFT`: new, and never activated.
     *     - `ACTIVE`: `evaluate` matches it.
     *     - `PAUSED`: `evaluate` skips it until it is resumed.
     *     - `ARCHIVED`: ended for good.
     * @enum {string}
     */
    readonly CampaignState: "DRAFT" | "ACTIVE" | "PAUSED" | "ARCHIVED";
    /**
     * Format: double
     * @description The fraction of the budget at which an alert is raised.
     */
    readonly AlertThreshold: number;
    /** @description The ids of segments; an empty list is the same as none. */
    readonly SegmentIdList: readonly Schemas["Uuid"][];
    /** @description A new campaign. An empty list is the same as none, and null is the same as an absent field. */
    readonly CampaignCreateBody: {
        readonly name: Schemas["Name"];
        /** @description A description for people; it has no effect. */
        readonly description?: string | null;
        readonly earningRule: Schemas["EarningRule"];
        /** @description How points are redeemed under this campaign. Without it, none are. */
        readonly redemptionRule?: Schemas["RedemptionRule"] | null;
        /**
         * @description The campaign applies only to members of at least one of these segments, both for earning and for
         *     redeeming. Each segment must exist.
         */
        readonly targetSegmentIds?: readonly Schemas["Uuid"][] | null;
        /** @description The campaign applies only to transactions and redemptions whose `storeRef` is one of these. */
        readonly storeIds?: readonly Schemas["Ref"][] | null;
        /**
         * Format: instant
         * @description The campaign does not fire before this time. A plain date means the start of that day in UTC, not in the
         *     time of a shop: to mean the start of a local day, send an instant with its offset.
         */
        readonly startDate?: string | null;
        /**
         * Format: instant
         * @description The campaign does not fire after this time, which must not be before `startDate`. A plain date means the
         *     end of that day in UTC: `2026-03-31` ends at 01:59 on 1 April in South Africa. To mean the end of a local
         *     day, send an instant with its offset.
         */
        readonly endDate?: string | null;
        /**
         * Format: int64
         * @description The smallest basket that qualifies, in cents, both for earning and for redeeming.
         */
        readonly minSpend?: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much; the award that reaches the budget is honoured in full.
         *     A point counts as the `pointValueCents` of the environment (1 cent unless set), whatever it can buy; a
         *     gift card and a FIXED voucher count at face value, whatever their currency.
         */
        readonly maxBudgetCents?: number | null;
        /**
         * Format: double
         * @description The fraction of the budget at which an alert is raised.
         * @default 0.8
         */
        readonly alertThreshold?: number | null;
        /**
         * Format: iso-4217
         * @description The campaign applies only to transactions in this currency. Amounts are never converted.
         */
        readonly currency?: string | null;
        /**
         * @description When the campaign fires, in addition to all of the above: nothing is given unless these conditions hold.
         *     Redemptions ignore them. Without conditions, the campaign fires at any time and in any store.
         */
        readonly conditions?: Schemas["CampaignCondition"] | null;
        /**
         * @description Which lines earn: only those that match `lines`, or all except those that match `except`. Without it, all
         *     lines earn. Only for rules that fire on receipts; redemptions ignore it.
         */
        readonly earnOn?: Schemas["EarnOn"] | null;
        /**
         * @description How often and how much the campaign gives; without limits, as often as it fires. No two limits may be the
         *     same apart from `max`. Counting begins when the campaign first has a limit for that period; a change of
         *     `max` applies to what has been counted.
         */
        readonly limits?: readonly Schemas["CampaignLimit"][] | null;
        readonly exclusiveGroup?: Schemas["ExclusiveGroup"];
        /**
         * Format: int32
         * @description The campaign with the greatest priority comes first: it is the one of its group that awards, and it is cut
         *     last if `memberPointsCaps` leave too few points. Default: 0.
         */
        readonly priority?: number | null;
        /**
         * @description Whether points are multiplied by the greatest `EARN_MULTIPLIER` of the tier that the member had before,
         *     and rounded down once. Only for rules of type `SPEND_PERCENTAGE`, `FIXED_POINTS`, `VISIT_FIXED` and
         *     `PRODUCT_PURCHASE`.
         */
        readonly tierMultiplier?: boolean | null;
    };
    /** @description The fields to change. An absent field stays as it is, and null clears it. */
    readonly CampaignUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description A description for people; it has no effect. Null removes it. */
        readonly description?: string | null;
        readonly earningRule?: Schemas["EarningRule"];
        /** @description Replaces the redemption rule as a whole; null removes it. */
        readonly redemptionRule?: Schemas["RedemptionRule"] | null;
        /**
         * @description The campaign applies only to members of at least one of these segments. Each segment must exist, or
         *     already be targeted by the campaign. Null or an empty list means everybody.
         */
        readonly targetSegmentIds?: readonly Schemas["Uuid"][] | null;
        /**
         * @description The campaign applies only to transactions whose `storeRef` is one of these. Null or an empty list means
         *     every store.
         */
        readonly storeIds?: readonly Schemas["Ref"][] | null;
        /**
         * Format: instant
         * @description The campaign does not fire before this time; a plain date means the start of that UTC day. Null removes
         *     the bound.
         */
        readonly startDate?: string | null;
        /**
         * Format: instant
         * @description The campaign does not fire after this time; a plain date means the end of that UTC day. Null removes the
         *     bound.
         */
        readonly endDate?: string | null;
        /**
         * Format: int64
         * @description The smallest basket that qualifies, in cents; null means any basket.
         */
        readonly minSpend?: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much. Null removes the budget.
         */
        readonly maxBudgetCents?: number | null;
        /**
         * Format: double
         * @description The fraction of the budget at which an alert is raised. Null restores the default, 0.8.
         */
        readonly alertThreshold?: number | null;
        /**
         * Format: iso-4217
         * @description The campaign applies only to transactions in this currency; null means any currency.
         */
        readonly currency?: string | null;
        /** @description Replaces the conditions as a whole; null removes them. */
        readonly conditions?: Schemas["CampaignCondition"] | null;
        /** @description Replaces the selection of lines as a whole; with null, all lines earn. */
        readonly earnOn?: Schemas["EarnOn"] | null;
        /** @description Replaces the limits as a whole; null or an empty list removes them. What has been counted is kept. */
        readonly limits?: readonly Schemas["CampaignLimit"][] | null;
        readonly exclusiveGroup?: Schemas["ExclusiveGroup"];
        /**
         * Format: int32
         * @description The campaign with the greatest priority comes first; null means 0.
         */
        readonly priority?: number | null;
        /** @description Whether points are multiplied by the multiplier of the member's tier; null means no. */
        readonly tierMultiplier?: boolean | null;
    };
    /** @description A campaign in its current state. */
    readonly Campaign: {
        /** @description Identifies the campaign. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that owns it. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description A description for people; null if there is none. */
        readonly description: string | null;
        readonly state: Schemas["CampaignState"];
        /** @description Why the campaign is paused; null unless it is PAUSED. `GET /audit-log` says who paused it. */
        readonly pausedReason: Schemas["PausedReason"];
        readonly earningRule: Schemas["EarningRule"];
        /** @description How points are redeemed under this campaign; null if they are not. */
        readonly redemptionRule: Schemas["RedemptionRule"] | null;
        /** @description The campaign applies only to members of at least one of these segments. An empty list means everybody. */
        readonly targetSegmentIds: Schemas["SegmentIdList"];
        /**
         * @description The campaign applies only to transactions whose `storeRef` is one of these. An empty list means every
         *     store.
         */
        readonly storeIds: Schemas["RefList"];
        /**
         * Format: date-time
         * @description The campaign does not fire before this time; null if there is no such bound.
         */
        readonly startDate: string | null;
        /**
         * Format: date-time
         * @description The campaign does not fire after this time; null if there is no such bound.
         */
        readonly endDate: string | null;
        /**
         * Format: int64
         * @description The smallest basket that qualifies, in cents; null means any basket.
         */
        readonly minSpend: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much; null if there is no budget.
         */
        readonly maxBudgetCents: number | null;
        readonly alertThreshold: Schemas["AlertThreshold"];
        /**
         * Format: iso-4217
         * @description The campaign applies only to transactions in this currency; null means any currency.
         */
        readonly currency: string | null;
        /** @description When the campaign fires, in addition to all of the above; null if it has no conditions. */
        readonly conditions: Schemas["CampaignCondition"] | null;
        /** @description Which lines earn; null if all do. */
        readonly earnOn: Schemas["EarnOn"] | null;
        /** @description How often and how much the campaign gives; null if it has no limits. */
        readonly limits: readonly Schemas["CampaignLimit"][] | null;
        /** @description Only one campaign of those with the same group awards; null if the campaign is in no group. */
        readonly exclusiveGroup: string | null;
        /**
         * Format: int32
         * @description The campaign with the greatest priority comes first; 0 unless it was set.
         */
        readonly priority: number;
        /** @description Whether points are multiplied by the multiplier of the member's tier. */
        readonly tierMultiplier: boolean;
        /** @description What the campaign has given so far, in cents, counted against `maxBudgetCents`. */
        readonly spentCents: Schemas["Cents"];
        /**
         * Format: int64
         * @description The number of receipts and events on which the campaign gave something, counted against its limit per
         *     `CAMPAIGN` since it has had one; null without such a limit.
         */
        readonly timesGiven: number | null;
        /**
         * Format: date-time
         * @description When the campaign was activated; null for a draft.
         */
        readonly activatedAt: string | null;
        /** @description When it was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        readonly etag?: Schemas["EntityTag"];
        /**
         * @description Settings that are valid but probably not intended; usually empty. When a record is only read, it has the
         *     warnings that follow from the record itself (`NEVER_FIRES`, `POINT_VALUES_DIFFER`, `ENDED`, `UTC_TIMES`,
         *     `MULTIPLIED_HERE`); the response to a change has all of them.
         */
        readonly warnings: readonly Schemas["Warning"][];
    };
    /**
     * @description A comparison (`field`, `op`, `value`), a comparison over lines (`lines`, alone or with `field`, `op`,
     *     `value`), or a node (`operator`, `conditions`). There are at most 50 comparisons on at most 5 levels,
     *     including those over lines. If a receipt, an event or a member lacks the field, only `neq`, `not_in` and
     *     `exists` with false hold; a missing field is never an error.
     */
    readonly CampaignCondition: Schemas["CampaignConditionNode"] | Schemas["CampaignConditionLeaf"];
    /** @description All (AND) or at least one (OR) of the conditions must hold. Other members are refused. */
    readonly CampaignConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, each a comparison or a nested node. */
        readonly conditions: readonly Schemas["CampaignCondition"][];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description A comparison, or a comparison over lines. */
    readonly CampaignConditionLeaf: Schemas["LinesComparison"] | Schemas["CampaignComparison"];
    /**
     * @description A comparison over the lines of a receipt that `lines` selects: `field`, `op` and `value` compare all of them
     *     together. Without these three, there must be at least one such line. A receipt without such lines has 0 of
     *     everything. Other members are refused.
     */
    readonly LinesComparison: {
        readonly lines: Schemas["LineCondition"];
        readonly field?: Schemas["LinesField"];
        readonly op?: Schemas["ComparisonOperator"];
        /**
         * Format: double
         * @description A number of units, cents or lines, at least 0.
         */
        readonly value?: number;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description What is added up over lines.
     *     - `quantity`: the units, or the weight, with at most 3 decimals.
     *     - `spend_cents`: the cents that were paid for them: the `amount` of a line, or otherwise `quantity` ×
     *       `unitPrice`; the total is rounded down.
     *     - `count`: the number of lines.
     * @enum {string}
     */
    readonly LinesField: "quantity" | "spend_cents" | "count";
    /**
     * @description The most that a campaign gives: to a member in a period, to all members together, or for one receipt or event.
     *     One time is one receipt or event on which the campaign gave points, a reward or a stamp; points are what was
     *     given in the end. Limits are never exceeded, however many requests are sent at once.
     *
     *     Times are checked first: if none are left, the campaign does not fire (`LIMIT_REACHED`). Then points are
     *     reduced to what is left (`reducedBy`); if nothing is left, the whole award is lost, including its rewards and
     *     its stamp. An award without points is not affected by limits on points. What is not given is not counted, not
     *     even as a stamp or a visit. A referrer's points are not counted.
     */
    readonly CampaignLimit: {
        readonly per: Schemas["LimitPer"];
        /**
         * @description The period over which the limit counts. Required, except for a limit per `RECEIPT`; for a limit per
         *     `CAMPAIGN` it is `EVER`.
         */
        readonly period?: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description The maximum number of times or points.
         */
        readonly max: number;
    };
    /**
     * @description Of the campaigns with the same text that would give something for a receipt or an event, only one does; the
     *     others are `OUTRANKED`, and leave no stamp, no visit and no count. The one that gives is the campaign with the
     *     greatest `priority`; if priorities are equal, the one with the greatest value in cents (points ×
     *     `pointValueCents`, the face value of rewards, a referrer's points); if values are equal too, the one that was
     *     activated first. So equal priorities mean “the best for the member”, and different priorities mean “the first
     *     that fits”. A reward without a face value counts as 0, so give its campaign a priority. A campaign that gives
     *     nothing so far, such as one that adds a stamp, neither wins nor loses.
     */
    readonly ExclusiveGroup: string | null;
    /**
     * @description What a limit applies to.
     *     - `MEMBER`: each member in each `period`.
     *     - `CAMPAIGN`: all members together, as in “the first thousand”; only of `TIMES`, and `EVER`.
     *     - `RECEIPT`: each receipt or event; only of `POINTS`, and without a `period`.
     * @enum {string}
     */
    readonly LimitPer: "MEMBER" | "CAMPAIGN" | "RECEIPT";
    /**
     * @description How long a limit counts, in local dates of the environment's `timeZone` (UTC without one), according to
     *     `occurredAt`. For anything that happened more than 35 days before it was recorded, limits per day, week and
     *     month count as reached.
     *     - `DAY`: one local day.
     *     - `WEEK`: from Monday to Sunday.
     *     - `MONTH`: a calendar month.
     *     - `EVER`: the life of the campaign.
     * @enum {string}
     */
    readonly LimitPeriod: "DAY" | "WEEK" | "MONTH" | "EVER";
    /**
     * @description What a limit counts.
     *     - `TIMES`: the receipts and events on which the campaign gave something.
     *     - `POINTS`: the points that it gave.
     * @enum {string}
     */
    readonly LimitOf: "TIMES" | "POINTS";
    /**
     * @description What reduced the points of an award. More values may be added, so be prepared for unknown ones.
     *     - `LIMIT`: a limit of the campaign; what was left of it was given.
     *     - `CAP`: `memberPointsCaps` of the environment; what was left of them was given, or only the reward.
     */
    readonly ReducedBy: ("LIMIT" | "CAP") | (string & {});
    /**
     * @description Which lines earn: those that match `lines`, or all except those that match `except`; send one of the two. If
     *     no line earns, the campaign does not fire (`PRODUCT_MISMATCH`); with `except`, a basket without lines earns in
     *     full. SPEND_PERCENTAGE earns on what was paid for these lines, PRODUCT_PURCHASE on their units, and every
     *     other rule fires if there is at least one such line. `minSpend` applies to the whole basket.
     */
    readonly EarnOn: {
        /** @description Only the lines that match this earn. */
        readonly lines?: Schemas["LineCondition"];
        /** @description All lines earn, except those that match this. */
        readonly except?: Schemas["LineCondition"];
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description Selects lines of a receipt: a comparison (`field`, `op`, `value`), or a node (`operator`, `conditions`), on at
     *     most 3 levels.
     */
    readonly LineCondition: Schemas["LineConditionNode"] | Schemas["LineComparison"];
    /** @description All (AND) or at least one (OR) of the conditions must hold for a line. Other members are refused. */
    readonly LineConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, each a comparison or a nested node. */
        readonly conditions: readonly Schemas["LineCondition"][];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description A comparison of a line. Other members are refused. */
    readonly LineComparison: Schemas["LineValueComparison"] | Schemas["LineListComparison"];
    /**
     * @description The field of a line equals a value, does not equal it, or is greater or less than it. Other members are
     *     refused.
     */
    readonly LineValueComparison: {
        readonly field: Schemas["LineField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        /** @description A SKU, a category or an amount in cents. */
        readonly value: string | number;
    } & {
        readonly [key: string]: unknown;
    };
    /** @description The field of a line is one of the values, or none of them. Other members are refused. */
    readonly LineListComparison: {
        readonly field: Schemas["LineField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "in" | "not_in";
        /** @description Up to 5,000 SKUs or categories, or 100 amounts in cents. */
        readonly value: readonly (string | number)[];
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description The field of a line that is compared.
     *     - `sku`: the product; with `eq`, `neq`, `in`, `not_in`, up to 5,000 values.
     *     - `category`: the categories, with the same operators as `sku`: one of them matches (`eq`, `in`), or none of
     *       them does (`neq`, `not_in`).
     *     - `unit_price_cents`: the `unitPrice`; with all operators except `exists`, and lists of up to 100.
     * @enum {string}
     */
    readonly LineField: "sku" | "category" | "unit_price_cents";
    /** @description A comparison. Other members are refused. */
    readonly CampaignComparison: Schemas["CampaignValueComparison"] | Schemas["CampaignListComparison"] | Schemas["CampaignContainmentComparison"] | Schemas["CampaignExistenceComparison"];
    /** @description The field equals a value, does not equal it, or is greater or less than it. Other members are refused. */
    readonly CampaignValueComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        /** @description A value of the field. For `tier_id`, null means no tier. */
        readonly value: string | number | boolean | null;
    } & {
        readonly [key: string]: unknown;
    };
    /** @description The field is one of the values, or none of them. Other members are refused. */
    readonly CampaignListComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "in" | "not_in";
        /** @description Up to 100 values of the field; for `store_ref` up to 5,000. */
        readonly value: readonly (string | number | boolean | null)[];
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description The payload has, in this field, a text with this substring or an array with this element. Other members are
     *     refused.
     */
    readonly CampaignContainmentComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "contains";
        /** @description The substring, or the element. */
        readonly value: string | number | boolean;
    } & {
        readonly [key: string]: unknown;
    };
    /** @description The receipt or event has the field, or does not have it. Other members are refused. */
    readonly CampaignExistenceComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "exists";
        /** @description True if the field must be present, false if it must be missing. */
        readonly value: boolean;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description The field that is compared. Local days and times are those of `occurredAt`, or without it of the time at which
     *     the request arrived, in the time zone of the setting `timeZone`, or without it in UTC.
     *     - `weekday`: `MON`, `TUE`, `WED`, `THU`, `FRI`, `SAT` or `SUN`; with `eq`, `neq`, `in`, `not_in`.
     *     - `date`: a local day such as `2026-11-27`; with all operators except `exists` and `contains`.
     *     - `time`: whole minutes from `00:00` to `23:59`; with all operators except `exists` and `contains`. A time
     *       that a clock change skips never holds, and one that it repeats holds twice.
     *     - `day_of_month`: 1 to 31; with all operators except `exists` and `contains`.
     *     - `store_ref`: the `storeRef` of a receipt; with `eq`, `neq`, `in`, `not_in`, `exists`. Not for rules that
     *       fire on events.
     *     - `attributes.<name>`: an attribute of a receipt; with the same operators as `store_ref`. Texts are compared
     *       exactly: `staff` is not `STAFF`.
     *     - `tier_id`: the id of the member's tier before this receipt or event, or null for no tier; with `eq`, `neq`,
     *       `in`, `not_in`, and `gte`, which means this tier or a higher one. Nobody is in a tier that was deleted
     *       later.
     *     - `segment_id`: the id of a segment that the member is in; with `eq`, `neq`, `in`, `not_in`, where a list
     *       means one of them or none of them. Nobody is in a segment that was deleted later.
     *     - `purchase_number`: 1 for the member's first receipt; for an event, the number of the next receipt. Purchases
     *       that were returned keep their number. With `eq`, `neq`, `gt`, `gte`, `lt`, `lte`.
     *     - `days_since_last_txn`: UTC days since the member's last receipt, 0 on the same day and for a receipt that is
     *       dated back; with the same operators as `purchase_number`. It is missing before the first receipt.
     *     - `quantity`, `spend_cents`, `count`: only together with `lines`, for the lines that it selects.
     *     - `payload.<path>`: a dotted path into the payload of an event; with all operators. Numbers are compared with
     *       numbers, and texts with texts. Only for rules that fire on events.
     */
    readonly CampaignConditionField: string;
    /**
     * @description How a field is compared. `CampaignConditionField` says which operators each field has.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value, or is missing.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than or equal to the value.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than or equal to the value.
     *     - `in`: the field is one of the values.
     *     - `not_in`: the field is none of the values, or is missing.
     *     - `contains`: the field is a text with this substring, or an array with this element.
     *     - `exists`: the field is present (`true`) or missing (`false`).
     * @enum {string}
     */
    readonly CampaignConditionOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists";
    /**
     * @description Whether the field is in a list.
     *     - `in`: the field is one of the values.
     *     - `not_in`: the field is none of the values, or is missing.
     * @enum {string}
     */
    readonly MembershipOperator: "in" | "not_in";
    /**
     * @description Why a campaign is paused. More values may be added, so be prepared for unknown ones.
     *     - `MANUAL`: somebody paused it with `POST /campaigns/{campaignId}/pause`; `GET /audit-log` says who and when.
     *     - `BUDGET`: its budget was spent; raise the budget, then resume the campaign.
     */
    readonly PausedReason: ("MANUAL" | "BUDGET" | null) | (string & {});
    /** @description Something that is valid but probably not what its author intended. */
    readonly Warning: {
        readonly code: Schemas["WarningCode"];
        /** @description The warning as a text for people, with the actual values. */
        readonly message: string;
        /**
         * @description The field that the warning is about, as a JSON pointer into the body or the record. A name of more than
         *     128 characters is truncated.
         */
        readonly pointer: string;
        /** @description The known name that is nearest to the one that was sent; null or absent if none is near. */
        readonly near?: string | null;
    };
    /**
     * @description What a warning is about. More values may be added, so be prepared for unknown ones.
     *     - `NEVER_FIRES`: the rule waits for events, which have neither a store nor an amount, and the campaign
     *       requires one of these.
     *     - `POINT_VALUES_DIFFER`: what a point costs a budget and what it is worth when it is redeemed under this
     *       campaign differ by more than a factor of two.
     *     - `ENDED`: the end of the campaign had passed when it was last changed, so it fires for nothing that was
     *       bought since.
     *     - `UTC_TIMES`: conditions compare local days or times, but the environment has no `timeZone`, so UTC is used.
     *     - `MULTIPLIED_HERE`: the campaign has `tierMultiplier`, so a checkout that multiplies too must leave out its
     *       awards.
     *     - `EVENT_NOT_DEFINED`: the rule waits for an event that no active definition has, so none can arrive.
     *     - `PROVIDER_NOT_SET_UP`: no provider has the name that a coupon gives, so another provider supplies its codes.
     *     - `SAME_URL_AS`: another active webhook gets some of the same events at the same URL, so they are delivered
     *       twice.
     *     - `WEAK_SECRET`: the secret of a webhook can be found by guessing, so a stranger could sign deliveries.
     *     - `CODE_REPLACED`: each reward gets its own code, which replaces the one that was sent.
     *     - `UNKNOWN_FIELD`: the body has an unknown field, which was ignored.
     */
    readonly WarningCode: ("NEVER_FIRES" | "POINT_VALUES_DIFFER" | "ENDED" | "UTC_TIMES" | "MULTIPLIED_HERE" | "EVENT_NOT_DEFINED" | "PROVIDER_NOT_SET_UP" | "SAME_URL_AS" | "WEAK_SECRET" | "CODE_REPLACED" | "UNKNOWN_FIELD") | (string & {});
    /**
     * @description What is valid but probably not intended; usually empty. Present in responses to POST and PATCH, and absent if
     *     a record is only read.
     */
    readonly WarningList: readonly Schemas["Warning"][];
    /** @description The `cursor` of the next page; null on the last page. */
    readonly NextCursor: string | null;
    /** @description One page of campaigns, newest first. */
    readonly CampaignList: {
        /** @description The campaigns. */
        readonly campaigns: readonly Schemas["Campaign"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description Whether a member can earn and redeem points.
     *     - `active`: the member earns and redeems.
     *     - `suspended`: the member is refused until reinstated.
     *     - `anonymized`: the member was erased and is refused for good.
     * @enum {string}
     */
    readonly MemberState: "active" | "suspended" | "anonymized";
    /** @description The position of a member among the tiers. */
    readonly MemberTier: {
        /**
         * Format: uuid
         * @description The tier that the member's `lifetimePoints` reach; null below the first tier.
         */
        readonly id: string | null;
        /** @description The name of the campaign. */
        readonly name: string | null;
        /**
         * Format: uuid
         * @description The next tier; null at the top.
         */
        readonly nextTierId: string | null;
        /**
         * Format: int64
         * @description The lifetime points that are missing for the next tier; null at the top.
         */
        readonly pointsToNextTier: number | null;
    };
    /** @description A member in their current state. */
    readonly Member: {
        /** @description Identifies the member. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant to which the member belongs. */
        readonly tenantId: Schemas["Uuid"];
        /** @description Your reference for the customer, which is the `memberRef` of `evaluate`. */
        readonly externalRef: string;
        /** @description The full name. */
        readonly name: string | null;
        /** @description The e-mail address. */
        readonly email: string | null;
        /** @description The telephone number. */
        readonly phone: string | null;
        /** @description The points that the member has now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points that the member has ever earned; redeeming and expiry do not reduce them. */
        readonly lifetimePoints: Schemas["Points"];
        /**
         * @description Points of returns that will be deducted from what the member earns next. They are not deducted from the
         *     balance yet, but that many points cannot be redeemed.
         */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description The tier that the member's `lifetimePoints` reach; null if none applies. */
        readonly tierId: string | null;
        readonly tier: Schemas["MemberTier"];
        /**
         * Format: double
         * @description The multiple of the base rate that the tier promises, for your checkout to apply; it is never applied
         *     here.
         */
        readonly earnMultiplier: number | null;
        readonly state: Schemas["MemberState"];
        /** @description Why the member was last suspended or reinstated; null if no reason was given. */
        readonly stateReason: string | null;
        /**
         * Format: date-time
         * @description When the member was last suspended, reinstated or erased; null before that.
         */
        readonly stateChangedAt: string | null;
        /** @description When the member was enrolled. */
        readonly enrolledAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the member last bought something; null before that.
         */
        readonly lastActivityAt: string | null;
        /** @description When the record was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When the record was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        /**
         * @description Who enrolled the member, by a receipt, an event or a call; null if it is not known. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description Always null. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description A member to enrol. */
    readonly MemberCreateBody: {
        /** @description Your reference for the customer, which is the `memberRef` of `evaluate`. */
        readonly externalRef: Schemas["Ref"];
        /** @description The full name. */
        readonly name?: string | null;
        /** @description The e-mail address, which does not have to be unique. */
        readonly email?: string | null;
        /** @description The telephone number, which does not have to be unique. */
        readonly phone?: string | null;
    };
    /** @description The fields to change. An absent field stays as it is, and null clears it. */
    readonly MemberUpdateBody: {
        /** @description The full name; null removes it. */
        readonly name?: string | null;
        /** @description The e-mail address, which does not have to be unique; null removes it. */
        readonly email?: string | null;
        /** @description The telephone number, which does not have to be unique; null removes it. */
        readonly phone?: string | null;
    };
    /** @description A member who was erased. */
    readonly ErasedMember: {
        /** @description Identifies the member. */
        readonly id: Schemas["Uuid"];
        /** @description Always `anonymized`. */
        readonly state: Schemas["MemberState"];
        /** @description When the member was first erased. */
        readonly erasedAt: Schemas["Timestamp"];
    };
    /**
     * @description The purpose for which personal data may be used.
     *     - `MARKETING`: to tell the member about offers.
     * @enum {string}
     */
    readonly ConsentPurpose: "MARKETING";
    /**
     * @description How the member may be contacted.
     *     - `EMAIL`: by e-mail.
     *     - `SMS`: by text message.
     *     - `PUSH`: by an app notification.
     *     - `PHONE`: by telephone.
     *     - `POST`: by letter.
     * @enum {string}
     */
    readonly ConsentChannel: "EMAIL" | "SMS" | "PUSH" | "PHONE" | "POST";
    /** @description What a member agreed to or withdrew. */
    readonly ConsentBody: {
        /** @description The member; required without `memberRef`. */
        readonly memberId?: Schemas["Uuid"];
        /** @description The member by your reference; required without `memberId`. */
        readonly memberRef?: Schemas["Ref"];
        readonly purpose: Schemas["ConsentPurpose"];
        /** @description The channels that the consent is about; a channel that is named twice counts once. */
        readonly channels: readonly Schemas["ConsentChannel"][];
        /** @description True for a consent, false for its withdrawal. */
        readonly granted: boolean;
        /** @description Where the consent was given, such as a form or a till. */
        readonly source: string;
        /** @description When the consent was given or withdrawn, at most 5 minutes from now. Default: now. */
        readonly grantedAt?: Schemas["Instant"];
        /**
         * @description The version of your policy that the consent refers to. It is kept for ever, even if the member is erased:
         *     it names a document, not a person.
         */
        readonly policyVersion?: string;
        /** @description What proves the consent: a string of at most 2,000 characters, or an object of at most 8 KiB. */
        readonly evidence?: unknown;
    };
    /** @description A consent or a withdrawal as it was recorded. */
    readonly Consent: {
        /** @description Identifies the record. */
        readonly id: Schemas["Uuid"];
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        readonly purpose: Schemas["ConsentPurpose"];
        /** @description The channels that the consent is about. */
        readonly channels: readonly Schemas["ConsentChannel"][];
        /** @description True for a consent, false for its withdrawal. */
        readonly granted: boolean;
        /** @description Where the consent was given; null once the member has been erased. */
        readonly source: string | null;
        /** @description When the consent was given or withdrawn. */
        readonly grantedAt: Schemas["Timestamp"];
        /** @description The version of your policy that the consent refers to; it is kept when the member is erased. */
        readonly policyVersion: string | null;
        /** @description What proves the consent, as it was sent; null if nothing was sent, and once the member has been erased. */
        readonly evidence: unknown;
        /** @description When it was recorded. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description Who recorded the consent; null if it is not known. Returned only with `withAuthor=true`. */
        readonly author?: Schemas["Author"] | null;
        /** @description Always null. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description The consent that counts now for one purpose and channel. */
    readonly CurrentConsent: {
        readonly purpose: Schemas["ConsentPurpose"];
        readonly channel: Schemas["ConsentChannel"];
        /** @description Whether the member agrees. */
        readonly granted: boolean;
        /** @description The `grantedAt` of the record that counts. */
        readonly since: Schemas["Timestamp"];
    };
    /** @description One page of consents, newest first, and the consents that count now. */
    readonly ConsentList: {
        /** @description The records. */
        readonly consents: readonly Schemas["Consent"][];
        /** @description The consents that count now, for every purpose and channel that was ever recorded; the same on each page. */
        readonly current: readonly Schemas["CurrentConsent"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description One page of members, newest first. */
    readonly MemberList: {
        /** @description The members. */
        readonly members: readonly Schemas["Member"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description One movement of a member's points. An entry is never changed or deleted. */
    readonly LedgerEntry: {
        /** @description Identifies the entry. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant of the member. */
        readonly tenantId: Schemas["Uuid"];
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        /**
         * Format: uuid
         * @description The transaction or event that moved the points; null if there was none.
         */
        readonly transactionId: string | null;
        /**
         * @description Your reference for that transaction or event; null if there was none. For points from a referral, it is
         *     `event:` followed by the reference of the event that gave rise to them.
         */
        readonly transactionRef: string | null;
        readonly type: Schemas["LedgerEntryType"];
        /**
         * Format: int64
         * @description The number of points; negative if they left the balance.
         */
        readonly points: number;
        /** @description The balance after this movement. */
        readonly balanceAfter: Schemas["Points"];
        /** @description What the points were for; for an EARN entry, the names of the campaigns. */
        readonly description: string;
        /**
         * Format: date-time
         * @description When the points expire; null if they do not.
         */
        readonly expiresAt: string | null;
        /** @description When the points moved. */
        readonly createdAt: Schemas["Timestamp"];
    };
    /**
     * @description The types of entries by which a ledger can be filtered.
     *     - `EARN`: points that were awarded.
     *     - `REDEEM`: points that were redeemed.
     *     - `EXPIRE`: points that expired.
     *     - `ADJUST`: points that were adjusted manually.
     *     - `RETURN`: points of a receipt that was returned.
     *     - `REFUND`: redeemed points that were given back.
     * @enum {string}
     */
    readonly LedgerType: "EARN" | "REDEEM" | "EXPIRE" | "ADJUST" | "RETURN" | "REFUND";
    /**
     * @description Why points moved. More values may be added, so be prepared for unknown ones.
     *     - `EARN`: they were awarded.
     *     - `REDEEM`: they were redeemed.
     *     - `EXPIRE`: they expired.
     *     - `ADJUST`: they were adjusted manually.
     *     - `RETURN`: their receipt was returned; 0 points if none were left to take. In the transaction that earned
     *       points, it means that points were deducted from these for an earlier return.
     *     - `REFUND`: they had been redeemed and were given back.
     */
    readonly LedgerEntryType: ("EARN" | "REDEEM" | "EXPIRE" | "ADJUST" | "RETURN" | "REFUND") | (string & {});
    /** @description One page of ledger entries, newest first. */
    readonly LedgerEntryList: {
        /** @description The entries. */
        readonly entries: readonly Schemas["LedgerEntry"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points to give or take. */
    readonly AdjustPointsBody: {
        /**
         * Format: int64
         * @description The number of points, not 0; negative to take points.
         */
        readonly points: number;
        /**
         * @description The reason, which becomes the description of the entry. It is kept for ever, even if the member is erased,
         *     so let it name documents, not people.
         */
        readonly reason: string;
        /**
         * @description Your reference for this adjustment, which makes sure that it is made only once. It is kept for ever, even
         *     if the member is erased, so let it name documents, not people.
         */
        readonly ref?: Schemas["Ref"];
        /**
         * @description When the given points expire; later than now, and at most 36,500 days ahead. A plain date means the end of
         *     that UTC day. Without it they never expire, whatever the environment's setting says.
         */
        readonly expiresAt?: Schemas["Instant"];
    };
    /** @description What an adjustment did. */
    readonly Adjustment: {
        /** @description The entry that the adjustment created. */
        readonly entry: Schemas["LedgerEntry"];
        /** @description The balance afterwards. */
        readonly pointsBalance: Schemas["Points"];
    };
    /** @description A member's points, by expiry date. */
    readonly ExpiringPointsList: {
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        /** @description The time for which the list is correct. */
        readonly asOf: Schemas["Timestamp"];
        /** @description All points of the member. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The points that never expire. */
        readonly pointsWithoutExpiry: Schemas["Points"];
        /** @description The points that expire within the requested number of days, in the order in which they expire. */
        readonly expiring: readonly Schemas["ExpiringPoints"][];
        /** @description Always null; the list is returned in full. */
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points that expire together. */
    readonly ExpiringPoints: {
        /** @description When the points expire. */
        readonly expiresAt: Schemas["Timestamp"];
        /** @description The number of points. */
        readonly points: Schemas["PositivePoints"];
        readonly basis: Schemas["ExpiryBasis"];
    };
    /**
     * @description Why points expire when they do. More values may be added, so be prepared for unknown ones.
     *     - `DATE`: the time is fixed.
     *     - `INACTIVITY`: the member will have been inactive for long enough by then; any activity before that postpones
     *       it.
     */
    readonly ExpiryBasis: ("DATE" | "INACTIVITY") | (string & {});
    /** @description One page of a member's pending points. */
    readonly PendingPointsList: {
        /** @description The pending points, in the order in which they mature. */
        readonly pending: readonly Schemas["PendingPoints"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points of a receipt that mature together. */
    readonly PendingPoints: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The number of points. */
        readonly points: Schemas["PositivePoints"];
        /** @description When the points mature. */
        readonly maturesAt: Schemas["Timestamp"];
    };
    /** @description The body is optional. */
    readonly MemberActionBody: {
        /** @description The reason. It is shown with the member and removed when the member is erased. */
        readonly reason?: string;
    };
    /** @description A card on which a member collects stamps. */
    readonly StampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign. */
        readonly campaignName: Schemas["Name"];
        /**
         * @description The state of the campaign. Only the cards of ACTIVE campaigns are stamped; others are shown if something
         *     was collected on them.
         */
        readonly campaignState: Schemas["CampaignState"];
        /**
         * Format: int32
         * @description The stamps on the current card, at most `stampsRequired`. If the number of required stamps was reduced
         *     below those already collected, the next stamp completes as many cards as there are stamps for.
         */
        readonly stampsCollected: number;
        readonly stampsRequired: Schemas["EveryNth"];
        /**
         * Format: int64
         * @description The number of cards completed so far.
         */
        readonly completedCount: number;
        /**
         * Format: date-time
         * @description When the last stamp was given; null if there is none.
         */
        readonly lastStampAt: string | null;
        /** @description What the last stamp of a card gives. */
        readonly rewardOnCompletion: Schemas["RewardGrant"];
    };
    /** @description A member's stamp cards, in the order in which their campaigns were activated. */
    readonly StampCardList: {
        /** @description The stamp cards. */
        readonly stampCards: readonly Schemas["StampCard"][];
    };
    /** @description A limit of a campaign, and how much of it the member has used in the current period. */
    readonly MemberLimit: {
        /** @description The campaign. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign. */
        readonly campaignName: Schemas["Name"];
        readonly period: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description The maximum number of times or points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description The times or points that were given in this period. This can be more than `max` if the limit was lowered
         *     in the meantime.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description The times or points that are left.
         */
        readonly left: number;
        /** @description The local date on which the period begins; null for `EVER`. */
        readonly from: string | null;
        /** @description The last local date of the period; null for `EVER`. */
        readonly to: string | null;
    };
    /** @description How much of each limit is left for a member. */
    readonly MemberLimitList: {
        /** @description The limits, by campaign; at most 200 combinations of campaign and period. */
        readonly limits: readonly Schemas["MemberLimit"][];
        /** @description The caps of `memberPointsCaps`; empty if there are none. */
        readonly caps: readonly Schemas["MemberCap"][];
    };
    /**
     * @description The most points that all campaigns together give a member, and how many of them are used in the current
     *     period.
     */
    readonly MemberCap: {
        /** @description The period over which the cap counts, never `EVER`. */
        readonly period: Schemas["LimitPeriod"];
        /**
         * Format: int64
         * @description The maximum number of points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description The points that were given in this period. This can be more than `max` if the cap was lowered in the
         *     meantime.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description The times or points that are left.
         */
        readonly left: number;
        /** @description The local date on which the period begins. */
        readonly from: string;
        /** @description The last local date of the period. */
        readonly to: string;
    };
    /** @description A member's open authorizations, in the order in which they end. */
    readonly OpenAuthorizationList: {
        /** @description The open authorizations. */
        readonly authorizations: readonly Schemas["OpenAuthorization"][];
    };
    /** @description A redemption that can still be captured or voided, or will lapse. */
    readonly OpenAuthorization: {
        /** @description Identifies the redemption. */
        readonly redeemTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The points that were taken. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description When the redemption can be captured at the latest; a minute later it lapses. */
        readonly expiresAt: Schemas["Timestamp"];
    };
    /**
     * @description What a member has bought. Windows are whole UTC days that end today. Receipts from before these statistics
     *     were kept are not included.
     */
    readonly MemberStatistics: {
        /** @description Cents spent in 7 days. */
        readonly spendCents7d: Schemas["SpendCents"];
        /** @description Cents spent in 30 days. */
        readonly spendCents30d: Schemas["SpendCents"];
        /** @description Cents spent in 90 days. */
        readonly spendCents90d: Schemas["SpendCents"];
        /** @description Cents spent in 365 days. */
        readonly spendCents365d: Schemas["SpendCents"];
        /** @description Cents spent in total. */
        readonly spendCentsLifetime: Schemas["SpendCents"];
        /** @description Purchases in 7 days. */
        readonly txnCount7d: Schemas["PurchaseCount"];
        /** @description Purchases in 30 days. */
        readonly txnCount30d: Schemas["PurchaseCount"];
        /** @description Purchases in 90 days. */
        readonly txnCount90d: Schemas["PurchaseCount"];
        /** @description Purchases in 365 days. */
        readonly txnCount365d: Schemas["PurchaseCount"];
        /** @description Purchases in total. */
        readonly txnCountLifetime: Schemas["PurchaseCount"];
        /**
         * Format: int64
         * @description The average purchase over 30 days in cents, rounded towards zero; null if there was no purchase.
         */
        readonly avgBasketCents30d: number | null;
        /**
         * Format: int64
         * @description Whole UTC days since the last purchase; null if there was none.
         */
        readonly daysSinceLastTxn: number | null;
        /**
         * Format: int64
         * @description Whole UTC days since the member enrolled.
         */
        readonly daysSinceEnrolled: number;
        /** @description The points that the member has now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points that the member has ever earned. */
        readonly lifetimePoints: Schemas["Points"];
        /**
         * Format: uuid
         * @description The tier that the member's lifetime points reach now; null below the first tier.
         */
        readonly tierId: string | null;
        readonly state: Schemas["MemberState"];
        /** @description Visits under each campaign that counts them, the last visited first. */
        readonly visits: readonly Schemas["CampaignVisits"][];
    };
    /** @description How often a member has visited under one campaign. */
    readonly CampaignVisits: {
        /** @description The campaign, which may be archived. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The name of the campaign. */
        readonly campaignName: string;
        /**
         * Format: int64
         * @description Visits so far.
         */
        readonly count: number;
        /** @description When the last visit was processed. */
        readonly lastVisitAt: Schemas["Timestamp"];
    };
    /**
     * Format: int32
     * @description The display order, lowest first. Default: 0.
     */
    readonly SortOrder: number;
    /**
     * Format: iri
     * @description The address of the badge image; null if there is none.
     */
    readonly BadgeUrl: string | null;
    /** @description What a tier gives; `type` selects the kind. New kinds may be added: ignore those that you do not know. */
    readonly TierBenefit: Schemas["EarnMultiplierBenefit"] | Schemas["LabelBenefit"] | Schemas["ExclusiveCampaignBenefit"] | Schemas["FreeRewardBenefit"];
    /**
     * @description A multiple of the base rate, for your checkout to apply. Here it is applied only by campaigns with
     *     `tierMultiplier`.
     */
    readonly EarnMultiplierBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EARN_MULTIPLIER";
        /**
         * Format: double
         * @description The multiplier: greater than 0, at most 1000.
         */
        readonly multiplier: number;
    };
    /** @description A perk that is described by a text. */
    readonly LabelBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "LABEL";
        readonly description: Schemas["Label"];
    };
    /**
     * @description A campaign that fires only for members of this tier or a higher one, according to the points that they had
     *     before the transaction.
     */
    readonly ExclusiveCampaignBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EXCLUSIVE_CAMPAIGN";
        /** @description A campaign of the environment, archived or not. Any other id gets 400, unless the tier already names it. */
        readonly campaignId: Schemas["Uuid"];
    };
    /**
     * @description A tangible reward for members who reach the tier by points, given only once; `value` has the same shape for
     *     its `rewardType` as in campaigns.
     */
    readonly FreeRewardBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "FREE_REWARD";
        readonly rewardType: Schemas["RewardType"];
        /** @description What the reward is worth, in the shape of its `rewardType`. */
        readonly value: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
    };
    /** @description Up to 50 benefits; the list may be empty. */
    readonly TierBenefitList: readonly Schemas["TierBenefit"][];
    /** @description A new tier. */
    readonly TierCreateBody: {
        readonly name: Schemas["Name"];
        /** @description The lifetime points with which a member enters the tier. */
        readonly minLifetimePoints: Schemas["Points"];
        readonly sortOrder?: Schemas["SortOrder"];
        readonly benefits?: Schemas["TierBenefitList"];
        readonly badgeUrl?: Schemas["BadgeUrl"];
        /**
         * @description With `true`, members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it
         *     by points do. The flag is not stored with the tier.
         * @default false
         */
        readonly grantFreeRewards?: boolean;
    };
    /** @description The fields to change. An absent field stays as it is. */
    readonly TierUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description The lifetime points with which a member enters the tier. */
        readonly minLifetimePoints?: Schemas["Points"];
        readonly sortOrder?: Schemas["SortOrder"];
        readonly benefits?: Schemas["TierBenefitList"];
        readonly badgeUrl?: Schemas["BadgeUrl"];
        /**
         * @description With `true`, members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it
         *     by points do. The flag is not stored with the tier.
         * @default false
         */
        readonly grantFreeRewards?: boolean;
    };
    /**
     * @description The state of a retiering run.
     *     - `IDLE`: every change was announced.
     *     - `QUEUED`: requested, and waiting to begin.
     *     - `RUNNING`: in progress.
     */
    readonly RetieringState: ("IDLE" | "QUEUED" | "RUNNING") | (string & {});
    /** @description The progress of the newest retiering run. */
    readonly Retiering: {
        readonly state: Schemas["RetieringState"];
        /**
         * Format: int64
         * @description The approximate number of members, never less than `scanned`. If there are more than 100,000 they are not
         *     counted when a run begins, and the number comes from the previous run. After the run it is the number of
         *     members checked.
         */
        readonly membersTotal: number;
        /**
         * Format: int64
         * @description The members that the run has checked.
         */
        readonly scanned: number;
        /**
         * Format: int64
         * @description The members that the run has moved to another tier.
         */
        readonly changed: number;
        /**
         * Format: int64
         * @description The tier rewards that the run has requested.
         */
        readonly rewardsRequested: number;
        /**
         * Format: date-time
         * @description When a run was last requested.
         */
        readonly wantedAt: string | null;
        /**
         * Format: date-time
         * @description When the newest run began.
         */
        readonly startedAt: string | null;
        /**
         * Format: date-time
         * @description When the run ended; null before that.
         */
        readonly finishedAt: string | null;
    };
    /** @description A tier in its current state. */
    readonly Tier: {
        /** @description Identifies the tier. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that owns it. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The lifetime points with which a member enters the tier. */
        readonly minLifetimePoints: Schemas["Points"];
        readonly benefits: Schemas["TierBenefitList"];
        readonly sortOrder: Schemas["SortOrder"];
        readonly badgeUrl: Schemas["BadgeUrl"];
        /** @description When it was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        readonly etag?: Schemas["EntityTag"];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description The tiers, or one page of them, by `sortOrder`, lowest first. */
    readonly TierList: {
        /** @description The tiers. */
        readonly tiers: readonly Schemas["Tier"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description How members get into a segment.
     *     - `STATIC`: from a list that is maintained manually.
     *     - `DYNAMIC`: by a rule that members meet or do not meet.
     * @enum {string}
     */
    readonly SegmentType: "STATIC" | "DYNAMIC";
    /** @description Who belongs to a DYNAMIC segment, with at most 5 levels of AND and OR and at most 50 comparisons in total. */
    readonly SegmentRules: Schemas["SegmentRuleNode"];
    /** @description All (AND) or at least one (OR) of the conditions must hold. */
    readonly SegmentRuleNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, each a comparison or a nested node. */
        readonly conditions: readonly Schemas["SegmentCondition"][];
    };
    /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
    readonly SegmentCondition: Schemas["SegmentRuleNode"] | Schemas["SegmentComparison"];
    /** @description A comparison of one property of a member. Windows are whole UTC days that end today, and amounts are in cents. */
    readonly SegmentComparison: Schemas["SegmentNumberComparison"] | Schemas["SegmentTierComparison"] | Schemas["SegmentStateComparison"];
    /**
     * @description A property of a member. Windows are whole UTC days that end today.
     *     - `spend_cents_7d`: cents spent in 7 days.
     *     - `spend_cents_30d`: cents spent in 30 days.
     *     - `spend_cents_90d`: cents spent in 90 days.
     *     - `spend_cents_365d`: cents spent in 365 days.
     *     - `txn_count_7d`: transactions in 7 days.
     *     - `txn_count_30d`: transactions in 30 days.
     *     - `txn_count_90d`: transactions in 90 days.
     *     - `txn_count_365d`: transactions in 365 days.
     *     - `spend_cents_lifetime`: cents spent in total.
     *     - `txn_count_lifetime`: transactions in total.
     *     - `avg_basket_cents_30d`: cents of the average basket over 30 days.
     *     - `days_since_last_txn`: days since the last transaction.
     *     - `days_since_enrolled`: days since the enrolment.
     *     - `points_balance`: the current balance.
     *     - `lifetime_points`: all points ever earned.
     *     - `tier_id`: the id of the tier; null for none.
     *     - `state`: the state of the member.
     * @enum {string}
     */
    readonly SegmentField: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points" | "tier_id" | "state";
    /**
     * @description A property of a member that is a number. Windows are whole UTC days that end today.
     *     - `spend_cents_7d`: cents spent in 7 days.
     *     - `spend_cents_30d`: cents spent in 30 days.
     *     - `spend_cents_90d`: cents spent in 90 days.
     *     - `spend_cents_365d`: cents spent in 365 days.
     *     - `txn_count_7d`: transactions in 7 days.
     *     - `txn_count_30d`: transactions in 30 days.
     *     - `txn_count_90d`: transactions in 90 days.
     *     - `txn_count_365d`: transactions in 365 days.
     *     - `spend_cents_lifetime`: cents spent in total.
     *     - `txn_count_lifetime`: transactions in total.
     *     - `avg_basket_cents_30d`: cents of the average basket over 30 days.
     *     - `days_since_last_txn`: days since the last transaction.
     *     - `days_since_enrolled`: days since the enrolment.
     *     - `points_balance`: the current balance.
     *     - `lifetime_points`: all points ever earned.
     * @enum {string}
     */
    readonly SegmentNumberField: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points";
    /** @description A comparison of a count, an amount in cents, points or days. */
    readonly SegmentNumberComparison: {
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly field: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points";
        readonly op: Schemas["ComparisonOperator"];
        /**
         * Format: int64
         * @description A number of cents, transactions, points or days, depending on the field.
         */
        readonly value: number;
    };
    /** @description A comparison of the member's tier; null means no tier. */
    readonly SegmentTierComparison: {
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly field: "tier_id";
        readonly op: Schemas["EqualityOperator"];
        /**
         * Format: uuid
         * @description The id of a tier; null means no tier.
         */
        readonly value: string | null;
    };
    /** @description A comparison of the member's state. */
    readonly SegmentStateComparison: {
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly field: "state";
        readonly op: Schemas["EqualityOperator"];
        readonly value: Schemas["MemberState"];
    };
    /** @description A new segment. */
    readonly SegmentCreateBody: {
        readonly name: Schemas["Name"];
        /** @description A description for people, which has no effect; null is the same as absent. */
        readonly description?: string | null;
        readonly type: Schemas["SegmentType"];
        /** @description The rules of the segment. Required for a DYNAMIC segment; a STATIC one has none. */
        readonly rules?: Schemas["SegmentRules"] | null;
    };
    /** @description The fields to change. An absent field stays as it is. */
    readonly SegmentUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description A description for people; it has no effect. Null removes it. */
        readonly description?: string | null;
        /** @description The rules of the segment; only for a DYNAMIC segment. */
        readonly rules?: Schemas["SegmentRules"] | null;
    };
    /** @description A segment in its current state. */
    readonly Segment: {
        /** @description Identifies the segment. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that owns it. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description A description for people; null if there is none. */
        readonly description: string | null;
        readonly type: Schemas["SegmentType"];
        /** @description The rules of the segment; null for a STATIC segment. */
        readonly rules: Schemas["SegmentRules"] | null;
        /**
         * Format: int64
         * @description The number of members in the segment now.
         */
        readonly memberCount: number;
        /**
         * Format: date-time
         * @description When the latest completed refresh of a DYNAMIC segment began; null before the first one, and for a STATIC
         *     segment.
         */
        readonly lastRefreshedAt: string | null;
        /** @description When it was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        readonly etag?: Schemas["EntityTag"];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description The segments, or one page of them, newest first. */
    readonly SegmentList: {
        /** @description The segments. */
        readonly segments: readonly Schemas["Segment"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Rules to preview. */
    readonly SegmentPreviewBody: {
        readonly rules: Schemas["SegmentRules"];
        /**
         * Format: int32
         * @description The maximum number of members to return as examples. Default: 10.
         */
        readonly sampleSize?: number;
    };
    /** @description The members who meet the rules now. */
    readonly SegmentPreview: {
        /**
         * Format: int64
         * @description The number of members who meet the rules.
         */
        readonly matchCount: number;
        /** @description Some of these members, in no particular order. */
        readonly sampleMemberIds: readonly Schemas["Uuid"][];
    };
    /** @description The number of refreshes that were queued. */
    readonly SegmentsQueued: {
        /**
         * Format: int32
         * @description The number of DYNAMIC segments.
         */
        readonly segmentsQueued: number;
    };
    /** @description The result of a refresh of a segment. */
    readonly SegmentRefresh: {
        /** @description The segment. */
        readonly segmentId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description The number of members in the segment now.
         */
        readonly memberCount: number;
        /**
         * Format: int64
         * @description The number of members whom the refresh added. Members who entered through their own activity are not
         *     counted.
         */
        readonly added: number;
        /**
         * Format: int64
         * @description The number of members whom the refresh removed.
         */
        readonly removed: number;
        /** @description When the refresh began. */
        readonly refreshedAt: Schemas["Timestamp"];
    };
    /** @description The members to add. You can send both lists. */
    readonly SegmentMembersBody: {
        readonly memberId?: Schemas["Uuid"];
        /** @description The internal ids of up to 1,000 members. */
        readonly memberIds?: readonly Schemas["Uuid"][];
    };
    /** @description The number of members that were added. */
    readonly SegmentMembersAdded: {
        /**
         * Format: int32
         * @description The number of members who were not in the segment before.
         */
        readonly added: number;
    };
    /** @description What is known about a member, as numbers. */
    readonly SegmentMemberStats: {
        /** @description Cents spent in 30 days. */
        readonly spendCents30d: Schemas["SpendCents"];
        /** @description Purchases in 30 days. */
        readonly txnCount30d: Schemas["PurchaseCount"];
        /** @description The points that the member has now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points that the member has ever earned. */
        readonly lifetimePoints: Schemas["Points"];
    };
    /** @description A member of a segment. */
    readonly SegmentMember: {
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description Your reference for the customer. */
        readonly externalRef: string;
        /** @description When the member entered the segment. */
        readonly addedAt: Schemas["Timestamp"];
        readonly stats: Schemas["SegmentMemberStats"];
    };
    /** @description One page of members, last added first. */
    readonly SegmentMemberList: {
        /** @description The members. */
        readonly members: readonly Schemas["SegmentMember"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description A segment that a member is in. */
    readonly MemberSegment: {
        /** @description The segment. */
        readonly segmentId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        readonly type: Schemas["SegmentType"];
        /** @description When the member entered the segment. */
        readonly addedAt: Schemas["Timestamp"];
    };
    /** @description One page of segments, last entered first. */
    readonly MemberSegmentList: {
        /** @description The segments. */
        readonly segments: readonly Schemas["MemberSegment"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description The length of an item.
     *     - `minute`: a minute.
     *     - `hour`: an hour.
     *     - `day`: a UTC day.
     * @default hour
     * @enum {string}
     */
    readonly ActivityStep: "minute" | "hour" | "day";
    /**
     * Format: int64
     * @description A count.
     */
    readonly ActivityCount: number;
    /**
     * Format: int64
     * @description A total; negative if more was given back.
     */
    readonly ActivityAmount: number;
    /** @description What was done in a minute, an hour or a day. */
    readonly ActivityItem: {
        /** @description When the refresh began. */
        readonly at: Schemas["Timestamp"];
        /** @description Receipts that were evaluated; with `campaignId`, those on which the campaign fired. */
        readonly receipts: Schemas["ActivityCount"];
        /** @description Events that were processed; with `campaignId`, those on which the campaign fired. */
        readonly events: Schemas["ActivityCount"];
        /** @description Awards of campaigns, including those to referrers. */
        readonly awards: Schemas["ActivityCount"];
        /** @description Cents spent, less those that were returned. */
        readonly spendCents: Schemas["ActivityAmount"];
        /**
         * @description Points that entered balances, less those that returns took back; for a campaign, pending points are
         *     included.
         */
        readonly pointsEarned: Schemas["ActivityAmount"];
        /** @description Points that redemptions and authorizations took, less those that were given back. */
        readonly pointsRedeemed: Schemas["ActivityAmount"];
        /** @description The discounts for these points in cents, less those that were reversed. */
        readonly discountCents: Schemas["ActivityAmount"];
        /** @description Points that expired. */
        readonly pointsExpired: Schemas["ActivityAmount"];
        /** @description Points that adjustments gave, less those that they took. */
        readonly pointsAdjusted: Schemas["ActivityAmount"];
        /** @description Members who were enrolled. */
        readonly membersEnrolled: Schemas["ActivityCount"];
        /** @description Rewards that campaigns and tiers gave. */
        readonly rewardsGiven: Schemas["ActivityCount"];
        /** @description The cost in cents, as budgets count it. */
        readonly costCents: Schemas["ActivityAmount"];
    };
    /** @description Activity over time, oldest first. */
    readonly Activity: {
        /** @description The current time of the service; the last item is complete only up to this time. */
        readonly asOf: Schemas["Timestamp"];
        readonly step: Schemas["ActivityStep"];
        /** @description One item for each step. */
        readonly items: readonly Schemas["ActivityItem"][];
    };
    /** @description What a campaign gave. */
    readonly CampaignActivity: {
        /** @description The campaign. */
        readonly campaignId: Schemas["Uuid"];
        /** @description The awards of the campaign. */
        readonly awards: Schemas["ActivityCount"];
        /** @description The points of these awards, less those that returns took back. */
        readonly pointsEarned: Schemas["ActivityAmount"];
        /** @description The rewards that the campaign gave. */
        readonly rewardsGiven: Schemas["ActivityCount"];
        /** @description The cost in cents, as the campaign's budget counts it. */
        readonly costCents: Schemas["ActivityAmount"];
    };
    /** @description What each campaign gave. */
    readonly CampaignActivityList: {
        /** @description The current time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description The campaigns, those with the most awards first. */
        readonly campaigns: readonly Schemas["CampaignActivity"][];
    };
    /**
     * @description How actions are grouped.
     *     - `member`: by the member whose points they concern.
     *     - `credential`: by who did it.
     *     - `store`: by the store that was named.
     * @default member
     * @enum {string}
     */
    readonly ExceptionsBy: "member" | "credential" | "store";
    /**
     * @description The kind of points by which the list is ordered, the most first; if two are equal, the one with more actions
     *     comes first.
     *     - `pointsForgiven`: points that returns could not take back and forgave.
     *     - `pointsToDeduct`: points that returns could not take back and recorded as owed.
     *     - `pointsReversed`: points that returns reversed.
     *     - `pointsVoided`: points that voids gave back.
     *     - `pointsLapsed`: points that lapses gave back.
     *     - `pointsGiven`: points that adjustments gave.
     *     - `pointsTaken`: points that adjustments took.
     * @default pointsForgiven
     * @enum {string}
     */
    readonly ExceptionOrder: "pointsForgiven" | "pointsToDeduct" | "pointsReversed" | "pointsVoided" | "pointsLapsed" | "pointsGiven" | "pointsTaken";
    /** @description What was done on a UTC day. */
    readonly ExceptionDay: {
        /** @description The beginning of the day. */
        readonly at: Schemas["Timestamp"];
        /** @description The number of returns, voids, lapses and adjustments. */
        readonly acts: Schemas["ActivityCount"];
        /** @description Points that returns could not take back and forgave. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that returns could not take back and recorded as owed. */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description Points that returns reversed, including those that were forgiven or are owed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Redeemed points that were given back because a caller voided their redemption. */
        readonly pointsVoided: Schemas["Points"];
        /** @description Redeemed points that were given back because their redemption was neither captured nor voided in time. */
        readonly pointsLapsed: Schemas["Points"];
        /** @description Points that adjustments gave. */
        readonly pointsGiven: Schemas["Points"];
        /** @description Points that adjustments took. */
        readonly pointsTaken: Schemas["Points"];
    };
    /**
     * @description The totals of a member, a credential or a store. The item has `memberId` and `externalRef`, or `author`, or
     *     `storeRef`.
     */
    readonly ExceptionItem: {
        /** @description The member. Present only if the list is grouped by member. */
        readonly memberId?: Schemas["Uuid"];
        /** @description Your reference for the member. Present only if the list is grouped by member. */
        readonly externalRef?: string | null;
        /** @description Who did it; null if it is not known. Present only if the list is grouped by credential. */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Present only if the list is grouped by store. */
        readonly storeRef?: string | null;
        /** @description The number of returns, voids, lapses and adjustments. */
        readonly acts: Schemas["ActivityCount"];
        /** @description Points that returns could not take back and forgave. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that returns could not take back and recorded as owed. */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description Points that returns reversed, including those that were forgiven or are owed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Redeemed points that were given back because a caller voided their redemption. */
        readonly pointsVoided: Schemas["Points"];
        /** @description Redeemed points that were given back because their redemption was neither captured nor voided in time. */
        readonly pointsLapsed: Schemas["Points"];
        /** @description Points that adjustments gave. */
        readonly pointsGiven: Schemas["Points"];
        /** @description Points that adjustments took. */
        readonly pointsTaken: Schemas["Points"];
        /**
         * @description The days on which anything was done, oldest first. If there are more than 31, the days with the most are
         *     shown.
         */
        readonly days: readonly Schemas["ExceptionDay"][];
    };
    /** @description Who returns, voids and adjusts the most. */
    readonly Exceptions: {
        /** @description The current time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description The report counts all actions from this time on. The time is later than `from` if there were more than 100,000 actions. */
        readonly countedFrom: Schemas["Timestamp"];
        readonly by: Schemas["ExceptionsBy"];
        /** @description The items, those with the most first. */
        readonly items: readonly Schemas["ExceptionItem"][];
    };
    /** @description How often a person used a read operation on a day. */
    readonly ReadCount: {
        /** @description The beginning of the UTC day. */
        readonly at: Schemas["Timestamp"];
        /**
         * @description The person. It is null for all people together who were beyond the limits: 1,000 pairs of a person and an
         *     operation in ten seconds, and 20,000 on a day.
         */
        readonly author: Schemas["Author"] | null;
        /** @description The `operationId` of the operation in this document. */
        readonly operation: string;
        readonly count: Schemas["ActivityCount"];
    };
    /** @description What people have read. */
    readonly ReadCounts: {
        /** @description The current time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description All counts from this time on are listed. It is later than `from` if there were more than 1,000. */
        readonly countedFrom: Schemas["Timestamp"];
        /** @description The counts, newest day first, and within a day the most frequent first. */
        readonly items: readonly Schemas["ReadCount"][];
    };
    /** @description The total points of the members of an environment. */
    readonly LiabilityDay: {
        /** @description When the count ended. */
        readonly countedAt: Schemas["Timestamp"];
        /**
         * Format: int64
         * @description Members who have not been erased.
         */
        readonly members: number;
        /**
         * Format: int64
         * @description Members whose balance is above 0.
         */
        readonly membersWithPoints: number;
        /** @description The total of their balances. */
        readonly points: Schemas["Points"];
        /**
         * Format: int32
         * @description The cost of a point in cents, from the setting `pointValueCents` at the time.
         */
        readonly pointValueCents: number;
        /** @description The points multiplied by the value of one point. */
        readonly liabilityCents: Schemas["Cents"];
    };
    /** @description The name of a permission, as in the `x-permission` of operations. */
    readonly PermissionName: string;
    /** @description A permission. */
    readonly NamedPermission: {
        readonly name: Schemas["PermissionName"];
        /** @description What it allows, as a sentence for people. */
        readonly meaning: string;
    };
    /** @description A name for several permissions. */
    readonly NamedRole: {
        /** @description The name of the role, as it is used in `scope` or in the list of roles. */
        readonly name: string;
        /** @description What it allows, as a sentence for people. */
        readonly meaning: string;
        /** @description All permissions of the role. */
        readonly permissions: readonly Schemas["PermissionName"][];
    };
    /** @description The permissions that credentials can have. */
    readonly PermissionCatalogue: {
        /** @description All permissions. */
        readonly permissions: readonly Schemas["NamedPermission"][];
        /** @description All roles. */
        readonly roles: readonly Schemas["NamedRole"][];
    };
    /**
     * @description Whether a key can be used.
     *     - `ACTIVE`: it can be used.
     *     - `EXPIRED`: its expiry has passed.
     *     - `REVOKED`: it was revoked.
     * @enum {string}
     */
    readonly ApiKeyState: "ACTIVE" | "EXPIRED" | "REVOKED";
    /** @description An API key in its current state. */
    readonly ApiKey: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All permissions of the key. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that the key was given; null if its permissions were listed. `admin` grows with later releases;
         *     any other role stands for the permissions that it had on the day it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description The number of requests per minute; null for the default of its environment.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When the key expires; null if it does not.
         */
        readonly expiresAt: string | null;
        /**
         * @description The UTC day on which the key was last used, updated within a minute; null if it has never been used, or
         *     not since uses have been recorded.
         */
        readonly lastUsedOn: string | null;
        /** @description The permissions of the key that it has used; the others can be removed. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description The successor by which the key was replaced in a rotation; null if it was not rotated.
         */
        readonly replacedBy: string | null;
        /**
         * @description The id of the key, or the subject of the token, that created this key; null if an operator created it, and
         *     for keys from before this was kept.
         */
        readonly madeBy: string | null;
        /** @description When the key was created. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the key was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description The text of the key. Present only in the response to the POST that creates it. */
        readonly key?: string;
    };
    /** @description The successor of a key that was rotated. */
    readonly ApiKeySuccessor: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All permissions of the key. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that the key was given; null if its permissions were listed. `admin` grows with later releases;
         *     any other role stands for the permissions that it had on the day it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description The number of requests per minute; null for the default of its environment.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When the key expires; null if it does not.
         */
        readonly expiresAt: string | null;
        /**
         * @description The UTC day on which the key was last used, updated within a minute; null if it has never been used, or
         *     not since uses have been recorded.
         */
        readonly lastUsedOn: string | null;
        /** @description The permissions of the key that it has used; the others can be removed. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description The successor by which the key was replaced in a rotation; null if it was not rotated.
         */
        readonly replacedBy: string | null;
        /**
         * @description The id of the key, or the subject of the token, that created this key; null if an operator created it, and
         *     for keys from before this was kept.
         */
        readonly madeBy: string | null;
        /** @description When the key was created. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the key was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description The text of the key; it is shown only here. */
        readonly key: string;
        readonly replaces: Schemas["ReplacedApiKey"];
    };
    /** @description The key that was rotated. */
    readonly ReplacedApiKey: {
        /** @description Identifies the old key. */
        readonly id: Schemas["Uuid"];
        /** @description When the old key stops working. */
        readonly expiresAt: Schemas["Timestamp"];
    };
    /** @description A key that was revoked, and the keys that it created. */
    readonly RevokedApiKey: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All permissions of the key. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that the key was given; null if its permissions were listed. `admin` grows with later releases;
         *     any other role stands for the permissions that it had on the day it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description The number of requests per minute; null for the default of its environment.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When the key expires; null if it does not.
         */
        readonly expiresAt: string | null;
        /**
         * @description The UTC day on which the key was last used, updated within a minute; null if it has never been used, or
         *     not since uses have been recorded.
         */
        readonly lastUsedOn: string | null;
        /** @description The permissions of the key that it has used; the others can be removed. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description The successor by which the key was replaced in a rotation; null if it was not rotated.
         */
        readonly replacedBy: string | null;
        /**
         * @description The id of the key, or the subject of the token, that created this key; null if an operator created it, and
         *     for keys from before this was kept.
         */
        readonly madeBy: string | null;
        /** @description When the key was created. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the key was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description The keys that this call revoked, including the key itself; empty if a repeat changes nothing. */
        readonly revoked: readonly Schemas["Uuid"][];
        /**
         * @description The ACTIVE keys that the key created, that those created, and so on, and that this call did not revoke;
         *     `alsoMade` revokes them.
         */
        readonly made: readonly Schemas["Uuid"][];
    };
    /** @description One page of keys, newest first. */
    readonly ApiKeyList: {
        /** @description The keys. */
        readonly apiKeys: readonly Schemas["ApiKey"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description A new key, with `permissions` or with a `role`. */
    readonly ApiKeyCreateBody: {
        readonly name: Schemas["Name"];
        /** @description The permissions of the key. Send either this or `role`. */
        readonly permissions?: readonly Schemas["PermissionName"][];
        /** @description A role from `GET /permissions`. Send either this or `permissions`. */
        readonly role?: string;
        /**
         * @description When the key expires, in the future; a plain date means the end of that UTC day. Without it the key does
         *     not expire; a key that expires itself cannot create such a key.
         */
        readonly expiresAt?: Schemas["Instant"];
        /**
         * Format: int64
         * @description The number of requests per minute, at most your own. Default: the default of its environment.
         */
        readonly rateLimitPerMinute?: number;
    };
    /** @description The fields to change. An absent field stays as it is. */
    readonly ApiKeyUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description The permissions that the key keeps. */
        readonly permissions?: readonly Schemas["PermissionName"][];
        /** @description A role whose permissions are among those of the key, instead of `permissions`. */
        readonly role?: string;
        /**
         * Format: instant
         * @description An earlier expiry, in the future; a plain date means the end of that UTC day. Null is refused if the key
         *     has an expiry.
         */
        readonly expiresAt?: string | null;
        /**
         * Format: int64
         * @description A lower limit of requests per minute; null for the default of its environment, if that is not higher.
         */
        readonly rateLimitPerMinute?: number | null;
    };
    /** @description The body is optional. */
    readonly ApiKeyRotateBody: {
        /**
         * Format: int32
         * @description How long the old key works alongside the new one, in hours.
         * @default 24
         */
        readonly overlapHours?: number;
    };
    /** @description The body is optional. */
    readonly ApiKeyRevokeBody: {
        /**
         * @description Whether to revoke the keys that this key created, those that they created, and so on, as well.
         * @default false
         */
        readonly alsoMade?: boolean;
    };
    /** @description The settings of an environment, with defaults filled in. */
    readonly Settings: {
        /**
         * Format: int32
         * @description What a point costs a campaign's budget, in cents. Default: 1.
         */
        readonly pointValueCents: number;
        /** @description When points expire if their campaign does not say. Default: they never expire. */
        readonly pointsExpiry: Schemas["PointsExpiry"];
        /**
         * Format: int32
         * @description The evaluate calls per minute of one credential, within its own limit. Default: only its own limit
         *     applies.
         */
        readonly evaluateRateLimitPerMinute: number | null;
        /**
         * Format: int32
         * @description The requests per minute of all credentials together. Default: ten times the limit of the credential that
         *     sends the request.
         */
        readonly requestsPerMinute: number | null;
        /**
         * Format: int32
         * @description The items of bulk calls per minute. Default: 60,000 in live and 6,000 in test.
         */
        readonly bulkItemsPerMinute: number | null;
        /**
         * Format: int32
         * @description The writes of configuration per minute. Default: 3,000.
         */
        readonly configurationWritesPerMinute: number | null;
        /** @description The sources from which rewards get their codes. */
        readonly rewardProviders: Schemas["RewardProviderSetting"];
        /** @description Whether webhooks of a live environment may use addresses without TLS. */
        readonly webhooksOverPlainHttp: boolean;
        /** @description The origins whose pages may call the API with a bearer token. */
        readonly corsOrigins: readonly string[];
        /**
         * @description Whether a person other than the one who made the latest change is needed to activate, resume or change
         *     what is live: a live campaign, a segment that a live campaign names, tiers, `pointValueCents`. Otherwise
         *     the response is 409 `ANOTHER_PERSON_NEEDED`. The person who turned this setting on cannot turn it off, and
         *     it remains in effect for one more day after it is turned off.
         */
        readonly liveChangesByTwo: boolean;
        /** @description Whether a repeated reference with a different body is refused. */
        readonly rejectMismatch: boolean;
        /**
         * @description The country in which national telephone numbers are dialled (ISO 3166-1). Default: national numbers are
         *     not recognised.
         */
        readonly phoneCountry: string | null;
        /** @description How redeemed points are given back when their receipt is returned. */
        readonly refundPoints: Schemas["RefundPoints"];
        /**
         * Format: int32
         * @description Points that are given back expire later by the time that they were out, but at most this many days after
         *     they are given back. Default: 30.
         */
        readonly refundGraceDays: number;
        /** @description What happens to reversed points that are not on the balance. */
        readonly unrecoveredPoints: Schemas["UnrecoveredPoints"];
        /**
         * Format: int64
         * @description The points that one credential can give by adjustments on a UTC day, together with all keys that it
         *     created or was rotated to. Default: any number. Raising or removing the limit takes effect a day later
         *     (`upcoming`).
         */
        readonly adjustedPointsPerDay: number | null;
        /**
         * Format: int32
         * @description For how many minutes a captured or plain redemption may be voided by a credential other than the one that
         *     redeemed. Open authorizations may always be voided. Default: no time limit; new environments start with
         *     1440.
         */
        readonly voidWithinMinutes: number | null;
        /**
         * Format: int64
         * @description The points that all credentials together can give by adjustments on a UTC day. Default: any number.
         *     Raising or removing the limit takes effect a day later (`upcoming`).
         */
        readonly totalAdjustedPointsPerDay: number | null;
        /**
         * @description Whether a reward can be redeemed only with the receipt that it is used for (`transactionRef`). Default:
         *     the receipt is optional.
         */
        readonly rewardRedeemNeedsRef: boolean;
        /**
         * @description The time zone in which conditions of campaigns compare days and times: a name of the IANA database.
         *     `startDate`, `endDate`, statistics and expiry use UTC. Default: conditions use UTC too.
         */
        readonly timeZone: string | null;
        /** @description The most points that all campaigns together give a member. Default: any number. */
        readonly memberPointsCaps: Schemas["MemberPointsCaps"] | null;
    };
    /**
     * @description The settings to change; at least one. An absent setting stays as it is, and null restores its default. Unknown
     *     names are refused.
     */
    readonly SettingsUpdateBody: {
        /**
         * Format: int32
         * @description What a point costs a campaign's budget, in cents. Default: 1.
         */
        readonly pointValueCents?: number | null;
        /** @description When points expire if their campaign does not say. Default: they never expire. */
        readonly pointsExpiry?: Schemas["PointsExpiry"] | null;
        /**
         * Format: int32
         * @description The evaluate calls per minute of one credential, within its own limit. Default: only its own limit
         *     applies.
         */
        readonly evaluateRateLimitPerMinute?: number | null;
        /**
         * Format: int32
         * @description The requests per minute of all credentials together. Default: ten times the limit of the credential that
         *     sends the request.
         */
        readonly requestsPerMinute?: number | null;
        /**
         * Format: int32
         * @description The items of bulk calls per minute. Default: 60,000 in live and 6,000 in test.
         */
        readonly bulkItemsPerMinute?: number | null;
        /**
         * Format: int32
         * @description The writes of configuration per minute. Default: 3,000.
         */
        readonly configurationWritesPerMinute?: number | null;
        /** @description The sources from which rewards get their codes. */
        readonly rewardProviders?: Schemas["RewardProviderSetting"] | null;
        /** @description Whether webhooks of a live environment may use addresses without TLS. */
        readonly webhooksOverPlainHttp?: boolean | null;
        /** @description The origins whose pages may call the API with a bearer token. */
        readonly corsOrigins?: readonly string[] | null;
        /**
         * @description Whether a person other than the one who made the latest change is needed to activate, resume or change
         *     what is live: a live campaign, a segment that a live campaign names, tiers, `pointValueCents`. Otherwise
         *     the response is 409 `ANOTHER_PERSON_NEEDED`. The person who turned this setting on cannot turn it off, and
         *     it remains in effect for one more day after it is turned off.
         */
        readonly liveChangesByTwo?: boolean | null;
        /** @description Whether a repeated reference with a different body is refused. */
        readonly rejectMismatch?: boolean | null;
        /**
         * @description The country in which national telephone numbers are dialled (ISO 3166-1). Default: national numbers are
         *     not recognised.
         */
        readonly phoneCountry?: string | null;
        /** @description How redeemed points are given back when their receipt is returned. */
        readonly refundPoints?: Schemas["RefundPoints"] | null;
        /**
         * Format: int32
         * @description Points that are given back expire later by the time that they were out, but at most this many days after
         *     they are given back. Default: 30.
         */
        readonly refundGraceDays?: number | null;
        /** @description What happens to reversed points that are not on the balance. */
        readonly unrecoveredPoints?: Schemas["UnrecoveredPoints"] | null;
        /**
         * Format: int64
         * @description The points that one credential can give by adjustments on a UTC day, together with all keys that it
         *     created or was rotated to. Default: any number. Raising or removing the limit takes effect a day later
         *     (`upcoming`).
         */
        readonly adjustedPointsPerDay?: number | null;
        /**
         * Format: int32
         * @description For how many minutes a captured or plain redemption may be voided by a credential other than the one that
         *     redeemed. Open authorizations may always be voided. Default: no time limit; new environments start with
         *     1440.
         */
        readonly voidWithinMinutes?: number | null;
        /**
         * Format: int64
         * @description The points that all credentials together can give by adjustments on a UTC day. Default: any number.
         *     Raising or removing the limit takes effect a day later (`upcoming`).
         */
        readonly totalAdjustedPointsPerDay?: number | null;
        /**
         * @description Whether a reward can be redeemed only with the receipt that it is used for (`transactionRef`). Default:
         *     the receipt is optional.
         */
        readonly rewardRedeemNeedsRef?: boolean | null;
        /**
         * @description The time zone in which conditions of campaigns compare days and times: a name of the IANA database.
         *     `startDate`, `endDate`, statistics and expiry use UTC. Default: conditions use UTC too.
         */
        readonly timeZone?: string | null;
        /** @description The most points that all campaigns together give a member. Default: any number. */
        readonly memberPointsCaps?: Schemas["MemberPointsCaps"] | null;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description The most points that all campaigns together give a member on a local day, in a week from Monday, and in a
     *     month, for receipts and events according to `occurredAt`. At least one of the three is required. The last
     *     award is cut first: that of the campaign with the lowest `priority`, and if priorities are equal, that of the
     *     campaign activated last. An award that is cut to nothing is not given (`CAP_REACHED`), unless it has a reward,
     *     which stays. Anything that happened more than 35 days before it was recorded gives no points. A referrer's
     *     points and adjustments are not counted.
     */
    readonly MemberPointsCaps: {
        /**
         * Format: int64
         * @description The most points on a local day.
         */
        readonly day?: number;
        /**
         * Format: int64
         * @description The most points in a week, from Monday.
         */
        readonly week?: number;
        /**
         * Format: int64
         * @description The most points in a month.
         */
        readonly month?: number;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description Who owns a setting. More values may be added, so be prepared for unknown ones.
     *     - `TENANT`: the tenant, who changes it with the permission `settings:write`.
     *     - `OPERATOR`: the operator of the service.
     */
    readonly SettingOwner: ("TENANT" | "OPERATOR") | (string & {});
    /** @description The owner of each setting. */
    readonly SettingOwners: {
        readonly pointValueCents: Schemas["SettingOwner"];
        readonly pointsExpiry: Schemas["SettingOwner"];
        readonly evaluateRateLimitPerMinute: Schemas["SettingOwner"];
        readonly requestsPerMinute: Schemas["SettingOwner"];
        readonly bulkItemsPerMinute: Schemas["SettingOwner"];
        readonly configurationWritesPerMinute: Schemas["SettingOwner"];
        readonly rewardProviders: Schemas["SettingOwner"];
        readonly webhooksOverPlainHttp: Schemas["SettingOwner"];
        readonly corsOrigins: Schemas["SettingOwner"];
        readonly rejectMismatch: Schemas["SettingOwner"];
        readonly phoneCountry: Schemas["SettingOwner"];
        readonly refundPoints: Schemas["SettingOwner"];
        readonly refundGraceDays: Schemas["SettingOwner"];
        readonly unrecoveredPoints: Schemas["SettingOwner"];
        readonly adjustedPointsPerDay: Schemas["SettingOwner"];
        readonly voidWithinMinutes: Schemas["SettingOwner"];
        readonly totalAdjustedPointsPerDay: Schemas["SettingOwner"];
        readonly rewardRedeemNeedsRef: Schemas["SettingOwner"];
        readonly timeZone: Schemas["SettingOwner"];
        readonly memberPointsCaps: Schemas["SettingOwner"];
        readonly liveChangesByTwo: Schemas["SettingOwner"];
    };
    /**
     * @description The settings of an environment that are in effect, who owns each of them, and the changes that will take
     *     effect later.
     */
    readonly SettingsRecord: {
        readonly settings: Schemas["Settings"];
        readonly etag?: Schemas["EntityTag"];
        readonly owners: Schemas["SettingOwners"];
        /**
         * @description The values that were written but are not in effect yet. Writing the same setting again replaces its value
         *     here.
         */
        readonly upcoming: readonly Schemas["UpcomingSetting"][];
    };
    /** @description A limit that was raised or removed, and when that takes effect. Until then, the previous limit applies. */
    readonly UpcomingSetting: {
        /** @description The name of the campaign. */
        readonly setting: string;
        /**
         * Format: int64
         * @description The value that will apply; null for no limit.
         */
        readonly value: number | null;
        /** @description When the value takes effect. */
        readonly from: Schemas["Instant"];
    };
    /** @description The source of codes for each type of reward. */
    readonly RewardProviderSetting: {
        /**
         * @description The source for types that are not listed.
         * @default generator
         */
        readonly default?: string;
        readonly byType?: Schemas["RewardProvidersByType"];
    };
    /** @description Sources of codes by type of reward. */
    readonly RewardProvidersByType: {
        /** @description The source for coupons. */
        readonly COUPON_VOUCHER?: Schemas["RewardProviderName"];
        /** @description The source for gift cards. */
        readonly GIFT_CARD?: Schemas["RewardProviderName"];
        /** @description The source for discount vouchers. */
        readonly DISCOUNT_VOUCHER?: Schemas["RewardProviderName"];
        /** @description The source for free items. */
        readonly FREE_ITEM?: Schemas["RewardProviderName"];
    };
    /** @description `generator`, or the name of a code pool or an HTTP provider. */
    readonly RewardProviderName: string;
    /**
     * @description How redeemed points are given back when their receipt is returned.
     *     - `PRO_RATA`: with each partial return, in proportion to its share of the receipt.
     *     - `WHOLE_ONLY`: once the whole receipt has been returned.
     *     - `NEVER`: not at all.
     * @enum {string}
     */
    readonly RefundPoints: "PRO_RATA" | "WHOLE_ONLY" | "NEVER";
    /**
     * @description What happens to reversed points that are not on the balance.
     *     - `FORGIVE`: they are forgiven once they are gone for good. Those that are out in earlier redemptions stay
     *       claimable.
     *     - `DEDUCT_LATER`: they are taken from what the member earns next, or gets back, and cannot be redeemed until
     *       then.
     * @enum {string}
     */
    readonly UnrecoveredPoints: "FORGIVE" | "DEDUCT_LATER";
    /** @description A code pool in its current state. */
    readonly CodePool: {
        /** @description The name of the pool. */
        readonly name: Schemas["RewardProviderName"];
        /**
         * Format: int64
         * @description The number of codes that have not been taken from the pool. Codes that another source has given in the
         *     meantime are skipped.
         */
        readonly remaining: number;
        /**
         * Format: int64
         * @description The pool is low if it has fewer codes than this.
         */
        readonly lowBelow: number;
        /** @description Whether the pool is low. */
        readonly isLow: boolean;
    };
    /** @description The code pools of an environment, by name. */
    readonly CodePoolList: {
        /** @description The pools. */
        readonly codePools: readonly Schemas["CodePool"][];
    };
    /** @description The settings of the pool. */
    readonly CodePoolBody: {
        /**
         * Format: int32
         * @description The pool is low if it has fewer codes than this.
         */
        readonly lowBelow: number;
    };
    /** @description Codes for a pool. */
    readonly AddCodesBody: {
        /** @description The codes, in the order in which rewards get them. */
        readonly codes: readonly string[];
    };
    /** @description What happened to the codes that were sent. */
    readonly AddedCodes: {
        /**
         * Format: int32
         * @description The number of codes that were added to the pool.
         */
        readonly added: number;
        /**
         * Format: int32
         * @description The number of codes that were sent twice, were already in a pool, or had been given before.
         */
        readonly duplicates: number;
        /** @description The codes that are invalid. */
        readonly rejects: readonly Schemas["RejectedCode"][];
    };
    /** @description A text that is not a valid code and was not added. */
    readonly RejectedCode: {
        /**
         * Format: int32
         * @description The position of the text in `codes`, starting at 0.
         */
        readonly index: number;
        /** @description Why the text is not a valid code. */
        readonly message: string;
    };
    /**
     * @description The kind of a source of codes. More values may be added, so be prepared for unknown ones.
     *     - `GENERATOR`: creates random codes.
     *     - `POOL`: holds codes that were added to it.
     *     - `HTTP`: a service that supplies a code on request.
     */
    readonly RewardProviderKind: ("GENERATOR" | "POOL" | "HTTP") | (string & {});
    /** @description A source of codes. */
    readonly RewardProvider: {
        /** @description The name by which the setting refers to the source. */
        readonly name: Schemas["RewardProviderName"];
        readonly kind: Schemas["RewardProviderKind"];
        /** @description Scheme, host and port of an HTTP service; null for any other source. */
        readonly origin: string | null;
        /** @description Whether an HTTP service gives the same code when it is asked again; null for any other source. */
        readonly isIdempotent: boolean | null;
        /**
         * Format: int32
         * @description The maximum number of simultaneous calls to an HTTP service; null for any other source.
         */
        readonly callsMax: number | null;
    };
    /** @description The sources of codes of an environment, by name. */
    readonly RewardProviderList: {
        /** @description The sources. */
        readonly rewardProviders: readonly Schemas["RewardProvider"][];
    };
    /**
     * @description What is limited. More values may be added, so be prepared for unknown ones.
     *     - `activeCampaigns`: ACTIVE campaigns.
     *     - `campaigns`: campaigns that are not ARCHIVED.
     *     - `campaignBytes`: the bytes of the rules, target segments, stores and conditions of all campaigns that are
     *       not ARCHIVED.
     *     - `listedValues`: the SKUs, categories and stores that ACTIVE campaigns list, including the values in lists of
     *       their conditions.
     *     - `campaignComparisons`: the comparisons in conditions of all ACTIVE campaigns together, including those over
     *       lines.
     *     - `lineComparisons`: the comparisons over lines in all ACTIVE campaigns together, in `conditions` and
     *       `earnOn`.
     *     - `memberLimits`: the limits per member of ACTIVE campaigns, by campaign and period.
     *     - `tiers`: tiers.
     *     - `segments`: segments.
     *     - `dynamicSegments`: DYNAMIC segments.
     *     - `segmentComparisons`: the comparisons of all DYNAMIC segments together.
     *     - `eventDefinitions`: event definitions that are not ARCHIVED.
     *     - `webhooks`: webhooks; of those that were deleted within the last three hours, all beyond the first 100 count
     *       too.
     *     - `rewardProviders`: code pools and HTTP providers.
     *     - `codes`: unused codes in all pools.
     *     - `apiKeys`: API keys that are ACTIVE and have not been rotated.
     *     - `requestsPerMinute`: requests of all credentials.
     *     - `evaluateRateLimitPerMinute`: evaluate calls of one credential.
     *     - `bulkItemsPerMinute`: items of bulk calls.
     *     - `configurationWritesPerMinute`: writes of configuration.
     *     - `adjustedPointsPerDay`: points that one credential gives by adjustments on a UTC day, together with all keys
     *       that it created or was rotated to; `used` is what they have given today.
     *     - `totalAdjustedPointsPerDay`: points that all credentials together give by adjustments on a UTC day.
     *     - `changesPerDay`: changes that the audit log has for this UTC day; beyond the limit, only changes that take
     *       something away are allowed.
     */
    readonly EnvironmentLimitName: ("activeCampaigns" | "campaigns" | "campaignBytes" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "rewardProviders" | "codes" | "apiKeys" | "requestsPerMinute" | "evaluateRateLimitPerMinute" | "bulkItemsPerMinute" | "configurationWritesPerMinute" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay" | "changesPerDay") | (string & {});
    /** @description A limit, and how much of it is used. */
    readonly EnvironmentLimit: {
        readonly of: Schemas["EnvironmentLimitName"];
        /**
         * Format: int64
         * @description The maximum; null if there is no limit.
         */
        readonly limit: number | null;
        /**
         * Format: int64
         * @description How much of the limit is used; null for rates, and for anything that is not counted while it has no limit.
         */
        readonly used: number | null;
    };
    /** @description An environment of a tenant, with its limits. */
    readonly EnvironmentRecord: {
        /** @description The tenant. */
        readonly tenantId: Schemas["Uuid"];
        /** @description The name of the campaign. */
        readonly tenantName: string;
        readonly mode: Schemas["CredentialMode"];
        /** @description All limits. */
        readonly limits: readonly Schemas["EnvironmentLimit"][];
        /** @description The tenant's own Kafka topic for receipts; null if it has none. */
        readonly streamTopic: string | null;
    };
    /** @description The API key or token of a request. */
    readonly CredentialRecord: {
        readonly kind: Schemas["CredentialKind"];
        /** @description The id of the key, or the subject of the token. */
        readonly id: string;
        /** @description The name of the key; null for a token. */
        readonly name: string | null;
        readonly mode: Schemas["CredentialMode"];
        /** @description All permissions of the key. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role of the key; null if its permissions were listed, and for a token, whose words may name several
         *     roles.
         */
        readonly role: string | null;
        /**
         * Format: date-time
         * @description When the key expires; null if it does not.
         */
        readonly expiresAt: string | null;
        /**
         * Format: int64
         * @description The number of requests per minute.
         */
        readonly rateLimitPerMinute: number;
    };
    /**
     * @description What identifies the caller.
     *     - `KEY`: an API key.
     *     - `TOKEN`: a bearer token.
     */
    readonly CredentialKind: ("KEY" | "TOKEN") | (string & {});
    /**
     * @description The environment that this request uses.
     *     - `test`: for trials.
     *     - `live`: for customers.
     * @enum {string}
     */
    readonly CredentialMode: "test" | "live";
    /** @description The counts, oldest first. */
    readonly Liability: {
        /** @description One count for each day on which members were counted. */
        readonly days: readonly Schemas["LiabilityDay"][];
    };
    /**
     * @description The lifecycle rules that an event of this definition matches.
     *     - `SIGNUP`: SIGNUP_BONUS and ON_DEMAND; the member signed up.
     *     - `BIRTHDAY`: ON_DEMAND; it is the member's birthday.
     *     - `ANNIVERSARY`: ON_DEMAND; it is the anniversary of the member's enrolment.
     *     - `REFERRAL`: REFERRAL_BONUS and ON_DEMAND; the member was referred by another member.
     *     - `CUSTOM`: ON_DEMAND; anything else.
     * @enum {string}
     */
    readonly LifecycleType: "SIGNUP" | "BIRTHDAY" | "ANNIVERSARY" | "REFERRAL" | "CUSTOM";
    /** @description The name of a top-level field of the payload. */
    readonly FieldName: string;
    /** @description A JSON Schema document of the payload, or only its map of properties. */
    readonly PayloadSchema: Record<string, unknown>;
    /** @description A new event definition. */
    readonly EventDefinitionCreateBody: {
        /** @description The key of the event, which cannot be changed. Keys that begin with `lifecycle.` are reserved. */
        readonly key: Schemas["EventKey"];
        readonly name: Schemas["Name"];
        /**
         * @description The payload field that holds your reference for the customer, a string or an integer. A name with dots is
         *     a path into the payload, unless there is a field with exactly this name.
         * @default customerId
         */
        readonly identityProperty?: string;
        /** @description What a payload must look like; any object when absent. */
        readonly properties?: Schemas["PayloadSchema"];
        /**
         * @description The lifecycle rules that these events match. Default: the last part of the key if it is one of the values
         *     (`member.birthday` is BIRTHDAY), otherwise CUSTOM.
         */
        readonly lifecycleType?: Schemas["LifecycleType"];
        /**
         * @description The payload field that holds your reference for the customer who referred this one.
         * @default referrerRef
         */
        readonly referrerProperty?: string;
    };
    /** @description The fields to change. An absent field stays as it is. */
    readonly EventDefinitionUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description The payload field that holds your reference for the customer. */
        readonly identityProperty?: Schemas["FieldName"];
        readonly properties?: Schemas["PayloadSchema"];
        readonly lifecycleType?: Schemas["LifecycleType"];
        /** @description The payload field that holds your reference for the customer who referred this one. */
        readonly referrerProperty?: Schemas["FieldName"];
        readonly state?: Schemas["EventDefinitionState"];
    };
    /** @description The definition to change, and the fields to change. An absent field stays as it is. */
    readonly EventDefinitionUpdateByKeyBody: {
        /** @description The key of the definition to change. */
        readonly key: Schemas["EventKey"];
        readonly name?: Schemas["Name"];
        /** @description The payload field that holds your reference for the customer. */
        readonly identityProperty?: Schemas["FieldName"];
        readonly properties?: Schemas["PayloadSchema"];
        readonly lifecycleType?: Schemas["LifecycleType"];
        /** @description The payload field that holds your reference for the customer who referred this one. */
        readonly referrerProperty?: Schemas["FieldName"];
        readonly state?: Schemas["EventDefinitionState"];
    };
    /**
     * @description Whether a definition accepts events.
     *     - `ACTIVE`: it accepts events.
     *     - `ARCHIVED`: it accepts no new events.
     * @enum {string}
     */
    readonly EventDefinitionState: "ACTIVE" | "ARCHIVED";
    /** @description An event definition in its current state. */
    readonly EventDefinition: {
        /** @description Identifies the definition. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that owns it. */
        readonly tenantId: Schemas["Uuid"];
        readonly key: Schemas["EventKey"];
        readonly name: Schemas["Name"];
        /** @description The payload field that holds your reference for the customer. */
        readonly identityProperty: Schemas["FieldName"];
        readonly properties: Schemas["PayloadSchema"];
        readonly lifecycleType: Schemas["LifecycleType"];
        /** @description The payload field that holds your reference for the customer who referred this one. */
        readonly referrerProperty: Schemas["FieldName"];
        /**
         * Format: int32
         * @description The version, which is raised by every change of `properties`.
         */
        readonly version: number;
        readonly state: Schemas["EventDefinitionState"];
        /** @description When it was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        readonly etag?: Schemas["EntityTag"];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description The event definitions, or one page of them, newest first. */
    readonly EventDefinitionList: {
        /** @description The definitions. */
        readonly eventDefinitions: readonly Schemas["EventDefinition"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Where deliveries are sent: an http or https URL without a user, a password or a fragment. */
    readonly WebhookUrl: string;
    /**
     * @description The secret that signs deliveries. For `webhook-signature`, the key is the bytes that follow `whsec_` in
     *     base64, or the UTF-8 bytes of a secret in another form; for the legacy `X-Loyalty-Signature`, it is always the
     *     UTF-8 bytes. A secret needs at least 8 different characters, and after `whsec_` the base64 of at least 24
     *     bytes. A secret that can be guessed gets the warning `WEAK_SECRET`.
     */
    readonly WebhookSecret: string;
    /**
     * @description A type of event to which a webhook can subscribe.
     *     - `*`: all types, including those that are added later; it must be the only entry.
     *     - `transaction.processed`: a receipt was evaluated.
     *     - `transaction.redeemed`: points were redeemed.
     *     - `transaction.authorized`: a redemption was authorized, and lapses unless it is captured.
     *     - `transaction.captured`: an authorized redemption was captured.
     *     - `transaction.voided`: a redemption was voided, or an authorized one lapsed.
     *     - `transaction.returned`: a receipt or a part of it was returned.
     *     - `member.enrolled`: a member was created.
     *     - `member.tier_changed`: a member moved to another tier, or to none.
     *     - `member.stamp_card_completed`: a stamp card was completed.
     *     - `member.points_forgiven`: a return forgave points that could not be taken back.
     *     - `member.erased`: a member was erased.
     *     - `campaign.budget_alert`: a campaign has spent its alert threshold.
     *     - `campaign.budget_suspended`: a campaign was paused because its budget was spent.
     *     - `points.expired`: points of a member expired.
     *     - `points.matured`: pending points of a receipt matured.
     *     - `event.processed`: an event of a member was stored, with what it earned.
     *     - `points.credited`: a member got points for a referral.
     *     - `points.adjusted`: somebody gave or took points.
     *     - `member.suspended`: a member was suspended.
     *     - `member.reinstated`: a suspended member became active again.
     *     - `reward.issued`: a reward got its code.
     *     - `reward.redeemed`: a reward was redeemed.
     *     - `reward.expired`: a reward expired.
     *     - `reward.failed`: no code could be obtained for a reward.
     * @enum {string}
     */
    readonly WebhookEvent: "*" | "transaction.processed" | "transaction.redeemed" | "transaction.authorized" | "transaction.captured" | "transaction.voided" | "transaction.returned" | "member.enrolled" | "member.tier_changed" | "member.stamp_card_completed" | "member.points_forgiven" | "member.erased" | "campaign.budget_alert" | "campaign.budget_suspended" | "points.expired" | "points.matured" | "event.processed" | "points.credited" | "points.adjusted" | "member.suspended" | "member.reinstated" | "reward.issued" | "reward.redeemed" | "reward.expired" | "reward.failed";
    /** @description The event types to which the webhook subscribes, or `["*"]`; a type that is named twice counts once. */
    readonly WebhookEvents: readonly Schemas["WebhookEvent"][];
    /**
     * @description Whether a webhook gets deliveries.
     *     - `ACTIVE`: it gets deliveries.
     *     - `DISABLED`: it gets none; `disabledReason` says why.
     * @enum {string}
     */
    readonly WebhookStatus: "ACTIVE" | "DISABLED";
    /**
     * @description Why a webhook is DISABLED. More values may be added, so be prepared for unknown ones.
     *     - `CONSECUTIVE_FAILURES`: five consecutive deliveries failed for good.
     *     - `GONE`: the endpoint responded 410.
     *     - `MANUAL`: a PATCH disabled it.
     */
    readonly WebhookDisabledReason: ("CONSECUTIVE_FAILURES" | "GONE" | "MANUAL" | null) | (string & {});
    /** @description A new webhook. Without a `secret`, one is generated. */
    readonly WebhookCreateBody: {
        readonly url: Schemas["WebhookUrl"];
        readonly secret?: Schemas["WebhookSecret"];
        readonly events: Schemas["WebhookEvents"];
    };
    /** @description The fields to change. An absent field stays as it is. */
    readonly WebhookUpdateBody: {
        readonly url?: Schemas["WebhookUrl"];
        readonly secret?: Schemas["WebhookSecret"];
        readonly events?: Schemas["WebhookEvents"];
        readonly status?: Schemas["WebhookStatus"];
    };
    /** @description A webhook in its current state. */
    readonly Webhook: {
        /** @description Identifies the webhook. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that owns it. */
        readonly tenantId: Schemas["Uuid"];
        readonly url: Schemas["WebhookUrl"];
        /**
         * @description The event types to which the webhook subscribes, or `["*"]`. More values may be added, so be prepared for
         *     unknown ones.
         */
        readonly events: readonly string[];
        readonly status: Schemas["WebhookStatus"];
        /** @description Why the webhook is DISABLED; null while it is ACTIVE. */
        readonly disabledReason: Schemas["WebhookDisabledReason"];
        /**
         * Format: date-time
         * @description When the webhook was disabled; null while it is ACTIVE.
         */
        readonly disabledAt: string | null;
        /**
         * Format: int32
         * @description The number of deliveries that have failed for good since the last successful one.
         */
        readonly consecutiveFailures: number;
        /** @description When the webhook was registered. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        /** @description The secret that was generated. Present only in the response to a POST without a `secret`. */
        readonly secret?: Schemas["WebhookSecret"];
        readonly etag?: Schemas["EntityTag"];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description The webhooks, or one page of them, newest first. */
    readonly WebhookList: {
        /** @description The webhooks. */
        readonly webhooks: readonly Schemas["Webhook"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description The state of a delivery.
     *     - `PENDING`: it has not been tried.
     *     - `SUCCEEDED`: the endpoint accepted it with a 2xx status.
     *     - `RETRYING`: it was not accepted, and will be retried at `nextAttemptAt`.
     *     - `FAILED`: it was not accepted, and will not be retried.
     * @enum {string}
     */
    readonly DeliveryStatus: "PENDING" | "SUCCEEDED" | "RETRYING" | "FAILED";
    /** @description A delivery to a webhook, with the results of its attempts. */
    readonly Delivery: {
        /** @description Identifies the delivery, as `deliveryId` does in its body. */
        readonly id: Schemas["Uuid"];
        /** @description The webhook. */
        readonly webhookId: Schemas["Uuid"];
        /** @description The event, as `id` names it in the body. */
        readonly eventId: Schemas["Uuid"];
        /** @description The type of the event. */
        readonly event: string;
        readonly status: Schemas["DeliveryStatus"];
        /**
         * Format: int32
         * @description The number of attempts so far.
         */
        readonly attempt: number;
        /**
         * Format: int32
         * @description The maximum number of attempts.
         */
        readonly maxAttempts: number;
        /**
         * Format: int32
         * @description The status of the last response; null if there was none.
         */
        readonly responseCode: number | null;
        /**
         * @description Why the last attempt got no response or was not made: `MEMBER_ERASED`, `ENDPOINT_DISABLED`, or a word for
         *     a network failure, such as `TIMED_OUT`. More values may be added, so be prepared for unknown ones.
         */
        readonly failure: string | null;
        /**
         * Format: int32
         * @description Milliseconds from the start of the last attempt to the headers of its response, or to its end.
         */
        readonly latencyMs: number | null;
        /**
         * @description The body of the endpoint's last response if it did not accept the delivery, at most 1 KiB. It is kept for
         *     the latest thousand deliveries that an endpoint did not accept, until they are accepted.
         */
        readonly errorBody: string | null;
        /** @description All attempts, oldest first. A delivery from before attempts were kept has only the last one. */
        readonly attempts: readonly Schemas["DeliveryAttempt"][];
        /** @description Whether the delivery is a replay. */
        readonly redelivery: boolean;
        /**
         * Format: uuid
         * @description The delivery that it replays.
         */
        readonly replayOf: string | null;
        /** @description When the event happened, or when the replay was requested. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the last attempt ended.
         */
        readonly attemptedAt: string | null;
        /**
         * Format: date-time
         * @description When the delivery will be retried; null unless it is RETRYING.
         */
        readonly nextAttemptAt: string | null;
        /**
         * @description The JSON that is sent, byte for byte, without whitespace; null once the member has been erased, or if the
         *     event is no longer kept. Present only if a single delivery is requested.
         */
        readonly body?: Record<string, unknown> | null;
    };
    /** @description One attempt of a delivery. */
    readonly DeliveryAttempt: {
        /**
         * Format: int32
         * @description The number of the attempt, starting at 1.
         */
        readonly attempt: number;
        /** @description When the attempt ended. */
        readonly at: Schemas["Timestamp"];
        /**
         * Format: int32
         * @description Milliseconds from the start of the attempt to the headers of the response, or to its end; null if it is
         *     not known.
         */
        readonly durationMs: number | null;
        /**
         * Format: int32
         * @description The status of the response; null if there was none.
         */
        readonly responseCode: number | null;
        /**
         * @description Why there was no response: a word for a network failure, such as `TIMED_OUT`. More values may be added, so
         *     be prepared for unknown ones.
         */
        readonly error: string | null;
    };
    /** @description One page of deliveries, newest first. */
    readonly DeliveryList: {
        /** @description The deliveries. */
        readonly deliveries: readonly Schemas["Delivery"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description The delivery of a test event. */
    readonly TestDelivery: {
        /** @description The delivery. */
        readonly deliveryId: Schemas["Uuid"];
        /** @description The event. */
        readonly eventId: Schemas["Uuid"];
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "webhook.test";
        readonly status: Schemas["DeliveryStatus"];
    };
    /** @description A delivery that replays another one. */
    readonly ReplayedDelivery: {
        /** @description The new delivery. */
        readonly deliveryId: Schemas["Uuid"];
        /** @description The delivery that it replays. */
        readonly replayOf: Schemas["Uuid"];
        /** @description The event. */
        readonly eventId: Schemas["Uuid"];
        readonly status: Schemas["DeliveryStatus"];
    };
    /**
     * @description Which events of the range are replayed.
     *     - `UNDELIVERED`: those that the endpoint has not accepted in any delivery.
     *     - `ALL`: also those that it has accepted.
     * @default UNDELIVERED
     * @enum {string}
     */
    readonly ReplayedEvents: "UNDELIVERED" | "ALL";
    /**
     * @description The state of a replay. More values may be added, so be prepared for unknown ones.
     *     - `RUNNING`: not all of its deliveries have been created.
     *     - `DONE`: all of them have been created; the list of deliveries has their results.
     *     - `STOPPED`: the webhook was disabled or deleted before all of them were created.
     */
    readonly ReplayState: ("RUNNING" | "DONE" | "STOPPED") | (string & {});
    /** @description The range of events to replay. */
    readonly ReplayBody: {
        /** @description Replays events from this time or later. */
        readonly since: Schemas["Instant"];
        /**
         * @description Replays events from this time or earlier; a plain date means the end of that UTC day. Default: now, which
         *     is also the latest possible time.
         */
        readonly until?: Schemas["Instant"];
        readonly only?: Schemas["ReplayedEvents"];
    };
    /** @description A replay of a range, and its progress. */
    readonly Replay: {
        /** @description Identifies the replay. */
        readonly replayId: Schemas["Uuid"];
        /** @description Where the range begins. */
        readonly since: Schemas["Timestamp"];
        /** @description Where the range ends, inclusive. */
        readonly until: Schemas["Timestamp"];
        readonly only: Schemas["ReplayedEvents"];
        readonly state: Schemas["ReplayState"];
        /**
         * Format: int64
         * @description The number of deliveries that have been created so far.
         */
        readonly made: number;
        /** @description When it was requested. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the replay ended; null while it is RUNNING.
         */
        readonly finishedAt: string | null;
    };
    /** @description One page of replays, newest first. */
    readonly ReplayList: {
        /** @description The replays. */
        readonly replays: readonly Schemas["Replay"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description What happened. At most 64 KiB and 10,000 values; the number of values multiplied by the number of values of
     *     its definition is at most 200,000. Numbers lie within ±9007199254740991, so that no digit is lost.
     */
    readonly Payload: Record<string, unknown>;
    /** @description A custom event. */
    readonly EventBody: {
        /** @description The key of the definition to which the event belongs. */
        readonly eventKey: Schemas["EventKey"];
        /**
         * @description Your unique reference for the event, which is the idempotency key. It is kept for ever, so let it name a
         *     document, not a person.
         */
        readonly ref: Schemas["Ref"];
        readonly payload: Schemas["Payload"];
    };
    /** @description A lifecycle event of an existing member. */
    readonly LifecycleEventBody: {
        /**
         * @description SIGNUP, BIRTHDAY, ANNIVERSARY or REFERRAL, in upper or lower case; or CUSTOM or a name of your own,
         *     exactly as it is written, for ON_DEMAND campaigns.
         */
        readonly type: string;
        /**
         * @description Your unique reference for the event, which is the idempotency key. A birthday or a referral counts once
         *     per reference, so name the occasion in it, as in `birthday-2026-customer-42`. Default: a random reference.
         */
        readonly ref?: Schemas["Ref"];
        /** @description When the event happened, from 2000-01-01 to 5 minutes from now. Default: now. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description Your reference for the customer who referred this one. */
        readonly referrerRef?: Schemas["Ref"];
        /** @description The internal id of the customer who referred this one; an unknown member is skipped. */
        readonly referrerMemberId?: Schemas["Uuid"];
        /** @description The event also counts as a custom event with this key. */
        readonly eventKey?: Schemas["EventKey"];
        /** @description The payload, as for a custom event; without an `eventKey`, it is only stored. */
        readonly payload?: Schemas["Payload"];
    };
    /** @description The state of a stamp card after a transaction or an event stamped it. */
    readonly EventStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int32
         * @description The stamps on the card now, at most `stampsRequired`. If the card was just completed, these are the stamps
         *     that are left, usually 0.
         */
        readonly stampsCollected: number;
        readonly stampsRequired: Schemas["EveryNth"];
        /** @description True if the last stamp of the card was given just now. */
        readonly completed: boolean;
        /**
         * Format: int32
         * @description The position of the draft in `drafts`, starting at 0. Returned only by `simulate`, and only for a draft.
         */
        readonly draft?: number;
    };
    /** @description The award of an event. Repeating its reference returns the same bytes. */
    readonly EventResult: {
        /** @description Identifies the event. */
        readonly eventId: Schemas["Uuid"];
        /** @description The key that was sent; null for a lifecycle event without one. */
        readonly eventKey: string | null;
        /** @description The reference that was sent. */
        readonly ref: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /** @description True if this event created the member. */
        readonly memberCreated: boolean;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload; null if there was no definition.
         */
        readonly definitionVersion: number | null;
        /** @description The total over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description The part of the awarded points that was deducted at once for earlier returns. Absent if there is none. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this event. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The campaigns that fired, in the order in which they were activated. */
        readonly campaigns: readonly Schemas["CampaignAward"][];
        /** @description The stamp cards that this event stamped. */
        readonly stampCards: readonly Schemas["EventStampCard"][];
        /**
         * @description Always `PROCESSED`.
         * @constant
         */
        readonly state: "PROCESSED";
        /** @description When the event was accepted. */
        readonly receivedAt: Schemas["Timestamp"];
        /** @description Why no campaign fired; returned only with test keys. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null if none was. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description An event that was accepted with 202. */
    readonly AcceptedEvent: {
        /** @description The reference that was sent, or that was generated for an event without one. */
        readonly ref: string;
        /** @description Where the result will be, as in the Location header. */
        readonly location: string;
    };
    /** @description An event that was processed. */
    readonly Event: {
        /** @description Identifies the event. */
        readonly eventId: Schemas["Uuid"];
        /**
         * @description The key of the definition; for a lifecycle event without one, `lifecycle.` followed by the type in lower
         *     case.
         */
        readonly eventKey: string;
        /** @description The reference that was sent, or that was generated for an event without one. */
        readonly ref: string;
        /** @description The internal id of the member. */
        readonly memberId: Schemas["Uuid"];
        /**
         * @description The payload that was sent, with the members of every object sorted by name and numbers in their shortest
         *     form; null once the member has been erased.
         */
        readonly payload: Record<string, unknown> | null;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload; null if there was no definition.
         */
        readonly definitionVersion: number | null;
        /** @description The total over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description When the event was accepted. */
        readonly receivedAt: Schemas["Timestamp"];
        /**
         * @description Who did it; null if this is not known, for example for records from older releases. Returned only with
         *     `withAuthor=true`.
         */
        readonly author?: Schemas["Author"] | null;
        /** @description Always null, because events name no store. Returned only with `withAuthor=true`. */
        readonly storeRef?: string | null;
    };
    /** @description One page of events, newest first. */
    readonly EventList: {
        /** @description The events. */
        readonly events: readonly Schemas["Event"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description Why a body is not shown. More values may be added, so be prepared for unknown ones.
     *     - `NOT_JSON`: it could not be read as JSON.
     *     - `NOT_KEPT`: bodies of this kind of request are not kept.
     *     - `TOO_LONG`: it is longer than 16 KiB.
     */
    readonly OmittedBody: ("NOT_JSON" | "NOT_KEPT" | "TOO_LONG" | null) | (string & {});
    /** @description A transaction that had no effect while no caller was waiting for its result. */
    readonly RefusedTransaction: {
        readonly operation: Schemas["DecidedOperation"];
        /** @description The reference that was sent; for a return, its `returnRef`. */
        readonly transactionRef: string;
        readonly code: Schemas["ProblemCode"];
        /** @description What else is known; for `PROCESSING_FAILED`, the `reason`, such as `INVALID_RECEIPT`. */
        readonly context: Record<string, unknown>;
        /**
         * Format: uuid
         * @description The member; null if no member is enrolled under the reference, or none is known.
         */
        readonly memberId: string | null;
        /** @description When the transaction arrived. */
        readonly at: Schemas["Timestamp"];
    };
    /** @description One page of refused transactions, newest first. */
    readonly RefusedTransactionList: {
        /** @description The refused transactions. */
        readonly refused: readonly Schemas["RefusedTransaction"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description A request that was made with a test key. */
    readonly RequestLog: {
        /** @description Identifies the record. */
        readonly id: Schemas["Uuid"];
        readonly requestId: Schemas["RequestId"];
        /** @description The HTTP method. */
        readonly method: string;
        /** @description The path as it was sent, without the query, at most 1,000 characters. */
        readonly path: string;
        /**
         * Format: int32
         * @description The status of the response.
         */
        readonly status: number;
        /**
         * Format: int32
         * @description Milliseconds from the headers of the request to its response.
         */
        readonly durationMs: number;
        /** @description The code of the problem; null if the response was not a problem. */
        readonly code: string | null;
        /** @description The body of the request, without its secrets; null if none was read or it is not shown. */
        readonly requestBody: unknown;
        /** @description Why the body of the request is not shown; null if it is shown or none was read. */
        readonly requestBodyOmitted: Schemas["OmittedBody"];
        /** @description The body of the response, without its secrets; null if there was none or it is not shown. */
        readonly responseBody: unknown;
        /** @description Why the body of the response is not shown; null if it is shown or there was none. */
        readonly responseBodyOmitted: Schemas["OmittedBody"];
        /** @description When the request arrived. */
        readonly at: Schemas["Timestamp"];
    };
    /** @description One page of requests, newest first. */
    readonly RequestLogList: {
        /** @description The requests. */
        readonly requestLogs: readonly Schemas["RequestLog"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description The kind of actor.
     *     - `KEY`: an API key.
     *     - `PERSON`: the subject of a token.
     *     - `OPERATOR`: somebody who operates the service.
     */
    readonly AuditActorKind: ("KEY" | "PERSON" | "OPERATOR") | (string & {});
    /**
     * @description The kind of author. More values may be added, so be prepared for unknown ones.
     *     - `KEY`: an API key.
     *     - `PERSON`: somebody with a token.
     *     - `OPERATOR`: somebody who ran `loyaltyctl`.
     *     - `STREAM`: a producer that writes to a topic of receipts.
     *     - `SERVICE`: the engine itself, in one of its jobs.
     */
    readonly AuthorKind: ("KEY" | "PERSON" | "OPERATOR" | "STREAM" | "SERVICE") | (string & {});
    /** @description Who did it. Webhooks and facts do not contain it. */
    readonly Author: {
        readonly kind: Schemas["AuthorKind"];
        /**
         * @description For `KEY` the id of the key, for `PERSON` the subject of the token, for `OPERATOR` the name under which
         *     the command was run, for `STREAM` the topic, for `SERVICE` the job. It has at most 255 characters and is
         *     kept when a member is erased.
         */
        readonly id: string;
        /** @description The current name of the key; null for all other kinds. */
        readonly name: string | null;
    };
    /** @description Who made the change. */
    readonly AuditActor: {
        readonly kind: Schemas["AuditActorKind"];
        /**
         * @description For `KEY` the id of the key, for `PERSON` the subject of the token, for `OPERATOR` the name under which
         *     the command was run. The names of members never appear here. If the names of your staff must not appear
         *     either, give them subjects that name nobody.
         */
        readonly id: string;
        /** @description The current name of the key; null for all other kinds. */
        readonly name: string | null;
    };
    /** @description What was changed. */
    readonly AuditObject: {
        /** @description The type of the object, such as `campaign`, which is the first part of `action`. */
        readonly type: string;
        /** @description The id of the object; for an event definition its key, and for a setting its name. */
        readonly id: string;
        /** @description The name of the object at the time; null if it has none or is a person. */
        readonly name: string | null;
    };
    /** @description One field that was changed. */
    readonly FieldChange: {
        /** @description A JSON pointer into the object. */
        readonly pointer: string;
        /** @description The value before the change; null if there was none. Absent for values that are never shown, and if the entry is truncated. */
        readonly from?: unknown;
        /** @description The value after the change; null if there is none. Absent if `from` is absent. */
        readonly to?: unknown;
    };
    /** @description A change, and who made it. */
    readonly AuditEntry: {
        /** @description Identifies the entry. */
        readonly id: Schemas["Uuid"];
        /** @description When the change began. */
        readonly at: Schemas["Timestamp"];
        readonly actor: Schemas["AuditActor"];
        /** @description What was done, such as `campaign.paused`. Expect new values. */
        readonly action: string;
        readonly object: Schemas["AuditObject"];
        /** @description The fields that were changed; if the object was created or removed, all fields that were set. */
        readonly changes: readonly Schemas["FieldChange"][];
        /** @description True if the changes exceed 2 KiB of JSON, in which case only their pointers are listed, as many as fit. */
        readonly isTruncated: boolean;
        /** @description The `X-Request-Id` of the call, which its caller may choose; null for a command of an operator. */
        readonly requestId: string | null;
        /**
         * @description The id that the service gave the call. It is the same as `requestId` unless the caller chose that one.
         *     Null for a command of an operator, and for entries from before this was kept.
         */
        readonly serverRequestId: string | null;
        /** @description The address from which the call came; null if the operator's proxies do not pass it on. */
        readonly address: string | null;
    };
    /** @description One page of entries, newest first. */
    readonly AuditEntryList: {
        /** @description The entries. */
        readonly auditEntries: readonly Schemas["AuditEntry"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description The version of the parts of the record that people decide, as in the header `ETag`, for use in `If-Match`.
     *     Absent in responses of services of the previous release.
     */
    readonly EntityTag: string;
    /**
     * @description The stable name of the condition. More values may be added, so be prepared for unknown ones.
     *     - `VALIDATION_ERROR`: 400, the request is not valid.
     *     - `INVALID_JSON`: 400, an object in the body has the same name more than once, so its meaning is ambiguous.
     *     - `UNAUTHORIZED`: 401, authentication is required.
     *     - `FORBIDDEN`: 403, the request is not allowed.
     *     - `MEMBER_SUSPENDED`: 403, the member is suspended.
     *     - `MEMBER_ERASED`: 403, the member was erased.
     *     - `TEST_KEY_REQUIRED`: 403, a test key is required.
     *     - `VOID_TOO_LATE`: 403, it is too late for another credential to void the redemption.
     *     - `ROUTE_NOT_FOUND`: 404, the route was not found.
     *     - `TENANT_NOT_FOUND`: 404, the tenant was not found.
     *     - `CAMPAIGN_NOT_FOUND`: 404, the campaign was not found.
     *     - `MEMBER_NOT_FOUND`: 404, the member was not found.
     *     - `REWARD_NOT_FOUND`: 404, the reward was not found.
     *     - `TIER_NOT_FOUND`: 404, the tier was not found.
     *     - `CODE_POOL_NOT_FOUND`: 404, the code pool was not found.
     *     - `SEGMENT_NOT_FOUND`: 404, the segment was not found.
     *     - `TRANSACTION_NOT_FOUND`: 404, the transaction was not found.
     *     - `EVENT_DEFINITION_NOT_FOUND`: 404, the event definition was not found.
     *     - `WEBHOOK_NOT_FOUND`: 404, the webhook was not found.
     *     - `DELIVERY_NOT_FOUND`: 404, the delivery was not found.
     *     - `API_KEY_NOT_FOUND`: 404, the API key was not found.
     *     - `METHOD_NOT_ALLOWED`: 405, the method is not allowed.
     *     - `REQUEST_TIMEOUT`: 408, the request took too long to arrive.
     *     - `INVALID_STATE_TRANSITION`: 409, the current state does not allow this.
     *     - `REWARD_NOT_REDEEMABLE`: 409, the reward cannot be redeemed.
     *     - `DUPLICATE_KEY`: 409, the value is already in use.
     *     - `TIER_HAS_MEMBERS`: 409, the tier has members.
     *     - `TRANSACTION_DUPLICATE`: 409, the reference was already used.
     *     - `LIMIT_EXCEEDED`: 409, a limit would be exceeded.
     *     - `NOT_YET_AVAILABLE`: 409, this is not available until a new release is rolled out.
     *     - `ANOTHER_PERSON_NEEDED`: 409, another person is needed.
     *     - `SEGMENT_NOT_STATIC`: 409, the segment is not static.
     *     - `SEGMENT_NOT_DYNAMIC`: 409, the segment is not dynamic.
     *     - `EVENT_DEFINITION_ARCHIVED`: 409, the event definition is archived.
     *     - `PRECONDITION_FAILED`: 412, the record has changed in the meantime.
     *     - `PAYLOAD_TOO_LARGE`: 413, the body is too large.
     *     - `UNSUPPORTED_MEDIA_TYPE`: 415, the media type is not supported.
     *     - `EXPECTATION_FAILED`: 417, the expectation cannot be met.
     *     - `INSUFFICIENT_POINTS`: 422, there are not enough points.
     *     - `BELOW_MIN_REDEMPTION`: 422, there are too few points to redeem.
     *     - `NOTHING_TO_REDEEM`: 422, the points are worth less than R1.
     *     - `RETURN_EXCEEDS_RECEIPT`: 422, the return exceeds what is left of the receipt.
     *     - `POINTS_OVERFLOW`: 422, the balance would be too large.
     *     - `RATE_LIMITED`: 429, there were too many requests.
     *     - `HEADERS_TOO_LARGE`: 431, the headers are too large.
     *     - `INTERNAL_ERROR`: 500, something went wrong.
     *     - `PROCESSING_TIMEOUT`: 503, the request was not decided in time.
     *     - `PROCESSING_FAILED`: 503, the request could not be processed.
     *     - `SERVICE_UNAVAILABLE`: 503, the service is temporarily unavailable.
     *     - `HISTORY_OPENING`: 503, the service is being recovered.
     *     - `WRITE_UNCONFIRMED`: 503, the change is stored but not confirmed.
     *     - `TENANT_MOVING`: 503, the tenant is being moved.
     *     - `TENANT_MOVED`: 503, the tenant was moved.
     */
    readonly ProblemCode: ("VALIDATION_ERROR" | "INVALID_JSON" | "UNAUTHORIZED" | "FORBIDDEN" | "MEMBER_SUSPENDED" | "MEMBER_ERASED" | "TEST_KEY_REQUIRED" | "VOID_TOO_LATE" | "ROUTE_NOT_FOUND" | "TENANT_NOT_FOUND" | "CAMPAIGN_NOT_FOUND" | "MEMBER_NOT_FOUND" | "REWARD_NOT_FOUND" | "TIER_NOT_FOUND" | "CODE_POOL_NOT_FOUND" | "SEGMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "EVENT_DEFINITION_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "API_KEY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "INVALID_STATE_TRANSITION" | "REWARD_NOT_REDEEMABLE" | "DUPLICATE_KEY" | "TIER_HAS_MEMBERS" | "TRANSACTION_DUPLICATE" | "LIMIT_EXCEEDED" | "NOT_YET_AVAILABLE" | "ANOTHER_PERSON_NEEDED" | "SEGMENT_NOT_STATIC" | "SEGMENT_NOT_DYNAMIC" | "EVENT_DEFINITION_ARCHIVED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "EXPECTATION_FAILED" | "INSUFFICIENT_POINTS" | "BELOW_MIN_REDEMPTION" | "NOTHING_TO_REDEEM" | "RETURN_EXCEEDS_RECEIPT" | "POINTS_OVERFLOW" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "PROCESSING_TIMEOUT" | "PROCESSING_FAILED" | "SERVICE_UNAVAILABLE" | "HISTORY_OPENING" | "WRITE_UNCONFIRMED" | "TENANT_MOVING" | "TENANT_MOVED") | (string & {});
    /**
     * @description An RFC 7807 problem with a stable code. The members of `context` depend on the `code`; see the problem of each
     *     response.
     */
    readonly Problem: {
        readonly type: Schemas["ProblemType"];
        readonly title: Schemas["ProblemTitle"];
        readonly status: Schemas["ProblemStatus"];
        readonly detail: Schemas["ProblemDetail"];
        readonly code: Schemas["ProblemCode"];
        readonly requestId: Schemas["RequestId"];
        readonly context: Schemas["ProblemContext"];
    };
    /**
     * Format: uri
     * @description Identifies the kind of problem; its last segment is the code in lower case with hyphens.
     */
    readonly ProblemType: string;
    /** @description The condition in a few words, the same for every problem of this code. */
    readonly ProblemTitle: string;
    /**
     * Format: int32
     * @description The HTTP status; in a bulk result, the status that the item would have had on its own.
     */
    readonly ProblemStatus: number;
    /** @description A sentence for people; it may change. */
    readonly ProblemDetail: string;
    /** @description Identifies the request in our logs; the same as the X-Request-Id header. */
    readonly RequestId: string;
    /** @description Data that belongs to the condition; an empty object if there is none. */
    readonly ProblemContext: {
        readonly [key: string]: unknown;
    };
    /** @description A field that was refused. */
    readonly FieldError: {
        /** @description A JSON pointer (RFC 6901) to the field; for a path or query parameter, `/` followed by its name. */
        readonly pointer: string;
        /** @description What is wrong, as a phrase that follows the field's name. */
        readonly message: string;
    };
    /** @description Which fields were refused, and why. */
    readonly ValidationContext: {
        /** @description One entry for each fault, at most 20. */
        readonly errors: readonly Schemas["FieldError"][];
        /** @description The key of the definition that judged the payload. Present only for an event. */
        readonly eventKey?: string;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload. Present only for an event.
         */
        readonly definitionVersion?: number;
    };
    /** @description What was lacking, if it was a permission or an environment; empty if the credential belongs to another tenant. */
    readonly ForbiddenContext: {
        /** @description The permission that the credential lacks. */
        readonly permission?: string;
        /** @description The environment that `Loyalty-Mode` asks for and that the credential cannot use. */
        readonly mode?: string;
        /** @description The setting that only the operator can change. */
        readonly setting?: string;
        /** @description Who owns the setting. */
        readonly owner?: string;
    };
    /** @description What was lacking, if it was a permission or an environment; empty if the credential belongs to another tenant. */
    readonly VoidRefusedContext: {
        /** @description The permission that the credential lacks. */
        readonly permission?: string;
        /** @description The environment that `Loyalty-Mode` asks for and that the credential cannot use. */
        readonly mode?: string;
        /** @description The setting that only the operator can change. */
        readonly setting?: string;
        /** @description Who owns the setting. */
        readonly owner?: string;
        /** @description VOID_TOO_LATE: until when another credential could have voided the redemption. */
        readonly voidableUntil?: Schemas["Timestamp"];
    };
    /**
     * @description Why a transition is not possible, if the two states do not explain it. More values may be added, so be
     *     prepared for unknown ones.
     *     - `ARCHIVED`: an archived campaign can no longer be changed.
     *     - `BUDGET_EXHAUSTED`: the budget of the campaign is spent; raise it first.
     *     - `ENDPOINT_DISABLED`: the webhook is DISABLED; enable it first.
     *     - `MEMBER_ERASED`: the member of the reward or the delivery was erased.
     *     - `REPLAY_RUNNING`: another replay of a range is RUNNING for this webhook.
     *     - `RETURNED`: the receipt of the reward was returned, or a return took the member below the tier.
     */
    readonly StateTransitionReason: ("ARCHIVED" | "BUDGET_EXHAUSTED" | "ENDPOINT_DISABLED" | "MEMBER_ERASED" | "REPLAY_RUNNING" | "RETURNED") | (string & {});
    /**
     * @description What is limited. More values may be added, so be prepared for unknown ones.
     *     - `activeCampaigns`: ACTIVE campaigns.
     *     - `campaigns`: campaigns that are not ARCHIVED.
     *     - `campaignBytes`: the bytes of the rules, target segments, stores and conditions of all campaigns that are
     *       not ARCHIVED.
     *     - `tiers`: tiers.
     *     - `segments`: segments.
     *     - `dynamicSegments`: DYNAMIC segments.
     *     - `segmentComparisons`: the comparisons of all DYNAMIC segments together.
     *     - `eventDefinitions`: event definitions that are not ARCHIVED.
     *     - `webhooks`: webhooks; of those that were deleted within the last three hours, all beyond the first 100 count
     *       too.
     *     - `apiKeys`: API keys that are ACTIVE and have not been rotated; of those that were rotated, or have expired
     *       within a day, all beyond 1,000 count too.
     *     - `listedValues`: the SKUs, categories and stores that ACTIVE campaigns list, including the values in lists of
     *       their conditions.
     *     - `campaignComparisons`: the comparisons in conditions of all ACTIVE campaigns together, including those over
     *       lines.
     *     - `lineComparisons`: the comparisons over lines in all ACTIVE campaigns together, in `conditions` and
     *       `earnOn`.
     *     - `memberLimits`: the limits per member of ACTIVE campaigns, by campaign and period.
     *     - `lots`: days on which points of one member expire.
     *     - `returnsOfReceipt`: returns of one receipt.
     *     - `openAuthorizations`: authorized redemptions of one member that have been neither captured nor voided, and
     *       have not lapsed.
     *     - `rewardProviders`: code pools and HTTP providers.
     *     - `codes`: unused codes in all pools.
     *     - `adjustedPointsPerDay`: points that one credential gives by adjustments on a UTC day, together with all keys
     *       that it created or was rotated to.
     *     - `totalAdjustedPointsPerDay`: points that all credentials together give by adjustments on a UTC day.
     */
    readonly LimitedResource: ("activeCampaigns" | "campaigns" | "campaignBytes" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "apiKeys" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "lots" | "returnsOfReceipt" | "openAuthorizations" | "rewardProviders" | "codes" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay") | (string & {});
    /** @description The transition that is not possible. */
    readonly StateTransitionContext: {
        /** @description INVALID_STATE_TRANSITION: the current state. */
        readonly from: string;
        /** @description INVALID_STATE_TRANSITION: the requested state. */
        readonly to: string;
        /** @description INVALID_STATE_TRANSITION: the reason, if the two states do not explain it. */
        readonly reason?: Schemas["StateTransitionReason"];
        /**
         * Format: uuid
         * @description INVALID_STATE_TRANSITION: the id of the successor of an API key that was rotated.
         */
        readonly replacedBy?: string;
    };
    /** @description The state of the reward. */
    readonly RewardStateContext: {
        /** @description REWARD_NOT_REDEEMABLE: the state of the reward. */
        readonly state: Schemas["RewardState"];
        /**
         * Format: date-time
         * @description REWARD_NOT_REDEEMABLE: when the reward was redeemed; present only if it was redeemed.
         */
        readonly redeemedAt?: string | null;
        /**
         * @description REWARD_NOT_REDEEMABLE: the receipt with which the reward was redeemed, or null if none was named; present
         *     only if it was redeemed.
         */
        readonly transactionRef?: string | null;
    };
    /** @description Why points cannot be redeemed. */
    readonly RedemptionContext: {
        /** @description INSUFFICIENT_POINTS: the points that are available. */
        readonly available?: Schemas["Points"];
        /** @description INSUFFICIENT_POINTS: the requested points. */
        readonly requested?: Schemas["PositivePoints"];
        /** @description BELOW_MIN_REDEMPTION: the fewest points that the rule redeems at once. */
        readonly minPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description BELOW_MIN_REDEMPTION: the points that remained after all limits were applied. */
        readonly pointsToRedeem?: Schemas["Points"];
    };
    /** @description What is left of the receipt. */
    readonly ReturnContext: {
        /**
         * Format: int64
         * @description RETURN_EXCEEDS_RECEIPT: what is left of the receipt's amount, in cents; null if the amount is not known.
         */
        readonly amountRemaining?: number | null;
    };
    /** @description The limit that would be exceeded. */
    readonly LimitContext: {
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: the limit.
         */
        readonly limit: number;
        /** @description LIMIT_EXCEEDED: what is limited. */
        readonly of: Schemas["LimitedResource"];
    };
    /** @description The members depend on the code. */
    readonly CampaignNotCreatedContext: {
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: the limit.
         */
        readonly limit?: number;
        /** @description LIMIT_EXCEEDED: what is limited. */
        readonly of?: Schemas["LimitedResource"];
        /**
         * Format: int32
         * @description NOT_YET_AVAILABLE: the version of the rules that the campaign needs.
         */
        readonly needs?: number;
        /**
         * Format: int32
         * @description NOT_YET_AVAILABLE: the version that every part of the service supports.
         */
        readonly known?: number;
    };
    /** @description The members depend on the code. */
    readonly DuplicateOrLimitContext: {
        /** @description DUPLICATE_KEY: the field whose value is already in use. */
        readonly field?: string;
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: the limit.
         */
        readonly limit?: number;
        /** @description LIMIT_EXCEEDED: what is limited. */
        readonly of?: Schemas["LimitedResource"];
    };
    /** @description When the latest change was made. */
    readonly AnotherPersonNeededContext: {
        /**
         * Format: date-time
         * @description ANOTHER_PERSON_NEEDED: when the caller made the latest change.
         */
        readonly changedAt: string;
    };
    /** @description The members depend on the code. */
    readonly TierNotDeletedContext: {
        /**
         * Format: int64
         * @description TIER_HAS_MEMBERS: the number of members in the tier now, without erased ones; with `more`, only those that
         *     were found.
         */
        readonly memberCount?: number;
        /**
         * @description TIER_HAS_MEMBERS: true if not all members of the environment were checked, because there are too many of
         *     them or 1,000 were already found. There may be more in the tier, even if `memberCount` is 0.
         */
        readonly more?: boolean;
        /**
         * Format: date-time
         * @description ANOTHER_PERSON_NEEDED: when the caller made the latest change.
         */
        readonly changedAt?: string;
    };
    /** @description The current version. */
    readonly PreconditionContext: {
        readonly etag: Schemas["EntityTag"];
    };
    /** @description The maximum size of a body. */
    readonly PayloadTooLargeContext: {
        /**
         * Format: int32
         * @description The maximum size of a body in bytes.
         */
        readonly limitBytes: number;
    };
    /** @description What the engine found. */
    readonly ProcessingContext: {
        /** @description PROCESSING_FAILED: a code for support; absent if it is not known. */
        readonly reason?: string;
        /**
         * @description PROCESSING_TIMEOUT: present if it is known that a redemption was not executed because it arrived too late.
         * @constant
         */
        readonly executed?: false;
        /**
         * @description PROCESSING_TIMEOUT: until when the redemption could have been executed. A second attempt with a later time
         *     may be under way.
         */
        readonly notAfter?: Schemas["Timestamp"];
    };
}
