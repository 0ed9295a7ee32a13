// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

export interface Schemas {
    /** @description A reference of the caller's own, taken character for character. Characters are Unicode code points. */
    readonly Ref: string;
    /** @description Display name; one of its characters is visible. */
    readonly Name: string;
    /** @description For people; never judged. */
    readonly Description: string;
    /** @description What it is, for people; one of its characters is visible. */
    readonly Label: string;
    /**
     * Format: uuid
     * @description A UUID.
     */
    readonly Uuid: string;
    /**
     * Format: date-time
     * @description ISO 8601 in UTC with milliseconds.
     */
    readonly Timestamp: string;
    /**
     * Format: instant
     * @description ISO 8601: a date-time (UTC where no offset is given) or a plain date (the start of that UTC day; as an end, its
     *     end). Impossible dates are refused.
     */
    readonly Instant: string;
    /**
     * Format: iso-4217
     * @description An ISO 4217 code in upper case.
     */
    readonly CurrencyCode: string;
    /**
     * Format: int64
     * @description Cents, at least 1.
     */
    readonly PositiveCents: number;
    /**
     * Format: int64
     * @description Cents, 0 or more.
     */
    readonly Cents: number;
    /**
     * Format: int64
     * @description Cents spent; below 0 where more was returned than bought.
     */
    readonly SpendCents: number;
    /**
     * Format: int64
     * @description Purchases; below 0 where more were returned than made.
     */
    readonly PurchaseCount: number;
    /**
     * Format: int64
     * @description Points, at least 1.
     */
    readonly PositivePoints: number;
    /**
     * Format: int64
     * @description Points, 0 or more.
     */
    readonly Points: number;
    /** @description The key of an event definition, in dotted lower case. */
    readonly EventKey: string;
    /**
     * @description The kind of operation that a reference belongs to.
     *     - `evaluate`: a basket that was evaluated.
     *     - `redeem`: points that were burned.
     *     - `event`: an event, custom or lifecycle.
     *     - `return`: a receipt that was returned, or a part of it; by its `returnRef`.
     *     - `capture`: an authorized redemption that was taken for good; by the reference of the redemption.
     *     - `void`: a redemption whose points came back, or that has lapsed; by the reference of the redemption.
     * @default evaluate
     * @enum {string}
     */
    readonly RequestOperation: "evaluate" | "redeem" | "event" | "return" | "capture" | "void";
    /** @description One line of the basket. */
    readonly ReceiptLine: {
        /** @description The product. */
        readonly sku: Schemas["Ref"];
        /**
         * Format: double
         * @description Units, or weight; at most 3 decimals.
         */
        readonly quantity: number;
        /** @description Cents for one unit. Not negative: a discount or a return is no line. */
        readonly unitPrice: Schemas["Cents"];
        /** @description Cents paid for the whole line, after discounts; `quantity` × `unitPrice` when absent. Campaigns on lines go by it. */
        readonly amount?: Schemas["Cents"];
        /** @description The categories that the product belongs to. */
        readonly categories?: readonly Schemas["Ref"][];
    };
    /**
     * @description What else is known of the receipt, such as its channel or a code: names of a to z, 0 to 9 and `_`, each with a text. Campaigns
     *     compare them by `attributes.NAME` in their `conditions`. They are judged and in no response, fact or list: let them name no person.
     */
    readonly ReceiptAttributes: {
        readonly [key: string]: string | null;
    };
    /** @description A basket that a member paid for. */
    readonly EvaluateBody: {
        /** @description Unique reference of the receipt; the idempotency key. Kept for ever: let it name a document, not a person. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference of the customer; the member is created on first use. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents. The lines need not add up to it. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store; campaigns that target stores fire only with it. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Currency of `amount`; ZAR when absent. Never converted. */
        readonly currency?: Schemas["CurrencyCode"];
        /** @description When it was bought, for tills that were offline: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket, for campaigns on products and categories; at most 2,000 categories in all of them. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
    };
    /** @description Many baskets in one call. */
    readonly BulkEvaluateBody: {
        /** @description Baskets as `evaluate` takes them. Each is judged by itself; a bad one has a problem as its result. */
        readonly items: readonly Schemas["EvaluateBody"][];
    };
    /** @description The results of the baskets of one call. */
    readonly BulkEvaluateResults: {
        /** @description One for each item, in their order. */
        readonly results: readonly Schemas["BulkEvaluateResult"][];
    };
    /** @description The result of one item. It has a body, a problem or a location. */
    readonly BulkEvaluateResult: {
        /**
         * Format: int32
         * @description The place of the item, from 0.
         */
        readonly index: number;
        /** @description The reference that was sent; null where there was none to read. */
        readonly transactionRef: string | null;
        /**
         * Format: int32
         * @description The HTTP status that the item would have had alone.
         */
        readonly status: number;
        /** @description True when the body is the stored response to an earlier request with the same reference. */
        readonly replayed: boolean;
        /** @description True when the earlier request with the same reference had another body. Check your references. */
        readonly mismatch: boolean;
        /** @description The result, with status 200. */
        readonly body?: Schemas["EvaluateResult"];
        /** @description Why there is no result. */
        readonly problem?: Schemas["Problem"];
        /** @description Where the result will be, with status 202. */
        readonly location?: string;
    };
    /** @description A basket to try. */
    readonly SimulateBody: {
        /** @description Your reference of the customer, who need not exist. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Currency of `amount`; ZAR when absent. */
        readonly currency?: Schemas["CurrencyCode"];
        /** @description When it would be bought: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket; at most 2,000 categories in all of them. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
        /** @description Campaigns that are not stored, judged as if they were ACTIVE and behind all others. */
        readonly drafts?: readonly Schemas["CampaignDraft"][];
    };
    /** @description A basket to explain. */
    readonly ExplainBody: {
        /** @description Not used: it may stay in a receipt as `evaluate` takes it. */
        readonly transactionRef?: Schemas["Ref"];
        /** @description Your reference of the customer, who need not exist. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Currency of `amount`; ZAR when absent. */
        readonly currency?: Schemas["CurrencyCode"];
        /** @description When it would be bought: from 2000-01-01 to 2050-12-31. Now when absent. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description The lines of the basket; at most 2,000 categories in all of them. */
        readonly products?: readonly Schemas["ReceiptLine"][];
        readonly attributes?: Schemas["ReceiptAttributes"];
        /** @description Campaigns that are judged as if they were ACTIVE; none that is archived. */
        readonly campaignIds?: readonly Schemas["Uuid"][];
        /** @description Campaigns that are not stored, judged as if they were ACTIVE and behind all others. */
        readonly drafts?: readonly Schemas["CampaignDraft"][];
    };
    /** @description A campaign to try. */
    readonly CampaignDraft: {
        /** @description The campaign that it stands in for, whose stamps and visits count for it. */
        readonly campaignId?: Schemas["Uuid"];
        readonly campaign: Schemas["CampaignCreateBody"];
    };
    /** @description A reward that a campaign would give. */
    readonly ExplainedReward: {
        readonly rewardType: Schemas["RewardType"];
        readonly value: Schemas["RewardValue"];
    };
    /** @description What one campaign gives for the basket, or why it does not. */
    readonly ExplainedCampaign: {
        /**
         * Format: uuid
         * @description The campaign; null for a draft that stands in for none.
         */
        readonly campaignId: string | null;
        /** @description Its name. */
        readonly campaignName: string;
        /** @description Its present state; DRAFT for a draft. */
        readonly state: Schemas["CampaignState"];
        /** @description Whether it gives anything. */
        readonly fired: boolean;
        /** @description Points that it gives, 0 or more. */
        readonly pointsEarned: Schemas["Points"];
        /** @description What cut the points; absent where nothing did. */
        readonly reducedBy?: Schemas["ReducedBy"];
        /**
         * Format: double
         * @description That of the member's tier, by which the points were multiplied; absent where nothing multiplied.
         */
        readonly multiplier?: number;
        /** @description Rewards that it gives. */
        readonly rewards: readonly Schemas["ExplainedReward"][];
        /**
         * @description The first check that failed, a value of `NotFiredReason`; null where it fired. More values may be added; be ready for
         *     one that you do not know.
         */
        readonly reason: string | null;
        /**
         * Format: int32
         * @description Its place in `drafts`, from 0; null for a stored campaign.
         */
        readonly draft: number | null;
        /**
         * @description There where `reason` is `CONDITION_NOT_MET`: the comparisons that made its `conditions` false, of AND those that are
         *     false, of OR all.
         */
        readonly failed?: readonly Schemas["FailedCondition"][];
        /**
         * Format: uuid
         * @description There where `reason` is `OUTRANKED`: the campaign of its group that gives instead; null for a draft that stands in for none.
         */
        readonly by?: string | null;
        /** @description Points that its rule gives, times the multiplier; there where limits, caps or another campaign of its group took some of them. */
        readonly pointsBeforeCuts?: Schemas["Points"];
        /**
         * @description Its limits per member, in the local period in which the receipt counts, then that of all members together (`CAMPAIGN`), as they
         *     are before it; absent without any.
         */
        readonly limits?: readonly Schemas["UsedLimit"][];
        /** @description Which lines earn, where it has `earnOn`; absent where its rule was not asked, or gives nothing for them. */
        readonly earns?: Schemas["EarningLines"];
    };
    /** @description A limit of a campaign, per member or of all members together, and what is used of it. */
    readonly UsedLimit: {
        readonly per: Schemas["LimitPer"];
        readonly period: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description At most so many times, or points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description Times, or points, that were given before.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description How many were left of them.
         */
        readonly left: number;
    };
    /** @description Lines of the basket on which a campaign earns. */
    readonly EarningLines: {
        /** @description Their places in `products`, from 0. */
        readonly lines: readonly number[];
        /**
         * Format: double
         * @description Units of them together.
         */
        readonly quantity: number;
        /** @description What they cost together, never more than the basket. */
        readonly spendCents: Schemas["Cents"];
    };
    /** @description A comparison that made a campaign's conditions false, with what was found. */
    readonly FailedCondition: {
        /** @description JSON pointer to it in the campaign, such as `/conditions/conditions/0`. */
        readonly path: string;
        /**
         * @description There where it is over lines of the receipt: the tree that selects them, whose lists are cut as `value` is. `field` is
         *     then what was added up; `lines` alone ask for a `count` of at least 1.
         */
        readonly lines?: unknown;
        /** @description The field that it asks for. */
        readonly field: string;
        /** @description Its operator. */
        readonly op: string;
        /** @description Its value as it was written; lists are cut to 10 values, texts to 255 characters. */
        readonly value: unknown;
        /**
         * @description What was found, in the form of one value; null where it is missing. Of `segment_id` a list: the segments of `value`
         *     that the member is in.
         */
        readonly found: unknown;
    };
    /** @description What a basket earns, campaign by campaign. */
    readonly Explanation: {
        /** @description Whether the customer is a member already. */
        readonly memberKnown: boolean;
        /** @description When it would be bought. */
        readonly occurredAt: Schemas["Timestamp"];
        /** @description The local time of `occurredAt`, to the minute, by which `conditions` go. */
        readonly localTime: string;
        /** @description The setting `timeZone`; null: none is set, and local time is UTC. */
        readonly timeZone: string | null;
        /** @description Points of all campaigns, drafts included. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description The balance that it would lead to. */
        readonly pointsBalance: Schemas["Points"];
        /** @description ACTIVE campaigns in the order of their activation, then those named, drafts last. */
        readonly campaigns: readonly Schemas["ExplainedCampaign"][];
        readonly warnings?: Schemas["WarningList"];
    };
    /** @description What one campaign gave. */
    readonly CampaignAward: {
        /** @description The campaign that fired. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name at the time. */
        readonly campaignName: string;
        /** @description Points that it gave, 0 or more. */
        readonly pointsEarned: Schemas["Points"];
        /** @description What cut the points; absent where nothing did. */
        readonly reducedBy?: Schemas["ReducedBy"];
        /**
         * Format: double
         * @description That of the member's tier, by which the points were multiplied; absent where nothing multiplied.
         */
        readonly multiplier?: number;
        /** @description Rewards that it gave; at most 50 come of one request, what is beyond is not given. They wait to be fulfilled; `GET /rewards/{rewardId}` shows them, with their codes once they are issued. */
        readonly rewardIds: readonly string[];
        /**
         * Format: int32
         * @description Only of `simulate`, and only there for a draft. Its place in `drafts`, from 0; `campaignId` is made up where it stands in for no campaign.
         */
        readonly draft?: number;
    };
    /**
     * @description Why a campaign did not fire: the first check that failed, in this order. More values may be added; be ready for one that you do not know.
     *     - `CAMPAIGN_NOT_ACTIVE`: it is a draft or paused.
     *     - `DATE_RANGE`: the transaction lies before its start or after its end.
     *     - `STORE_MISMATCH`: it is for other stores.
     *     - `CURRENCY_MISMATCH`: it is for another currency.
     *     - `BELOW_MIN_SPEND`: the basket is smaller than its `minSpend`.
     *     - `SEGMENT_MISMATCH`: the member is in none of its segments.
     *     - `TIER_NOT_ELIGIBLE`: it is exclusive to a tier that the member has not reached.
     *     - `CONDITION_NOT_MET`: its `conditions` do not hold.
     *     - `BUDGET_EXHAUSTED`: its budget is spent.
     *     - `NOT_A_TRANSACTION_RULE`: its rule fires on events only.
     *     - `PRODUCT_MISMATCH`: no line of the basket is one of its products.
     *     - `PROBABILITY_MISS`: the draw was lost.
     *     - `NOTHING_TO_AWARD`: the award comes to 0 points and no reward.
     *     - `ALREADY_AWARDED`: it fires only once for a member, and has.
     *     - `LIMIT_REACHED`: a limit of the campaign is reached.
     *     - `OUTRANKED`: another campaign of its `exclusiveGroup` gives instead.
     *     - `CAP_REACHED`: `memberPointsCaps` leave no points for it.
     *     - `STAMPED`: its card got a stamp and is not complete yet; `stampCards` shows it.
     *     - `REWARD_LIMIT`: it gave fewer rewards than its rule says, or none: at most 50 come of one request.
     */
    readonly NotFiredReason: ("CAMPAIGN_NOT_ACTIVE" | "DATE_RANGE" | "STORE_MISMATCH" | "CURRENCY_MISMATCH" | "BELOW_MIN_SPEND" | "SEGMENT_MISMATCH" | "TIER_NOT_ELIGIBLE" | "CONDITION_NOT_MET" | "BUDGET_EXHAUSTED" | "NOT_A_TRANSACTION_RULE" | "PRODUCT_MISMATCH" | "PROBABILITY_MISS" | "NOTHING_TO_AWARD" | "ALREADY_AWARDED" | "LIMIT_REACHED" | "OUTRANKED" | "CAP_REACHED" | "STAMPED" | "REWARD_LIMIT") | (string & {});
    /** @description Why one campaign did not fire. */
    readonly CampaignCheck: {
        /** @description The campaign that did not fire. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name. */
        readonly campaignName: string;
        readonly reason: Schemas["NotFiredReason"];
        /**
         * Format: int32
         * @description Only of `simulate`, and only there for a draft. Its place in `drafts`, from 0.
         */
        readonly draft?: number;
    };
    /**
     * @description Why nothing matched. Only with test keys, and only when no campaign fired, or when rewards were not given because at most 50
     *     come of one request (`REWARD_LIMIT`; those campaigns alone are named then).
     */
    readonly EvaluateDebug: {
        /**
         * Format: int32
         * @description ACTIVE campaigns that were looked at.
         */
        readonly activeCampaigns: number;
        /** @description One entry for each campaign that is not archived, at most 100; ACTIVE ones come first. */
        readonly campaignChecks: readonly Schemas["CampaignCheck"][];
        /**
         * @description There only when more than 100 campaigns are not archived; `campaignChecks` names the first 100.
         * @constant
         */
        readonly truncated?: true;
    };
    /** @description The award of a basket. A repeat of its reference gets the same bytes. */
    readonly EvaluateResult: {
        /** @description Identifies the transaction. */
        readonly transactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description True when this transaction created the member. */
        readonly memberCreated: boolean;
        /** @description The sum over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description Of the awarded points those that wait until they mature. Absent where none do. */
        readonly pointsPending?: Schemas["PositivePoints"];
        /** @description Of the awarded points those that were deducted at once for returns of before. Absent where none were. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this transaction. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The campaigns that fired, in the order they were activated. */
        readonly campaigns: readonly Schemas["CampaignAward"][];
        /**
         * @description The stamp cards that this transaction stamped; empty where it stamped none, absent in responses that are older than
         *     the field.
         */
        readonly stampCards?: readonly Schemas["EventStampCard"][];
        /**
         * @description A result is always PROCESSED; a transaction that FAILED has a problem instead. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly state: "PROCESSED";
        /** @description Why no campaign fired; only with test keys. On `simulate` null where one fired. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /** @description Points to burn at the checkout. */
    readonly RedeemBody: {
        /** @description Unique reference of the redemption; the idempotency key. It names a document and is kept for ever, so do not put a person into it. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference of the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents; the discount is never more. */
        readonly amount: Schemas["PositiveCents"];
        /** @description Points to redeem; fewer are taken where a cap binds. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store; campaigns that target stores are found only with it. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Caps the discount of this request; the tighter of this and the rule's binds. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /** @description Currency of `amount`; ZAR when absent. Campaigns with another one do not apply; nothing is converted. */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /** @description Points to take until they are captured or voided. */
    readonly AuthorizeBody: {
        /** @description Unique reference of the redemption; the idempotency key. It names a document and is kept for ever, so do not put a person into it. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your reference of the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents; the discount is never more. */
        readonly amount: Schemas["PositiveCents"];
        /** @description Points to redeem; fewer are taken where a cap binds. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store; campaigns that target stores are found only with it. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Caps the discount of this request; the tighter of this and the rule's binds. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /** @description Currency of `amount`; ZAR when absent. Campaigns with another one do not apply; nothing is converted. */
        readonly currency?: Schemas["CurrencyCode"];
        /**
         * Format: int32
         * @description For how long it can be captured, in seconds; 15 minutes when absent.
         * @default 900
         */
        readonly ttlSeconds?: number;
    };
    /** @description Points to be valued. */
    readonly RedeemQuoteBody: {
        /** @description Your reference of the customer, who must be a member. */
        readonly memberRef: Schemas["Ref"];
        /** @description Basket total in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description Points to redeem. */
        readonly pointsRequested: Schemas["PositivePoints"];
        /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
        readonly campaignId?: Schemas["Uuid"];
        /** @description The store. */
        readonly storeRef?: Schemas["Ref"];
        /** @description Caps the discount of this request. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        /** @description Currency of `amount`; ZAR when absent. */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /**
     * Format: double
     * @description A percentage of the basket, at most 4 decimals.
     */
    readonly DiscountPercent: number;
    /** @description The burned points and their value. A repeat of its reference gets the same bytes. */
    readonly RedeemResult: {
        /** @description Identifies the redemption. */
        readonly redeemTransactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description Points that were taken. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description The discount to apply at the checkout, in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /** @description The balance before the redemption. */
        readonly balanceBefore: Schemas["Points"];
        /** @description The balance after the redemption. */
        readonly balanceAfter: Schemas["Points"];
        /** @description The cap that bound; null when none did. */
        readonly constraintApplied: Schemas["RedemptionConstraint"];
        /** @description The campaign whose rule granted it. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Only with AUTHORIZED. Until when it can be captured; a minute later it lapses. */
        readonly expiresAt?: Schemas["Timestamp"];
        readonly state: Schemas["RedeemState"];
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /**
     * @description How points of a redemption were taken; one that FAILED has a problem instead.
     *     - `PROCESSED`: for good.
     *     - `AUTHORIZED`: until it is captured or voided, or lapses. The response stays so for ever: captures and voids have their own.
     * @enum {string}
     */
    readonly RedeemState: "PROCESSED" | "AUTHORIZED";
    /** @description A redemption. */
    readonly RedemptionName: {
        /** @description The reference of the redemption. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Where it is done. It decides nothing, and a repeat may name another store; the first one is kept. */
        readonly storeRef?: Schemas["Ref"];
    };
    /** @description A redemption that was taken for good. A repeat gets the same bytes. */
    readonly CaptureResult: {
        /** @description Identifies the capture. */
        readonly captureTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description Points that were taken when it was authorized. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description The discount, in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /**
         * @description Always CAPTURED.
         * @constant
         */
        readonly state: "CAPTURED";
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /**
     * @description Why a redemption ended.
     *     - `VOIDED`: a caller voided it.
     *     - `EXPIRED`: it was neither captured nor voided in time.
     * @enum {string}
     */
    readonly VoidReason: "VOIDED" | "EXPIRED";
    /** @description What came back of a redemption. A repeat gets the same bytes. */
    readonly VoidResult: {
        /** @description Identifies the void. */
        readonly voidTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description The campaign that had granted the discount. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Points that came back; 0 where all of them had come back before. */
        readonly pointsRefunded: Schemas["Points"];
        /** @description How many of them expired at once, because their own time has passed. */
        readonly pointsExpired: Schemas["Points"];
        /** @description How many of them paid returns of before, which could not take them while they were out. Absent where none did. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description How much of the discount came back, in cents. */
        readonly discountReversed: Schemas["Cents"];
        /** @description The balance after it. */
        readonly pointsBalance: Schemas["Points"];
        readonly reason: Schemas["VoidReason"];
        /**
         * @description Always VOIDED.
         * @constant
         */
        readonly state: "VOIDED";
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /** @description What comes back. Either `whole` or `amount` is required. */
    readonly ReturnBody: {
        /** @description The reference of the receipt. */
        readonly transactionRef: Schemas["Ref"];
        /** @description Your unique reference of this return; idempotency key. */
        readonly returnRef: Schemas["Ref"];
        /**
         * @description All that is left of the receipt. Not beside `amount`.
         * @constant
         */
        readonly whole?: true;
        /** @description What is paid back of the receipt's amount, in cents. Not beside `whole`. */
        readonly amount?: Schemas["PositiveCents"];
        /**
         * @description Which products come back; only beside `amount`. It refines awards for products: without it, the same share of every
         *     line counts as returned. Other awards go by `amount` alone. Of a product at most what earned points comes back, and
         *     products that earned nothing of their own are ignored.
         */
        readonly products?: readonly Schemas["ReturnedLine"][];
        /**
         * @description The reference of the redeem whose points come back; without it that of the receipt. The first return that finds one
         *     fixes it for the receipt.
         */
        readonly redeemRef?: Schemas["Ref"];
        /** @description Why, or which documents say so. It names no person, and is kept for ever. */
        readonly reason?: Schemas["Ref"];
        /** @description Where it comes back. It decides nothing, and a repeat may name another store; the first one is kept. */
        readonly storeRef?: Schemas["Ref"];
    };
    /** @description A product that comes back. It may be listed more than once. */
    readonly ReturnedLine: {
        /** @description The product, as in the receipt. */
        readonly sku: Schemas["Ref"];
        /**
         * Format: double
         * @description Units, or weight; at most 3 decimals.
         */
        readonly quantity: number;
    };
    /**
     * @description How it was judged what stays of an award. More values may be added; be ready for one that you do not know.
     *     - `RULES`: what the campaign's rule, as it was when the receipt was evaluated, gives for what remains.
     *     - `SHARE`: the share that remains of the receipt's amount, rounded down. So it is for an award on lines or products
     *       where `products` did not say what came back, for one whose conditions asked for lines of which some came back
     *       (the share of their cost), and for receipts from before the rules were stored with them.
     */
    readonly ReturnBasis: ("RULES" | "SHARE") | (string & {});
    /** @description What a return took back of one award of the receipt. */
    readonly ReturnedAward: {
        /** @description The campaign that gave it. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name when the receipt was evaluated. */
        readonly campaignName: string;
        /** @description Points that this return reversed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Points that stay of it. */
        readonly pointsKept: Schemas["Points"];
        readonly basis: Schemas["ReturnBasis"];
        /** @description What the campaign's budget got back, in cents. */
        readonly budgetCents: Schemas["Cents"];
        /** @description Its rewards that ended with this return. */
        readonly rewardsTakenBack: readonly Schemas["Uuid"][];
        /** @description Its rewards that stay though the award does not, because they were redeemed or had ended before. */
        readonly rewardsKept: readonly Schemas["Uuid"][];
    };
    /** @description A stamp card that the receipt stamped. */
    readonly ReturnedStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description Stamps on the card now; a full one completes with the next stamp.
         */
        readonly stampsCollected: number;
        /** @description True when this return took the receipt's stamp back. */
        readonly isStampTakenBack: boolean;
    };
    /** @description What a return gave back of the redeem beside the receipt. */
    readonly RefundedRedeem: {
        /** @description The reference of the redeem. */
        readonly transactionRef: string;
        /** @description The campaign whose rule granted its discount. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Redeemed points that this return gave back. */
        readonly pointsRefunded: Schemas["Points"];
        /**
         * Format: int64
         * @description The discount that these points had bought, in cents.
         */
        readonly discountReversed: number;
    };
    /** @description Points of one campaign that a return of before could not take, and that redeemed points paid as they came back. */
    readonly Deduction: {
        /** @description The campaign that had awarded them. */
        readonly campaignId: Schemas["Uuid"];
        /** @description How many. */
        readonly points: Schemas["PositivePoints"];
        /** @description Given back to the budget of the campaign, in cents. */
        readonly budgetCents: Schemas["Cents"];
    };
    /**
     * Format: int64
     * @description Cents, 0 or more; null where the receipt's amount is not known.
     */
    readonly AmountOrUnknown: number | null;
    /** @description What was reversed. A repeat of its reference gets the same bytes. More fields may be added. */
    readonly ReturnResult: {
        /** @description Identifies the return. */
        readonly returnTransactionId: Schemas["Uuid"];
        /** @description The reference that was sent. */
        readonly returnRef: string;
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The member of the receipt, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description What this return took of the receipt's amount, in cents; null where that is not known. */
        readonly amountReturned: Schemas["AmountOrUnknown"];
        /** @description What is left of the receipt's amount, in cents; null where that is not known. */
        readonly amountRemaining: Schemas["AmountOrUnknown"];
        /** @description True when nothing of the receipt is left. */
        readonly isWhole: boolean;
        /** @description The sum over all awards; also that of the next six. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Points that had not matured; they were on no balance. */
        readonly pointsFromPending: Schemas["Points"];
        /** @description Points that left the balance. */
        readonly pointsFromBalance: Schemas["Points"];
        /** @description Points whose own time has passed. */
        readonly pointsExpired: Schemas["Points"];
        /** @description Points that the balance does not have and nobody pays for, because they have expired or were taken by hand. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that the balance does not have, and that are deducted from what the member earns next. Absent where none are. */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /** @description Points that were out in redeems of before. If these come back, they pay them. Absent where none were. */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /** @description Of the redeemed points that came back those that paid returns of before. Absent where none did. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The balance after the return. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The awards of the receipt, in its order. */
        readonly awards: readonly Schemas["ReturnedAward"][];
        /** @description The cards that the receipt stamped. */
        readonly stampCards: readonly Schemas["ReturnedStampCard"][];
        /**
         * @description Redeemed points that came back, before points were reversed; null where no redeem of the member was found that can be
         *     refunded. An authorization that is neither captured nor ended is left alone: void it.
         */
        readonly redeemed: Schemas["RefundedRedeem"] | null;
        /** @description The reason that was sent; null without one. */
        readonly reason: string | null;
        /**
         * @description A result is always PROCESSED; a return that FAILED has a problem instead.
         * @constant
         */
        readonly state: "PROCESSED";
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /** @description Many returns in one call. */
    readonly BulkReturnBody: {
        /** @description Returns as `returns` takes them. Each is judged by itself; a bad one has a problem as its result. */
        readonly items: readonly Schemas["ReturnBody"][];
    };
    /** @description The results of the returns of one call. */
    readonly BulkReturnResults: {
        /** @description One for each item, in their order. */
        readonly results: readonly Schemas["BulkReturnResult"][];
    };
    /** @description The result of one item. It has a body, a problem or a location. */
    readonly BulkReturnResult: {
        /**
         * Format: int32
         * @description The place of the item, from 0.
         */
        readonly index: number;
        /** @description The reference that was sent; null where there was none to read. */
        readonly returnRef: string | null;
        /**
         * Format: int32
         * @description The HTTP status that the item would have had alone.
         */
        readonly status: number;
        /** @description True when the body is the stored response to an earlier request with the same reference. */
        readonly replayed: boolean;
        /** @description True when the earlier request with the same reference had another body. Check your references. */
        readonly mismatch: boolean;
        /** @description The result, with status 200. */
        readonly body?: Schemas["ReturnResult"];
        /** @description Why there is no result. */
        readonly problem?: Schemas["Problem"];
        /** @description Where the result will be, with status 202. */
        readonly location?: string;
    };
    /** @description What a return would do now. More fields may be added. */
    readonly ReturnQuote: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The member of the receipt, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description What it would take of the receipt's amount, in cents; null where that is not known. */
        readonly amountReturned: Schemas["AmountOrUnknown"];
        /** @description What would be left of the receipt's amount, in cents; null where that is not known. */
        readonly amountRemaining: Schemas["AmountOrUnknown"];
        /** @description True when nothing of the receipt would be left. */
        readonly isWhole: boolean;
        /** @description The sum over all awards; also that of the next six. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Points that had not matured; they are on no balance. */
        readonly pointsFromPending: Schemas["Points"];
        /** @description Points that would leave the balance. */
        readonly pointsFromBalance: Schemas["Points"];
        /** @description Points whose own time has passed. */
        readonly pointsExpired: Schemas["Points"];
        /** @description Points that the balance does not have and nobody pays for, because they have expired or were taken by hand. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that the balance does not have, and that would be deducted from what the member earns next. Absent where none would. */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /** @description Points that are out in redeems of before. If these come back, they would pay them. Absent where none are. */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /** @description Of the redeemed points that would come back those that would pay returns of before. Absent where none would. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description The balance that it would lead to. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The awards of the receipt, in its order. */
        readonly awards: readonly Schemas["ReturnedAward"][];
        /** @description The cards that the receipt stamped. */
        readonly stampCards: readonly Schemas["ReturnedStampCard"][];
        /** @description Redeemed points that would come back, before points are reversed; null where no redeem would be found. */
        readonly redeemed: Schemas["RefundedRedeem"] | null;
    };
    /** @description What would come back. Either `whole` or `amount` is required. */
    readonly ReturnQuoteBody: {
        /** @description The reference of the receipt. */
        readonly transactionRef: Schemas["Ref"];
        /**
         * @description All that is left of the receipt. Not beside `amount`.
         * @constant
         */
        readonly whole?: true;
        /** @description What is paid back of the receipt's amount, in cents. Not beside `whole`. */
        readonly amount?: Schemas["PositiveCents"];
        /**
         * @description Which products come back; only beside `amount`. It refines awards for products: without it, the same share of every
         *     line counts as returned. Other awards go by `amount` alone. Of a product at most what earned points comes back, and
         *     products that earned nothing of their own are ignored.
         */
        readonly products?: readonly Schemas["ReturnedLine"][];
        /**
         * @description The reference of the redeem whose points come back; without it that of the receipt. The first return that finds one
         *     fixes it for the receipt.
         */
        readonly redeemRef?: Schemas["Ref"];
    };
    /** @description What came back of a receipt. More fields may be added. */
    readonly ReturnsOfReceipt: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description The receipt's amount, in cents; null where that is not known. */
        readonly amount: Schemas["AmountOrUnknown"];
        /** @description What came back of it, in cents; 0 where the amount is not known. */
        readonly amountReturned: Schemas["Cents"];
        /** @description All of its returns, the oldest first; 100 at most. */
        readonly returns: readonly Schemas["ReturnResult"][];
    };
    /** @description A return that was accepted with 202. */
    readonly AcceptedReturn: {
        /** @description The reference that was sent. */
        readonly returnRef: string;
        /** @description Where the result will be; the same as the Location header. */
        readonly location: string;
    };
    /** @description What points are worth now. */
    readonly RedeemQuote: {
        /** @description Points that a redeem would take; with `takes` FEWEST the fewest that buy the discount. */
        readonly pointsToRedeem: Schemas["PositivePoints"];
        /** @description The discount in cents. */
        readonly discountAmount: Schemas["PositiveCents"];
        /**
         * Format: double
         * @description The discount in rands.
         */
        readonly discountAmountRand: number;
        /** @description Points that are worth R1. */
        readonly pointsPerRand: Schemas["PointsPerRand"];
        /** @description The balance that it would lead to. */
        readonly balanceAfter: Schemas["Points"];
        /** @description The cap that would bind; null when none would. */
        readonly constraintApplied: Schemas["RedemptionConstraint"];
    };
    /**
     * @description What capped a redemption. More values may be added; be ready for one that you do not know.
     *     - `MAX_POINTS_PER_REDEMPTION`: the most points that the rule allows at once.
     *     - `MAX_DISCOUNT_PERCENT_OF_BASKET`: a percentage of the basket, of the rule or of the request, or the basket itself.
     *     - `INSUFFICIENT_BALANCE`: the balance, where the rule says `CAP`.
     */
    readonly RedemptionConstraint: ("MAX_POINTS_PER_REDEMPTION" | "MAX_DISCOUNT_PERCENT_OF_BASKET" | "INSUFFICIENT_BALANCE" | null) | (string & {});
    /**
     * Format: double
     * @description Points that are worth R1; at most 4 decimals.
     */
    readonly PointsPerRand: number;
    /** @description How points are valued now. */
    readonly BurnRate: {
        /**
         * Format: double
         * @description Points that are worth R1; null when no campaign redeems points now.
         */
        readonly pointsPerRand: number | null;
        /**
         * Format: uuid
         * @description The campaign whose rate it is.
         */
        readonly campaignId: string | null;
    };
    /** @description A basket that was accepted with 202. */
    readonly AcceptedTransaction: {
        /** @description The reference that was sent. */
        readonly transactionRef: string;
        /** @description Where the result will be; the same as the Location header. */
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
     * @description What its response says. More values may be added; be ready for one that you do not know.
     *     - `PROCESSED`: it was decided.
     *     - `AUTHORIZED`: of a redemption that is captured or voided later, or lapses.
     *     - `CAPTURED`: of a capture.
     *     - `VOIDED`: of a void, and of a lapse.
     */
    readonly DecidedState: ("PROCESSED" | "AUTHORIZED" | "CAPTURED" | "VOIDED") | (string & {});
    /**
     * @description The outcome of a transaction.
     *     - `PROCESSED`: it was decided; the result is there.
     *     - `AUTHORIZED`: of a redemption that is captured or voided later, or lapses; the result is there.
     *     - `CAPTURED`: of a capture; the result is there.
     *     - `VOIDED`: of a void, and of a lapse; the result is there.
     *     - `FAILED`: it was given up or refused; `problem` says why, and nothing was written.
     * @enum {string}
     */
    readonly TransactionState: "PROCESSED" | "AUTHORIZED" | "CAPTURED" | "VOIDED" | "FAILED";
    /**
     * @description The stored response to a basket (all fields of EvaluateResult), of a redemption (all fields of RedeemResult), of an event
     *     (all fields of EventResult), of a return (all fields of ReturnResult), of a capture (all fields of CaptureResult) or of a void
     *     (all fields of VoidResult), as `operation` asked; or, with `state` FAILED, only
     *     `state` and `problem`.
     */
    readonly TransactionOutcome: Schemas["EventResult"] | Schemas["CheckoutOutcome"];
    /**
     * @description The filter of a list of transactions.
     *     - `evaluate`: baskets that were evaluated.
     *     - `redeem`: points that were burned.
     *     - `event`: events, custom and lifecycle.
     *     - `return`: receipts that were returned, or parts of them.
     * @enum {string}
     */
    readonly TransactionOperation: "evaluate" | "redeem" | "event" | "return";
    /**
     * @description The additional parts of a list of transactions.
     *     - `campaigns`: what each campaign awarded.
     * @enum {string}
     */
    readonly TransactionExpansion: "campaigns";
    /**
     * @description The kind of operation. More values may be added; be ready for one that you do not know.
     *     - `evaluate`: a basket that was evaluated.
     *     - `redeem`: points that were burned.
     *     - `event`: an event, custom or lifecycle.
     *     - `return`: a receipt that was returned, or a part of it.
     *     - `capture`: an authorized redemption that was taken for good.
     *     - `void`: a redemption whose points came back, or that has lapsed.
     */
    readonly DecidedOperation: ("evaluate" | "redeem" | "event" | "return" | "capture" | "void") | (string & {});
    /**
     * @description A transaction of a member that was decided: its kind and time, and its stored response, as
     *     `GET …/transactions/{transactionRef}` shows it. More fields may be added.
     */
    readonly MemberTransaction: {
        readonly operation: Schemas["DecidedOperation"];
        /** @description When it was decided. */
        readonly createdAt: Schemas["Timestamp"];
        readonly state: Schemas["DecidedState"];
        /** @description Only of a basket. */
        readonly transactionId?: Schemas["Uuid"];
        /** @description Only of a basket or a redemption. The reference that was sent. */
        readonly transactionRef?: string;
        readonly memberId: Schemas["Uuid"];
        /** @description True when this transaction created the member. */
        readonly memberCreated?: boolean;
        /** @description The sum over all campaigns that fired. */
        readonly pointsAwarded?: Schemas["Points"];
        /** @description Only of a basket. Of the awarded points those that wait until they mature. Absent where none do. */
        readonly pointsPending?: Schemas["PositivePoints"];
        /** @description Of the points that were awarded, or that came back, those that were deducted at once for returns of before. Absent where none were. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this transaction. */
        readonly pointsBalance?: Schemas["Points"];
        /** @description Only with `expand=campaigns`, and not of a redemption. The campaigns that fired, in the order they were activated. */
        readonly campaigns?: readonly Schemas["CampaignAward"][];
        /** @description Only of a basket or an event. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /** @description Only of a redemption. */
        readonly redeemTransactionId?: Schemas["Uuid"];
        /** @description Only of a redemption. Points that were taken. */
        readonly pointsRedeemed?: Schemas["PositivePoints"];
        /** @description Only of a redemption. The discount in cents. */
        readonly discountAmount?: Schemas["PositiveCents"];
        /** @description Only of a redemption. The balance before it. */
        readonly balanceBefore?: Schemas["Points"];
        /** @description Only of a redemption. The balance after it. */
        readonly balanceAfter?: Schemas["Points"];
        /** @description Only of a redemption. The cap that bound; null when none did. */
        readonly constraintApplied?: Schemas["RedemptionConstraint"];
        /** @description Only of a redemption. The campaign whose rule granted it. */
        readonly campaignId?: Schemas["Uuid"];
        /** @description Only of an event. */
        readonly eventId?: Schemas["Uuid"];
        /** @description Only of an event. The key that was sent; null for a lifecycle event without one. */
        readonly eventKey?: string | null;
        /** @description Only of an event. The reference that was sent. */
        readonly ref?: string;
        /**
         * Format: int32
         * @description Only of an event. The version of the definition that judged the payload; null without a definition.
         */
        readonly definitionVersion?: number | null;
        /** @description Not of a redemption. The stamp cards that it stamped; of a return those that its receipt had stamped. */
        readonly stampCards?: readonly Schemas["TransactionStampCard"][];
        /** @description Only of an event. */
        readonly receivedAt?: Schemas["Timestamp"];
        /** @description Only of a return. */
        readonly returnTransactionId?: Schemas["Uuid"];
        /** @description Only of a return. The reference that was sent. */
        readonly returnRef?: string;
        /** @description Only of a return. What it took of the receipt's amount, in cents; null where that is not known. */
        readonly amountReturned?: Schemas["AmountOrUnknown"];
        /** @description Only of a return. What was left of the receipt's amount, in cents; null where that is not known. */
        readonly amountRemaining?: Schemas["AmountOrUnknown"];
        /** @description Only of a return. True when nothing of the receipt was left. */
        readonly isWhole?: boolean;
        /** @description Only of a return. Points that it reversed. */
        readonly pointsReversed?: Schemas["Points"];
        /** @description Only of a return. Points that had not matured; they were on no balance. */
        readonly pointsFromPending?: Schemas["Points"];
        /** @description Only of a return. Points that left the balance. */
        readonly pointsFromBalance?: Schemas["Points"];
        /** @description Only of a return. Points whose own time had passed. */
        readonly pointsExpired?: Schemas["Points"];
        /** @description Only of a return. Points that the balance did not have and nobody pays for. */
        readonly pointsForgiven?: Schemas["Points"];
        /** @description Only of a return. Points that the balance did not have, to be deducted from what the member earns next. Absent where none were. */
        readonly pointsToDeduct?: Schemas["PositivePoints"];
        /** @description Only of a return. Points that were out in redeems of before. If these come back, they pay them. Absent where none were. */
        readonly pointsClaimable?: Schemas["PositivePoints"];
        /** @description Only of a return or a void. Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
        readonly deductions?: readonly Schemas["Deduction"][];
        /** @description Only of a return, with `expand=campaigns`. The awards of the receipt. */
        readonly awards?: readonly Schemas["ReturnedAward"][];
        /** @description Only of a return. Redeemed points that came back with the receipt; null where there were none. */
        readonly redeemed?: Schemas["RefundedRedeem"] | null;
        /** @description Only of a return. The reason that was sent. */
        readonly reason?: string | null;
        /** @description Only of a redemption that is AUTHORIZED. Until when it can be captured. */
        readonly expiresAt?: Schemas["Timestamp"];
        /** @description Only of a capture. */
        readonly captureTransactionId?: Schemas["Uuid"];
        /** @description Only of a void. */
        readonly voidTransactionId?: Schemas["Uuid"];
        /** @description Only of a void. Points that came back. */
        readonly pointsRefunded?: Schemas["Points"];
        /** @description Only of a void. How much of the discount came back, in cents. */
        readonly discountReversed?: Schemas["Cents"];
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /** @description A stamp card in a list of transactions of several kinds. */
    readonly TransactionStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description Stamps on the card after the transaction.
         */
        readonly stampsCollected: number;
        /**
         * Format: int32
         * @description Not of a return. Stamps that complete it.
         */
        readonly stampsRequired?: number;
        /** @description Not of a return. True when the transaction completed the card. */
        readonly completed?: boolean;
        /** @description Only of a return. True when it took the receipt's stamp back. */
        readonly isStampTakenBack?: boolean;
    };
    /** @description One page of transactions, newest first. */
    readonly MemberTransactionList: {
        /** @description The transactions. */
        readonly transactions: readonly Schemas["MemberTransaction"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description The result of a basket, of a redemption or of a return, or why there is none. */
    readonly CheckoutOutcome: Schemas["RedeemResult"] | Schemas["ReceiptOutcome"];
    /** @description The result of a basket or of its return, of a capture or of a void, or why there is none. */
    readonly ReceiptOutcome: Schemas["ReturnResult"] | Schemas["EndedRedemptionOutcome"];
    /** @description The result of a basket, of a capture or of a void, or why there is none. */
    readonly EndedRedemptionOutcome: Schemas["CaptureResult"] | Schemas["VoidOutcome"];
    /** @description The result of a basket or of a void, or why there is none. */
    readonly VoidOutcome: Schemas["VoidResult"] | Schemas["EvaluateOutcome"];
    /** @description The result of a basket, or why there is none. */
    readonly EvaluateOutcome: Schemas["EvaluateResult"] | Schemas["FailedTransaction"];
    /** @description When the points of a campaign lapse. Without it the environment's default holds. */
    readonly PointsExpiry: Schemas["NoExpiry"] | Schemas["RollingExpiry"] | Schemas["CalendarExpiry"] | Schemas["SlidingExpiry"];
    /**
     * Format: int32
     * @description For so many days after its receipt the points of the campaign are pending: on no balance, and in no tier. Then they
     *     mature, and lapse by `pointsExpiry` counted from that time. Only for rules that fire on receipts; rewards do not wait.
     */
    readonly PendingDays: number;
    /** @description The points never lapse. */
    readonly NoExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "NONE";
    };
    /** @description The points lapse this many days after they were earned. */
    readonly RollingExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "ROLLING";
        readonly days: Schemas["Days"];
    };
    /** @description The points lapse at the end of the month or year in which they were earned. */
    readonly CalendarExpiry: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "CALENDAR";
        readonly unit: Schemas["CalendarUnit"];
    };
    /**
     * @description The end of which period of the UTC calendar.
     *     - `MONTH`: the month in which the points were earned.
     *     - `YEAR`: the year in which the points were earned.
     * @enum {string}
     */
    readonly CalendarUnit: "MONTH" | "YEAR";
    /** @description All such points lapse once the member was inactive for this many days. */
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
     * @description Days, at most a hundred years.
     */
    readonly Days: number;
    /**
     * Format: int32
     * @description A count, at least 1.
     */
    readonly EveryNth: number;
    /**
     * @description Points, or a tangible reward, or both: `points` alone, or `rewardType` with the `value` of its shape, and
     *     `points` with it if you like.
     */
    readonly RewardGrant: Schemas["TangibleGrant"] | Schemas["PointsGrant"];
    /**
     * @description What a tangible reward is worth. Which members there are follows from its kind: CouponValue for `COUPON_VOUCHER`,
     *     GiftCardValue for `GIFT_CARD`, DiscountValue for `DISCOUNT_VOUCHER`, FreeItemValue for `FREE_ITEM`.
     */
    readonly RewardValue: {
        /** @description COUPON_VOUCHER: who makes the coupon. */
        readonly provider?: string;
        /** @description What it is, for people; not for GIFT_CARD. */
        readonly description?: string;
        /**
         * Format: int64
         * @description GIFT_CARD: cents.
         */
        readonly amount?: number;
        /** @description GIFT_CARD: the currency of `amount`. */
        readonly currency?: string;
        /** @description DISCOUNT_VOUCHER: what `value` is. */
        readonly discountType?: Schemas["DiscountType"];
        /**
         * Format: double
         * @description DISCOUNT_VOUCHER: percent or cents, by the `discountType`.
         */
        readonly value?: number;
        /** @description FREE_ITEM: the products to choose from. */
        readonly skus?: readonly string[];
    };
    /** @description Only points. */
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
    /** @description A product for free. */
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
     * @description Days until the reward expires; it does not expire when absent.
     */
    readonly ValidDays: number;
    /** @description At least one of the two; at most 8 KiB of JSON. */
    readonly CouponValue: {
        readonly provider?: Schemas["Name"];
        readonly description?: Schemas["Description"];
    };
    /** @description An amount on a card; at most 8 KiB of JSON. */
    readonly GiftCardValue: {
        /** @description What is on the card, in cents. */
        readonly amount: Schemas["PositiveCents"];
        /** @description Its currency, taken at face value; the reward is issued in ZAR when absent. */
        readonly currency?: Schemas["CurrencyCode"];
    };
    /** @description At most 8 KiB of JSON. */
    readonly DiscountValue: Schemas["PercentageDiscountValue"] | Schemas["FixedDiscountValue"];
    /**
     * @description What the `value` of a discount is.
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
    /** @description At most 8 KiB of JSON, whatever the number of references. */
    readonly FreeItemValue: {
        readonly description: Schemas["Label"];
        readonly skus?: Schemas["RefList"];
    };
    /**
     * @description The state of a reward.
     *     - `PENDING_FULFILMENT`: it waits for its code.
     *     - `ISSUED`: it has a code, and can be redeemed.
     *     - `REDEEMED`: it was redeemed.
     *     - `EXPIRED`: its time is over, or somebody expired it.
     *     - `FAILED`: no code was obtained; it can be retried.
     * @enum {string}
     */
    readonly RewardState: "PENDING_FULFILMENT" | "ISSUED" | "REDEEMED" | "EXPIRED" | "FAILED";
    /**
     * @description The value of a reward, as its campaign or tier had it at the time. Which members there are follows from the
     *     `rewardType`; `code` is there once the reward is issued.
     */
    readonly IssuedValue: {
        /** @description COUPON_VOUCHER: who makes the coupon. */
        readonly provider?: string;
        /** @description What it is, for people; not for GIFT_CARD. */
        readonly description?: string;
        /**
         * Format: int64
         * @description GIFT_CARD: cents.
         */
        readonly amount?: number;
        /** @description GIFT_CARD: the currency of `amount`. */
        readonly currency?: string;
        /** @description DISCOUNT_VOUCHER: what `value` is. */
        readonly discountType?: Schemas["DiscountType"];
        /**
         * Format: double
         * @description DISCOUNT_VOUCHER: percent or cents, by the `discountType`.
         */
        readonly value?: number;
        /** @description FREE_ITEM: the products to choose from. */
        readonly skus?: readonly string[];
        /** @description What is shown at the till; absent before the reward is issued. */
        readonly code?: string;
    };
    /** @description Something tangible that a campaign or a tier gave to a member. */
    readonly Reward: {
        /** @description Identifies the reward. */
        readonly id: Schemas["Uuid"];
        /** @description The member who got it. */
        readonly memberId: Schemas["Uuid"];
        /**
         * Format: uuid
         * @description The campaign that gave it; null where a tier did.
         */
        readonly campaignId: string | null;
        /**
         * Format: uuid
         * @description The tier that gave it; null where a campaign did.
         */
        readonly tierId: string | null;
        /**
         * @description The caller's reference of the basket or event that earned it; null where a tier gave it, and of rewards that were given before this
         *     was kept.
         */
        readonly transactionRef: string | null;
        readonly state: Schemas["RewardState"];
        readonly rewardType: Schemas["RewardType"];
        readonly value: Schemas["IssuedValue"];
        /**
         * Format: int32
         * @description How often a code was asked for since it was given, or last retried.
         */
        readonly attempts: number;
        /**
         * @description Why it is FAILED; null in every other state. More values may be added; be ready for one that you do not know.
         *     - `MEMBER_ERASED`: the member was erased before.
         *     - `POOL_EMPTY`: the code pool had none left.
         *     - `NOT_CONFIGURED`: the settings name a provider that there is not.
         *     - `PROVIDER_AWAY`: the provider could not be reached, or was busy, at every try.
         *     - `PROVIDER_REFUSED`: the provider said no.
         *     - `PROVIDER_BAD_ANSWER`: the provider responded without a usable code.
         *     - `PROVIDER_DUPLICATE_CODE`: the provider gave a code that another reward has.
         *     - `PROVIDER_AMBIGUOUS`: nobody knows whether the provider gave a code, and it may not be asked twice.
         *     - `RETURNED`: before there was a code its receipt came back, or a return took its member below its tier. It is not retried.
         */
        readonly failureReason: string | null;
        /** @description When it was given. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When it got its code; null before.
         */
        readonly issuedAt: string | null;
        /**
         * Format: date-time
         * @description From when on it is EXPIRED, unless it was redeemed; null where it does not expire, and before it is issued.
         */
        readonly expiresAt: string | null;
        /**
         * Format: date-time
         * @description When it was redeemed; null before.
         */
        readonly redeemedAt: string | null;
        /** @description The receipt that it was redeemed with; null where none was named, and before. It names a document and is kept for ever. */
        readonly redeemedTransactionRef: string | null;
        /** @description The store that it was redeemed in; null where none was named, and before. It is kept for ever. */
        readonly redeemedStoreRef: string | null;
        /**
         * Format: date-time
         * @description When it expired, or was expired; null before.
         */
        readonly expiredAt: string | null;
        /**
         * Format: date-time
         * @description When it was given up; null in every state but FAILED.
         */
        readonly failedAt: string | null;
        /** @description Only with `withAuthor=true`. Who redeemed, expired, took back or retried it last; null before that. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that redeemed it, as in `redeemedStoreRef`. */
        readonly storeRef?: string | null;
    };
    /** @description May be left out. */
    readonly RedeemRewardBody: {
        /** @description The receipt that it is redeemed with. It names a document, not a person, and is kept for ever. */
        readonly transactionRef?: Schemas["Ref"];
        /** @description The store that it is redeemed in. It is kept for ever. */
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
    /** @description Up to 5,000 references; an empty list is as good as none. */
    readonly RefList: readonly Schemas["Ref"][];
    /**
     * @description How a campaign awards; `type` selects the kind. SIGNUP_BONUS, ON_DEMAND, REFERRAL_BONUS and EVENT_TRIGGER fire on member
     *     events, never on evaluate. New kinds may be added: ignore one that you do not know.
     */
    readonly EarningRule: Schemas["SpendPercentageRule"] | Schemas["FixedPointsRule"] | Schemas["VisitFixedRule"] | Schemas["ProductPurchaseRule"] | Schemas["RandomRule"] | Schemas["StampCardRule"] | Schemas["SurpriseDelightRule"] | Schemas["PurchaseRewardRule"] | Schemas["SignupBonusRule"] | Schemas["OnDemandRule"] | Schemas["ReferralBonusRule"] | Schemas["EventTriggerRule"];
    /**
     * @description A percentage of the basket; 1 % gives 1 point per R1: floor(amount × percentage / 100). 15000 at 1 → 150, 15000 at
     *     2.5 → 375, 999 at 1 → 9, 999 at 0.5 → 4.
     */
    readonly SpendPercentageRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "SPEND_PERCENTAGE";
        /**
         * Format: double
         * @description Greater than 0, at most 1000, at most 4 decimals.
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
     * @description Points for each unit: floor(points × Σ quantity) over the lines whose `sku`, or one of whose `categories`, is in
     *     `skus`, or one of whose categories is in `categories`. One of the two lists is required.
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
     * @description A random award from `minPoints` to `maxPoints`, both included, with the given chance to win. The same receipt
     *     always draws the same.
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
         * @description Chance to win; always when absent.
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
        /** @description 1 to 50 rules. */
        readonly rewardRules: readonly Schemas["SurpriseRule"][];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description The reward for every qualifying transaction, or, with `everyQuantity`, once for each so many whole units of the lines that
     *     earn, at most `maxTimes` times.
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
         * @description For how many units of the lines that earn it is given once; once a transaction when absent.
         */
        readonly everyQuantity?: number;
        /**
         * Format: int32
         * @description How often one transaction gives it at most, with `everyQuantity`; once when absent.
         */
        readonly maxTimes?: number;
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description Every Nth transaction of a scope gives the reward. */
    readonly SurpriseRule: {
        /** @description Which transactions: the Nth, the 2Nth and so on. */
        readonly everyNth: Schemas["EveryNth"];
        readonly scope?: Schemas["SurpriseScope"];
        /** @description What they give. */
        readonly reward: Schemas["RewardGrant"];
    };
    /**
     * @description Over which transactions a rule counts.
     *     - `MEMBER`: those of each member.
     *     - `STORE`: those of each store; transactions without a `storeRef` do not count.
     *     - `CAMPAIGN`: those of everybody together.
     * @default MEMBER
     * @enum {string}
     */
    readonly SurpriseScope: "MEMBER" | "STORE" | "CAMPAIGN";
    /**
     * @description Once, on the member's first SIGNUP event. `points`, `rewardType` or both. In a live environment such an event is a custom
     *     event whose definition has the `lifecycleType` SIGNUP, as that of the key `member.signup` does.
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
         * @description What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another
         *     reward without it is described by the campaign's name.
         */
        readonly value?: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused; for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description On any member event, or only on those in `eventTypes`, once for every reference and not for every person or year: make the
     *     reference of a birthday of the member and the year. `points`, `rewardType` or both.
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
         * @description What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another
         *     reward without it is described by the campaign's name.
         */
        readonly value?: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
        /**
         * @description Lifecycle types such as BIRTHDAY, and keys of event definitions such as `member.birthday`: an event of either is
         *     meant. Any event when absent or empty.
         */
        readonly eventTypes?: readonly Schemas["Ref"][];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused; for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description On a REFERRAL event; `points` for the referred member, `referrerPoints` for the referrer, each once for every reference. */
    readonly ReferralBonusRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "REFERRAL_BONUS";
        readonly points: Schemas["PositivePoints"];
        readonly referrerPoints?: Schemas["PositivePoints"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused; for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /** @description On a custom event with this key whose payload meets the conditions. */
    readonly EventTriggerRule: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EVENT_TRIGGER";
        readonly eventKey: Schemas["EventKey"];
        /** @description Conditions on the payload; at most 5 levels of AND and OR, at most 50 comparisons in all. */
        readonly conditions?: Schemas["ConditionNode"];
        readonly reward: Schemas["RewardGrant"];
        readonly pointsExpiry?: Schemas["PointsExpiry"];
        /** @description Refused; for rules that fire on receipts. */
        readonly pendingDays?: Schemas["PendingDays"];
    };
    /**
     * @description How the conditions of a node are joined.
     *     - `AND`: all of them must hold.
     *     - `OR`: at least one must hold.
     * @enum {string}
     */
    readonly LogicalOperator: "AND" | "OR";
    /** @description All (AND) or at least one (OR) of the conditions. */
    readonly ConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, comparisons or nodes of their own. */
        readonly conditions: readonly Schemas["Condition"][];
    };
    /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
    readonly Condition: Schemas["ConditionNode"] | Schemas["ConditionLeaf"];
    /** @description One comparison of a payload field. A missing field is false, except for `neq` and `exists` false. */
    readonly ConditionLeaf: Schemas["EqualityCondition"] | Schemas["OrderCondition"] | Schemas["MembershipCondition"] | Schemas["ContainmentCondition"] | Schemas["ExistenceCondition"];
    /** @description A dotted path into the payload. */
    readonly PayloadPath: string;
    /**
     * @description How a field of a payload is compared. What `value` may be follows from it: any plain value for `eq` and `neq`; a text or a number for `gt`, `gte`, `lt` and `lte`; a list for `in`; a text, a number or a boolean for `contains`; a boolean for `exists`.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than the value, or equal to it.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than the value, or equal to it.
     *     - `in`: the field is one of the values.
     *     - `contains`: the field is a text with this substring, or an array with this element.
     *     - `exists`: the field is there (`true`) or is not (`false`).
     * @enum {string}
     */
    readonly ConditionOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "contains" | "exists";
    /**
     * @description Equal or not.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     * @enum {string}
     */
    readonly EqualityOperator: "eq" | "neq";
    /**
     * @description Greater or less. Numbers are compared as numbers, texts by their characters.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than the value, or equal to it.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than the value, or equal to it.
     * @enum {string}
     */
    readonly OrderOperator: "gt" | "gte" | "lt" | "lte";
    /**
     * @description How a value is compared.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than the value, or equal to it.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than the value, or equal to it.
     * @enum {string}
     */
    readonly ComparisonOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
    /** @description The field equals the value, or does not. */
    readonly EqualityCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq";
        /** @description What the field equals or does not: a text, a number, a boolean or null. */
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
    /** @description The field is there, or is not. */
    readonly ExistenceCondition: {
        readonly field: Schemas["PayloadPath"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "exists";
        /** @description True: it is there. */
        readonly value: boolean;
    };
    /**
     * @description How points are burned under this campaign: 500 points at `pointsPerRand` 10 are worth 5000 cents. A rule that no redemption can
     *     meet is refused: a minimum above the maximum, a maximum below `pointsPerRand` (it buys no rand), a minimum worth more than any basket.
     */
    readonly RedemptionRule: {
        /** @description Points that are worth R1; at most 4 decimals. */
        readonly pointsPerRand: Schemas["PointsPerRand"];
        /** @description Fewer points are not redeemed. */
        readonly minPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description More points are capped to this. */
        readonly maxPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description The discount is capped to this percentage of the basket; at most 4 decimals. */
        readonly maxDiscountPercentOfBasket?: Schemas["DiscountPercent"];
        readonly onInsufficientBalance?: Schemas["InsufficientBalancePolicy"];
        readonly takes?: Schemas["TakenPoints"];
    };
    /**
     * @description What happens to a request for more points than there are.
     *     - `REJECT`: it is refused.
     *     - `CAP`: what is there is redeemed.
     * @default REJECT
     * @enum {string}
     */
    readonly InsufficientBalancePolicy: "REJECT" | "CAP";
    /**
     * @description What happens to points that buy no further R1.
     *     - `AS_ASKED`: they are taken too: 1,006 points are asked for, R100 is given, 1,006 are taken.
     *     - `FEWEST`: they are left: 1,000 are taken. Never fewer than `minPointsPerRedemption`.
     * @default AS_ASKED
     * @enum {string}
     */
    readonly TakenPoints: "AS_ASKED" | "FEWEST";
    /**
     * @description Where a campaign is in its life.
     *     - `DRAFT`: new, and never active so far.
     *     - `ACTIVE`: it is matched by evaluate.
     *     - `PAUSED`: evaluate skips it until it is resumed.
     *     - `ARCHIVED`: ended for good.
     * @enum {string}
     */
    readonly CampaignState: "DRAFT" | "ACTIVE" | "PAUSED" | "ARCHIVED";
    /**
     * Format: double
     * @description The fraction of the budget at which an alert is raised.
     */
    readonly AlertThreshold: number;
    /** @description Segments; an empty list is as good as none. */
    readonly SegmentIdList: readonly Schemas["Uuid"][];
    /** @description A new campaign. An empty list is as good as none, and null as good as an absent field. */
    readonly CampaignCreateBody: {
        readonly name: Schemas["Name"];
        /** @description For people, never judged. */
        readonly description?: string | null;
        readonly earningRule: Schemas["EarningRule"];
        /** @description How points are burned under this campaign; not at all when absent. */
        readonly redemptionRule?: Schemas["RedemptionRule"] | null;
        /** @description Only members of at least one of these segments, to earn and to burn; each must exist. */
        readonly targetSegmentIds?: readonly Schemas["Uuid"][] | null;
        /** @description Only transactions and redeems with one of these as their `storeRef`. */
        readonly storeIds?: readonly Schemas["Ref"][] | null;
        /**
         * Format: instant
         * @description The campaign does not fire before. A plain date is the start of that day in UTC, not in the time of a shop: send an
         *     instant with its offset for the start of a local day.
         */
        readonly startDate?: string | null;
        /**
         * Format: instant
         * @description The campaign does not fire after; not before `startDate`. A plain date is the end of that day in UTC: `2026-03-31` ends
         *     at 01:59 of 1 April in South Africa. Send an instant with its offset for the end of a local day.
         */
        readonly endDate?: string | null;
        /**
         * Format: int64
         * @description Smallest basket that qualifies, to earn and to burn, in cents.
         */
        readonly minSpend?: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much; the award that reaches it is honoured whole. A point counts as
         *     the `pointValueCents` of the environment (1 cent unless set), whatever it buys; a gift card and a FIXED voucher count with
         *     their face value, whatever their currency.
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
         * @description Only transactions in this currency. Amounts are never converted.
         */
        readonly currency?: string | null;
        /**
         * @description When the campaign fires, besides all of the above: all that the rule gives is given only where they hold. Burning ignores
         *     them. Without them it fires at any time, in any store.
         */
        readonly conditions?: Schemas["CampaignCondition"] | null;
        /**
         * @description Which lines earn: only those of `lines`, or all but those of `except`; all lines when absent. Only for rules that fire on
         *     receipts. Burning ignores it.
         */
        readonly earnOn?: Schemas["EarnOn"] | null;
        /**
         * @description How often and how much it gives; without them as often as it fires. No two are alike but for `max`. Counting begins when the
         *     campaign has a limit of that period; a change of `max` acts on what is counted.
         */
        readonly limits?: readonly Schemas["CampaignLimit"][] | null;
        readonly exclusiveGroup?: Schemas["ExclusiveGroup"];
        /**
         * Format: int32
         * @description The greatest goes first, 0 where it is absent: of its group it gives, and where `memberPointsCaps` leave too few points it is
         *     cut last.
         */
        readonly priority?: number | null;
        /**
         * @description Points are multiplied by the greatest `EARN_MULTIPLIER` of the tier that the member had before, and rounded down once. Only for
         *     rules of `SPEND_PERCENTAGE`, `FIXED_POINTS`, `VISIT_FIXED` and `PRODUCT_PURCHASE`.
         */
        readonly tierMultiplier?: boolean | null;
    };
    /** @description What to change. A field that is absent stays as it is; null clears it. */
    readonly CampaignUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description For people, never judged; null takes it away. */
        readonly description?: string | null;
        readonly earningRule?: Schemas["EarningRule"];
        /** @description Replaced whole; null takes it away. */
        readonly redemptionRule?: Schemas["RedemptionRule"] | null;
        /**
         * @description Only members of at least one of these segments; each must exist, or be one that the campaign has. Null or an empty
         *     list: everybody.
         */
        readonly targetSegmentIds?: readonly Schemas["Uuid"][] | null;
        /** @description Only transactions with one of these as their `storeRef`; null or an empty list: every store. */
        readonly storeIds?: readonly Schemas["Ref"][] | null;
        /**
         * Format: instant
         * @description The campaign does not fire before; a plain date is the start of that UTC day. Null takes the bound away.
         */
        readonly startDate?: string | null;
        /**
         * Format: instant
         * @description The campaign does not fire after; a plain date is the end of that UTC day. Null takes the bound away.
         */
        readonly endDate?: string | null;
        /**
         * Format: int64
         * @description Smallest basket that qualifies, in cents; null for any.
         */
        readonly minSpend?: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much; null takes the bound away.
         */
        readonly maxBudgetCents?: number | null;
        /**
         * Format: double
         * @description Null restores the default, 0.8.
         */
        readonly alertThreshold?: number | null;
        /**
         * Format: iso-4217
         * @description Only transactions in this currency; null for any.
         */
        readonly currency?: string | null;
        /** @description Replaced whole; null takes them away. */
        readonly conditions?: Schemas["CampaignCondition"] | null;
        /** @description Replaced whole; with null all lines earn. */
        readonly earnOn?: Schemas["EarnOn"] | null;
        /** @description Replaced whole; null or an empty list takes them away. What is counted stays. */
        readonly limits?: readonly Schemas["CampaignLimit"][] | null;
        readonly exclusiveGroup?: Schemas["ExclusiveGroup"];
        /**
         * Format: int32
         * @description The greatest goes first; null for 0.
         */
        readonly priority?: number | null;
        /** @description Whether the member's tier multiplies; null for no. */
        readonly tierMultiplier?: boolean | null;
    };
    /** @description A campaign as it is now. */
    readonly Campaign: {
        /** @description Identifies the campaign. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that it belongs to. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description For people, never judged; null where there is none. */
        readonly description: string | null;
        readonly state: Schemas["CampaignState"];
        /** @description Why it is paused; null unless it is PAUSED. `GET /audit-log` says who did it. */
        readonly pausedReason: Schemas["PausedReason"];
        readonly earningRule: Schemas["EarningRule"];
        /** @description How points are burned under this campaign; null where it has no such rule. */
        readonly redemptionRule: Schemas["RedemptionRule"] | null;
        /** @description Only members of at least one of these segments; an empty list is everybody. */
        readonly targetSegmentIds: Schemas["SegmentIdList"];
        /** @description Only transactions with one of these as their `storeRef`; an empty list is every store. */
        readonly storeIds: Schemas["RefList"];
        /**
         * Format: date-time
         * @description The campaign does not fire before; null for no such bound.
         */
        readonly startDate: string | null;
        /**
         * Format: date-time
         * @description The campaign does not fire after; null for no such bound.
         */
        readonly endDate: string | null;
        /**
         * Format: int64
         * @description Smallest basket that qualifies, in cents; null for any.
         */
        readonly minSpend: number | null;
        /**
         * Format: int64
         * @description The campaign is paused when it has given this much; null for no bound.
         */
        readonly maxBudgetCents: number | null;
        readonly alertThreshold: Schemas["AlertThreshold"];
        /**
         * Format: iso-4217
         * @description Only transactions in this currency; null for any.
         */
        readonly currency: string | null;
        /** @description When the campaign fires, besides all of the above; null for no conditions. */
        readonly conditions: Schemas["CampaignCondition"] | null;
        /** @description Which lines earn; null for all. */
        readonly earnOn: Schemas["EarnOn"] | null;
        /** @description How often and how much it gives; null for no limits. */
        readonly limits: readonly Schemas["CampaignLimit"][] | null;
        /** @description Of the campaigns with the same one gives; null for none. */
        readonly exclusiveGroup: string | null;
        /**
         * Format: int32
         * @description The greatest goes first; 0 unless it was set.
         */
        readonly priority: number;
        /** @description Whether the member's tier multiplies its points. */
        readonly tierMultiplier: boolean;
        /** @description What the campaign has given so far, counted against `maxBudgetCents`. */
        readonly spentCents: Schemas["Cents"];
        /**
         * Format: int64
         * @description On how many receipts and events it gave something, counted against its limit per `CAMPAIGN` since it has one; null without
         *     one.
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
         * @description What is valid and probably not meant; usually nothing. A record that is read has what follows from it alone (`NEVER_FIRES`,
         *     `POINT_VALUES_DIFFER`, `ENDED`, `UTC_TIMES`, `MULTIPLIED_HERE`); the response to a change has everything.
         */
        readonly warnings: readonly Schemas["Warning"][];
    };
    /**
     * @description A comparison (`field`, `op`, `value`), one over lines (`lines`, alone or with `field`, `op`, `value`), or a node (`operator`,
     *     `conditions`): at most 50 comparisons on at most 5 levels, those over lines included. What a receipt, an event or a member lacks
     *     holds for `neq`,
     *     `not_in` and `exists` false alone, and is never an error.
     */
    readonly CampaignCondition: Schemas["CampaignConditionNode"] | Schemas["CampaignConditionLeaf"];
    /** @description All (AND) or at least one (OR) of the conditions. Other members are refused. */
    readonly CampaignConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, comparisons or nodes of their own. */
        readonly conditions: readonly Schemas["CampaignCondition"][];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description A comparison, or one over lines. */
    readonly CampaignConditionLeaf: Schemas["LinesComparison"] | Schemas["CampaignComparison"];
    /**
     * @description Over the lines of a receipt that `lines` selects: `field`, `op` and `value` compare them all together; without these three there
     *     must be one at least. A receipt without such lines has 0 of everything. Other members are refused.
     */
    readonly LinesComparison: {
        readonly lines: Schemas["LineCondition"];
        readonly field?: Schemas["LinesField"];
        readonly op?: Schemas["ComparisonOperator"];
        /**
         * Format: double
         * @description 0 or more: units, cents or how many lines.
         */
        readonly value?: number;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description What lines have together.
     *     - `quantity`: units, or weight; at most 3 decimals.
     *     - `spend_cents`: cents that were paid for them: the `amount` of a line, else `quantity` × `unitPrice`; the sum is rounded down.
     *     - `count`: how many lines there are.
     * @enum {string}
     */
    readonly LinesField: "quantity" | "spend_cents" | "count";
    /**
     * @description What a campaign gives at most: to a member in a period, to all members together, or for one receipt or event. A time is one
     *     receipt or event on which it gave points, a reward or a stamp; points are what was given in the end. Limits are never passed,
     *     whatever is sent at once.
     *
     *     Times go first: with none left the campaign does not fire (`LIMIT_REACHED`). Then points are cut to what is left (`reducedBy`); with
     *     nothing left all of the award is lost, its rewards and its stamp too. An award without points passes limits of points. What is not
     *     given is not counted, not even as a stamp or a visit. A referrer's points count nowhere.
     */
    readonly CampaignLimit: {
        readonly per: Schemas["LimitPer"];
        /** @description Always, but of a limit per `RECEIPT`; per `CAMPAIGN` it is `EVER`. */
        readonly period?: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description At most so many times, or points.
         */
        readonly max: number;
    };
    /**
     * @description Of the campaigns with the same text that would give something for a receipt or an event one gives; the others are `OUTRANKED`, and
     *     leave no stamp, no visit and no count. It is the one of the greatest `priority`, of equal ones that of the greatest value in cents
     *     (points × `pointValueCents`, face values of rewards, a referrer's points), then the one that was activated first. So «the best for
     *     the member» is equal priorities, and «the first that fits» different ones. A reward without a face value counts 0: give it a
     *     priority. One that gives nothing yet, such as a stamp, neither wins nor loses.
     */
    readonly ExclusiveGroup: string | null;
    /**
     * @description For whom a limit counts.
     *     - `MEMBER`: each member in each `period`.
     *     - `CAMPAIGN`: all members together, as «the first thousand»; only of `TIMES`, and `EVER`.
     *     - `RECEIPT`: each receipt or event; only of `POINTS`, and without a `period`.
     * @enum {string}
     */
    readonly LimitPer: "MEMBER" | "CAMPAIGN" | "RECEIPT";
    /**
     * @description How long a limit counts, in local dates of the environment's `timeZone`, UTC without one, by `occurredAt`. What happened more than 35
     *     days before its record finds limits per day, week and month reached.
     *     - `DAY`: one local day.
     *     - `WEEK`: from Monday to Sunday.
     *     - `MONTH`: a calendar month.
     *     - `EVER`: the campaign's life.
     * @enum {string}
     */
    readonly LimitPeriod: "DAY" | "WEEK" | "MONTH" | "EVER";
    /**
     * @description What a limit counts.
     *     - `TIMES`: receipts and events on which the campaign gave something.
     *     - `POINTS`: points that it gave.
     * @enum {string}
     */
    readonly LimitOf: "TIMES" | "POINTS";
    /**
     * @description What cut the points of an award. More values may be added; be ready for one that you do not know.
     *     - `LIMIT`: a limit of the campaign: the rest of it was given.
     *     - `CAP`: `memberPointsCaps` of the environment: the rest of them was given, or only the reward.
     */
    readonly ReducedBy: ("LIMIT" | "CAP") | (string & {});
    /**
     * @description Which lines earn: those of `lines`, or all but those of `except`; one of the two. Without a line that earns the campaign does not
     *     fire (`PRODUCT_MISMATCH`); with `except` a basket without lines earns whole. SPEND_PERCENTAGE earns on what was paid for these
     *     lines, PRODUCT_PURCHASE on their units, every other rule fires if there is one. `minSpend` is of the whole basket.
     */
    readonly EarnOn: {
        /** @description These alone earn. */
        readonly lines?: Schemas["LineCondition"];
        /** @description All others earn. */
        readonly except?: Schemas["LineCondition"];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description Selects lines of a receipt: a comparison (`field`, `op`, `value`), or a node (`operator`, `conditions`), on at most 3 levels. */
    readonly LineCondition: Schemas["LineConditionNode"] | Schemas["LineComparison"];
    /** @description All (AND) or at least one (OR) of the conditions hold for a line. Other members are refused. */
    readonly LineConditionNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, comparisons or nodes of their own. */
        readonly conditions: readonly Schemas["LineCondition"][];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description One comparison of a line. Other members are refused. */
    readonly LineComparison: Schemas["LineValueComparison"] | Schemas["LineListComparison"];
    /** @description The field of a line equals a value, or does not, or is greater or less. Other members are refused. */
    readonly LineValueComparison: {
        readonly field: Schemas["LineField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        /** @description A sku, a category or cents. */
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
        /** @description Up to 5,000 skus or categories, or 100 numbers of cents. */
        readonly value: readonly (string | number)[];
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description What is compared of a line.
     *     - `sku`: its product; `eq`, `neq`, `in`, `not_in`, up to 5,000 values.
     *     - `category`: its categories, as `sku`: one of them is meant (`eq`, `in`), or none of them (`neq`, `not_in`).
     *     - `unit_price_cents`: its `unitPrice`; all but `exists`, lists of up to 100.
     * @enum {string}
     */
    readonly LineField: "sku" | "category" | "unit_price_cents";
    /** @description One comparison. Other members are refused. */
    readonly CampaignComparison: Schemas["CampaignValueComparison"] | Schemas["CampaignListComparison"] | Schemas["CampaignContainmentComparison"] | Schemas["CampaignExistenceComparison"];
    /** @description The field equals a value, or does not, or is greater or less. Other members are refused. */
    readonly CampaignValueComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly op: "eq" | "neq" | "gt" | "gte" | "lt" | "lte";
        /** @description A value of the field. Of `tier_id` null is no tier. */
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
        /** @description Up to 100 values of the field; of `store_ref` up to 5,000. */
        readonly value: readonly (string | number | boolean | null)[];
    } & {
        readonly [key: string]: unknown;
    };
    /** @description The payload has a text with this substring there, or an array with this element. Other members are refused. */
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
    /** @description The receipt or event has the field, or has not. Other members are refused. */
    readonly CampaignExistenceComparison: {
        readonly field: Schemas["CampaignConditionField"];
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly op: "exists";
        /** @description True: it is there. */
        readonly value: boolean;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description What is compared. Local days and times are those of `occurredAt`, without it of the time at which the request came, in the
     *     time zone of the setting `timeZone`, without it in UTC.
     *     - `weekday`: `MON`, `TUE`, `WED`, `THU`, `FRI`, `SAT` or `SUN`; `eq`, `neq`, `in`, `not_in`.
     *     - `date`: a local day, like `2026-11-27`; all but `exists` and `contains`.
     *     - `time`: whole minutes from `00:00` to `23:59`; all but `exists` and `contains`. What a change of clocks skips never holds; what it repeats
     *       holds twice.
     *     - `day_of_month`: 1 to 31; all but `exists` and `contains`.
     *     - `store_ref`: the `storeRef` of a receipt; `eq`, `neq`, `in`, `not_in`, `exists`. Not for rules that fire on events.
     *     - `attributes.<name>`: an attribute of a receipt; as `store_ref`. Texts are compared exactly: `staff` is not `STAFF`.
     *     - `tier_id`: the id of the member's tier before this receipt or event; null for no tier; `eq`, `neq`, `in`, `not_in`, and
     *       `gte`: this tier or a higher one. A tier that is deleted later is nobody's.
     *     - `segment_id`: the id of a segment that the member is in; `eq`, `neq`, `in`, `not_in`: of a list, one of them or none. A
     *       segment that is deleted later has nobody in it.
     *     - `purchase_number`: 1 for the member's first receipt; of an event that of the next receipt. Purchases that came back keep
     *       their number. `eq`, `neq`, `gt`, `gte`, `lt`, `lte`.
     *     - `days_since_last_txn`: UTC days since the member's last receipt, 0 on the same day and for one that is dated back; as
     *       `purchase_number`. Missing before the first one.
     *     - `quantity`, `spend_cents`, `count`: only beside `lines`, of the lines that it selects.
     *     - `payload.<path>`: a dotted path into the payload of an event; all operators. Numbers are compared with numbers, texts with
     *       texts. Only for rules that fire on events.
     */
    readonly CampaignConditionField: string;
    /**
     * @description How a field is compared. `CampaignConditionField` says which of these a field has.
     *     - `eq`: the field equals the value.
     *     - `neq`: the field does not equal the value, or is missing.
     *     - `gt`: the field is greater than the value.
     *     - `gte`: the field is greater than the value, or equal to it.
     *     - `lt`: the field is less than the value.
     *     - `lte`: the field is less than the value, or equal to it.
     *     - `in`: the field is one of the values.
     *     - `not_in`: the field is none of the values, or is missing.
     *     - `contains`: the field is a text with this substring, or an array with this element.
     *     - `exists`: the field is there (`true`) or is not (`false`).
     * @enum {string}
     */
    readonly CampaignConditionOperator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists";
    /**
     * @description One of a list, or none of it.
     *     - `in`: the field is one of the values.
     *     - `not_in`: the field is none of the values, or is missing.
     * @enum {string}
     */
    readonly MembershipOperator: "in" | "not_in";
    /**
     * @description Why a campaign is paused. More values may be added; be ready for one that you do not know.
     *     - `MANUAL`: somebody paused it, by `POST /campaigns/{campaignId}/pause`; `GET /audit-log` says who and when.
     *     - `BUDGET`: its budget was spent; raise it, then resume the campaign.
     */
    readonly PausedReason: ("MANUAL" | "BUDGET" | null) | (string & {});
    /** @description Something that is valid, and probably not what its author means. */
    readonly Warning: {
        readonly code: Schemas["WarningCode"];
        /** @description The same for people, with the values at hand. */
        readonly message: string;
        /** @description The field that is meant, as a JSON Pointer into the body or the record. A name of more than 128 characters is cut. */
        readonly pointer: string;
        /** @description The known name that is nearest to the one that was sent; null or absent where none is near. */
        readonly near?: string | null;
    };
    /**
     * @description What a warning is about. More values may be added; be ready for one that you do not know.
     *     - `NEVER_FIRES`: the rule waits for events, which have neither a store nor an amount, and the campaign asks for one of these.
     *     - `POINT_VALUES_DIFFER`: what a point costs a budget and what it is redeemed for under this campaign differ by more than twice.
     *     - `ENDED`: the end of the campaign had passed when it was last changed, so it fires for nothing bought since.
     *     - `UTC_TIMES`: conditions compare local days or times, and the environment has no `timeZone`, so they are those of UTC.
     *     - `MULTIPLIED_HERE`: the campaign has `tierMultiplier`, so a checkout that multiplies too must leave its awards out.
     *     - `EVENT_NOT_DEFINED`: the rule waits for an event that no active definition has, so none can come.
     *     - `PROVIDER_NOT_SET_UP`: no provider has the name that a coupon gives, so another one gives its codes.
     *     - `SAME_URL_AS`: another active webhook gets some of the same events at the same URL, so they come twice.
     *     - `WEAK_SECRET`: the secret of a webhook can be found by trying, so a stranger could sign deliveries.
     *     - `CODE_REPLACED`: a reward has a code of its own, which replaces the one that was sent.
     *     - `UNKNOWN_FIELD`: the body has a field that nobody knows, and it was ignored.
     */
    readonly WarningCode: ("NEVER_FIRES" | "POINT_VALUES_DIFFER" | "ENDED" | "UTC_TIMES" | "MULTIPLIED_HERE" | "EVENT_NOT_DEFINED" | "PROVIDER_NOT_SET_UP" | "SAME_URL_AS" | "WEAK_SECRET" | "CODE_REPLACED" | "UNKNOWN_FIELD") | (string & {});
    /** @description In responses to POST and PATCH: what is valid and probably not meant, usually nothing. Absent where a record is only read. */
    readonly WarningList: readonly Schemas["Warning"][];
    /** @description The `cursor` of the next page; null at the end. */
    readonly NextCursor: string | null;
    /** @description One page of campaigns, newest first. */
    readonly CampaignList: {
        /** @description The campaigns. */
        readonly campaigns: readonly Schemas["Campaign"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description Whether a member takes part.
     *     - `active`: earns and burns.
     *     - `suspended`: refused until reinstated.
     *     - `anonymized`: erased; refused for good.
     * @enum {string}
     */
    readonly MemberState: "active" | "suspended" | "anonymized";
    /** @description Where a member stands among the tiers. */
    readonly MemberTier: {
        /**
         * Format: uuid
         * @description The tier by lifetimePoints; null below the first.
         */
        readonly id: string | null;
        /** @description Its name. */
        readonly name: string | null;
        /**
         * Format: uuid
         * @description The tier that comes next; null at the top.
         */
        readonly nextTierId: string | null;
        /**
         * Format: int64
         * @description Lifetime points that are missing for it; null at the top.
         */
        readonly pointsToNextTier: number | null;
    };
    /** @description A member as they are now. */
    readonly Member: {
        /** @description Identifies the member. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that they belong to. */
        readonly tenantId: Schemas["Uuid"];
        /** @description Your reference of the customer, the `memberRef` of evaluate. */
        readonly externalRef: string;
        /** @description Full name. */
        readonly name: string | null;
        /** @description E-mail address. */
        readonly email: string | null;
        /** @description Telephone number. */
        readonly phone: string | null;
        /** @description Points that they have now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points ever earned; burning and expiry leave it. */
        readonly lifetimePoints: Schemas["Points"];
        /** @description Points of returns that are deducted from what they earn next; no part of the balance, but they cannot be redeemed. */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description The tier by lifetimePoints; null when none applies. */
        readonly tierId: string | null;
        readonly tier: Schemas["MemberTier"];
        /**
         * Format: double
         * @description The multiple of the base rate that the tier promises, for your checkout to apply; never applied here.
         */
        readonly earnMultiplier: number | null;
        readonly state: Schemas["MemberState"];
        /** @description Why they were suspended or reinstated last; null where nobody said. */
        readonly stateReason: string | null;
        /**
         * Format: date-time
         * @description When they were suspended, reinstated or erased last; null before.
         */
        readonly stateChangedAt: string | null;
        /** @description When they were enrolled. */
        readonly enrolledAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When they last bought something; null before.
         */
        readonly lastActivityAt: string | null;
        /** @description When the record was created. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When the record was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        /** @description Only with `withAuthor=true`. Who enrolled them, by a receipt, an event or a call; null where nobody is known. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. Always null. */
        readonly storeRef?: string | null;
    };
    /** @description A member to be enrolled. */
    readonly MemberCreateBody: {
        /** @description Your reference of the customer, the `memberRef` of evaluate. */
        readonly externalRef: Schemas["Ref"];
        /** @description Full name. */
        readonly name?: string | null;
        /** @description E-mail address; need not be unique. */
        readonly email?: string | null;
        /** @description Telephone number; need not be unique. */
        readonly phone?: string | null;
    };
    /** @description What to change. A field that is absent stays as it is; null clears it. */
    readonly MemberUpdateBody: {
        /** @description Full name; null takes it away. */
        readonly name?: string | null;
        /** @description E-mail address, which need not be unique; null takes it away. */
        readonly email?: string | null;
        /** @description Telephone number, which need not be unique; null takes it away. */
        readonly phone?: string | null;
    };
    /** @description A member who was erased. */
    readonly ErasedMember: {
        /** @description Identifies the member. */
        readonly id: Schemas["Uuid"];
        /** @description Always anonymized. */
        readonly state: Schemas["MemberState"];
        /** @description When they were erased first. */
        readonly erasedAt: Schemas["Timestamp"];
    };
    /**
     * @description The purpose for which personal data may be used.
     *     - `MARKETING`: to inform the member of offers.
     * @enum {string}
     */
    readonly ConsentPurpose: "MARKETING";
    /**
     * @description How the member may be reached.
     *     - `EMAIL`: by e-mail.
     *     - `SMS`: by text message.
     *     - `PUSH`: by a notification of an app.
     *     - `PHONE`: by a call.
     *     - `POST`: by letter.
     * @enum {string}
     */
    readonly ConsentChannel: "EMAIL" | "SMS" | "PUSH" | "PHONE" | "POST";
    /** @description What a member agreed to, or withdrew. */
    readonly ConsentBody: {
        /** @description The member; required without `memberRef`. */
        readonly memberId?: Schemas["Uuid"];
        /** @description The member by your reference; required without `memberId`. */
        readonly memberRef?: Schemas["Ref"];
        readonly purpose: Schemas["ConsentPurpose"];
        /** @description The channels that it is about; one that is named twice counts once. */
        readonly channels: readonly Schemas["ConsentChannel"][];
        /** @description True for a consent, false for its withdrawal. */
        readonly granted: boolean;
        /** @description Where it was given, as a form or a till. */
        readonly source: string;
        /** @description When it was given or withdrawn, at most 5 minutes ahead of now. Now when absent. */
        readonly grantedAt?: Schemas["Instant"];
        /**
         * @description Which version of your policy it refers to. It is kept for ever, also when the member is erased: it names a
         *     document, not a person.
         */
        readonly policyVersion?: string;
        /** @description What proves it; a string of at most 2,000 characters, or an object of at most 8 KiB. */
        readonly evidence?: unknown;
    };
    /** @description A consent or a withdrawal, as it was recorded. */
    readonly Consent: {
        /** @description Identifies the record. */
        readonly id: Schemas["Uuid"];
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        readonly purpose: Schemas["ConsentPurpose"];
        /** @description The channels that it is about. */
        readonly channels: readonly Schemas["ConsentChannel"][];
        /** @description True for a consent, false for its withdrawal. */
        readonly granted: boolean;
        /** @description Where it was given; null once the member was erased. */
        readonly source: string | null;
        /** @description When it was given or withdrawn. */
        readonly grantedAt: Schemas["Timestamp"];
        /** @description Which version of your policy it refers to; kept when the member is erased. */
        readonly policyVersion: string | null;
        /** @description What proves it, as it was sent; null without any, and once the member was erased. */
        readonly evidence: unknown;
        /** @description When it was recorded. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description Only with `withAuthor=true`. Who recorded it; null where nobody is known. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. Always null. */
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
    /** @description One page of consents, newest first, and what counts now. */
    readonly ConsentList: {
        /** @description The records. */
        readonly consents: readonly Schemas["Consent"][];
        /** @description What counts now, of every purpose and channel that was ever recorded; on each page the same. */
        readonly current: readonly Schemas["CurrentConsent"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description One page of members, newest first. */
    readonly MemberList: {
        /** @description The members. */
        readonly members: readonly Schemas["Member"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description One movement of a member's points. It is never changed or deleted. */
    readonly LedgerEntry: {
        /** @description Identifies the entry. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant of the member. */
        readonly tenantId: Schemas["Uuid"];
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        /**
         * Format: uuid
         * @description The transaction or event that moved the points; null where there was none.
         */
        readonly transactionId: string | null;
        /**
         * @description The caller's reference of that transaction or event; null where there was none. Of points for a referral it is `event:` and the
         *     reference of the event that owed them.
         */
        readonly transactionRef: string | null;
        readonly type: Schemas["LedgerEntryType"];
        /**
         * Format: int64
         * @description Signed; what leaves the balance is negative.
         */
        readonly points: number;
        /** @description The balance after this movement. */
        readonly balanceAfter: Schemas["Points"];
        /** @description What it was for; of an EARN entry, the names of the campaigns. */
        readonly description: string;
        /**
         * Format: date-time
         * @description When the points lapse; null where they do not.
         */
        readonly expiresAt: string | null;
        /** @description When they moved. */
        readonly createdAt: Schemas["Timestamp"];
    };
    /**
     * @description The filter of a ledger.
     *     - `EARN`: points that were awarded.
     *     - `REDEEM`: points that were burned.
     *     - `EXPIRE`: points that lapsed.
     *     - `ADJUST`: points that were corrected by hand.
     *     - `RETURN`: points of a receipt that was returned.
     *     - `REFUND`: redeemed points that came back.
     * @enum {string}
     */
    readonly LedgerType: "EARN" | "REDEEM" | "EXPIRE" | "ADJUST" | "RETURN" | "REFUND";
    /**
     * @description Why points moved. More values may be added; be ready for one that you do not know.
     *     - `EARN`: they were awarded.
     *     - `REDEEM`: they were burned.
     *     - `EXPIRE`: they lapsed.
     *     - `ADJUST`: they were corrected by hand.
     *     - `RETURN`: their receipt was returned; 0 points where none were left to take. With the transaction of what earned points: they
     *       were deducted from these, for a return of before.
     *     - `REFUND`: they were redeemed, and came back.
     */
    readonly LedgerEntryType: ("EARN" | "REDEEM" | "EXPIRE" | "ADJUST" | "RETURN" | "REFUND") | (string & {});
    /** @description One page of ledger entries, newest first. */
    readonly LedgerEntryList: {
        /** @description The entries. */
        readonly entries: readonly Schemas["LedgerEntry"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points that are given, or taken. */
    readonly AdjustPointsBody: {
        /**
         * Format: int64
         * @description Signed, and not 0; what is taken is negative.
         */
        readonly points: number;
        /**
         * @description Why; the description of the entry. It is kept for ever, also when the member is erased: it names documents, not
         *     people.
         */
        readonly reason: string;
        /**
         * @description The caller's name of this adjustment, which is then done once. It is kept for ever, also when the member is erased:
         *     it names documents, not people.
         */
        readonly ref?: Schemas["Ref"];
        /**
         * @description When the points expire that are given; later than now, and at most 36,500 days ahead. A plain date is the end of that
         *     day in UTC. Without it they never expire, whatever the environment's setting says.
         */
        readonly expiresAt?: Schemas["Instant"];
    };
    /** @description What an adjustment did. */
    readonly Adjustment: {
        /** @description The entry that it made. */
        readonly entry: Schemas["LedgerEntry"];
        /** @description The balance after it. */
        readonly pointsBalance: Schemas["Points"];
    };
    /** @description A member's points by when they expire. */
    readonly ExpiringPointsList: {
        /** @description The member. */
        readonly memberId: Schemas["Uuid"];
        /** @description The instant that this is true for. */
        readonly asOf: Schemas["Timestamp"];
        /** @description All points. */
        readonly pointsBalance: Schemas["Points"];
        /** @description Those of them that never expire. */
        readonly pointsWithoutExpiry: Schemas["Points"];
        /** @description Those that expire within the days that were asked for, the first to expire first. */
        readonly expiring: readonly Schemas["ExpiringPoints"][];
        /** @description Always null; the list comes whole. */
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points that expire together. */
    readonly ExpiringPoints: {
        /** @description When they expire. */
        readonly expiresAt: Schemas["Timestamp"];
        /** @description How many. */
        readonly points: Schemas["PositivePoints"];
        readonly basis: Schemas["ExpiryBasis"];
    };
    /**
     * @description Why points expire when they do. More values may be added; be ready for one that you do not know.
     *     - `DATE`: the time is fixed.
     *     - `INACTIVITY`: the member has not been active for long enough by then; whatever they do before moves it.
     */
    readonly ExpiryBasis: ("DATE" | "INACTIVITY") | (string & {});
    /** @description One page of a member's points that wait. */
    readonly PendingPointsList: {
        /** @description Those that mature first come first. */
        readonly pending: readonly Schemas["PendingPoints"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description Points of a receipt that mature together. */
    readonly PendingPoints: {
        /** @description The reference of the receipt. */
        readonly transactionRef: string;
        /** @description How many. */
        readonly points: Schemas["PositivePoints"];
        /** @description When they count. */
        readonly maturesAt: Schemas["Timestamp"];
    };
    /** @description May be left out. */
    readonly MemberActionBody: {
        /** @description Why; shown with the member, and gone when they are erased. */
        readonly reason?: string;
    };
    /** @description A card on which a member collects stamps. */
    readonly StampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name. */
        readonly campaignName: Schemas["Name"];
        /** @description Only cards of ACTIVE campaigns are stamped; others are shown where something was collected. */
        readonly campaignState: Schemas["CampaignState"];
        /**
         * Format: int32
         * @description Stamps on the present card, at most `stampsRequired`. Where fewer are required than were collected, the next stamp
         *     completes as many cards as there are stamps for.
         */
        readonly stampsCollected: number;
        readonly stampsRequired: Schemas["EveryNth"];
        /**
         * Format: int64
         * @description Cards completed so far.
         */
        readonly completedCount: number;
        /**
         * Format: date-time
         * @description When the last stamp was given; null without any.
         */
        readonly lastStampAt: string | null;
        /** @description What the last stamp gives. */
        readonly rewardOnCompletion: Schemas["RewardGrant"];
    };
    /** @description A member's stamp cards, in the order in which their campaigns were activated. */
    readonly StampCardList: {
        /** @description The cards. */
        readonly stampCards: readonly Schemas["StampCard"][];
    };
    /** @description A limit of a campaign, and what the member has used of it in its present period. */
    readonly MemberLimit: {
        /** @description The campaign. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name. */
        readonly campaignName: Schemas["Name"];
        readonly period: Schemas["LimitPeriod"];
        readonly of: Schemas["LimitOf"];
        /**
         * Format: int64
         * @description At most so many times, or points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description Times, or points, that were given in this period; more than `max` where it was lowered since.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description How many are left of them.
         */
        readonly left: number;
        /** @description The local date on which the period begins; null for `EVER`. */
        readonly from: string | null;
        /** @description The last local date of the period; null for `EVER`. */
        readonly to: string | null;
    };
    /** @description What limits leave a member. */
    readonly MemberLimitList: {
        /** @description The limits, by campaign; at most 200 by campaign and period. */
        readonly limits: readonly Schemas["MemberLimit"][];
        /** @description Those of `memberPointsCaps`; empty without. */
        readonly caps: readonly Schemas["MemberCap"][];
    };
    /** @description Points that all campaigns together give a member at most, and what is used of them in the present period. */
    readonly MemberCap: {
        /** @description How long it counts, never `EVER`. */
        readonly period: Schemas["LimitPeriod"];
        /**
         * Format: int64
         * @description At most so many points.
         */
        readonly max: number;
        /**
         * Format: int64
         * @description Points that were given in this period; more than `max` where it was lowered since.
         */
        readonly used: number;
        /**
         * Format: int64
         * @description How many are left of them.
         */
        readonly left: number;
        /** @description The local date on which the period begins. */
        readonly from: string;
        /** @description The last local date of the period. */
        readonly to: string;
    };
    /** @description A member's open authorizations, what ends first before the rest. */
    readonly OpenAuthorizationList: {
        /** @description The open authorizations. */
        readonly authorizations: readonly Schemas["OpenAuthorization"][];
    };
    /** @description A redemption that may yet be captured or voided, or lapse. */
    readonly OpenAuthorization: {
        /** @description Identifies the redemption. */
        readonly redeemTransactionId: Schemas["Uuid"];
        /** @description The reference of the redemption. */
        readonly transactionRef: string;
        /** @description Points that were taken. */
        readonly pointsRedeemed: Schemas["PositivePoints"];
        /** @description Until when it can be captured; a minute later it lapses. */
        readonly expiresAt: Schemas["Timestamp"];
    };
    /**
     * @description What a member has bought. Windows are whole UTC days ending today; receipts from before these statistics were kept are
     *     not in them.
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
        /** @description Cents spent in all. */
        readonly spendCentsLifetime: Schemas["SpendCents"];
        /** @description Purchases in 7 days. */
        readonly txnCount7d: Schemas["PurchaseCount"];
        /** @description Purchases in 30 days. */
        readonly txnCount30d: Schemas["PurchaseCount"];
        /** @description Purchases in 90 days. */
        readonly txnCount90d: Schemas["PurchaseCount"];
        /** @description Purchases in 365 days. */
        readonly txnCount365d: Schemas["PurchaseCount"];
        /** @description Purchases in all. */
        readonly txnCountLifetime: Schemas["PurchaseCount"];
        /**
         * Format: int64
         * @description Cents of a purchase on average over 30 days, truncated; null without one.
         */
        readonly avgBasketCents30d: number | null;
        /**
         * Format: int64
         * @description Whole UTC days since the last purchase; null when there was none.
         */
        readonly daysSinceLastTxn: number | null;
        /**
         * Format: int64
         * @description Whole UTC days since the member enrolled.
         */
        readonly daysSinceEnrolled: number;
        /** @description Points that they have now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points ever earned. */
        readonly lifetimePoints: Schemas["Points"];
        /**
         * Format: uuid
         * @description The tier that their lifetime points reach now; null below the first.
         */
        readonly tierId: string | null;
        readonly state: Schemas["MemberState"];
        /** @description Visits under each campaign that counts them, the last visited first. */
        readonly visits: readonly Schemas["CampaignVisits"][];
    };
    /** @description How often a member has visited under one campaign. */
    readonly CampaignVisits: {
        /** @description The campaign, perhaps archived. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its name. */
        readonly campaignName: string;
        /**
         * Format: int64
         * @description Visits so far.
         */
        readonly count: number;
        /** @description When the last one was processed. */
        readonly lastVisitAt: Schemas["Timestamp"];
    };
    /**
     * Format: int32
     * @description Display order, lowest first; 0 when absent.
     */
    readonly SortOrder: number;
    /**
     * Format: iri
     * @description Where the badge's image is; null without one.
     */
    readonly BadgeUrl: string | null;
    /** @description What a tier gives; `type` selects the kind. New kinds may be added: ignore one that you do not know. */
    readonly TierBenefit: Schemas["EarnMultiplierBenefit"] | Schemas["LabelBenefit"] | Schemas["ExclusiveCampaignBenefit"] | Schemas["FreeRewardBenefit"];
    /** @description A multiple of the base rate, for your checkout to apply. Here only campaigns with `tierMultiplier` apply it. */
    readonly EarnMultiplierBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EARN_MULTIPLIER";
        /**
         * Format: double
         * @description Greater than 0, at most 1000.
         */
        readonly multiplier: number;
    };
    /** @description A perk as a text. */
    readonly LabelBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "LABEL";
        readonly description: Schemas["Label"];
    };
    /** @description That campaign fires only for members of this tier or a higher one, by the points they had before the transaction. */
    readonly ExclusiveCampaignBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "EXCLUSIVE_CAMPAIGN";
        /** @description A campaign of the environment, archived or not; anything else is 400, unless the tier names it already. */
        readonly campaignId: Schemas["Uuid"];
    };
    /** @description A tangible reward for who reaches the tier by points, once for ever; `value` has the shape that its `rewardType` has in campaigns. */
    readonly FreeRewardBenefit: {
        /**
         * @description Selects this kind. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly type: "FREE_REWARD";
        readonly rewardType: Schemas["RewardType"];
        /** @description What the reward is worth, of the shape of its `rewardType`. */
        readonly value: Schemas["RewardValue"];
        readonly validDays?: Schemas["ValidDays"];
    };
    /** @description Up to 50 benefits; may be empty. */
    readonly TierBenefitList: readonly Schemas["TierBenefit"][];
    /** @description A new tier. */
    readonly TierCreateBody: {
        readonly name: Schemas["Name"];
        /** @description Lifetime points with which a member enters the tier. */
        readonly minLifetimePoints: Schemas["Points"];
        readonly sortOrder?: Schemas["SortOrder"];
        readonly benefits?: Schemas["TierBenefitList"];
        readonly badgeUrl?: Schemas["BadgeUrl"];
        /**
         * @description `true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.
         *     The flag is no part of the tier.
         * @default false
         */
        readonly grantFreeRewards?: boolean;
    };
    /** @description What to change. A field that is absent stays as it is. */
    readonly TierUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description Lifetime points with which a member enters the tier. */
        readonly minLifetimePoints?: Schemas["Points"];
        readonly sortOrder?: Schemas["SortOrder"];
        readonly benefits?: Schemas["TierBenefitList"];
        readonly badgeUrl?: Schemas["BadgeUrl"];
        /**
         * @description `true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.
         *     The flag is no part of the tier.
         * @default false
         */
        readonly grantFreeRewards?: boolean;
    };
    /**
     * @description The state of a run over the members.
     *     - `IDLE`: every change was announced.
     *     - `QUEUED`: requested and not begun.
     *     - `RUNNING`: in progress.
     */
    readonly RetieringState: ("IDLE" | "QUEUED" | "RUNNING") | (string & {});
    /** @description The progress of the newest run over the members. */
    readonly Retiering: {
        readonly state: Schemas["RetieringState"];
        /**
         * Format: int64
         * @description About how many members there are, never less than `scanned`. More than 100,000 are not counted when a run begins;
         *     the number then comes from the run before. After the end it is the number of members checked.
         */
        readonly membersTotal: number;
        /**
         * Format: int64
         * @description Members that it has checked.
         */
        readonly scanned: number;
        /**
         * Format: int64
         * @description Members that it has moved.
         */
        readonly changed: number;
        /**
         * Format: int64
         * @description Rewards of tiers that it has requested.
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
         * @description When it ended; null before.
         */
        readonly finishedAt: string | null;
    };
    /** @description A tier as it is now. */
    readonly Tier: {
        /** @description Identifies the tier. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that it belongs to. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description Lifetime points with which a member enters the tier. */
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
     * @description How members come into a segment.
     *     - `STATIC`: a list that is kept by hand.
     *     - `DYNAMIC`: a rule that members meet or do not.
     * @enum {string}
     */
    readonly SegmentType: "STATIC" | "DYNAMIC";
    /** @description Who belongs to a DYNAMIC segment; at most 5 levels of AND and OR, at most 50 comparisons in all. */
    readonly SegmentRules: Schemas["SegmentRuleNode"];
    /** @description All (AND) or at least one (OR) of the conditions. */
    readonly SegmentRuleNode: {
        readonly operator: Schemas["LogicalOperator"];
        /** @description 1 to 50 conditions, comparisons or nodes of their own. */
        readonly conditions: readonly Schemas["SegmentCondition"][];
    };
    /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
    readonly SegmentCondition: Schemas["SegmentRuleNode"] | Schemas["SegmentComparison"];
    /** @description One comparison of what is known of a member. Windows are whole UTC days that end today; amounts are cents. */
    readonly SegmentComparison: Schemas["SegmentNumberComparison"] | Schemas["SegmentTierComparison"] | Schemas["SegmentStateComparison"];
    /**
     * @description What is known of a member. Windows are whole UTC days that end today.
     *     - `spend_cents_7d`: cents spent in 7 days.
     *     - `spend_cents_30d`: cents spent in 30 days.
     *     - `spend_cents_90d`: cents spent in 90 days.
     *     - `spend_cents_365d`: cents spent in 365 days.
     *     - `txn_count_7d`: transactions in 7 days.
     *     - `txn_count_30d`: transactions in 30 days.
     *     - `txn_count_90d`: transactions in 90 days.
     *     - `txn_count_365d`: transactions in 365 days.
     *     - `spend_cents_lifetime`: cents ever spent.
     *     - `txn_count_lifetime`: transactions ever.
     *     - `avg_basket_cents_30d`: cents of the average basket of 30 days.
     *     - `days_since_last_txn`: days since the last transaction.
     *     - `days_since_enrolled`: days since the enrolment.
     *     - `points_balance`: the present balance.
     *     - `lifetime_points`: all points ever earned.
     *     - `tier_id`: the id of the tier; null for none.
     *     - `state`: the state of the member.
     * @enum {string}
     */
    readonly SegmentField: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points" | "tier_id" | "state";
    /**
     * @description What is known of a member as a number. Windows are whole UTC days that end today.
     *     - `spend_cents_7d`: cents spent in 7 days.
     *     - `spend_cents_30d`: cents spent in 30 days.
     *     - `spend_cents_90d`: cents spent in 90 days.
     *     - `spend_cents_365d`: cents spent in 365 days.
     *     - `txn_count_7d`: transactions in 7 days.
     *     - `txn_count_30d`: transactions in 30 days.
     *     - `txn_count_90d`: transactions in 90 days.
     *     - `txn_count_365d`: transactions in 365 days.
     *     - `spend_cents_lifetime`: cents ever spent.
     *     - `txn_count_lifetime`: transactions ever.
     *     - `avg_basket_cents_30d`: cents of the average basket of 30 days.
     *     - `days_since_last_txn`: days since the last transaction.
     *     - `days_since_enrolled`: days since the enrolment.
     *     - `points_balance`: the present balance.
     *     - `lifetime_points`: all points ever earned.
     * @enum {string}
     */
    readonly SegmentNumberField: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points";
    /** @description A count, an amount in cents, points or days. */
    readonly SegmentNumberComparison: {
        /**
         * @description discriminator enum property added by openapi-typescript
         * @enum {string}
         */
        readonly field: "spend_cents_7d" | "spend_cents_30d" | "spend_cents_90d" | "spend_cents_365d" | "txn_count_7d" | "txn_count_30d" | "txn_count_90d" | "txn_count_365d" | "spend_cents_lifetime" | "txn_count_lifetime" | "avg_basket_cents_30d" | "days_since_last_txn" | "days_since_enrolled" | "points_balance" | "lifetime_points";
        readonly op: Schemas["ComparisonOperator"];
        /**
         * Format: int64
         * @description Cents, a count, points or days, as the field has them.
         */
        readonly value: number;
    };
    /** @description The member's tier; null is no tier. */
    readonly SegmentTierComparison: {
        /**
         * @description Selects this comparison. (enum property replaced by openapi-typescript)
         * @enum {string}
         */
        readonly field: "tier_id";
        readonly op: Schemas["EqualityOperator"];
        /**
         * Format: uuid
         * @description The id of a tier; null is no tier.
         */
        readonly value: string | null;
    };
    /** @description The member's state. */
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
        /** @description For people, never judged; null as good as absent. */
        readonly description?: string | null;
        readonly type: Schemas["SegmentType"];
        /** @description Required for a DYNAMIC segment; a STATIC one has none. */
        readonly rules?: Schemas["SegmentRules"] | null;
    };
    /** @description What to change. A field that is absent stays as it is. */
    readonly SegmentUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description For people, never judged; null takes it away. */
        readonly description?: string | null;
        /** @description Only of a DYNAMIC segment. */
        readonly rules?: Schemas["SegmentRules"] | null;
    };
    /** @description A segment as it is now. */
    readonly Segment: {
        /** @description Identifies the segment. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that it belongs to. */
        readonly tenantId: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description For people, never judged; null where there is none. */
        readonly description: string | null;
        readonly type: Schemas["SegmentType"];
        /** @description Null for a STATIC segment. */
        readonly rules: Schemas["SegmentRules"] | null;
        /**
         * Format: int64
         * @description Members in the segment now.
         */
        readonly memberCount: number;
        /**
         * Format: date-time
         * @description The start of the newest completed refresh of a DYNAMIC segment; null before the first, and for a STATIC one.
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
    /** @description Rules to try. */
    readonly SegmentPreviewBody: {
        readonly rules: Schemas["SegmentRules"];
        /**
         * Format: int32
         * @description How many of the members to name, at most; 10 when absent.
         */
        readonly sampleSize?: number;
    };
    /** @description The members who meet some rules now. */
    readonly SegmentPreview: {
        /**
         * Format: int64
         * @description Members who meet the rules.
         */
        readonly matchCount: number;
        /** @description Some of them, in no particular choice. */
        readonly sampleMemberIds: readonly Schemas["Uuid"][];
    };
    /** @description How many refreshes were queued. */
    readonly SegmentsQueued: {
        /**
         * Format: int32
         * @description DYNAMIC segments that there are.
         */
        readonly segmentsQueued: number;
    };
    /** @description The result of a refresh of a segment. */
    readonly SegmentRefresh: {
        /** @description The segment. */
        readonly segmentId: Schemas["Uuid"];
        /**
         * Format: int64
         * @description Members in the segment now.
         */
        readonly memberCount: number;
        /**
         * Format: int64
         * @description Members whom the refresh added. Members who entered by their own activity do not count.
         */
        readonly added: number;
        /**
         * Format: int64
         * @description Members whom the refresh took out.
         */
        readonly removed: number;
        /** @description When it began. */
        readonly refreshedAt: Schemas["Timestamp"];
    };
    /** @description The members to add; both may be given. */
    readonly SegmentMembersBody: {
        readonly memberId?: Schemas["Uuid"];
        /** @description Up to 1,000 members. */
        readonly memberIds?: readonly Schemas["Uuid"][];
    };
    /** @description How many were added. */
    readonly SegmentMembersAdded: {
        /**
         * Format: int32
         * @description Members who were not in the segment before.
         */
        readonly added: number;
    };
    /** @description What is known of a member as numbers. */
    readonly SegmentMemberStats: {
        /** @description Cents spent in 30 days. */
        readonly spendCents30d: Schemas["SpendCents"];
        /** @description Purchases in 30 days. */
        readonly txnCount30d: Schemas["PurchaseCount"];
        /** @description Points that they have now. */
        readonly pointsBalance: Schemas["Points"];
        /** @description All points ever earned. */
        readonly lifetimePoints: Schemas["Points"];
    };
    /** @description A member of a segment. */
    readonly SegmentMember: {
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description Your reference of the customer. */
        readonly externalRef: string;
        /** @description When they entered the segment. */
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
        /** @description When the member entered it. */
        readonly addedAt: Schemas["Timestamp"];
    };
    /** @description One page of segments, last entered first. */
    readonly MemberSegmentList: {
        /** @description The segments. */
        readonly segments: readonly Schemas["MemberSegment"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description How long an item is.
     *     - `minute`: a minute.
     *     - `hour`: an hour.
     *     - `day`: a day in UTC.
     * @default hour
     * @enum {string}
     */
    readonly ActivityStep: "minute" | "hour" | "day";
    /**
     * Format: int64
     * @description How many there were.
     */
    readonly ActivityCount: number;
    /**
     * Format: int64
     * @description A sum; below 0 where more came back.
     */
    readonly ActivityAmount: number;
    /** @description What was done in a minute, an hour or a day. */
    readonly ActivityItem: {
        /** @description When it began. */
        readonly at: Schemas["Timestamp"];
        /** @description Receipts that were evaluated; with `campaignId` those on which it fired. */
        readonly receipts: Schemas["ActivityCount"];
        /** @description Events that were processed; with `campaignId` those on which it fired. */
        readonly events: Schemas["ActivityCount"];
        /** @description Awards of campaigns. A referrer’s is one too. */
        readonly awards: Schemas["ActivityCount"];
        /** @description What was bought in cents, less what came back. */
        readonly spendCents: Schemas["ActivityAmount"];
        /** @description Points that entered balances, less those that returns took back; of a campaign also those that wait. */
        readonly pointsEarned: Schemas["ActivityAmount"];
        /** @description Points that redeems and authorizations took, less those that came back. */
        readonly pointsRedeemed: Schemas["ActivityAmount"];
        /** @description The discounts for them in cents, less those that came back. */
        readonly discountCents: Schemas["ActivityAmount"];
        /** @description Points that expired. */
        readonly pointsExpired: Schemas["ActivityAmount"];
        /** @description Points that adjustments gave, less those that they took. */
        readonly pointsAdjusted: Schemas["ActivityAmount"];
        /** @description Members who were enrolled. */
        readonly membersEnrolled: Schemas["ActivityCount"];
        /** @description Rewards that campaigns and tiers gave. */
        readonly rewardsGiven: Schemas["ActivityCount"];
        /** @description What it cost in cents, as budgets count it. */
        readonly costCents: Schemas["ActivityAmount"];
    };
    /** @description What happens, oldest first. */
    readonly Activity: {
        /** @description The time of the service, by which the last item is not over yet. */
        readonly asOf: Schemas["Timestamp"];
        readonly step: Schemas["ActivityStep"];
        /** @description One for each step. */
        readonly items: readonly Schemas["ActivityItem"][];
    };
    /** @description What a campaign gave. */
    readonly CampaignActivity: {
        /** @description The campaign. */
        readonly campaignId: Schemas["Uuid"];
        /** @description Its awards. */
        readonly awards: Schemas["ActivityCount"];
        /** @description Points of its awards, less those that returns took back. */
        readonly pointsEarned: Schemas["ActivityAmount"];
        /** @description Rewards that it gave. */
        readonly rewardsGiven: Schemas["ActivityCount"];
        /** @description What it cost, as its budget counts. */
        readonly costCents: Schemas["ActivityAmount"];
    };
    /** @description What each campaign gave. */
    readonly CampaignActivityList: {
        /** @description The time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description Those with most awards first. */
        readonly campaigns: readonly Schemas["CampaignActivity"][];
    };
    /**
     * @description Whose acts are added up.
     *     - `member`: the member whose points they are.
     *     - `credential`: who did it.
     *     - `store`: the store that was named.
     * @default member
     * @enum {string}
     */
    readonly ExceptionsBy: "member" | "credential" | "store";
    /**
     * @description The kind of points that the list is ordered by, most first; among equals, more acts come first.
     *     - `pointsForgiven`: returns could not take them back, and forgave them.
     *     - `pointsToDeduct`: returns could not take them back, and noted them as owed.
     *     - `pointsReversed`: returns reversed them.
     *     - `pointsVoided`: they came back by voids.
     *     - `pointsLapsed`: they came back by lapses.
     *     - `pointsGiven`: adjustments gave them.
     *     - `pointsTaken`: adjustments took them.
     * @default pointsForgiven
     * @enum {string}
     */
    readonly ExceptionOrder: "pointsForgiven" | "pointsToDeduct" | "pointsReversed" | "pointsVoided" | "pointsLapsed" | "pointsGiven" | "pointsTaken";
    /** @description What was done on a day in UTC. */
    readonly ExceptionDay: {
        /** @description The beginning of the day. */
        readonly at: Schemas["Timestamp"];
        /** @description Returns, voids, lapses and adjustments. */
        readonly acts: Schemas["ActivityCount"];
        /** @description Points that returns could not take back, and forgave. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that returns could not take back, and noted as owed. */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description Points that returns reversed, including those that were forgiven or are owed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Redeemed points that came back because a caller voided their redeem. */
        readonly pointsVoided: Schemas["Points"];
        /** @description Redeemed points that came back because their redeem was neither captured nor voided in time. */
        readonly pointsLapsed: Schemas["Points"];
        /** @description Points that adjustments gave. */
        readonly pointsGiven: Schemas["Points"];
        /** @description Points that adjustments took. */
        readonly pointsTaken: Schemas["Points"];
    };
    /** @description What a member, a credential or a store has in all. It has `memberId` and `externalRef`, or `author`, or `storeRef`. */
    readonly ExceptionItem: {
        /** @description The member. Only by member. */
        readonly memberId?: Schemas["Uuid"];
        /** @description Your reference of the member. Only by member. */
        readonly externalRef?: string | null;
        /** @description Who did it; null where nobody is known. Only by credential. */
        readonly author?: Schemas["Author"] | null;
        /** @description The store that was named; null where none was. Only by store. */
        readonly storeRef?: string | null;
        /** @description Returns, voids, lapses and adjustments. */
        readonly acts: Schemas["ActivityCount"];
        /** @description Points that returns could not take back, and forgave. */
        readonly pointsForgiven: Schemas["Points"];
        /** @description Points that returns could not take back, and noted as owed. */
        readonly pointsToDeduct: Schemas["Points"];
        /** @description Points that returns reversed, including those that were forgiven or are owed. */
        readonly pointsReversed: Schemas["Points"];
        /** @description Redeemed points that came back because a caller voided their redeem. */
        readonly pointsVoided: Schemas["Points"];
        /** @description Redeemed points that came back because their redeem was neither captured nor voided in time. */
        readonly pointsLapsed: Schemas["Points"];
        /** @description Points that adjustments gave. */
        readonly pointsGiven: Schemas["Points"];
        /** @description Points that adjustments took. */
        readonly pointsTaken: Schemas["Points"];
        /** @description Days on which there was anything, oldest first; of more than 31 those with most. */
        readonly days: readonly Schemas["ExceptionDay"][];
    };
    /** @description Who returns, voids and adjusts most. */
    readonly Exceptions: {
        /** @description The time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description Everything since then is counted; later than `from` where there were more than 100,000 acts. */
        readonly countedFrom: Schemas["Timestamp"];
        readonly by: Schemas["ExceptionsBy"];
        /** @description Those with most first. */
        readonly items: readonly Schemas["ExceptionItem"][];
    };
    /** @description How often a person read by an operation on a day. */
    readonly ReadCount: {
        /** @description The beginning of the UTC day. */
        readonly at: Schemas["Timestamp"];
        /**
         * @description The person. It is null of all people together who were beyond the bounds: 1,000 pairs of a person and an operation in ten
         *     seconds, and 20,000 on a day.
         */
        readonly author: Schemas["Author"] | null;
        /** @description The `operationId` of the operation in this document. */
        readonly operation: string;
        readonly count: Schemas["ActivityCount"];
    };
    /** @description What people have read. */
    readonly ReadCounts: {
        /** @description The time of the service. */
        readonly asOf: Schemas["Timestamp"];
        /** @description All counts since then are listed. It is later than `from` where there were more than 1,000. */
        readonly countedFrom: Schemas["Timestamp"];
        /** @description The newest day is first, and of a day what was read most. */
        readonly items: readonly Schemas["ReadCount"][];
    };
    /** @description What the members of the environment have in all. */
    readonly LiabilityDay: {
        /** @description When the count ended. */
        readonly countedAt: Schemas["Timestamp"];
        /**
         * Format: int64
         * @description Members who are not erased.
         */
        readonly members: number;
        /**
         * Format: int64
         * @description Those of them whose balance is above 0.
         */
        readonly membersWithPoints: number;
        /** @description The sum of their balances. */
        readonly points: Schemas["Points"];
        /**
         * Format: int32
         * @description What a point costs in cents, by the setting `pointValueCents` at the time.
         */
        readonly pointValueCents: number;
        /** @description The points multiplied by the value of one point. */
        readonly liabilityCents: Schemas["Cents"];
    };
    /** @description The name of a permission, as in `x-permission` of the operations. */
    readonly PermissionName: string;
    /** @description A permission. */
    readonly NamedPermission: {
        readonly name: Schemas["PermissionName"];
        /** @description A sentence for people. */
        readonly meaning: string;
    };
    /** @description Several permissions with one name. */
    readonly NamedRole: {
        /** @description A word of `scope` or of the list of roles. */
        readonly name: string;
        /** @description A sentence for people. */
        readonly meaning: string;
        /** @description All that it allows. */
        readonly permissions: readonly Schemas["PermissionName"][];
    };
    /** @description What credentials may be allowed. */
    readonly PermissionCatalogue: {
        /** @description All permissions. */
        readonly permissions: readonly Schemas["NamedPermission"][];
        /** @description All roles. */
        readonly roles: readonly Schemas["NamedRole"][];
    };
    /**
     * @description Whether a key opens its environment.
     *     - `ACTIVE`: it does.
     *     - `EXPIRED`: its end has come.
     *     - `REVOKED`: it was revoked.
     * @enum {string}
     */
    readonly ApiKeyState: "ACTIVE" | "EXPIRED" | "REVOKED";
    /** @description An API key as it is now. */
    readonly ApiKey: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All that it may do. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
         *     permissions are those of the day on which it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description Requests a minute; null for the default of its mode.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When it ends; null if it does not.
         */
        readonly expiresAt: string | null;
        /** @description The UTC day of its last use, written within a minute; null if it was never used, or not since uses are noted. */
        readonly lastUsedOn: string | null;
        /** @description Those of its permissions that it has used; the others may be taken away. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description Its successor, by which it was exchanged; null without one.
         */
        readonly replacedBy: string | null;
        /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
        readonly madeBy: string | null;
        /** @description When it was made. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When it was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description In the response to a POST that makes it alone; absent everywhere else. */
        readonly key?: string;
    };
    /** @description The successor of a key that was exchanged. */
    readonly ApiKeySuccessor: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All that it may do. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
         *     permissions are those of the day on which it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description Requests a minute; null for the default of its mode.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When it ends; null if it does not.
         */
        readonly expiresAt: string | null;
        /** @description The UTC day of its last use, written within a minute; null if it was never used, or not since uses are noted. */
        readonly lastUsedOn: string | null;
        /** @description Those of its permissions that it has used; the others may be taken away. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description Its successor, by which it was exchanged; null without one.
         */
        readonly replacedBy: string | null;
        /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
        readonly madeBy: string | null;
        /** @description When it was made. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When it was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description The key itself; it is shown this once. */
        readonly key: string;
        readonly replaces: Schemas["ReplacedApiKey"];
    };
    /** @description The key that was exchanged. */
    readonly ReplacedApiKey: {
        /** @description Identifies the old key. */
        readonly id: Schemas["Uuid"];
        /** @description When the old key ends. */
        readonly expiresAt: Schemas["Timestamp"];
    };
    /** @description A key that is revoked, and the keys that it made. */
    readonly RevokedApiKey: {
        /** @description Identifies the key. */
        readonly id: Schemas["Uuid"];
        readonly name: Schemas["Name"];
        /** @description The first 8 and the last 4 characters of the key. */
        readonly hint: string;
        /** @description All that it may do. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /**
         * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
         *     permissions are those of the day on which it was given.
         */
        readonly role: string | null;
        readonly state: Schemas["ApiKeyState"];
        /**
         * Format: int64
         * @description Requests a minute; null for the default of its mode.
         */
        readonly rateLimitPerMinute: number | null;
        /**
         * Format: date-time
         * @description When it ends; null if it does not.
         */
        readonly expiresAt: string | null;
        /** @description The UTC day of its last use, written within a minute; null if it was never used, or not since uses are noted. */
        readonly lastUsedOn: string | null;
        /** @description Those of its permissions that it has used; the others may be taken away. */
        readonly usedPermissions: readonly Schemas["PermissionName"][];
        /**
         * Format: uuid
         * @description Its successor, by which it was exchanged; null without one.
         */
        readonly replacedBy: string | null;
        /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
        readonly madeBy: string | null;
        /** @description When it was made. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When it was revoked; null if it was not.
         */
        readonly revokedAt: string | null;
        /** @description The keys that this call revoked, itself included; empty where a repeat changes nothing. */
        readonly revoked: readonly Schemas["Uuid"][];
        /** @description The ACTIVE keys that it made, that these made, and so on, and that this call left; `alsoMade` revokes them. */
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
        /** @description What it may do. Either this or `role`. */
        readonly permissions?: readonly Schemas["PermissionName"][];
        /** @description A role of `GET /permissions`. Either this or `permissions`. */
        readonly role?: string;
        /** @description When it ends, in the future; a plain date is the end of that UTC day. Without one it does not end, and is refused to a key that does. */
        readonly expiresAt?: Schemas["Instant"];
        /**
         * Format: int64
         * @description Requests a minute, at most your own; the default of its mode without one.
         */
        readonly rateLimitPerMinute?: number;
    };
    /** @description What to change. A field that is absent stays as it is. */
    readonly ApiKeyUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description What is left of its permissions. */
        readonly permissions?: readonly Schemas["PermissionName"][];
        /** @description A role whose permissions are among those of the key; instead of `permissions`. */
        readonly role?: string;
        /**
         * Format: instant
         * @description An earlier end, in the future; a plain date is the end of that UTC day. Null is refused where the key has an end.
         */
        readonly expiresAt?: string | null;
        /**
         * Format: int64
         * @description A lower limit; null for the default of its mode, where that is no higher.
         */
        readonly rateLimitPerMinute?: number | null;
    };
    /** @description May be left out. */
    readonly ApiKeyRotateBody: {
        /**
         * Format: int32
         * @description How long the old key works beside the new one.
         * @default 24
         */
        readonly overlapHours?: number;
    };
    /** @description May be left out. */
    readonly ApiKeyRevokeBody: {
        /**
         * @description Also the keys that it made, those that they made, and so on.
         * @default false
         */
        readonly alsoMade?: boolean;
    };
    /** @description The settings of an environment, defaults filled in. */
    readonly Settings: {
        /**
         * Format: int32
         * @description What a point costs a campaign's budget, in cents. Without it 1.
         */
        readonly pointValueCents: number;
        /** @description When points lapse whose campaign does not say. Without it they never do. */
        readonly pointsExpiry: Schemas["PointsExpiry"];
        /**
         * Format: int32
         * @description Evaluate calls a minute of one credential, within its limit. Without it only its limit counts.
         */
        readonly evaluateRateLimitPerMinute: number | null;
        /**
         * Format: int32
         * @description Requests a minute of all credentials together. Without it ten times the limit of the one that asks.
         */
        readonly requestsPerMinute: number | null;
        /**
         * Format: int32
         * @description Items of bulk calls a minute. Without it 60,000 live and 6,000 in test.
         */
        readonly bulkItemsPerMinute: number | null;
        /**
         * Format: int32
         * @description Writes of configuration a minute. Without it 3,000.
         */
        readonly configurationWritesPerMinute: number | null;
        /** @description From which source rewards get their codes. */
        readonly rewardProviders: Schemas["RewardProviderSetting"];
        /** @description Whether webhooks of a live environment may have addresses without TLS. */
        readonly webhooksOverPlainHttp: boolean;
        /** @description Origins whose pages may call with a bearer token. */
        readonly corsOrigins: readonly string[];
        /**
         * @description Whether activating, resuming and changing what is live needs another person than made the newest change of it: a live campaign,
         *     a segment that one names, tiers, `pointValueCents`. Otherwise 409 `ANOTHER_PERSON_NEEDED`. Who turned it on does not turn it off;
         *     turned off it acts for one more day.
         */
        readonly liveChangesByTwo: boolean;
        /** @description Whether a repeated reference with another body is refused. */
        readonly rejectMismatch: boolean;
        /** @description The country in which national telephone numbers are dialled (ISO 3166-1). Without it none are known. */
        readonly phoneCountry: string | null;
        /** @description How redeemed points come back when their receipt does. */
        readonly refundPoints: Schemas["RefundPoints"];
        /**
         * Format: int32
         * @description They end as much later as they were out, but at most so many days from when they come back. Without it 30.
         */
        readonly refundGraceDays: number;
        /** @description What becomes of reversed points that the balance does not have. */
        readonly unrecoveredPoints: Schemas["UnrecoveredPoints"];
        /**
         * Format: int64
         * @description Points that one credential gives by adjustments on a UTC day, together with all keys that it has made or was exchanged for.
         *     Without it any number. A looser value acts a day later (`upcoming`).
         */
        readonly adjustedPointsPerDay: number | null;
        /**
         * Format: int32
         * @description For how many minutes a captured or plain redeem may be voided by another credential than the one that redeemed. Open
         *     authorizations may always be voided. Without it there is no bound; new environments begin with 1440.
         */
        readonly voidWithinMinutes: number | null;
        /**
         * Format: int64
         * @description Points that all credentials together give by adjustments on a UTC day. Without it any number. A looser value acts a day
         *     later (`upcoming`).
         */
        readonly totalAdjustedPointsPerDay: number | null;
        /** @description Whether a reward is redeemed only with the receipt that it is used for, `transactionRef`. Without it the receipt may be left out. */
        readonly rewardRedeemNeedsRef: boolean;
        /**
         * @description The time zone in which conditions of campaigns compare days and times: a name of the IANA database. `startDate`, `endDate`,
         *     statistics and expiry go by UTC. Without it conditions go by UTC, too.
         */
        readonly timeZone: string | null;
        /** @description Points that all campaigns together give a member at most. Without it any number. */
        readonly memberPointsCaps: Schemas["MemberPointsCaps"] | null;
    };
    /**
     * @description What to change; at least one setting. One that is absent stays as it is, and null brings back its default. Names that are
     *     no setting are refused.
     */
    readonly SettingsUpdateBody: {
        /**
         * Format: int32
         * @description What a point costs a campaign's budget, in cents. Without it 1.
         */
        readonly pointValueCents?: number | null;
        /** @description When points lapse whose campaign does not say. Without it they never do. */
        readonly pointsExpiry?: Schemas["PointsExpiry"] | null;
        /**
         * Format: int32
         * @description Evaluate calls a minute of one credential, within its limit. Without it only its limit counts.
         */
        readonly evaluateRateLimitPerMinute?: number | null;
        /**
         * Format: int32
         * @description Requests a minute of all credentials together. Without it ten times the limit of the one that asks.
         */
        readonly requestsPerMinute?: number | null;
        /**
         * Format: int32
         * @description Items of bulk calls a minute. Without it 60,000 live and 6,000 in test.
         */
        readonly bulkItemsPerMinute?: number | null;
        /**
         * Format: int32
         * @description Writes of configuration a minute. Without it 3,000.
         */
        readonly configurationWritesPerMinute?: number | null;
        /** @description From which source rewards get their codes. */
        readonly rewardProviders?: Schemas["RewardProviderSetting"] | null;
        /** @description Whether webhooks of a live environment may have addresses without TLS. */
        readonly webhooksOverPlainHttp?: boolean | null;
        /** @description Origins whose pages may call with a bearer token. */
        readonly corsOrigins?: readonly string[] | null;
        /**
         * @description Whether activating, resuming and changing what is live needs another person than made the newest change of it: a live campaign,
         *     a segment that one names, tiers, `pointValueCents`. Otherwise 409 `ANOTHER_PERSON_NEEDED`. Who turned it on does not turn it off;
         *     turned off it acts for one more day.
         */
        readonly liveChangesByTwo?: boolean | null;
        /** @description Whether a repeated reference with another body is refused. */
        readonly rejectMismatch?: boolean | null;
        /** @description The country in which national telephone numbers are dialled (ISO 3166-1). Without it none are known. */
        readonly phoneCountry?: string | null;
        /** @description How redeemed points come back when their receipt does. */
        readonly refundPoints?: Schemas["RefundPoints"] | null;
        /**
         * Format: int32
         * @description They end as much later as they were out, but at most so many days from when they come back. Without it 30.
         */
        readonly refundGraceDays?: number | null;
        /** @description What becomes of reversed points that the balance does not have. */
        readonly unrecoveredPoints?: Schemas["UnrecoveredPoints"] | null;
        /**
         * Format: int64
         * @description Points that one credential gives by adjustments on a UTC day, together with all keys that it has made or was exchanged for.
         *     Without it any number. A looser value acts a day later (`upcoming`).
         */
        readonly adjustedPointsPerDay?: number | null;
        /**
         * Format: int32
         * @description For how many minutes a captured or plain redeem may be voided by another credential than the one that redeemed. Open
         *     authorizations may always be voided. Without it there is no bound; new environments begin with 1440.
         */
        readonly voidWithinMinutes?: number | null;
        /**
         * Format: int64
         * @description Points that all credentials together give by adjustments on a UTC day. Without it any number. A looser value acts a day
         *     later (`upcoming`).
         */
        readonly totalAdjustedPointsPerDay?: number | null;
        /** @description Whether a reward is redeemed only with the receipt that it is used for, `transactionRef`. Without it the receipt may be left out. */
        readonly rewardRedeemNeedsRef?: boolean | null;
        /**
         * @description The time zone in which conditions of campaigns compare days and times: a name of the IANA database. `startDate`, `endDate`,
         *     statistics and expiry go by UTC. Without it conditions go by UTC, too.
         */
        readonly timeZone?: string | null;
        /** @description Points that all campaigns together give a member at most. Without it any number. */
        readonly memberPointsCaps?: Schemas["MemberPointsCaps"] | null;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description At least one of these: points that all campaigns together give a member at most on a local day, in a week from Monday and in a month, on receipts and events,
     *     by `occurredAt`. The last award is cut first: that of the least `priority`, of equal ones that of the campaign activated last. One
     *     that is cut to nothing is not given (`CAP_REACHED`), unless it has a reward, which stays. What happened more than 35 days before its
     *     record gives no points. A referrer's points and adjustments are not counted.
     */
    readonly MemberPointsCaps: {
        /**
         * Format: int64
         * @description On a local day.
         */
        readonly day?: number;
        /**
         * Format: int64
         * @description In a week, from Monday.
         */
        readonly week?: number;
        /**
         * Format: int64
         * @description In a month.
         */
        readonly month?: number;
    } & {
        readonly [key: string]: unknown;
    };
    /**
     * @description Whose a setting is. More values may be added; be ready for one that you do not know.
     *     - `TENANT`: the tenant's own; `settings:write` changes it.
     *     - `OPERATOR`: of who operates the service.
     */
    readonly SettingOwner: ("TENANT" | "OPERATOR") | (string & {});
    /** @description Whose each setting is. */
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
    /** @description The settings of an environment that are in force, whose each one is, and what comes when. */
    readonly SettingsRecord: {
        readonly settings: Schemas["Settings"];
        readonly etag?: Schemas["EntityTag"];
        readonly owners: Schemas["SettingOwners"];
        /** @description What was written and is not in force yet. The same setting written again takes the place of it. */
        readonly upcoming: readonly Schemas["UpcomingSetting"][];
    };
    /** @description A limit that was loosened, and when that acts. Until then the limit of before is in force. */
    readonly UpcomingSetting: {
        /** @description Its name. */
        readonly setting: string;
        /**
         * Format: int64
         * @description What it will be; null for no limit.
         */
        readonly value: number | null;
        /** @description From when on. */
        readonly from: Schemas["Instant"];
    };
    /** @description The source of codes for each kind of reward. */
    readonly RewardProviderSetting: {
        /**
         * @description The source for kinds that are not named.
         * @default generator
         */
        readonly default?: string;
        readonly byType?: Schemas["RewardProvidersByType"];
    };
    /** @description Sources of codes by the kind of reward. */
    readonly RewardProvidersByType: {
        /** @description Of coupons. */
        readonly COUPON_VOUCHER?: Schemas["RewardProviderName"];
        /** @description Of gift cards. */
        readonly GIFT_CARD?: Schemas["RewardProviderName"];
        /** @description Of vouchers. */
        readonly DISCOUNT_VOUCHER?: Schemas["RewardProviderName"];
        /** @description Of free items. */
        readonly FREE_ITEM?: Schemas["RewardProviderName"];
    };
    /** @description `generator`, or the name of a pool or provider. */
    readonly RewardProviderName: string;
    /**
     * @description How redeemed points come back when their receipt does.
     *     - `PRO_RATA`: with each part, as much as it is of the receipt.
     *     - `WHOLE_ONLY`: once all of the receipt is back.
     *     - `NEVER`: not at all.
     * @enum {string}
     */
    readonly RefundPoints: "PRO_RATA" | "WHOLE_ONLY" | "NEVER";
    /**
     * @description What becomes of reversed points that the balance does not have.
     *     - `FORGIVE`: they are forgiven once they are gone for good. Those that are out in redeems of before stay claimable.
     *     - `DEDUCT_LATER`: they are taken from what the member earns next, or gets back, and cannot be redeemed until then.
     * @enum {string}
     */
    readonly UnrecoveredPoints: "FORGIVE" | "DEDUCT_LATER";
    /** @description A pool of codes as it is now. */
    readonly CodePool: {
        /** @description Names it. */
        readonly name: Schemas["RewardProviderName"];
        /**
         * Format: int64
         * @description Codes that were not taken from it yet. Those that another source gave meanwhile are passed over.
         */
        readonly remaining: number;
        /**
         * Format: int64
         * @description It is low with fewer.
         */
        readonly lowBelow: number;
        /** @description Whether it is low. */
        readonly isLow: boolean;
    };
    /** @description The pools of an environment, by name. */
    readonly CodePoolList: {
        /** @description The pools. */
        readonly codePools: readonly Schemas["CodePool"][];
    };
    /** @description What the pool is to be like. */
    readonly CodePoolBody: {
        /**
         * Format: int32
         * @description It is low with fewer codes.
         */
        readonly lowBelow: number;
    };
    /** @description Codes for a pool. */
    readonly AddCodesBody: {
        /** @description In the order in which rewards get them. */
        readonly codes: readonly string[];
    };
    /** @description What became of codes that were sent. */
    readonly AddedCodes: {
        /**
         * Format: int32
         * @description That many are new in the pool.
         */
        readonly added: number;
        /**
         * Format: int32
         * @description That many came twice, are in a pool already, or were given before.
         */
        readonly duplicates: number;
        /** @description Those that are no codes. */
        readonly rejects: readonly Schemas["RejectedCode"][];
    };
    /** @description A text that is no code; it was not added. */
    readonly RejectedCode: {
        /**
         * Format: int32
         * @description Its place in `codes`, from 0.
         */
        readonly index: number;
        /** @description Why. */
        readonly message: string;
    };
    /**
     * @description The kind of a source of codes. More values may be added; be ready for one that you do not know.
     *     - `GENERATOR`: makes random codes.
     *     - `POOL`: has codes that were added.
     *     - `HTTP`: a service that gives a code when it is asked.
     */
    readonly RewardProviderKind: ("GENERATOR" | "POOL" | "HTTP") | (string & {});
    /** @description A source of codes. */
    readonly RewardProvider: {
        /** @description What the setting calls it. */
        readonly name: Schemas["RewardProviderName"];
        readonly kind: Schemas["RewardProviderKind"];
        /** @description Scheme, host and port of an HTTP service; null of others. */
        readonly origin: string | null;
        /** @description Whether an HTTP service gives the same code when it is asked again; null of others. */
        readonly isIdempotent: boolean | null;
        /**
         * Format: int32
         * @description Calls of an HTTP service at the same time; null of others.
         */
        readonly callsMax: number | null;
    };
    /** @description The sources of codes of an environment, by name. */
    readonly RewardProviderList: {
        /** @description The sources. */
        readonly rewardProviders: readonly Schemas["RewardProvider"][];
    };
    /**
     * @description What is limited. More values may be added; be ready for one that you do not know.
     *     - `activeCampaigns`: ACTIVE campaigns.
     *     - `campaigns`: campaigns that are not ARCHIVED.
     *     - `campaignBytes`: bytes of the rules, target segments, stores and conditions of all campaigns that are not ARCHIVED.
     *     - `listedValues`: skus, categories and stores that ACTIVE campaigns list, with the values in lists of their conditions.
     *     - `campaignComparisons`: comparisons in conditions of ACTIVE campaigns together, those over lines included.
     *     - `lineComparisons`: comparisons over lines in ACTIVE campaigns together, of `conditions` and `earnOn`.
     *     - `memberLimits`: limits of ACTIVE campaigns per member, by campaign and period.
     *     - `tiers`: tiers.
     *     - `segments`: segments.
     *     - `dynamicSegments`: DYNAMIC segments.
     *     - `segmentComparisons`: comparisons of all DYNAMIC segments together.
     *     - `eventDefinitions`: event definitions that are not ARCHIVED.
     *     - `webhooks`: webhooks; of those that were deleted within three hours all beyond the first 100 count too.
     *     - `rewardProviders`: pools of codes and HTTP providers.
     *     - `codes`: codes that are left in all pools.
     *     - `apiKeys`: API keys that are ACTIVE and were not replaced.
     *     - `requestsPerMinute`: requests of all credentials.
     *     - `evaluateRateLimitPerMinute`: evaluate calls of one credential.
     *     - `bulkItemsPerMinute`: items of bulk calls.
     *     - `configurationWritesPerMinute`: writes of configuration.
     *     - `adjustedPointsPerDay`: points that one credential, with all keys that it has made or was exchanged for, gives by adjustments on a UTC day; `used` is what they have given today.
     *     - `totalAdjustedPointsPerDay`: points that all credentials together give so.
     *     - `changesPerDay`: changes that the audit log has of this UTC day; beyond the limit only what takes away is done.
     */
    readonly EnvironmentLimitName: ("activeCampaigns" | "campaigns" | "campaignBytes" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "rewardProviders" | "codes" | "apiKeys" | "requestsPerMinute" | "evaluateRateLimitPerMinute" | "bulkItemsPerMinute" | "configurationWritesPerMinute" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay" | "changesPerDay") | (string & {});
    /** @description A limit, and what is used of it. */
    readonly EnvironmentLimit: {
        readonly of: Schemas["EnvironmentLimitName"];
        /**
         * Format: int64
         * @description The most that there may be; null where there is no limit.
         */
        readonly limit: number | null;
        /**
         * Format: int64
         * @description How much there is; null of rates, and of what is not counted while it has no limit.
         */
        readonly used: number | null;
    };
    /** @description An environment of a tenant, with its limits. */
    readonly EnvironmentRecord: {
        /** @description The tenant. */
        readonly tenantId: Schemas["Uuid"];
        /** @description Its name. */
        readonly tenantName: string;
        readonly mode: Schemas["CredentialMode"];
        /** @description All limits. */
        readonly limits: readonly Schemas["EnvironmentLimit"][];
        /** @description The tenant's own Kafka topic of receipts; null without one. */
        readonly streamTopic: string | null;
    };
    /** @description The key or token of a request. */
    readonly CredentialRecord: {
        readonly kind: Schemas["CredentialKind"];
        /** @description The id of the key, or the subject of the token. */
        readonly id: string;
        /** @description The name of the key; null for a token. */
        readonly name: string | null;
        readonly mode: Schemas["CredentialMode"];
        /** @description All that it may do. */
        readonly permissions: readonly Schemas["PermissionName"][];
        /** @description The role of the key; null where its permissions were listed, and for a token, whose words may name several. */
        readonly role: string | null;
        /**
         * Format: date-time
         * @description When it ends; null if it does not.
         */
        readonly expiresAt: string | null;
        /**
         * Format: int64
         * @description Requests a minute.
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
     * @description The environment that this request opens.
     *     - `test`: of trials.
     *     - `live`: of customers.
     * @enum {string}
     */
    readonly CredentialMode: "test" | "live";
    /** @description The counts, oldest first. */
    readonly Liability: {
        /** @description One for each day on which there was a count. */
        readonly days: readonly Schemas["LiabilityDay"][];
    };
    /**
     * @description Which lifecycle rules an event of this definition meets.
     *     - `SIGNUP`: SIGNUP_BONUS and ON_DEMAND: the member signed up.
     *     - `BIRTHDAY`: ON_DEMAND: the birthday of the member.
     *     - `ANNIVERSARY`: ON_DEMAND: the anniversary of the enrolment.
     *     - `REFERRAL`: REFERRAL_BONUS and ON_DEMAND: the member was referred by another one.
     *     - `CUSTOM`: ON_DEMAND: anything else.
     * @enum {string}
     */
    readonly LifecycleType: "SIGNUP" | "BIRTHDAY" | "ANNIVERSARY" | "REFERRAL" | "CUSTOM";
    /** @description The name of a field at the top of the payload. */
    readonly FieldName: string;
    /** @description A JSON Schema document of the payload, or just its map of properties. */
    readonly PayloadSchema: Record<string, unknown>;
    /** @description A new event definition. */
    readonly EventDefinitionCreateBody: {
        /** @description Names the event for ever. Keys that begin with `lifecycle.` are ours. */
        readonly key: Schemas["EventKey"];
        readonly name: Schemas["Name"];
        /**
         * @description The payload field with your reference of the customer, a string or an integer; with dots a path into the payload,
         *     unless a field has that very name.
         * @default customerId
         */
        readonly identityProperty?: string;
        /** @description What a payload must look like; any object when absent. */
        readonly properties?: Schemas["PayloadSchema"];
        /**
         * @description Which lifecycle rules these events meet. When absent, the last part of the key where it is one of the values
         *     (`member.birthday` is BIRTHDAY), otherwise CUSTOM.
         */
        readonly lifecycleType?: Schemas["LifecycleType"];
        /**
         * @description The payload field with your reference of the customer who referred this one.
         * @default referrerRef
         */
        readonly referrerProperty?: string;
    };
    /** @description What to change. A field that is absent stays as it is. */
    readonly EventDefinitionUpdateBody: {
        readonly name?: Schemas["Name"];
        /** @description The payload field with your reference of the customer. */
        readonly identityProperty?: Schemas["FieldName"];
        readonly properties?: Schemas["PayloadSchema"];
        readonly lifecycleType?: Schemas["LifecycleType"];
        /** @description The payload field with your reference of the customer who referred this one. */
        readonly referrerProperty?: Schemas["FieldName"];
        readonly state?: Schemas["EventDefinitionState"];
    };
    /** @description Which definition to change, and what. A field that is absent stays as it is. */
    readonly EventDefinitionUpdateByKeyBody: {
        /** @description The definition to change. */
        readonly key: Schemas["EventKey"];
        readonly name?: Schemas["Name"];
        /** @description The payload field with your reference of the customer. */
        readonly identityProperty?: Schemas["FieldName"];
        readonly properties?: Schemas["PayloadSchema"];
        readonly lifecycleType?: Schemas["LifecycleType"];
        /** @description The payload field with your reference of the customer who referred this one. */
        readonly referrerProperty?: Schemas["FieldName"];
        readonly state?: Schemas["EventDefinitionState"];
    };
    /**
     * @description Whether a definition accepts events.
     *     - `ACTIVE`: it does.
     *     - `ARCHIVED`: it accepts no new ones.
     * @enum {string}
     */
    readonly EventDefinitionState: "ACTIVE" | "ARCHIVED";
    /** @description An event definition as it is now. */
    readonly EventDefinition: {
        /** @description Identifies the definition. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that it belongs to. */
        readonly tenantId: Schemas["Uuid"];
        readonly key: Schemas["EventKey"];
        readonly name: Schemas["Name"];
        /** @description The payload field with your reference of the customer. */
        readonly identityProperty: Schemas["FieldName"];
        readonly properties: Schemas["PayloadSchema"];
        readonly lifecycleType: Schemas["LifecycleType"];
        /** @description The payload field with your reference of the customer who referred this one. */
        readonly referrerProperty: Schemas["FieldName"];
        /**
         * Format: int32
         * @description Raised by every change of `properties`.
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
    /** @description Where deliveries are sent, an http or https URL without user, password or fragment. */
    readonly WebhookUrl: string;
    /**
     * @description Signs deliveries: in `webhook-signature` the bytes that follow `whsec_` in base64 do, or its UTF-8 bytes where it has
     *     another form; in the legacy `X-Loyalty-Signature` always its UTF-8 bytes. It has 8 different characters or more, and after
     *     `whsec_` the base64 of 24 bytes or more. One that can be guessed gets the warning `WEAK_SECRET`.
     */
    readonly WebhookSecret: string;
    /**
     * @description A type of event that a webhook can subscribe to.
     *     - `*`: all of them, later ones included; it stands alone.
     *     - `transaction.processed`: a receipt was evaluated.
     *     - `transaction.redeemed`: points were redeemed.
     *     - `transaction.authorized`: points were taken for a discount that may lapse.
     *     - `transaction.captured`: an authorized redemption was taken for good.
     *     - `transaction.voided`: a redemption was voided, or an authorized one lapsed.
     *     - `transaction.returned`: a receipt was returned, or a part of it.
     *     - `member.enrolled`: a member was created.
     *     - `member.tier_changed`: a member entered another tier, or none.
     *     - `member.stamp_card_completed`: a stamp card was completed.
     *     - `member.points_forgiven`: a return forgave points that could not be taken back.
     *     - `member.erased`: a member was erased.
     *     - `campaign.budget_alert`: a campaign has spent its alert threshold.
     *     - `campaign.budget_suspended`: a campaign was paused, its budget spent.
     *     - `points.expired`: points of a member lapsed.
     *     - `points.matured`: points of a receipt that had to wait count from now on.
     *     - `event.processed`: an event of a member was stored, with what it earned.
     *     - `points.credited`: a member got points for a referral.
     *     - `points.adjusted`: somebody gave points, or took some away.
     *     - `member.suspended`: a member was suspended.
     *     - `member.reinstated`: a suspended member is active again.
     *     - `reward.issued`: a reward has its code.
     *     - `reward.redeemed`: a reward was redeemed.
     *     - `reward.expired`: a reward expired.
     *     - `reward.failed`: a reward could not be given a code.
     * @enum {string}
     */
    readonly WebhookEvent: "*" | "transaction.processed" | "transaction.redeemed" | "transaction.authorized" | "transaction.captured" | "transaction.voided" | "transaction.returned" | "member.enrolled" | "member.tier_changed" | "member.stamp_card_completed" | "member.points_forgiven" | "member.erased" | "campaign.budget_alert" | "campaign.budget_suspended" | "points.expired" | "points.matured" | "event.processed" | "points.credited" | "points.adjusted" | "member.suspended" | "member.reinstated" | "reward.issued" | "reward.redeemed" | "reward.expired" | "reward.failed";
    /** @description The events that it subscribes to, or `["*"]`; one that is named twice counts once. */
    readonly WebhookEvents: readonly Schemas["WebhookEvent"][];
    /**
     * @description Whether a webhook gets deliveries.
     *     - `ACTIVE`: it is.
     *     - `DISABLED`: it is not; `disabledReason` says why.
     * @enum {string}
     */
    readonly WebhookStatus: "ACTIVE" | "DISABLED";
    /**
     * @description Why a webhook is DISABLED. More values may be added; be ready for one that you do not know.
     *     - `CONSECUTIVE_FAILURES`: five deliveries in a row have failed for good.
     *     - `GONE`: it responded 410.
     *     - `MANUAL`: a PATCH said so.
     */
    readonly WebhookDisabledReason: ("CONSECUTIVE_FAILURES" | "GONE" | "MANUAL" | null) | (string & {});
    /** @description A new webhook. Without a `secret` one is made. */
    readonly WebhookCreateBody: {
        readonly url: Schemas["WebhookUrl"];
        readonly secret?: Schemas["WebhookSecret"];
        readonly events: Schemas["WebhookEvents"];
    };
    /** @description What to change. A field that is absent stays as it is. */
    readonly WebhookUpdateBody: {
        readonly url?: Schemas["WebhookUrl"];
        readonly secret?: Schemas["WebhookSecret"];
        readonly events?: Schemas["WebhookEvents"];
        readonly status?: Schemas["WebhookStatus"];
    };
    /** @description A webhook as it is now. */
    readonly Webhook: {
        /** @description Identifies the webhook. */
        readonly id: Schemas["Uuid"];
        /** @description The tenant that it belongs to. */
        readonly tenantId: Schemas["Uuid"];
        readonly url: Schemas["WebhookUrl"];
        /** @description The events that it subscribes to, or `["*"]`. More values may be added; be ready for one that you do not know. */
        readonly events: readonly string[];
        readonly status: Schemas["WebhookStatus"];
        /** @description Why it is DISABLED; null while it is ACTIVE. */
        readonly disabledReason: Schemas["WebhookDisabledReason"];
        /**
         * Format: date-time
         * @description When it was disabled; null while it is ACTIVE.
         */
        readonly disabledAt: string | null;
        /**
         * Format: int32
         * @description Deliveries that have failed for good since the last one that did not.
         */
        readonly consecutiveFailures: number;
        /** @description When it was registered. */
        readonly createdAt: Schemas["Timestamp"];
        /** @description When it was last changed. */
        readonly updatedAt: Schemas["Timestamp"];
        /** @description In the response to a POST without a `secret` alone, the one that was made. Absent everywhere else. */
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
     *     - `PENDING`: it was not tried yet.
     *     - `SUCCEEDED`: the endpoint accepted it, with a status of 2xx.
     *     - `RETRYING`: it was not accepted, and is retried at `nextAttemptAt`.
     *     - `FAILED`: it was not accepted, and is not retried.
     * @enum {string}
     */
    readonly DeliveryStatus: "PENDING" | "SUCCEEDED" | "RETRYING" | "FAILED";
    /** @description A delivery to a webhook, and the results of its attempts. */
    readonly Delivery: {
        /** @description Identifies the delivery, as `deliveryId` in its body. */
        readonly id: Schemas["Uuid"];
        /** @description The webhook. */
        readonly webhookId: Schemas["Uuid"];
        /** @description The event, as `id` in the body. */
        readonly eventId: Schemas["Uuid"];
        /** @description The type of the event. */
        readonly event: string;
        readonly status: Schemas["DeliveryStatus"];
        /**
         * Format: int32
         * @description Attempts that were made.
         */
        readonly attempt: number;
        /**
         * Format: int32
         * @description Attempts that are made at most.
         */
        readonly maxAttempts: number;
        /**
         * Format: int32
         * @description The status of the last response; null where there was none.
         */
        readonly responseCode: number | null;
        /**
         * @description Why the last attempt had no response, or was not made: `MEMBER_ERASED`, `ENDPOINT_DISABLED`, or a word for the
         *     failure on the way, such as `TIMED_OUT`. More values may be added; be ready for one that you do not know.
         */
        readonly failure: string | null;
        /**
         * Format: int32
         * @description Milliseconds from the start of the last attempt to the head of its response, or to its end.
         */
        readonly latencyMs: number | null;
        /**
         * @description The body of the endpoint's last response, if it did not accept the delivery; 1 KiB at most. It is kept for the
         *     newest thousand deliveries that an endpoint did not accept, until they are accepted.
         */
        readonly errorBody: string | null;
        /** @description All attempts, oldest first. Of a delivery from before attempts were kept only the last one. */
        readonly attempts: readonly Schemas["DeliveryAttempt"][];
        /** @description Whether it is a replay. */
        readonly redelivery: boolean;
        /**
         * Format: uuid
         * @description The delivery that it replays.
         */
        readonly replayOf: string | null;
        /** @description When the event happened, or the replay was requested. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When the last attempt ended.
         */
        readonly attemptedAt: string | null;
        /**
         * Format: date-time
         * @description When it is retried; null unless it is RETRYING.
         */
        readonly nextAttemptAt: string | null;
        /**
         * @description Only where one delivery is asked for. The JSON that is sent, byte for byte without blanks; null once the member was
         *     erased, or the event is no longer kept.
         */
        readonly body?: Record<string, unknown> | null;
    };
    /** @description One attempt of a delivery. */
    readonly DeliveryAttempt: {
        /**
         * Format: int32
         * @description The first one is 1.
         */
        readonly attempt: number;
        /** @description When it ended. */
        readonly at: Schemas["Timestamp"];
        /**
         * Format: int32
         * @description Milliseconds from its start to the head of the response, or to its end; null where it is not known.
         */
        readonly durationMs: number | null;
        /**
         * Format: int32
         * @description The status of the response; null where there was none.
         */
        readonly responseCode: number | null;
        /**
         * @description Why there was no response: a word for the failure on the way, such as `TIMED_OUT`. More values may be added; be
         *     ready for one that you do not know.
         */
        readonly error: string | null;
    };
    /** @description One page of deliveries, newest first. */
    readonly DeliveryList: {
        /** @description The deliveries. */
        readonly deliveries: readonly Schemas["Delivery"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description The delivery of a test. */
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
     * @description Which events of a range are replayed.
     *     - `UNDELIVERED`: those that the endpoint has not accepted, by any delivery.
     *     - `ALL`: those that it has accepted too.
     * @default UNDELIVERED
     * @enum {string}
     */
    readonly ReplayedEvents: "UNDELIVERED" | "ALL";
    /**
     * @description The state of a replay. More values may be added; be ready for one that you do not know.
     *     - `RUNNING`: not all of its deliveries are made.
     *     - `DONE`: all are made; the list of deliveries has their results.
     *     - `STOPPED`: the webhook was disabled or deleted before all were made.
     */
    readonly ReplayState: ("RUNNING" | "DONE" | "STOPPED") | (string & {});
    /** @description A range of events. */
    readonly ReplayBody: {
        /** @description Events of this time or later. */
        readonly since: Schemas["Instant"];
        /** @description Events of this time or earlier; a plain date is the end of that UTC day. Now unless it is said, and never later. */
        readonly until?: Schemas["Instant"];
        readonly only?: Schemas["ReplayedEvents"];
    };
    /** @description The replay of a range, and its progress. */
    readonly Replay: {
        /** @description Identifies the replay. */
        readonly replayId: Schemas["Uuid"];
        /** @description Where the range begins. */
        readonly since: Schemas["Timestamp"];
        /** @description Where it ends, inclusive. */
        readonly until: Schemas["Timestamp"];
        readonly only: Schemas["ReplayedEvents"];
        readonly state: Schemas["ReplayState"];
        /**
         * Format: int64
         * @description Deliveries that were made so far.
         */
        readonly made: number;
        /** @description When it was requested. */
        readonly createdAt: Schemas["Timestamp"];
        /**
         * Format: date-time
         * @description When it ended; null while it is RUNNING.
         */
        readonly finishedAt: string | null;
    };
    /** @description One page of replays, newest first. */
    readonly ReplayList: {
        /** @description The replays. */
        readonly replays: readonly Schemas["Replay"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description What happened, at most 64 KiB and 10,000 values; multiplied by the values of its definition at most 200,000. Numbers lie within ±9007199254740991, so that no digit is lost. */
    readonly Payload: Record<string, unknown>;
    /** @description A custom event. */
    readonly EventBody: {
        /** @description Which definition the event is of. */
        readonly eventKey: Schemas["EventKey"];
        /** @description Unique reference of the event; the idempotency key. Kept for ever: let it name a document, not a person. */
        readonly ref: Schemas["Ref"];
        readonly payload: Schemas["Payload"];
    };
    /** @description A lifecycle event of a member who exists. */
    readonly LifecycleEventBody: {
        /**
         * @description SIGNUP, BIRTHDAY, ANNIVERSARY or REFERRAL, in any case; CUSTOM or a name of your own, for ON_DEMAND campaigns, as it is
         *     written.
         */
        readonly type: string;
        /**
         * @description Unique reference of the event; the idempotency key. A birthday or a referral counts once for each reference, so make it of
         *     the occasion, as `birthday-2026-customer-42`. A random one when absent.
         */
        readonly ref?: Schemas["Ref"];
        /** @description When it happened: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
        readonly occurredAt?: Schemas["Instant"];
        /** @description Your reference of the customer who referred this one. */
        readonly referrerRef?: Schemas["Ref"];
        /** @description The same by their internal id; an unknown member is skipped. */
        readonly referrerMemberId?: Schemas["Uuid"];
        /** @description Also counts as this custom event. */
        readonly eventKey?: Schemas["EventKey"];
        /** @description As for a custom event; without `eventKey` it is only kept. */
        readonly payload?: Schemas["Payload"];
    };
    /** @description The state of one stamp card after a transaction or an event stamped it. */
    readonly EventStampCard: {
        /** @description The campaign of the card. */
        readonly campaignId: Schemas["Uuid"];
        /**
         * Format: int32
         * @description Stamps on the card now, at most `stampsRequired`; on a card that was just completed those that are left, usually 0.
         */
        readonly stampsCollected: number;
        readonly stampsRequired: Schemas["EveryNth"];
        /** @description True when the last stamp was given just now. */
        readonly completed: boolean;
        /**
         * Format: int32
         * @description Only of `simulate`, and only there for a draft. Its place in `drafts`, from 0.
         */
        readonly draft?: number;
    };
    /** @description The award of an event. A repeat of its reference gets the same bytes. */
    readonly EventResult: {
        /** @description Identifies the event. */
        readonly eventId: Schemas["Uuid"];
        /** @description The key that was sent; null for a lifecycle event without one. */
        readonly eventKey: string | null;
        /** @description The reference that was sent. */
        readonly ref: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /** @description True when this event created the member. */
        readonly memberCreated: boolean;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload; null without a definition.
         */
        readonly definitionVersion: number | null;
        /** @description The sum over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description Of the awarded points those that were deducted at once for returns of before. Absent where none were. */
        readonly pointsDeducted?: Schemas["PositivePoints"];
        /** @description The balance after this event. */
        readonly pointsBalance: Schemas["Points"];
        /** @description The campaigns that fired, in the order they were activated. */
        readonly campaigns: readonly Schemas["CampaignAward"][];
        /** @description The stamp cards that this event stamped. */
        readonly stampCards: readonly Schemas["EventStampCard"][];
        /**
         * @description Always `PROCESSED`.
         * @constant
         */
        readonly state: "PROCESSED";
        /** @description When it was accepted. */
        readonly receivedAt: Schemas["Timestamp"];
        /** @description Why no campaign fired; only with test keys. */
        readonly _debug?: Schemas["EvaluateDebug"] | null;
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
        readonly storeRef?: string | null;
    };
    /** @description An event that was accepted with 202. */
    readonly AcceptedEvent: {
        /** @description The reference that was sent, or made for an event without one. */
        readonly ref: string;
        /** @description Where the result will be; the same as the Location header. */
        readonly location: string;
    };
    /** @description An event that was processed. */
    readonly Event: {
        /** @description Identifies the event. */
        readonly eventId: Schemas["Uuid"];
        /** @description The key of its definition; `lifecycle.` and the type in lower case for a lifecycle event without one. */
        readonly eventKey: string;
        /** @description The reference that was sent, or made for an event without one. */
        readonly ref: string;
        /** @description The member, by their internal id. */
        readonly memberId: Schemas["Uuid"];
        /**
         * @description What was sent, with the members of every object sorted by name and numbers in their shortest form; null once the member
         *     was erased.
         */
        readonly payload: Record<string, unknown> | null;
        /**
         * Format: int32
         * @description The version of the definition that judged the payload; null without a definition.
         */
        readonly definitionVersion: number | null;
        /** @description The sum over all campaigns that fired. */
        readonly pointsAwarded: Schemas["Points"];
        /** @description When it was accepted. */
        readonly receivedAt: Schemas["Timestamp"];
        /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
        readonly author?: Schemas["Author"] | null;
        /** @description Only with `withAuthor=true`. Always null, because events name no store. */
        readonly storeRef?: string | null;
    };
    /** @description One page of events, newest first. */
    readonly EventList: {
        /** @description The events. */
        readonly events: readonly Schemas["Event"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description Why a body is not shown. More values may be added; be ready for one that you do not know.
     *     - `NOT_JSON`: it could not be read as JSON.
     *     - `NOT_KEPT`: bodies of this kind of request are not kept.
     *     - `TOO_LONG`: it is longer than 16 KiB.
     */
    readonly OmittedBody: ("NOT_JSON" | "NOT_KEPT" | "TOO_LONG" | null) | (string & {});
    /** @description What had no effect, and nobody was told. */
    readonly RefusedTransaction: {
        readonly operation: Schemas["DecidedOperation"];
        /** @description The reference that was sent; of a return its `returnRef`. */
        readonly transactionRef: string;
        readonly code: Schemas["ProblemCode"];
        /** @description What else is known; with `PROCESSING_FAILED` the `reason`, such as `INVALID_RECEIPT`. */
        readonly context: Record<string, unknown>;
        /**
         * Format: uuid
         * @description The member; null where nobody is enrolled under the reference, or none is known.
         */
        readonly memberId: string | null;
        /** @description When it came. */
        readonly at: Schemas["Timestamp"];
    };
    /** @description One page of what was refused, newest first. */
    readonly RefusedTransactionList: {
        /** @description What was refused. */
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
        /** @description The path as it was sent, without the query; 1,000 characters at most. */
        readonly path: string;
        /**
         * Format: int32
         * @description The status of the response.
         */
        readonly status: number;
        /**
         * Format: int32
         * @description Milliseconds from its head to its response.
         */
        readonly durationMs: number;
        /** @description The code of the problem; null where the response was none. */
        readonly code: string | null;
        /** @description The body without its secrets; null where none was read, or it is not shown. */
        readonly requestBody: unknown;
        /** @description Why the request body is not shown; null where it is, or none was read. */
        readonly requestBodyOmitted: Schemas["OmittedBody"];
        /** @description The response without its secrets; null where it had no body, or it is not shown. */
        readonly responseBody: unknown;
        /** @description Why the response body is not shown; null where it is, or there was none. */
        readonly responseBodyOmitted: Schemas["OmittedBody"];
        /** @description When the request came. */
        readonly at: Schemas["Timestamp"];
    };
    /** @description One page of requests, newest first. */
    readonly RequestLogList: {
        /** @description The requests. */
        readonly requestLogs: readonly Schemas["RequestLog"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /**
     * @description Who somebody is.
     *     - `KEY`: an API key.
     *     - `PERSON`: the subject of a token.
     *     - `OPERATOR`: somebody who runs the service.
     */
    readonly AuditActorKind: ("KEY" | "PERSON" | "OPERATOR") | (string & {});
    /**
     * @description Who did something. More values may be added; be ready for one that you do not know.
     *     - `KEY`: an API key.
     *     - `PERSON`: somebody with a token.
     *     - `OPERATOR`: somebody who ran `loyaltyctl`.
     *     - `STREAM`: who writes to a topic of receipts.
     *     - `SERVICE`: the engine itself, by one of its jobs.
     */
    readonly AuthorKind: ("KEY" | "PERSON" | "OPERATOR" | "STREAM" | "SERVICE") | (string & {});
    /** @description Who did it. Webhooks and facts do not say so. */
    readonly Author: {
        readonly kind: Schemas["AuthorKind"];
        /**
         * @description Of `KEY` its id, of `PERSON` the subject of their token, of `OPERATOR` the name under which they ran the command, of
         *     `STREAM` the topic, of `SERVICE` the job. It is at most 255 characters long, and stays when a member is erased.
         */
        readonly id: string;
        /** @description The present name of the key; null of all others. */
        readonly name: string | null;
    };
    /** @description Who made the change. */
    readonly AuditActor: {
        readonly kind: Schemas["AuditActorKind"];
        /**
         * @description Of `KEY` its id, of `PERSON` the subject of their token, of `OPERATOR` the name under which they ran the command. Names
         *     of members stand nowhere here; give your staff subjects that name nobody, if this must not.
         */
        readonly id: string;
        /** @description The present name of the key; null of all others. */
        readonly name: string | null;
    };
    /** @description What was changed. */
    readonly AuditObject: {
        /** @description What it is, as in `campaign`: the first part of `action`. */
        readonly type: string;
        /** @description Its id; of an event definition its key, of a setting its name. */
        readonly id: string;
        /** @description Its name at the time; null where it has none or is a person. */
        readonly name: string | null;
    };
    /** @description One field that was changed. */
    readonly FieldChange: {
        /** @description A JSON pointer into the object. */
        readonly pointer: string;
        /** @description The value before; null where there was none. Absent of what is never shown, and where the entry is truncated. */
        readonly from?: unknown;
        /** @description The value afterwards; null where there is none. Absent where `from` is. */
        readonly to?: unknown;
    };
    /** @description A change, and who made it. */
    readonly AuditEntry: {
        /** @description Identifies the entry. */
        readonly id: Schemas["Uuid"];
        /** @description When the change began. */
        readonly at: Schemas["Timestamp"];
        readonly actor: Schemas["AuditActor"];
        /** @description What was done, as in `campaign.paused`. Expect new ones. */
        readonly action: string;
        readonly object: Schemas["AuditObject"];
        /** @description The fields that were changed; where it was made or taken away, all that were set. */
        readonly changes: readonly Schemas["FieldChange"][];
        /** @description True where the changes are more than 2 KiB of JSON; then their pointers stand alone, as many as fit. */
        readonly isTruncated: boolean;
        /** @description The `X-Request-Id` of the call, which its caller may choose; null of an operator's command. */
        readonly requestId: string | null;
        /**
         * @description The id that the service gave the call: the same as `requestId`, unless the caller chose that. Null of an operator's command,
         *     and of entries from before it was kept.
         */
        readonly serverRequestId: string | null;
        /** @description Where the call came from; null where the operator's proxies do not make it known. */
        readonly address: string | null;
    };
    /** @description One page of entries, newest first. */
    readonly AuditEntryList: {
        /** @description The entries. */
        readonly auditEntries: readonly Schemas["AuditEntry"][];
        readonly nextCursor: Schemas["NextCursor"];
    };
    /** @description The version of what somebody decides of the record, as the header `ETag` has it, for `If-Match`. Absent from services of the release before. */
    readonly EntityTag: string;
    /**
     * @description Stable name of the condition. More values may be added; be ready for one that you do not know.
     *     - `VALIDATION_ERROR`: 400, the request is not valid.
     *     - `INVALID_JSON`: 400, an object of the body has the same name twice, so two readers could read two things.
     *     - `UNAUTHORIZED`: 401, authentication is required.
     *     - `FORBIDDEN`: 403, not allowed.
     *     - `MEMBER_SUSPENDED`: 403, the member is suspended.
     *     - `MEMBER_ERASED`: 403, the member was erased.
     *     - `TEST_KEY_REQUIRED`: 403, a test key is required.
     *     - `VOID_TOO_LATE`: 403, too late to void another's redemption.
     *     - `ROUTE_NOT_FOUND`: 404, no such route.
     *     - `TENANT_NOT_FOUND`: 404, no such tenant.
     *     - `CAMPAIGN_NOT_FOUND`: 404, no such campaign.
     *     - `MEMBER_NOT_FOUND`: 404, no such member.
     *     - `REWARD_NOT_FOUND`: 404, no such reward.
     *     - `TIER_NOT_FOUND`: 404, no such tier.
     *     - `CODE_POOL_NOT_FOUND`: 404, no such pool of codes.
     *     - `SEGMENT_NOT_FOUND`: 404, no such segment.
     *     - `TRANSACTION_NOT_FOUND`: 404, no such transaction.
     *     - `EVENT_DEFINITION_NOT_FOUND`: 404, no such event definition.
     *     - `WEBHOOK_NOT_FOUND`: 404, no such webhook.
     *     - `DELIVERY_NOT_FOUND`: 404, no such delivery.
     *     - `API_KEY_NOT_FOUND`: 404, no such API key.
     *     - `METHOD_NOT_ALLOWED`: 405, method not allowed.
     *     - `REQUEST_TIMEOUT`: 408, the request did not come in time.
     *     - `INVALID_STATE_TRANSITION`: 409, not possible in the present state.
     *     - `REWARD_NOT_REDEEMABLE`: 409, the reward cannot be redeemed.
     *     - `DUPLICATE_KEY`: 409, already taken.
     *     - `TIER_HAS_MEMBERS`: 409, the tier has members.
     *     - `TRANSACTION_DUPLICATE`: 409, the reference was used before.
     *     - `LIMIT_EXCEEDED`: 409, a limit would be exceeded.
     *     - `NOT_YET_AVAILABLE`: 409, not available yet.
     *     - `ANOTHER_PERSON_NEEDED`: 409, another person is needed.
     *     - `SEGMENT_NOT_STATIC`: 409, the segment is not static.
     *     - `SEGMENT_NOT_DYNAMIC`: 409, the segment is not dynamic.
     *     - `EVENT_DEFINITION_ARCHIVED`: 409, the event definition is archived.
     *     - `PRECONDITION_FAILED`: 412, changed by somebody else.
     *     - `PAYLOAD_TOO_LARGE`: 413, the body is too large.
     *     - `UNSUPPORTED_MEDIA_TYPE`: 415, unsupported media type.
     *     - `EXPECTATION_FAILED`: 417, the expectation cannot be met.
     *     - `INSUFFICIENT_POINTS`: 422, not enough points.
     *     - `BELOW_MIN_REDEMPTION`: 422, too few points to redeem.
     *     - `NOTHING_TO_REDEEM`: 422, the points are worth nothing.
     *     - `RETURN_EXCEEDS_RECEIPT`: 422, more than is left of the receipt.
     *     - `POINTS_OVERFLOW`: 422, the balance would be too large.
     *     - `RATE_LIMITED`: 429, too many requests.
     *     - `HEADERS_TOO_LARGE`: 431, the headers are too large.
     *     - `INTERNAL_ERROR`: 500, something went wrong.
     *     - `PROCESSING_TIMEOUT`: 503, not decided in time.
     *     - `PROCESSING_FAILED`: 503, could not be processed.
     *     - `SERVICE_UNAVAILABLE`: 503, temporarily unavailable.
     *     - `HISTORY_OPENING`: 503, being recovered.
     *     - `WRITE_UNCONFIRMED`: 503, not confirmed yet.
     *     - `TENANT_MOVING`: 503, the tenant is being moved.
     *     - `TENANT_MOVED`: 503, the tenant was moved.
     */
    readonly ProblemCode: ("VALIDATION_ERROR" | "INVALID_JSON" | "UNAUTHORIZED" | "FORBIDDEN" | "MEMBER_SUSPENDED" | "MEMBER_ERASED" | "TEST_KEY_REQUIRED" | "VOID_TOO_LATE" | "ROUTE_NOT_FOUND" | "TENANT_NOT_FOUND" | "CAMPAIGN_NOT_FOUND" | "MEMBER_NOT_FOUND" | "REWARD_NOT_FOUND" | "TIER_NOT_FOUND" | "CODE_POOL_NOT_FOUND" | "SEGMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "EVENT_DEFINITION_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "API_KEY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "INVALID_STATE_TRANSITION" | "REWARD_NOT_REDEEMABLE" | "DUPLICATE_KEY" | "TIER_HAS_MEMBERS" | "TRANSACTION_DUPLICATE" | "LIMIT_EXCEEDED" | "NOT_YET_AVAILABLE" | "ANOTHER_PERSON_NEEDED" | "SEGMENT_NOT_STATIC" | "SEGMENT_NOT_DYNAMIC" | "EVENT_DEFINITION_ARCHIVED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "EXPECTATION_FAILED" | "INSUFFICIENT_POINTS" | "BELOW_MIN_REDEMPTION" | "NOTHING_TO_REDEEM" | "RETURN_EXCEEDS_RECEIPT" | "POINTS_OVERFLOW" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "PROCESSING_TIMEOUT" | "PROCESSING_FAILED" | "SERVICE_UNAVAILABLE" | "HISTORY_OPENING" | "WRITE_UNCONFIRMED" | "TENANT_MOVING" | "TENANT_MOVED") | (string & {});
    /** @description An RFC 7807 problem with a stable code. What `context` holds follows from the `code`; see the problem of each response. */
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
     * @description The HTTP status; in a bulk result the one that the item would have had alone.
     */
    readonly ProblemStatus: number;
    /** @description A sentence for people; it may change. */
    readonly ProblemDetail: string;
    /** @description Identifies the request in our logs; the same as the X-Request-Id header. */
    readonly RequestId: string;
    /** @description What belongs to the condition; an empty object where nothing does. */
    readonly ProblemContext: {
        readonly [key: string]: unknown;
    };
    /** @description One field that was refused. */
    readonly FieldError: {
        /** @description A JSON pointer (RFC 6901) to the field; of a path or query parameter `/` and its name. */
        readonly pointer: string;
        /** @description What is wrong, as a sentence that follows the field's name. */
        readonly message: string;
    };
    /** @description Which fields were refused, and why. */
    readonly ValidationContext: {
        /** @description One entry for each fault, at most 20. */
        readonly errors: readonly Schemas["FieldError"][];
        /** @description Only of an event: the key of the definition that judged the payload. */
        readonly eventKey?: string;
        /**
         * Format: int32
         * @description Only of an event: the version of that definition.
         */
        readonly definitionVersion?: number;
    };
    /** @description What was lacking, where it was a permission or an environment; empty where the tenant is another one. */
    readonly ForbiddenContext: {
        /** @description The permission that the credential lacks. */
        readonly permission?: string;
        /** @description The environment that `Loyalty-Mode` names, and that the credential does not open. */
        readonly mode?: string;
        /** @description The setting that is the operator's. */
        readonly setting?: string;
        /** @description Whose it is. */
        readonly owner?: string;
    };
    /** @description What was lacking, where it was a permission or an environment; empty where the tenant is another one. */
    readonly VoidRefusedContext: {
        /** @description The permission that the credential lacks. */
        readonly permission?: string;
        /** @description The environment that `Loyalty-Mode` names, and that the credential does not open. */
        readonly mode?: string;
        /** @description The setting that is the operator's. */
        readonly setting?: string;
        /** @description Whose it is. */
        readonly owner?: string;
        /** @description Of `VOID_TOO_LATE`. Until when another credential could have voided it. */
        readonly voidableUntil?: Schemas["Timestamp"];
    };
    /**
     * @description Why a transition is not possible, where the two states do not say it. More values may be added; be ready for one that you do not know.
     *     - `ARCHIVED`: an archived campaign is not changed any more.
     *     - `BUDGET_EXHAUSTED`: the budget of the campaign is spent; raise it first.
     *     - `ENDPOINT_DISABLED`: the webhook is DISABLED; enable it first.
     *     - `MEMBER_ERASED`: the member of the reward or the delivery was erased.
     *     - `REPLAY_RUNNING`: another replay of a range is RUNNING at this webhook.
     *     - `RETURNED`: the receipt of the reward came back, or a return took its member below its tier.
     */
    readonly StateTransitionReason: ("ARCHIVED" | "BUDGET_EXHAUSTED" | "ENDPOINT_DISABLED" | "MEMBER_ERASED" | "REPLAY_RUNNING" | "RETURNED") | (string & {});
    /**
     * @description Of what there would be too much. More values may be added; be ready for one that you do not know.
     *     - `activeCampaigns`: ACTIVE campaigns.
     *     - `campaigns`: campaigns that are not ARCHIVED.
     *     - `campaignBytes`: bytes of the rules, target segments, stores and conditions of all campaigns that are not ARCHIVED.
     *     - `tiers`: tiers.
     *     - `segments`: segments.
     *     - `dynamicSegments`: DYNAMIC segments.
     *     - `segmentComparisons`: comparisons of all DYNAMIC segments together.
     *     - `eventDefinitions`: event definitions that are not ARCHIVED.
     *     - `webhooks`: webhooks; of those that were deleted within three hours all beyond the first 100 count too.
     *     - `apiKeys`: API keys that are ACTIVE and were not replaced; of those that were replaced, or have ended within a day, all beyond 1,000 count too.
     *     - `listedValues`: skus, categories and stores that ACTIVE campaigns list, with the values in lists of their conditions.
     *     - `campaignComparisons`: comparisons in conditions of ACTIVE campaigns together, those over lines included.
     *     - `lineComparisons`: comparisons over lines in ACTIVE campaigns together, of `conditions` and `earnOn`.
     *     - `memberLimits`: limits of ACTIVE campaigns per member, by campaign and period.
     *     - `lots`: days on which points of one member expire.
     *     - `returnsOfReceipt`: returns of one receipt.
     *     - `openAuthorizations`: authorized redemptions of one member that are neither captured nor voided, and have not lapsed.
     *     - `rewardProviders`: pools of codes and HTTP providers.
     *     - `codes`: codes that are left in all pools.
     *     - `adjustedPointsPerDay`: points that one credential, with all keys that it has made or was exchanged for, gives by adjustments on a UTC day.
     *     - `totalAdjustedPointsPerDay`: points that all credentials together give so.
     */
    readonly LimitedResource: ("activeCampaigns" | "campaigns" | "campaignBytes" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "apiKeys" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "lots" | "returnsOfReceipt" | "openAuthorizations" | "rewardProviders" | "codes" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay") | (string & {});
    /** @description Which transition is not possible. */
    readonly StateTransitionContext: {
        /** @description INVALID_STATE_TRANSITION: the present state. */
        readonly from: string;
        /** @description INVALID_STATE_TRANSITION: the requested state. */
        readonly to: string;
        /** @description INVALID_STATE_TRANSITION: why, where the states do not say it. */
        readonly reason?: Schemas["StateTransitionReason"];
        /**
         * Format: uuid
         * @description INVALID_STATE_TRANSITION: of an API key that was replaced, the id of its successor.
         */
        readonly replacedBy?: string;
    };
    /** @description The state of the reward. */
    readonly RewardStateContext: {
        /** @description REWARD_NOT_REDEEMABLE: its state. */
        readonly state: Schemas["RewardState"];
        /**
         * Format: date-time
         * @description REWARD_NOT_REDEEMABLE: when it was redeemed; only where it was.
         */
        readonly redeemedAt?: string | null;
        /** @description REWARD_NOT_REDEEMABLE: the receipt that it was redeemed with, null where none was named; only where it was redeemed. */
        readonly transactionRef?: string | null;
    };
    /** @description Why points cannot be redeemed. */
    readonly RedemptionContext: {
        /** @description INSUFFICIENT_POINTS: the balance. */
        readonly available?: Schemas["Points"];
        /** @description INSUFFICIENT_POINTS: the requested points. */
        readonly requested?: Schemas["PositivePoints"];
        /** @description BELOW_MIN_REDEMPTION: the fewest points that the rule redeems. */
        readonly minPointsPerRedemption?: Schemas["PositivePoints"];
        /** @description BELOW_MIN_REDEMPTION: the points that the caps left. */
        readonly pointsToRedeem?: Schemas["Points"];
    };
    /** @description What is left of the receipt. */
    readonly ReturnContext: {
        /**
         * Format: int64
         * @description RETURN_EXCEEDS_RECEIPT: what is left of its amount, in cents; null where its amount is not known.
         */
        readonly amountRemaining?: number | null;
    };
    /** @description Which limit would be exceeded. */
    readonly LimitContext: {
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: how much there may be.
         */
        readonly limit: number;
        /** @description LIMIT_EXCEEDED: of what. */
        readonly of: Schemas["LimitedResource"];
    };
    /** @description Members by the code. */
    readonly CampaignNotCreatedContext: {
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: how much there may be.
         */
        readonly limit?: number;
        /** @description LIMIT_EXCEEDED: of what. */
        readonly of?: Schemas["LimitedResource"];
        /**
         * Format: int32
         * @description NOT_YET_AVAILABLE: the version of the rules that the campaign needs.
         */
        readonly needs?: number;
        /**
         * Format: int32
         * @description NOT_YET_AVAILABLE: the version that every part of the service knows.
         */
        readonly known?: number;
    };
    /** @description Members by the code. */
    readonly DuplicateOrLimitContext: {
        /** @description DUPLICATE_KEY: the field whose value another one has. */
        readonly field?: string;
        /**
         * Format: int64
         * @description LIMIT_EXCEEDED: how much there may be.
         */
        readonly limit?: number;
        /** @description LIMIT_EXCEEDED: of what. */
        readonly of?: Schemas["LimitedResource"];
    };
    /** @description The newest change. */
    readonly AnotherPersonNeededContext: {
        /**
         * Format: date-time
         * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
         */
        readonly changedAt: string;
    };
    /** @description Members by the code. */
    readonly TierNotDeletedContext: {
        /**
         * Format: int64
         * @description TIER_HAS_MEMBERS: members in the tier now, erased ones left out; with `more`, those of them that were found.
         */
        readonly memberCount?: number;
        /**
         * @description TIER_HAS_MEMBERS: true where not all members of the environment were checked: there are too many of them, or 1,000 were found
         *     already. There may be more in the tier, also where `memberCount` is 0.
         */
        readonly more?: boolean;
        /**
         * Format: date-time
         * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
         */
        readonly changedAt?: string;
    };
    /** @description The version that is there. */
    readonly PreconditionContext: {
        readonly etag: Schemas["EntityTag"];
    };
    /** @description How large a body may be. */
    readonly PayloadTooLargeContext: {
        /**
         * Format: int32
         * @description Bytes that the body may have.
         */
        readonly limitBytes: number;
    };
    /** @description The engine's finding. */
    readonly ProcessingContext: {
        /** @description PROCESSING_FAILED: a code for support; absent where it is not known. */
        readonly reason?: string;
        /**
         * @description PROCESSING_TIMEOUT: there where it is known that a redeem was not executed, because it came too late.
         * @constant
         */
        readonly executed?: false;
        /** @description PROCESSING_TIMEOUT: until when it could have been executed. A second attempt with a later time may be under way. */
        readonly notAfter?: Schemas["Timestamp"];
    };
}
