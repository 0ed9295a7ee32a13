// Derived from schemas/http/openapi.yaml by `npm run derive`. Do not edit.

export interface components {
    schemas: {
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
            readonly sku: components["schemas"]["Ref"];
            /**
             * Format: double
             * @description Units, or weight; at most 3 decimals.
             */
            readonly quantity: number;
            /** @description Cents for one unit. Not negative: a discount or a return is no line. */
            readonly unitPrice: components["schemas"]["Cents"];
            /** @description Cents paid for the whole line, after discounts; `quantity` × `unitPrice` when absent. Campaigns on lines go by it. */
            readonly amount?: components["schemas"]["Cents"];
            /** @description The categories that the product belongs to. */
            readonly categories?: readonly components["schemas"]["Ref"][];
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
            readonly transactionRef: components["schemas"]["Ref"];
            /** @description Your reference of the customer; the member is created on first use. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents. The lines need not add up to it. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description The store; campaigns that target stores fire only with it. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Currency of `amount`; ZAR when absent. Never converted. */
            readonly currency?: components["schemas"]["CurrencyCode"];
            /** @description When it was bought, for tills that were offline: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
            readonly occurredAt?: components["schemas"]["Instant"];
            /** @description The lines of the basket, for campaigns on products and categories; at most 2,000 categories in all of them. */
            readonly products?: readonly components["schemas"]["ReceiptLine"][];
            readonly attributes?: components["schemas"]["ReceiptAttributes"];
        };
        /** @description Many baskets in one call. */
        readonly BulkEvaluateBody: {
            /** @description Baskets as `evaluate` takes them. Each is judged by itself; a bad one has a problem as its result. */
            readonly items: readonly components["schemas"]["EvaluateBody"][];
        };
        /** @description The results of the baskets of one call. */
        readonly BulkEvaluateResults: {
            /** @description One for each item, in their order. */
            readonly results: readonly components["schemas"]["BulkEvaluateResult"][];
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
            readonly body?: components["schemas"]["EvaluateResult"];
            /** @description Why there is no result. */
            readonly problem?: components["schemas"]["Problem"];
            /** @description Where the result will be, with status 202. */
            readonly location?: string;
        };
        /** @description A basket to try. */
        readonly SimulateBody: {
            /** @description Your reference of the customer, who need not exist. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description The store. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Currency of `amount`; ZAR when absent. */
            readonly currency?: components["schemas"]["CurrencyCode"];
            /** @description When it would be bought: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
            readonly occurredAt?: components["schemas"]["Instant"];
            /** @description The lines of the basket; at most 2,000 categories in all of them. */
            readonly products?: readonly components["schemas"]["ReceiptLine"][];
            readonly attributes?: components["schemas"]["ReceiptAttributes"];
            /** @description Campaigns that are not stored, judged as if they were ACTIVE and behind all others. */
            readonly drafts?: readonly components["schemas"]["CampaignDraft"][];
        };
        /** @description A basket to explain. */
        readonly ExplainBody: {
            /** @description Not used: it may stay in a receipt as `evaluate` takes it. */
            readonly transactionRef?: components["schemas"]["Ref"];
            /** @description Your reference of the customer, who need not exist. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description The store. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Currency of `amount`; ZAR when absent. */
            readonly currency?: components["schemas"]["CurrencyCode"];
            /** @description When it would be bought: from 2000-01-01 to 2050-12-31. Now when absent. */
            readonly occurredAt?: components["schemas"]["Instant"];
            /** @description The lines of the basket; at most 2,000 categories in all of them. */
            readonly products?: readonly components["schemas"]["ReceiptLine"][];
            readonly attributes?: components["schemas"]["ReceiptAttributes"];
            /** @description Campaigns that are judged as if they were ACTIVE; none that is archived. */
            readonly campaignIds?: readonly components["schemas"]["Uuid"][];
            /** @description Campaigns that are not stored, judged as if they were ACTIVE and behind all others. */
            readonly drafts?: readonly components["schemas"]["CampaignDraft"][];
        };
        /** @description A campaign to try. */
        readonly CampaignDraft: {
            /** @description The campaign that it stands in for, whose stamps and visits count for it. */
            readonly campaignId?: components["schemas"]["Uuid"];
            readonly campaign: components["schemas"]["CampaignCreateBody"];
        };
        /** @description A reward that a campaign would give. */
        readonly ExplainedReward: {
            readonly rewardType: components["schemas"]["RewardType"];
            readonly value: components["schemas"]["RewardValue"];
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
            readonly state: components["schemas"]["CampaignState"];
            /** @description Whether it gives anything. */
            readonly fired: boolean;
            /** @description Points that it gives, 0 or more. */
            readonly pointsEarned: components["schemas"]["Points"];
            /** @description What cut the points; absent where nothing did. */
            readonly reducedBy?: components["schemas"]["ReducedBy"];
            /**
             * Format: double
             * @description That of the member's tier, by which the points were multiplied; absent where nothing multiplied.
             */
            readonly multiplier?: number;
            /** @description Rewards that it gives. */
            readonly rewards: readonly components["schemas"]["ExplainedReward"][];
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
            readonly failed?: readonly components["schemas"]["FailedCondition"][];
            /**
             * Format: uuid
             * @description There where `reason` is `OUTRANKED`: the campaign of its group that gives instead; null for a draft that stands in for none.
             */
            readonly by?: string | null;
            /** @description Points that its rule gives, times the multiplier; there where limits, caps or another campaign of its group took some of them. */
            readonly pointsBeforeCuts?: components["schemas"]["Points"];
            /**
             * @description Its limits per member, in the local period in which the receipt counts, then that of all members together (`CAMPAIGN`), as they
             *     are before it; absent without any.
             */
            readonly limits?: readonly components["schemas"]["UsedLimit"][];
            /** @description Which lines earn, where it has `earnOn`; absent where its rule was not asked, or gives nothing for them. */
            readonly earns?: components["schemas"]["EarningLines"];
        };
        /** @description A limit of a campaign, per member or of all members together, and what is used of it. */
        readonly UsedLimit: {
            readonly per: components["schemas"]["LimitPer"];
            readonly period: components["schemas"]["LimitPeriod"];
            readonly of: components["schemas"]["LimitOf"];
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
            readonly spendCents: components["schemas"]["Cents"];
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
            readonly occurredAt: components["schemas"]["Timestamp"];
            /** @description The local time of `occurredAt`, to the minute, by which `conditions` go. */
            readonly localTime: string;
            /** @description The setting `timeZone`; null: none is set, and local time is UTC. */
            readonly timeZone: string | null;
            /** @description Points of all campaigns, drafts included. */
            readonly pointsAwarded: components["schemas"]["Points"];
            /** @description The balance that it would lead to. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description ACTIVE campaigns in the order of their activation, then those named, drafts last. */
            readonly campaigns: readonly components["schemas"]["ExplainedCampaign"][];
            readonly warnings?: components["schemas"]["WarningList"];
        };
        /** @description What one campaign gave. */
        readonly CampaignAward: {
            /** @description The campaign that fired. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name at the time. */
            readonly campaignName: string;
            /** @description Points that it gave, 0 or more. */
            readonly pointsEarned: components["schemas"]["Points"];
            /** @description What cut the points; absent where nothing did. */
            readonly reducedBy?: components["schemas"]["ReducedBy"];
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
         * @enum {string}
         */
        readonly NotFiredReason: "CAMPAIGN_NOT_ACTIVE" | "DATE_RANGE" | "STORE_MISMATCH" | "CURRENCY_MISMATCH" | "BELOW_MIN_SPEND" | "SEGMENT_MISMATCH" | "TIER_NOT_ELIGIBLE" | "CONDITION_NOT_MET" | "BUDGET_EXHAUSTED" | "NOT_A_TRANSACTION_RULE" | "PRODUCT_MISMATCH" | "PROBABILITY_MISS" | "NOTHING_TO_AWARD" | "ALREADY_AWARDED" | "LIMIT_REACHED" | "OUTRANKED" | "CAP_REACHED" | "STAMPED" | "REWARD_LIMIT";
        /** @description Why one campaign did not fire. */
        readonly CampaignCheck: {
            /** @description The campaign that did not fire. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name. */
            readonly campaignName: string;
            readonly reason: components["schemas"]["NotFiredReason"];
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
            readonly campaignChecks: readonly components["schemas"]["CampaignCheck"][];
            /**
             * @description There only when more than 100 campaigns are not archived; `campaignChecks` names the first 100.
             * @constant
             */
            readonly truncated?: true;
        };
        /** @description The award of a basket. A repeat of its reference gets the same bytes. */
        readonly EvaluateResult: {
            /** @description Identifies the transaction. */
            readonly transactionId: components["schemas"]["Uuid"];
            /** @description The reference that was sent. */
            readonly transactionRef: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description True when this transaction created the member. */
            readonly memberCreated: boolean;
            /** @description The sum over all campaigns that fired. */
            readonly pointsAwarded: components["schemas"]["Points"];
            /** @description Of the awarded points those that wait until they mature. Absent where none do. */
            readonly pointsPending?: components["schemas"]["PositivePoints"];
            /** @description Of the awarded points those that were deducted at once for returns of before. Absent where none were. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description The balance after this transaction. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description The campaigns that fired, in the order they were activated. */
            readonly campaigns: readonly components["schemas"]["CampaignAward"][];
            /**
             * @description The stamp cards that this transaction stamped; empty where it stamped none, absent in responses that are older than
             *     the field.
             */
            readonly stampCards?: readonly components["schemas"]["EventStampCard"][];
            /**
             * @description A result is always PROCESSED; a transaction that FAILED has a problem instead. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly state: "PROCESSED";
            /** @description Why no campaign fired; only with test keys. On `simulate` null where one fired. */
            readonly _debug?: components["schemas"]["EvaluateDebug"] | null;
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
            readonly storeRef?: string | null;
        };
        /** @description Points to burn at the checkout. */
        readonly RedeemBody: {
            /** @description Unique reference of the redemption; the idempotency key. It names a document and is kept for ever, so do not put a person into it. */
            readonly transactionRef: components["schemas"]["Ref"];
            /** @description Your reference of the customer, who must be a member. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents; the discount is never more. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description Points to redeem; fewer are taken where a cap binds. */
            readonly pointsRequested: components["schemas"]["PositivePoints"];
            /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
            readonly campaignId?: components["schemas"]["Uuid"];
            /** @description The store; campaigns that target stores are found only with it. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Caps the discount of this request; the tighter of this and the rule's binds. */
            readonly maxDiscountPercentOfBasket?: components["schemas"]["DiscountPercent"];
            /** @description Currency of `amount`; ZAR when absent. Campaigns with another one do not apply; nothing is converted. */
            readonly currency?: components["schemas"]["CurrencyCode"];
        };
        /** @description Points to take until they are captured or voided. */
        readonly AuthorizeBody: {
            /** @description Unique reference of the redemption; the idempotency key. It names a document and is kept for ever, so do not put a person into it. */
            readonly transactionRef: components["schemas"]["Ref"];
            /** @description Your reference of the customer, who must be a member. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents; the discount is never more. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description Points to redeem; fewer are taken where a cap binds. */
            readonly pointsRequested: components["schemas"]["PositivePoints"];
            /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
            readonly campaignId?: components["schemas"]["Uuid"];
            /** @description The store; campaigns that target stores are found only with it. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Caps the discount of this request; the tighter of this and the rule's binds. */
            readonly maxDiscountPercentOfBasket?: components["schemas"]["DiscountPercent"];
            /** @description Currency of `amount`; ZAR when absent. Campaigns with another one do not apply; nothing is converted. */
            readonly currency?: components["schemas"]["CurrencyCode"];
            /**
             * Format: int32
             * @description For how long it can be captured, in seconds; 15 minutes when absent.
             * @default 900
             */
            readonly ttlSeconds: number;
        };
        /** @description Points to be valued. */
        readonly RedeemQuoteBody: {
            /** @description Your reference of the customer, who must be a member. */
            readonly memberRef: components["schemas"]["Ref"];
            /** @description Basket total in cents. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description Points to redeem. */
            readonly pointsRequested: components["schemas"]["PositivePoints"];
            /** @description The campaign whose redemption rule applies, if its conditions hold; the active default when absent. */
            readonly campaignId?: components["schemas"]["Uuid"];
            /** @description The store. */
            readonly storeRef?: components["schemas"]["Ref"];
            /** @description Caps the discount of this request. */
            readonly maxDiscountPercentOfBasket?: components["schemas"]["DiscountPercent"];
            /** @description Currency of `amount`; ZAR when absent. */
            readonly currency?: components["schemas"]["CurrencyCode"];
        };
        /**
         * Format: double
         * @description A percentage of the basket, at most 4 decimals.
         */
        readonly DiscountPercent: number;
        /** @description The burned points and their value. A repeat of its reference gets the same bytes. */
        readonly RedeemResult: {
            /** @description Identifies the redemption. */
            readonly redeemTransactionId: components["schemas"]["Uuid"];
            /** @description The reference that was sent. */
            readonly transactionRef: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description Points that were taken. */
            readonly pointsRedeemed: components["schemas"]["PositivePoints"];
            /** @description The discount to apply at the checkout, in cents. */
            readonly discountAmount: components["schemas"]["PositiveCents"];
            /** @description The balance before the redemption. */
            readonly balanceBefore: components["schemas"]["Points"];
            /** @description The balance after the redemption. */
            readonly balanceAfter: components["schemas"]["Points"];
            /** @description The cap that bound; null when none did. */
            readonly constraintApplied: components["schemas"]["RedemptionConstraint"];
            /** @description The campaign whose rule granted it. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Only with AUTHORIZED. Until when it can be captured; a minute later it lapses. */
            readonly expiresAt?: components["schemas"]["Timestamp"];
            readonly state: components["schemas"]["RedeemState"];
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
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
            readonly transactionRef: components["schemas"]["Ref"];
            /** @description Where it is done. It decides nothing, and a repeat may name another store; the first one is kept. */
            readonly storeRef?: components["schemas"]["Ref"];
        };
        /** @description A redemption that was taken for good. A repeat gets the same bytes. */
        readonly CaptureResult: {
            /** @description Identifies the capture. */
            readonly captureTransactionId: components["schemas"]["Uuid"];
            /** @description The reference of the redemption. */
            readonly transactionRef: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description Points that were taken when it was authorized. */
            readonly pointsRedeemed: components["schemas"]["PositivePoints"];
            /** @description The discount, in cents. */
            readonly discountAmount: components["schemas"]["PositiveCents"];
            /**
             * @description Always CAPTURED.
             * @constant
             */
            readonly state: "CAPTURED";
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
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
            readonly voidTransactionId: components["schemas"]["Uuid"];
            /** @description The reference of the redemption. */
            readonly transactionRef: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description The campaign that had granted the discount. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Points that came back; 0 where all of them had come back before. */
            readonly pointsRefunded: components["schemas"]["Points"];
            /** @description How many of them expired at once, because their own time has passed. */
            readonly pointsExpired: components["schemas"]["Points"];
            /** @description How many of them paid returns of before, which could not take them while they were out. Absent where none did. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
            readonly deductions?: readonly components["schemas"]["Deduction"][];
            /** @description How much of the discount came back, in cents. */
            readonly discountReversed: components["schemas"]["Cents"];
            /** @description The balance after it. */
            readonly pointsBalance: components["schemas"]["Points"];
            readonly reason: components["schemas"]["VoidReason"];
            /**
             * @description Always VOIDED.
             * @constant
             */
            readonly state: "VOIDED";
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
            readonly storeRef?: string | null;
        };
        /** @description What comes back. Either `whole` or `amount` is required. */
        readonly ReturnBody: {
            /** @description The reference of the receipt. */
            readonly transactionRef: components["schemas"]["Ref"];
            /** @description Your unique reference of this return; idempotency key. */
            readonly returnRef: components["schemas"]["Ref"];
            /**
             * @description All that is left of the receipt. Not beside `amount`.
             * @constant
             */
            readonly whole?: true;
            /** @description What is paid back of the receipt's amount, in cents. Not beside `whole`. */
            readonly amount?: components["schemas"]["PositiveCents"];
            /**
             * @description Which products come back; only beside `amount`. It refines awards for products: without it, the same share of every
             *     line counts as returned. Other awards go by `amount` alone. Of a product at most what earned points comes back, and
             *     products that earned nothing of their own are ignored.
             */
            readonly products?: readonly components["schemas"]["ReturnedLine"][];
            /**
             * @description The reference of the redeem whose points come back; without it that of the receipt. The first return that finds one
             *     fixes it for the receipt.
             */
            readonly redeemRef?: components["schemas"]["Ref"];
            /** @description Why, or which documents say so. It names no person, and is kept for ever. */
            readonly reason?: components["schemas"]["Ref"];
            /** @description Where it comes back. It decides nothing, and a repeat may name another store; the first one is kept. */
            readonly storeRef?: components["schemas"]["Ref"];
        };
        /** @description A product that comes back. It may be listed more than once. */
        readonly ReturnedLine: {
            /** @description The product, as in the receipt. */
            readonly sku: components["schemas"]["Ref"];
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
         * @enum {string}
         */
        readonly ReturnBasis: "RULES" | "SHARE";
        /** @description What a return took back of one award of the receipt. */
        readonly ReturnedAward: {
            /** @description The campaign that gave it. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name when the receipt was evaluated. */
            readonly campaignName: string;
            /** @description Points that this return reversed. */
            readonly pointsReversed: components["schemas"]["Points"];
            /** @description Points that stay of it. */
            readonly pointsKept: components["schemas"]["Points"];
            readonly basis: components["schemas"]["ReturnBasis"];
            /** @description What the campaign's budget got back, in cents. */
            readonly budgetCents: components["schemas"]["Cents"];
            /** @description Its rewards that ended with this return. */
            readonly rewardsTakenBack: readonly components["schemas"]["Uuid"][];
            /** @description Its rewards that stay though the award does not, because they were redeemed or had ended before. */
            readonly rewardsKept: readonly components["schemas"]["Uuid"][];
        };
        /** @description A stamp card that the receipt stamped. */
        readonly ReturnedStampCard: {
            /** @description The campaign of the card. */
            readonly campaignId: components["schemas"]["Uuid"];
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
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Redeemed points that this return gave back. */
            readonly pointsRefunded: components["schemas"]["Points"];
            /**
             * Format: int64
             * @description The discount that these points had bought, in cents.
             */
            readonly discountReversed: number;
        };
        /** @description Points of one campaign that a return of before could not take, and that redeemed points paid as they came back. */
        readonly Deduction: {
            /** @description The campaign that had awarded them. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description How many. */
            readonly points: components["schemas"]["PositivePoints"];
            /** @description Given back to the budget of the campaign, in cents. */
            readonly budgetCents: components["schemas"]["Cents"];
        };
        /**
         * Format: int64
         * @description Cents, 0 or more; null where the receipt's amount is not known.
         */
        readonly AmountOrUnknown: number | null;
        /** @description What was reversed. A repeat of its reference gets the same bytes. More fields may be added. */
        readonly ReturnResult: {
            /** @description Identifies the return. */
            readonly returnTransactionId: components["schemas"]["Uuid"];
            /** @description The reference that was sent. */
            readonly returnRef: string;
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /** @description The member of the receipt, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description What this return took of the receipt's amount, in cents; null where that is not known. */
            readonly amountReturned: components["schemas"]["AmountOrUnknown"];
            /** @description What is left of the receipt's amount, in cents; null where that is not known. */
            readonly amountRemaining: components["schemas"]["AmountOrUnknown"];
            /** @description True when nothing of the receipt is left. */
            readonly isWhole: boolean;
            /** @description The sum over all awards; also that of the next six. */
            readonly pointsReversed: components["schemas"]["Points"];
            /** @description Points that had not matured; they were on no balance. */
            readonly pointsFromPending: components["schemas"]["Points"];
            /** @description Points that left the balance. */
            readonly pointsFromBalance: components["schemas"]["Points"];
            /** @description Points whose own time has passed. */
            readonly pointsExpired: components["schemas"]["Points"];
            /** @description Points that the balance does not have and nobody pays for, because they have expired or were taken by hand. */
            readonly pointsForgiven: components["schemas"]["Points"];
            /** @description Points that the balance does not have, and that are deducted from what the member earns next. Absent where none are. */
            readonly pointsToDeduct?: components["schemas"]["PositivePoints"];
            /** @description Points that were out in redeems of before. If these come back, they pay them. Absent where none were. */
            readonly pointsClaimable?: components["schemas"]["PositivePoints"];
            /** @description Of the redeemed points that came back those that paid returns of before. Absent where none did. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
            readonly deductions?: readonly components["schemas"]["Deduction"][];
            /** @description The balance after the return. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description The awards of the receipt, in its order. */
            readonly awards: readonly components["schemas"]["ReturnedAward"][];
            /** @description The cards that the receipt stamped. */
            readonly stampCards: readonly components["schemas"]["ReturnedStampCard"][];
            /**
             * @description Redeemed points that came back, before points were reversed; null where no redeem of the member was found that can be
             *     refunded. An authorization that is neither captured nor ended is left alone: void it.
             */
            readonly redeemed: components["schemas"]["RefundedRedeem"] | null;
            /** @description The reason that was sent; null without one. */
            readonly reason: string | null;
            /**
             * @description A result is always PROCESSED; a return that FAILED has a problem instead.
             * @constant
             */
            readonly state: "PROCESSED";
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
            readonly storeRef?: string | null;
        };
        /** @description Many returns in one call. */
        readonly BulkReturnBody: {
            /** @description Returns as `returns` takes them. Each is judged by itself; a bad one has a problem as its result. */
            readonly items: readonly components["schemas"]["ReturnBody"][];
        };
        /** @description The results of the returns of one call. */
        readonly BulkReturnResults: {
            /** @description One for each item, in their order. */
            readonly results: readonly components["schemas"]["BulkReturnResult"][];
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
            readonly body?: components["schemas"]["ReturnResult"];
            /** @description Why there is no result. */
            readonly problem?: components["schemas"]["Problem"];
            /** @description Where the result will be, with status 202. */
            readonly location?: string;
        };
        /** @description What a return would do now. More fields may be added. */
        readonly ReturnQuote: {
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /** @description The member of the receipt, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description What it would take of the receipt's amount, in cents; null where that is not known. */
            readonly amountReturned: components["schemas"]["AmountOrUnknown"];
            /** @description What would be left of the receipt's amount, in cents; null where that is not known. */
            readonly amountRemaining: components["schemas"]["AmountOrUnknown"];
            /** @description True when nothing of the receipt would be left. */
            readonly isWhole: boolean;
            /** @description The sum over all awards; also that of the next six. */
            readonly pointsReversed: components["schemas"]["Points"];
            /** @description Points that had not matured; they are on no balance. */
            readonly pointsFromPending: components["schemas"]["Points"];
            /** @description Points that would leave the balance. */
            readonly pointsFromBalance: components["schemas"]["Points"];
            /** @description Points whose own time has passed. */
            readonly pointsExpired: components["schemas"]["Points"];
            /** @description Points that the balance does not have and nobody pays for, because they have expired or were taken by hand. */
            readonly pointsForgiven: components["schemas"]["Points"];
            /** @description Points that the balance does not have, and that would be deducted from what the member earns next. Absent where none would. */
            readonly pointsToDeduct?: components["schemas"]["PositivePoints"];
            /** @description Points that are out in redeems of before. If these come back, they would pay them. Absent where none are. */
            readonly pointsClaimable?: components["schemas"]["PositivePoints"];
            /** @description Of the redeemed points that would come back those that would pay returns of before. Absent where none would. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
            readonly deductions?: readonly components["schemas"]["Deduction"][];
            /** @description The balance that it would lead to. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description The awards of the receipt, in its order. */
            readonly awards: readonly components["schemas"]["ReturnedAward"][];
            /** @description The cards that the receipt stamped. */
            readonly stampCards: readonly components["schemas"]["ReturnedStampCard"][];
            /** @description Redeemed points that would come back, before points are reversed; null where no redeem would be found. */
            readonly redeemed: components["schemas"]["RefundedRedeem"] | null;
        };
        /** @description What would come back. Either `whole` or `amount` is required. */
        readonly ReturnQuoteBody: {
            /** @description The reference of the receipt. */
            readonly transactionRef: components["schemas"]["Ref"];
            /**
             * @description All that is left of the receipt. Not beside `amount`.
             * @constant
             */
            readonly whole?: true;
            /** @description What is paid back of the receipt's amount, in cents. Not beside `whole`. */
            readonly amount?: components["schemas"]["PositiveCents"];
            /**
             * @description Which products come back; only beside `amount`. It refines awards for products: without it, the same share of every
             *     line counts as returned. Other awards go by `amount` alone. Of a product at most what earned points comes back, and
             *     products that earned nothing of their own are ignored.
             */
            readonly products?: readonly components["schemas"]["ReturnedLine"][];
            /**
             * @description The reference of the redeem whose points come back; without it that of the receipt. The first return that finds one
             *     fixes it for the receipt.
             */
            readonly redeemRef?: components["schemas"]["Ref"];
        };
        /** @description What came back of a receipt. More fields may be added. */
        readonly ReturnsOfReceipt: {
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /** @description The receipt's amount, in cents; null where that is not known. */
            readonly amount: components["schemas"]["AmountOrUnknown"];
            /** @description What came back of it, in cents; 0 where the amount is not known. */
            readonly amountReturned: components["schemas"]["Cents"];
            /** @description All of its returns, the oldest first; 100 at most. */
            readonly returns: readonly components["schemas"]["ReturnResult"][];
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
            readonly pointsToRedeem: components["schemas"]["PositivePoints"];
            /** @description The discount in cents. */
            readonly discountAmount: components["schemas"]["PositiveCents"];
            /**
             * Format: double
             * @description The discount in rands.
             */
            readonly discountAmountRand: number;
            /** @description Points that are worth R1. */
            readonly pointsPerRand: components["schemas"]["PointsPerRand"];
            /** @description The balance that it would lead to. */
            readonly balanceAfter: components["schemas"]["Points"];
            /** @description The cap that would bind; null when none would. */
            readonly constraintApplied: components["schemas"]["RedemptionConstraint"];
        };
        /**
         * @description What capped a redemption. More values may be added; be ready for one that you do not know.
         *     - `MAX_POINTS_PER_REDEMPTION`: the most points that the rule allows at once.
         *     - `MAX_DISCOUNT_PERCENT_OF_BASKET`: a percentage of the basket, of the rule or of the request, or the basket itself.
         *     - `INSUFFICIENT_BALANCE`: the balance, where the rule says `CAP`.
         * @enum {string|null}
         */
        readonly RedemptionConstraint: "MAX_POINTS_PER_REDEMPTION" | "MAX_DISCOUNT_PERCENT_OF_BASKET" | "INSUFFICIENT_BALANCE" | null;
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
            readonly problem: components["schemas"]["Problem"];
        };
        /**
         * @description What its response says. More values may be added; be ready for one that you do not know.
         *     - `PROCESSED`: it was decided.
         *     - `AUTHORIZED`: of a redemption that is captured or voided later, or lapses.
         *     - `CAPTURED`: of a capture.
         *     - `VOIDED`: of a void, and of a lapse.
         * @enum {string}
         */
        readonly DecidedState: "PROCESSED" | "AUTHORIZED" | "CAPTURED" | "VOIDED";
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
        readonly TransactionOutcome: components["schemas"]["EventResult"] | components["schemas"]["CheckoutOutcome"];
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
         * @enum {string}
         */
        readonly DecidedOperation: "evaluate" | "redeem" | "event" | "return" | "capture" | "void";
        /**
         * @description A transaction of a member that was decided: its kind and time, and its stored response, as
         *     `GET …/transactions/{transactionRef}` shows it. More fields may be added.
         */
        readonly MemberTransaction: {
            readonly operation: components["schemas"]["DecidedOperation"];
            /** @description When it was decided. */
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly state: components["schemas"]["DecidedState"];
            /** @description Only of a basket. */
            readonly transactionId?: components["schemas"]["Uuid"];
            /** @description Only of a basket or a redemption. The reference that was sent. */
            readonly transactionRef?: string;
            readonly memberId: components["schemas"]["Uuid"];
            /** @description True when this transaction created the member. */
            readonly memberCreated?: boolean;
            /** @description The sum over all campaigns that fired. */
            readonly pointsAwarded?: components["schemas"]["Points"];
            /** @description Only of a basket. Of the awarded points those that wait until they mature. Absent where none do. */
            readonly pointsPending?: components["schemas"]["PositivePoints"];
            /** @description Of the points that were awarded, or that came back, those that were deducted at once for returns of before. Absent where none were. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description The balance after this transaction. */
            readonly pointsBalance?: components["schemas"]["Points"];
            /** @description Only with `expand=campaigns`, and not of a redemption. The campaigns that fired, in the order they were activated. */
            readonly campaigns?: readonly components["schemas"]["CampaignAward"][];
            /** @description Only of a basket or an event. */
            readonly _debug?: components["schemas"]["EvaluateDebug"] | null;
            /** @description Only of a redemption. */
            readonly redeemTransactionId?: components["schemas"]["Uuid"];
            /** @description Only of a redemption. Points that were taken. */
            readonly pointsRedeemed?: components["schemas"]["PositivePoints"];
            /** @description Only of a redemption. The discount in cents. */
            readonly discountAmount?: components["schemas"]["PositiveCents"];
            /** @description Only of a redemption. The balance before it. */
            readonly balanceBefore?: components["schemas"]["Points"];
            /** @description Only of a redemption. The balance after it. */
            readonly balanceAfter?: components["schemas"]["Points"];
            /** @description Only of a redemption. The cap that bound; null when none did. */
            readonly constraintApplied?: components["schemas"]["RedemptionConstraint"];
            /** @description Only of a redemption. The campaign whose rule granted it. */
            readonly campaignId?: components["schemas"]["Uuid"];
            /** @description Only of an event. */
            readonly eventId?: components["schemas"]["Uuid"];
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
            readonly stampCards?: readonly components["schemas"]["TransactionStampCard"][];
            /** @description Only of an event. */
            readonly receivedAt?: components["schemas"]["Timestamp"];
            /** @description Only of a return. */
            readonly returnTransactionId?: components["schemas"]["Uuid"];
            /** @description Only of a return. The reference that was sent. */
            readonly returnRef?: string;
            /** @description Only of a return. What it took of the receipt's amount, in cents; null where that is not known. */
            readonly amountReturned?: components["schemas"]["AmountOrUnknown"];
            /** @description Only of a return. What was left of the receipt's amount, in cents; null where that is not known. */
            readonly amountRemaining?: components["schemas"]["AmountOrUnknown"];
            /** @description Only of a return. True when nothing of the receipt was left. */
            readonly isWhole?: boolean;
            /** @description Only of a return. Points that it reversed. */
            readonly pointsReversed?: components["schemas"]["Points"];
            /** @description Only of a return. Points that had not matured; they were on no balance. */
            readonly pointsFromPending?: components["schemas"]["Points"];
            /** @description Only of a return. Points that left the balance. */
            readonly pointsFromBalance?: components["schemas"]["Points"];
            /** @description Only of a return. Points whose own time had passed. */
            readonly pointsExpired?: components["schemas"]["Points"];
            /** @description Only of a return. Points that the balance did not have and nobody pays for. */
            readonly pointsForgiven?: components["schemas"]["Points"];
            /** @description Only of a return. Points that the balance did not have, to be deducted from what the member earns next. Absent where none were. */
            readonly pointsToDeduct?: components["schemas"]["PositivePoints"];
            /** @description Only of a return. Points that were out in redeems of before. If these come back, they pay them. Absent where none were. */
            readonly pointsClaimable?: components["schemas"]["PositivePoints"];
            /** @description Only of a return or a void. Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
            readonly deductions?: readonly components["schemas"]["Deduction"][];
            /** @description Only of a return, with `expand=campaigns`. The awards of the receipt. */
            readonly awards?: readonly components["schemas"]["ReturnedAward"][];
            /** @description Only of a return. Redeemed points that came back with the receipt; null where there were none. */
            readonly redeemed?: components["schemas"]["RefundedRedeem"] | null;
            /** @description Only of a return. The reason that was sent. */
            readonly reason?: string | null;
            /** @description Only of a redemption that is AUTHORIZED. Until when it can be captured. */
            readonly expiresAt?: components["schemas"]["Timestamp"];
            /** @description Only of a capture. */
            readonly captureTransactionId?: components["schemas"]["Uuid"];
            /** @description Only of a void. */
            readonly voidTransactionId?: components["schemas"]["Uuid"];
            /** @description Only of a void. Points that came back. */
            readonly pointsRefunded?: components["schemas"]["Points"];
            /** @description Only of a void. How much of the discount came back, in cents. */
            readonly discountReversed?: components["schemas"]["Cents"];
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. The store that was named; null where none was. */
            readonly storeRef?: string | null;
        };
        /** @description A stamp card in a list of transactions of several kinds. */
        readonly TransactionStampCard: {
            /** @description The campaign of the card. */
            readonly campaignId: components["schemas"]["Uuid"];
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
            readonly transactions: readonly components["schemas"]["MemberTransaction"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description The result of a basket, of a redemption or of a return, or why there is none. */
        readonly CheckoutOutcome: components["schemas"]["RedeemResult"] | components["schemas"]["ReceiptOutcome"];
        /** @description The result of a basket or of its return, of a capture or of a void, or why there is none. */
        readonly ReceiptOutcome: components["schemas"]["ReturnResult"] | components["schemas"]["EndedRedemptionOutcome"];
        /** @description The result of a basket, of a capture or of a void, or why there is none. */
        readonly EndedRedemptionOutcome: components["schemas"]["CaptureResult"] | components["schemas"]["VoidOutcome"];
        /** @description The result of a basket or of a void, or why there is none. */
        readonly VoidOutcome: components["schemas"]["VoidResult"] | components["schemas"]["EvaluateOutcome"];
        /** @description The result of a basket, or why there is none. */
        readonly EvaluateOutcome: components["schemas"]["EvaluateResult"] | components["schemas"]["FailedTransaction"];
        /** @description When the points of a campaign lapse. Without it the environment's default holds. */
        readonly PointsExpiry: components["schemas"]["NoExpiry"] | components["schemas"]["RollingExpiry"] | components["schemas"]["CalendarExpiry"] | components["schemas"]["SlidingExpiry"];
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
            readonly days: components["schemas"]["Days"];
        };
        /** @description The points lapse at the end of the month or year in which they were earned. */
        readonly CalendarExpiry: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "CALENDAR";
            readonly unit: components["schemas"]["CalendarUnit"];
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
            readonly days: components["schemas"]["Days"];
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
        readonly RewardGrant: components["schemas"]["TangibleGrant"] | components["schemas"]["PointsGrant"];
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
            readonly discountType?: components["schemas"]["DiscountType"];
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
            readonly points: components["schemas"]["PositivePoints"];
        };
        /** @description A reward that is given with the transaction; its code follows a moment later. */
        readonly TangibleGrant: components["schemas"]["CouponGrant"] | components["schemas"]["GiftCardGrant"] | components["schemas"]["DiscountGrant"] | components["schemas"]["FreeItemGrant"];
        /** @description A coupon of a provider. */
        readonly CouponGrant: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly rewardType: "COUPON_VOUCHER";
            readonly value: components["schemas"]["CouponValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            readonly points?: components["schemas"]["PositivePoints"];
        };
        /** @description A gift card of a fixed amount. */
        readonly GiftCardGrant: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly rewardType: "GIFT_CARD";
            readonly value: components["schemas"]["GiftCardValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            readonly points?: components["schemas"]["PositivePoints"];
        };
        /** @description A voucher for a percentage or an amount off. */
        readonly DiscountGrant: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly rewardType: "DISCOUNT_VOUCHER";
            readonly value: components["schemas"]["DiscountValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            readonly points?: components["schemas"]["PositivePoints"];
        };
        /** @description A product for free. */
        readonly FreeItemGrant: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly rewardType: "FREE_ITEM";
            readonly value: components["schemas"]["FreeItemValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            readonly points?: components["schemas"]["PositivePoints"];
        };
        /**
         * Format: int32
         * @description Days until the reward expires; it does not expire when absent.
         */
        readonly ValidDays: number;
        /** @description At least one of the two; at most 8 KiB of JSON. */
        readonly CouponValue: {
            readonly provider?: components["schemas"]["Name"];
            readonly description?: components["schemas"]["Description"];
        };
        /** @description An amount on a card; at most 8 KiB of JSON. */
        readonly GiftCardValue: {
            /** @description What is on the card, in cents. */
            readonly amount: components["schemas"]["PositiveCents"];
            /** @description Its currency, taken at face value; the reward is issued in ZAR when absent. */
            readonly currency?: components["schemas"]["CurrencyCode"];
        };
        /** @description At most 8 KiB of JSON. */
        readonly DiscountValue: components["schemas"]["PercentageDiscountValue"] | components["schemas"]["FixedDiscountValue"];
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
            readonly description?: components["schemas"]["Description"];
        };
        /** @description An amount off. */
        readonly FixedDiscountValue: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly discountType: "FIXED";
            /** @description Cents off. */
            readonly value: components["schemas"]["PositiveCents"];
            readonly description?: components["schemas"]["Description"];
        };
        /** @description At most 8 KiB of JSON, whatever the number of references. */
        readonly FreeItemValue: {
            readonly description: components["schemas"]["Label"];
            readonly skus?: components["schemas"]["RefList"];
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
            readonly discountType?: components["schemas"]["DiscountType"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The member who got it. */
            readonly memberId: components["schemas"]["Uuid"];
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
            readonly state: components["schemas"]["RewardState"];
            readonly rewardType: components["schemas"]["RewardType"];
            readonly value: components["schemas"]["IssuedValue"];
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
            readonly createdAt: components["schemas"]["Timestamp"];
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
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. The store that redeemed it, as in `redeemedStoreRef`. */
            readonly storeRef?: string | null;
        };
        /** @description May be left out. */
        readonly RedeemRewardBody: {
            /** @description The receipt that it is redeemed with. It names a document, not a person, and is kept for ever. */
            readonly transactionRef?: components["schemas"]["Ref"];
            /** @description The store that it is redeemed in. It is kept for ever. */
            readonly storeRef?: components["schemas"]["Ref"];
        };
        /** @description One page of rewards, newest first. */
        readonly RewardList: {
            /** @description The rewards. */
            readonly rewards: readonly components["schemas"]["Reward"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
        readonly RefList: readonly components["schemas"]["Ref"][];
        /**
         * @description How a campaign awards; `type` selects the kind. SIGNUP_BONUS, ON_DEMAND, REFERRAL_BONUS and EVENT_TRIGGER fire on member
         *     events, never on evaluate. New kinds may be added: ignore one that you do not know.
         */
        readonly EarningRule: components["schemas"]["SpendPercentageRule"] | components["schemas"]["FixedPointsRule"] | components["schemas"]["VisitFixedRule"] | components["schemas"]["ProductPurchaseRule"] | components["schemas"]["RandomRule"] | components["schemas"]["StampCardRule"] | components["schemas"]["SurpriseDelightRule"] | components["schemas"]["PurchaseRewardRule"] | components["schemas"]["SignupBonusRule"] | components["schemas"]["OnDemandRule"] | components["schemas"]["ReferralBonusRule"] | components["schemas"]["EventTriggerRule"];
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
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description The same award for every qualifying transaction. */
        readonly FixedPointsRule: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "FIXED_POINTS";
            readonly points: components["schemas"]["PositivePoints"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description The same award for every visit; visits are counted per member and campaign. */
        readonly VisitFixedRule: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "VISIT_FIXED";
            readonly points: components["schemas"]["PositivePoints"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly points: components["schemas"]["PositivePoints"];
            readonly skus?: components["schemas"]["RefList"];
            readonly categories?: components["schemas"]["RefList"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly minPoints: components["schemas"]["Points"];
            readonly maxPoints: components["schemas"]["PositivePoints"];
            /**
             * Format: double
             * @description Chance to win; always when absent.
             */
            readonly probability?: number;
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly stampsRequired: components["schemas"]["EveryNth"];
            readonly rewardOnCompletion: components["schemas"]["RewardGrant"];
            readonly triggerEventKey?: components["schemas"]["EventKey"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description Exactly every Nth qualifying transaction gives the reward; each rule counts in its own scope. */
        readonly SurpriseDelightRule: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "SURPRISE_DELIGHT";
            /** @description 1 to 50 rules. */
            readonly rewardRules: readonly components["schemas"]["SurpriseRule"][];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly reward: components["schemas"]["RewardGrant"];
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
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description Every Nth transaction of a scope gives the reward. */
        readonly SurpriseRule: {
            /** @description Which transactions: the Nth, the 2Nth and so on. */
            readonly everyNth: components["schemas"]["EveryNth"];
            readonly scope?: components["schemas"]["SurpriseScope"];
            /** @description What they give. */
            readonly reward: components["schemas"]["RewardGrant"];
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
            readonly points?: components["schemas"]["PositivePoints"];
            readonly rewardType?: components["schemas"]["RewardType"];
            /**
             * @description What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another
             *     reward without it is described by the campaign's name.
             */
            readonly value?: components["schemas"]["RewardValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            /** @description Refused; for rules that fire on receipts. */
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly points?: components["schemas"]["PositivePoints"];
            readonly rewardType?: components["schemas"]["RewardType"];
            /**
             * @description What the reward is worth, of the shape of its `rewardType`. Required for GIFT_CARD and DISCOUNT_VOUCHER; another
             *     reward without it is described by the campaign's name.
             */
            readonly value?: components["schemas"]["RewardValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
            /**
             * @description Lifecycle types such as BIRTHDAY, and keys of event definitions such as `member.birthday`: an event of either is
             *     meant. Any event when absent or empty.
             */
            readonly eventTypes?: readonly components["schemas"]["Ref"][];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            /** @description Refused; for rules that fire on receipts. */
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description On a REFERRAL event; `points` for the referred member, `referrerPoints` for the referrer, each once for every reference. */
        readonly ReferralBonusRule: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "REFERRAL_BONUS";
            readonly points: components["schemas"]["PositivePoints"];
            readonly referrerPoints?: components["schemas"]["PositivePoints"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            /** @description Refused; for rules that fire on receipts. */
            readonly pendingDays?: components["schemas"]["PendingDays"];
        };
        /** @description On a custom event with this key whose payload meets the conditions. */
        readonly EventTriggerRule: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "EVENT_TRIGGER";
            readonly eventKey: components["schemas"]["EventKey"];
            /** @description Conditions on the payload; at most 5 levels of AND and OR, at most 50 comparisons in all. */
            readonly conditions?: components["schemas"]["ConditionNode"];
            readonly reward: components["schemas"]["RewardGrant"];
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"];
            /** @description Refused; for rules that fire on receipts. */
            readonly pendingDays?: components["schemas"]["PendingDays"];
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
            readonly operator: components["schemas"]["LogicalOperator"];
            /** @description 1 to 50 conditions, comparisons or nodes of their own. */
            readonly conditions: readonly components["schemas"]["Condition"][];
        };
        /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
        readonly Condition: components["schemas"]["ConditionNode"] | components["schemas"]["ConditionLeaf"];
        /** @description One comparison of a payload field. A missing field is false, except for `neq` and `exists` false. */
        readonly ConditionLeaf: components["schemas"]["EqualityCondition"] | components["schemas"]["OrderCondition"] | components["schemas"]["MembershipCondition"] | components["schemas"]["ContainmentCondition"] | components["schemas"]["ExistenceCondition"];
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
            readonly field: components["schemas"]["PayloadPath"];
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
            readonly field: components["schemas"]["PayloadPath"];
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
            readonly field: components["schemas"]["PayloadPath"];
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
            readonly field: components["schemas"]["PayloadPath"];
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
            readonly field: components["schemas"]["PayloadPath"];
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
            readonly pointsPerRand: components["schemas"]["PointsPerRand"];
            /** @description Fewer points are not redeemed. */
            readonly minPointsPerRedemption?: components["schemas"]["PositivePoints"];
            /** @description More points are capped to this. */
            readonly maxPointsPerRedemption?: components["schemas"]["PositivePoints"];
            /** @description The discount is capped to this percentage of the basket; at most 4 decimals. */
            readonly maxDiscountPercentOfBasket?: components["schemas"]["DiscountPercent"];
            readonly onInsufficientBalance?: components["schemas"]["InsufficientBalancePolicy"];
            readonly takes?: components["schemas"]["TakenPoints"];
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
        readonly SegmentIdList: readonly components["schemas"]["Uuid"][];
        /** @description A new campaign. An empty list is as good as none, and null as good as an absent field. */
        readonly CampaignCreateBody: {
            readonly name: components["schemas"]["Name"];
            /** @description For people, never judged. */
            readonly description?: string | null;
            readonly earningRule: components["schemas"]["EarningRule"];
            /** @description How points are burned under this campaign; not at all when absent. */
            readonly redemptionRule?: components["schemas"]["RedemptionRule"] | null;
            /** @description Only members of at least one of these segments, to earn and to burn; each must exist. */
            readonly targetSegmentIds?: readonly components["schemas"]["Uuid"][] | null;
            /** @description Only transactions and redeems with one of these as their `storeRef`. */
            readonly storeIds?: readonly components["schemas"]["Ref"][] | null;
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
            readonly alertThreshold: number | null;
            /**
             * Format: iso-4217
             * @description Only transactions in this currency. Amounts are never converted.
             */
            readonly currency?: string | null;
            /**
             * @description When the campaign fires, besides all of the above: all that the rule gives is given only where they hold. Burning ignores
             *     them. Without them it fires at any time, in any store.
             */
            readonly conditions?: components["schemas"]["CampaignCondition"] | null;
            /**
             * @description Which lines earn: only those of `lines`, or all but those of `except`; all lines when absent. Only for rules that fire on
             *     receipts. Burning ignores it.
             */
            readonly earnOn?: components["schemas"]["EarnOn"] | null;
            /**
             * @description How often and how much it gives; without them as often as it fires. No two are alike but for `max`. Counting begins when the
             *     campaign has a limit of that period; a change of `max` acts on what is counted.
             */
            readonly limits?: readonly components["schemas"]["CampaignLimit"][] | null;
            readonly exclusiveGroup?: components["schemas"]["ExclusiveGroup"];
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
            readonly name?: components["schemas"]["Name"];
            /** @description For people, never judged; null takes it away. */
            readonly description?: string | null;
            readonly earningRule?: components["schemas"]["EarningRule"];
            /** @description Replaced whole; null takes it away. */
            readonly redemptionRule?: components["schemas"]["RedemptionRule"] | null;
            /**
             * @description Only members of at least one of these segments; each must exist, or be one that the campaign has. Null or an empty
             *     list: everybody.
             */
            readonly targetSegmentIds?: readonly components["schemas"]["Uuid"][] | null;
            /** @description Only transactions with one of these as their `storeRef`; null or an empty list: every store. */
            readonly storeIds?: readonly components["schemas"]["Ref"][] | null;
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
            readonly conditions?: components["schemas"]["CampaignCondition"] | null;
            /** @description Replaced whole; with null all lines earn. */
            readonly earnOn?: components["schemas"]["EarnOn"] | null;
            /** @description Replaced whole; null or an empty list takes them away. What is counted stays. */
            readonly limits?: readonly components["schemas"]["CampaignLimit"][] | null;
            readonly exclusiveGroup?: components["schemas"]["ExclusiveGroup"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that it belongs to. */
            readonly tenantId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description For people, never judged; null where there is none. */
            readonly description: string | null;
            readonly state: components["schemas"]["CampaignState"];
            /** @description Why it is paused; null unless it is PAUSED. `GET /audit-log` says who did it. */
            readonly pausedReason: components["schemas"]["PausedReason"];
            readonly earningRule: components["schemas"]["EarningRule"];
            /** @description How points are burned under this campaign; null where it has no such rule. */
            readonly redemptionRule: components["schemas"]["RedemptionRule"] | null;
            /** @description Only members of at least one of these segments; an empty list is everybody. */
            readonly targetSegmentIds: components["schemas"]["SegmentIdList"];
            /** @description Only transactions with one of these as their `storeRef`; an empty list is every store. */
            readonly storeIds: components["schemas"]["RefList"];
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
            readonly alertThreshold: components["schemas"]["AlertThreshold"];
            /**
             * Format: iso-4217
             * @description Only transactions in this currency; null for any.
             */
            readonly currency: string | null;
            /** @description When the campaign fires, besides all of the above; null for no conditions. */
            readonly conditions: components["schemas"]["CampaignCondition"] | null;
            /** @description Which lines earn; null for all. */
            readonly earnOn: components["schemas"]["EarnOn"] | null;
            /** @description How often and how much it gives; null for no limits. */
            readonly limits: readonly components["schemas"]["CampaignLimit"][] | null;
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
            readonly spentCents: components["schemas"]["Cents"];
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
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly etag?: components["schemas"]["EntityTag"];
            /**
             * @description What is valid and probably not meant; usually nothing. A record that is read has what follows from it alone (`NEVER_FIRES`,
             *     `POINT_VALUES_DIFFER`, `ENDED`, `UTC_TIMES`, `MULTIPLIED_HERE`); the response to a change has everything.
             */
            readonly warnings: readonly components["schemas"]["Warning"][];
        };
        /**
         * @description A comparison (`field`, `op`, `value`), one over lines (`lines`, alone or with `field`, `op`, `value`), or a node (`operator`,
         *     `conditions`): at most 50 comparisons on at most 5 levels, those over lines included. What a receipt, an event or a member lacks
         *     holds for `neq`,
         *     `not_in` and `exists` false alone, and is never an error.
         */
        readonly CampaignCondition: components["schemas"]["CampaignConditionNode"] | components["schemas"]["CampaignConditionLeaf"];
        /** @description All (AND) or at least one (OR) of the conditions. Other members are refused. */
        readonly CampaignConditionNode: {
            readonly operator: components["schemas"]["LogicalOperator"];
            /** @description 1 to 50 conditions, comparisons or nodes of their own. */
            readonly conditions: readonly components["schemas"]["CampaignCondition"][];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A comparison, or one over lines. */
        readonly CampaignConditionLeaf: components["schemas"]["LinesComparison"] | components["schemas"]["CampaignComparison"];
        /**
         * @description Over the lines of a receipt that `lines` selects: `field`, `op` and `value` compare them all together; without these three there
         *     must be one at least. A receipt without such lines has 0 of everything. Other members are refused.
         */
        readonly LinesComparison: {
            readonly lines: components["schemas"]["LineCondition"];
            readonly field?: components["schemas"]["LinesField"];
            readonly op?: components["schemas"]["ComparisonOperator"];
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
            readonly per: components["schemas"]["LimitPer"];
            /** @description Always, but of a limit per `RECEIPT`; per `CAMPAIGN` it is `EVER`. */
            readonly period?: components["schemas"]["LimitPeriod"];
            readonly of: components["schemas"]["LimitOf"];
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
         * @enum {string}
         */
        readonly ReducedBy: "LIMIT" | "CAP";
        /**
         * @description Which lines earn: those of `lines`, or all but those of `except`; one of the two. Without a line that earns the campaign does not
         *     fire (`PRODUCT_MISMATCH`); with `except` a basket without lines earns whole. SPEND_PERCENTAGE earns on what was paid for these
         *     lines, PRODUCT_PURCHASE on their units, every other rule fires if there is one. `minSpend` is of the whole basket.
         */
        readonly EarnOn: {
            /** @description These alone earn. */
            readonly lines?: components["schemas"]["LineCondition"];
            /** @description All others earn. */
            readonly except?: components["schemas"]["LineCondition"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Selects lines of a receipt: a comparison (`field`, `op`, `value`), or a node (`operator`, `conditions`), on at most 3 levels. */
        readonly LineCondition: components["schemas"]["LineConditionNode"] | components["schemas"]["LineComparison"];
        /** @description All (AND) or at least one (OR) of the conditions hold for a line. Other members are refused. */
        readonly LineConditionNode: {
            readonly operator: components["schemas"]["LogicalOperator"];
            /** @description 1 to 50 conditions, comparisons or nodes of their own. */
            readonly conditions: readonly components["schemas"]["LineCondition"][];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description One comparison of a line. Other members are refused. */
        readonly LineComparison: components["schemas"]["LineValueComparison"] | components["schemas"]["LineListComparison"];
        /** @description The field of a line equals a value, or does not, or is greater or less. Other members are refused. */
        readonly LineValueComparison: {
            readonly field: components["schemas"]["LineField"];
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
            readonly field: components["schemas"]["LineField"];
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
        readonly CampaignComparison: components["schemas"]["CampaignValueComparison"] | components["schemas"]["CampaignListComparison"] | components["schemas"]["CampaignContainmentComparison"] | components["schemas"]["CampaignExistenceComparison"];
        /** @description The field equals a value, or does not, or is greater or less. Other members are refused. */
        readonly CampaignValueComparison: {
            readonly field: components["schemas"]["CampaignConditionField"];
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
            readonly field: components["schemas"]["CampaignConditionField"];
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
            readonly field: components["schemas"]["CampaignConditionField"];
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
            readonly field: components["schemas"]["CampaignConditionField"];
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
         * @enum {string|null}
         */
        readonly PausedReason: "MANUAL" | "BUDGET" | null;
        /** @description Something that is valid, and probably not what its author means. */
        readonly Warning: {
            readonly code: components["schemas"]["WarningCode"];
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
         * @enum {string}
         */
        readonly WarningCode: "NEVER_FIRES" | "POINT_VALUES_DIFFER" | "ENDED" | "UTC_TIMES" | "MULTIPLIED_HERE" | "EVENT_NOT_DEFINED" | "PROVIDER_NOT_SET_UP" | "SAME_URL_AS" | "WEAK_SECRET" | "CODE_REPLACED" | "UNKNOWN_FIELD";
        /** @description In responses to POST and PATCH: what is valid and probably not meant, usually nothing. Absent where a record is only read. */
        readonly WarningList: readonly components["schemas"]["Warning"][];
        /** @description The `cursor` of the next page; null at the end. */
        readonly NextCursor: string | null;
        /** @description One page of campaigns, newest first. */
        readonly CampaignList: {
            /** @description The campaigns. */
            readonly campaigns: readonly components["schemas"]["Campaign"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that they belong to. */
            readonly tenantId: components["schemas"]["Uuid"];
            /** @description Your reference of the customer, the `memberRef` of evaluate. */
            readonly externalRef: string;
            /** @description Full name. */
            readonly name: string | null;
            /** @description E-mail address. */
            readonly email: string | null;
            /** @description Telephone number. */
            readonly phone: string | null;
            /** @description Points that they have now. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description All points ever earned; burning and expiry leave it. */
            readonly lifetimePoints: components["schemas"]["Points"];
            /** @description Points of returns that are deducted from what they earn next; no part of the balance, but they cannot be redeemed. */
            readonly pointsToDeduct: components["schemas"]["Points"];
            /** @description The tier by lifetimePoints; null when none applies. */
            readonly tierId: string | null;
            readonly tier: components["schemas"]["MemberTier"];
            /**
             * Format: double
             * @description The multiple of the base rate that the tier promises, for your checkout to apply; never applied here.
             */
            readonly earnMultiplier: number | null;
            readonly state: components["schemas"]["MemberState"];
            /** @description Why they were suspended or reinstated last; null where nobody said. */
            readonly stateReason: string | null;
            /**
             * Format: date-time
             * @description When they were suspended, reinstated or erased last; null before.
             */
            readonly stateChangedAt: string | null;
            /** @description When they were enrolled. */
            readonly enrolledAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When they last bought something; null before.
             */
            readonly lastActivityAt: string | null;
            /** @description When the record was created. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When the record was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            /** @description Only with `withAuthor=true`. Who enrolled them, by a receipt, an event or a call; null where nobody is known. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. Always null. */
            readonly storeRef?: string | null;
        };
        /** @description A member to be enrolled. */
        readonly MemberCreateBody: {
            /** @description Your reference of the customer, the `memberRef` of evaluate. */
            readonly externalRef: components["schemas"]["Ref"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description Always anonymized. */
            readonly state: components["schemas"]["MemberState"];
            /** @description When they were erased first. */
            readonly erasedAt: components["schemas"]["Timestamp"];
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
            readonly memberId?: components["schemas"]["Uuid"];
            /** @description The member by your reference; required without `memberId`. */
            readonly memberRef?: components["schemas"]["Ref"];
            readonly purpose: components["schemas"]["ConsentPurpose"];
            /** @description The channels that it is about; one that is named twice counts once. */
            readonly channels: readonly components["schemas"]["ConsentChannel"][];
            /** @description True for a consent, false for its withdrawal. */
            readonly granted: boolean;
            /** @description Where it was given, as a form or a till. */
            readonly source: string;
            /** @description When it was given or withdrawn, at most 5 minutes ahead of now. Now when absent. */
            readonly grantedAt?: components["schemas"]["Instant"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The member. */
            readonly memberId: components["schemas"]["Uuid"];
            readonly purpose: components["schemas"]["ConsentPurpose"];
            /** @description The channels that it is about. */
            readonly channels: readonly components["schemas"]["ConsentChannel"][];
            /** @description True for a consent, false for its withdrawal. */
            readonly granted: boolean;
            /** @description Where it was given; null once the member was erased. */
            readonly source: string | null;
            /** @description When it was given or withdrawn. */
            readonly grantedAt: components["schemas"]["Timestamp"];
            /** @description Which version of your policy it refers to; kept when the member is erased. */
            readonly policyVersion: string | null;
            /** @description What proves it, as it was sent; null without any, and once the member was erased. */
            readonly evidence: unknown;
            /** @description When it was recorded. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description Only with `withAuthor=true`. Who recorded it; null where nobody is known. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. Always null. */
            readonly storeRef?: string | null;
        };
        /** @description The consent that counts now for one purpose and channel. */
        readonly CurrentConsent: {
            readonly purpose: components["schemas"]["ConsentPurpose"];
            readonly channel: components["schemas"]["ConsentChannel"];
            /** @description Whether the member agrees. */
            readonly granted: boolean;
            /** @description The `grantedAt` of the record that counts. */
            readonly since: components["schemas"]["Timestamp"];
        };
        /** @description One page of consents, newest first, and what counts now. */
        readonly ConsentList: {
            /** @description The records. */
            readonly consents: readonly components["schemas"]["Consent"][];
            /** @description What counts now, of every purpose and channel that was ever recorded; on each page the same. */
            readonly current: readonly components["schemas"]["CurrentConsent"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One page of members, newest first. */
        readonly MemberList: {
            /** @description The members. */
            readonly members: readonly components["schemas"]["Member"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description One movement of a member's points. It is never changed or deleted. */
        readonly LedgerEntry: {
            /** @description Identifies the entry. */
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant of the member. */
            readonly tenantId: components["schemas"]["Uuid"];
            /** @description The member. */
            readonly memberId: components["schemas"]["Uuid"];
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
            readonly type: components["schemas"]["LedgerEntryType"];
            /**
             * Format: int64
             * @description Signed; what leaves the balance is negative.
             */
            readonly points: number;
            /** @description The balance after this movement. */
            readonly balanceAfter: components["schemas"]["Points"];
            /** @description What it was for; of an EARN entry, the names of the campaigns. */
            readonly description: string;
            /**
             * Format: date-time
             * @description When the points lapse; null where they do not.
             */
            readonly expiresAt: string | null;
            /** @description When they moved. */
            readonly createdAt: components["schemas"]["Timestamp"];
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
         * @enum {string}
         */
        readonly LedgerEntryType: "EARN" | "REDEEM" | "EXPIRE" | "ADJUST" | "RETURN" | "REFUND";
        /** @description One page of ledger entries, newest first. */
        readonly LedgerEntryList: {
            /** @description The entries. */
            readonly entries: readonly components["schemas"]["LedgerEntry"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
            readonly ref?: components["schemas"]["Ref"];
            /**
             * @description When the points expire that are given; later than now, and at most 36,500 days ahead. A plain date is the end of that
             *     day in UTC. Without it they never expire, whatever the environment's setting says.
             */
            readonly expiresAt?: components["schemas"]["Instant"];
        };
        /** @description What an adjustment did. */
        readonly Adjustment: {
            /** @description The entry that it made. */
            readonly entry: components["schemas"]["LedgerEntry"];
            /** @description The balance after it. */
            readonly pointsBalance: components["schemas"]["Points"];
        };
        /** @description A member's points by when they expire. */
        readonly ExpiringPointsList: {
            /** @description The member. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description The instant that this is true for. */
            readonly asOf: components["schemas"]["Timestamp"];
            /** @description All points. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description Those of them that never expire. */
            readonly pointsWithoutExpiry: components["schemas"]["Points"];
            /** @description Those that expire within the days that were asked for, the first to expire first. */
            readonly expiring: readonly components["schemas"]["ExpiringPoints"][];
            /** @description Always null; the list comes whole. */
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Points that expire together. */
        readonly ExpiringPoints: {
            /** @description When they expire. */
            readonly expiresAt: components["schemas"]["Timestamp"];
            /** @description How many. */
            readonly points: components["schemas"]["PositivePoints"];
            readonly basis: components["schemas"]["ExpiryBasis"];
        };
        /**
         * @description Why points expire when they do. More values may be added; be ready for one that you do not know.
         *     - `DATE`: the time is fixed.
         *     - `INACTIVITY`: the member has not been active for long enough by then; whatever they do before moves it.
         * @enum {string}
         */
        readonly ExpiryBasis: "DATE" | "INACTIVITY";
        /** @description One page of a member's points that wait. */
        readonly PendingPointsList: {
            /** @description Those that mature first come first. */
            readonly pending: readonly components["schemas"]["PendingPoints"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Points of a receipt that mature together. */
        readonly PendingPoints: {
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /** @description How many. */
            readonly points: components["schemas"]["PositivePoints"];
            /** @description When they count. */
            readonly maturesAt: components["schemas"]["Timestamp"];
        };
        /** @description May be left out. */
        readonly MemberActionBody: {
            /** @description Why; shown with the member, and gone when they are erased. */
            readonly reason?: string;
        };
        /** @description A card on which a member collects stamps. */
        readonly StampCard: {
            /** @description The campaign of the card. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name. */
            readonly campaignName: components["schemas"]["Name"];
            /** @description Only cards of ACTIVE campaigns are stamped; others are shown where something was collected. */
            readonly campaignState: components["schemas"]["CampaignState"];
            /**
             * Format: int32
             * @description Stamps on the present card, at most `stampsRequired`. Where fewer are required than were collected, the next stamp
             *     completes as many cards as there are stamps for.
             */
            readonly stampsCollected: number;
            readonly stampsRequired: components["schemas"]["EveryNth"];
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
            readonly rewardOnCompletion: components["schemas"]["RewardGrant"];
        };
        /** @description A member's stamp cards, in the order in which their campaigns were activated. */
        readonly StampCardList: {
            /** @description The cards. */
            readonly stampCards: readonly components["schemas"]["StampCard"][];
        };
        /** @description A limit of a campaign, and what the member has used of it in its present period. */
        readonly MemberLimit: {
            /** @description The campaign. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name. */
            readonly campaignName: components["schemas"]["Name"];
            readonly period: components["schemas"]["LimitPeriod"];
            readonly of: components["schemas"]["LimitOf"];
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
            readonly limits: readonly components["schemas"]["MemberLimit"][];
            /** @description Those of `memberPointsCaps`; empty without. */
            readonly caps: readonly components["schemas"]["MemberCap"][];
        };
        /** @description Points that all campaigns together give a member at most, and what is used of them in the present period. */
        readonly MemberCap: {
            /** @description How long it counts, never `EVER`. */
            readonly period: components["schemas"]["LimitPeriod"];
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
            readonly authorizations: readonly components["schemas"]["OpenAuthorization"][];
        };
        /** @description A redemption that may yet be captured or voided, or lapse. */
        readonly OpenAuthorization: {
            /** @description Identifies the redemption. */
            readonly redeemTransactionId: components["schemas"]["Uuid"];
            /** @description The reference of the redemption. */
            readonly transactionRef: string;
            /** @description Points that were taken. */
            readonly pointsRedeemed: components["schemas"]["PositivePoints"];
            /** @description Until when it can be captured; a minute later it lapses. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description What a member has bought. Windows are whole UTC days ending today; receipts from before these statistics were kept are
         *     not in them.
         */
        readonly MemberStatistics: {
            /** @description Cents spent in 7 days. */
            readonly spendCents7d: components["schemas"]["SpendCents"];
            /** @description Cents spent in 30 days. */
            readonly spendCents30d: components["schemas"]["SpendCents"];
            /** @description Cents spent in 90 days. */
            readonly spendCents90d: components["schemas"]["SpendCents"];
            /** @description Cents spent in 365 days. */
            readonly spendCents365d: components["schemas"]["SpendCents"];
            /** @description Cents spent in all. */
            readonly spendCentsLifetime: components["schemas"]["SpendCents"];
            /** @description Purchases in 7 days. */
            readonly txnCount7d: components["schemas"]["PurchaseCount"];
            /** @description Purchases in 30 days. */
            readonly txnCount30d: components["schemas"]["PurchaseCount"];
            /** @description Purchases in 90 days. */
            readonly txnCount90d: components["schemas"]["PurchaseCount"];
            /** @description Purchases in 365 days. */
            readonly txnCount365d: components["schemas"]["PurchaseCount"];
            /** @description Purchases in all. */
            readonly txnCountLifetime: components["schemas"]["PurchaseCount"];
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
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description All points ever earned. */
            readonly lifetimePoints: components["schemas"]["Points"];
            /**
             * Format: uuid
             * @description The tier that their lifetime points reach now; null below the first.
             */
            readonly tierId: string | null;
            readonly state: components["schemas"]["MemberState"];
            /** @description Visits under each campaign that counts them, the last visited first. */
            readonly visits: readonly components["schemas"]["CampaignVisits"][];
        };
        /** @description How often a member has visited under one campaign. */
        readonly CampaignVisits: {
            /** @description The campaign, perhaps archived. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its name. */
            readonly campaignName: string;
            /**
             * Format: int64
             * @description Visits so far.
             */
            readonly count: number;
            /** @description When the last one was processed. */
            readonly lastVisitAt: components["schemas"]["Timestamp"];
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
        readonly TierBenefit: components["schemas"]["EarnMultiplierBenefit"] | components["schemas"]["LabelBenefit"] | components["schemas"]["ExclusiveCampaignBenefit"] | components["schemas"]["FreeRewardBenefit"];
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
            readonly description: components["schemas"]["Label"];
        };
        /** @description That campaign fires only for members of this tier or a higher one, by the points they had before the transaction. */
        readonly ExclusiveCampaignBenefit: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "EXCLUSIVE_CAMPAIGN";
            /** @description A campaign of the environment, archived or not; anything else is 400, unless the tier names it already. */
            readonly campaignId: components["schemas"]["Uuid"];
        };
        /** @description A tangible reward for who reaches the tier by points, once for ever; `value` has the shape that its `rewardType` has in campaigns. */
        readonly FreeRewardBenefit: {
            /**
             * @description Selects this kind. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly type: "FREE_REWARD";
            readonly rewardType: components["schemas"]["RewardType"];
            /** @description What the reward is worth, of the shape of its `rewardType`. */
            readonly value: components["schemas"]["RewardValue"];
            readonly validDays?: components["schemas"]["ValidDays"];
        };
        /** @description Up to 50 benefits; may be empty. */
        readonly TierBenefitList: readonly components["schemas"]["TierBenefit"][];
        /** @description A new tier. */
        readonly TierCreateBody: {
            readonly name: components["schemas"]["Name"];
            /** @description Lifetime points with which a member enters the tier. */
            readonly minLifetimePoints: components["schemas"]["Points"];
            readonly sortOrder?: components["schemas"]["SortOrder"];
            readonly benefits?: components["schemas"]["TierBenefitList"];
            readonly badgeUrl?: components["schemas"]["BadgeUrl"];
            /**
             * @description `true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.
             *     The flag is no part of the tier.
             * @default false
             */
            readonly grantFreeRewards: boolean;
        };
        /** @description What to change. A field that is absent stays as it is. */
        readonly TierUpdateBody: {
            readonly name?: components["schemas"]["Name"];
            /** @description Lifetime points with which a member enters the tier. */
            readonly minLifetimePoints?: components["schemas"]["Points"];
            readonly sortOrder?: components["schemas"]["SortOrder"];
            readonly benefits?: components["schemas"]["TierBenefitList"];
            readonly badgeUrl?: components["schemas"]["BadgeUrl"];
            /**
             * @description `true`: members whom this change moves up into the tier get its FREE_REWARDs, as members who reach it by points do.
             *     The flag is no part of the tier.
             * @default false
             */
            readonly grantFreeRewards: boolean;
        };
        /**
         * @description The state of a run over the members.
         *     - `IDLE`: every change was announced.
         *     - `QUEUED`: requested and not begun.
         *     - `RUNNING`: in progress.
         * @enum {string}
         */
        readonly RetieringState: "IDLE" | "QUEUED" | "RUNNING";
        /** @description The progress of the newest run over the members. */
        readonly Retiering: {
            readonly state: components["schemas"]["RetieringState"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that it belongs to. */
            readonly tenantId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description Lifetime points with which a member enters the tier. */
            readonly minLifetimePoints: components["schemas"]["Points"];
            readonly benefits: components["schemas"]["TierBenefitList"];
            readonly sortOrder: components["schemas"]["SortOrder"];
            readonly badgeUrl: components["schemas"]["BadgeUrl"];
            /** @description When it was created. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly etag?: components["schemas"]["EntityTag"];
            readonly warnings?: components["schemas"]["WarningList"];
        };
        /** @description The tiers, or one page of them, by `sortOrder`, lowest first. */
        readonly TierList: {
            /** @description The tiers. */
            readonly tiers: readonly components["schemas"]["Tier"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description How members come into a segment.
         *     - `STATIC`: a list that is kept by hand.
         *     - `DYNAMIC`: a rule that members meet or do not.
         * @enum {string}
         */
        readonly SegmentType: "STATIC" | "DYNAMIC";
        /** @description Who belongs to a DYNAMIC segment; at most 5 levels of AND and OR, at most 50 comparisons in all. */
        readonly SegmentRules: components["schemas"]["SegmentRuleNode"];
        /** @description All (AND) or at least one (OR) of the conditions. */
        readonly SegmentRuleNode: {
            readonly operator: components["schemas"]["LogicalOperator"];
            /** @description 1 to 50 conditions, comparisons or nodes of their own. */
            readonly conditions: readonly components["schemas"]["SegmentCondition"][];
        };
        /** @description A comparison (`field`, `op`, `value`), or a nested node (`operator`, `conditions`). */
        readonly SegmentCondition: components["schemas"]["SegmentRuleNode"] | components["schemas"]["SegmentComparison"];
        /** @description One comparison of what is known of a member. Windows are whole UTC days that end today; amounts are cents. */
        readonly SegmentComparison: components["schemas"]["SegmentNumberComparison"] | components["schemas"]["SegmentTierComparison"] | components["schemas"]["SegmentStateComparison"];
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
            readonly op: components["schemas"]["ComparisonOperator"];
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
            readonly op: components["schemas"]["EqualityOperator"];
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
            readonly op: components["schemas"]["EqualityOperator"];
            readonly value: components["schemas"]["MemberState"];
        };
        /** @description A new segment. */
        readonly SegmentCreateBody: {
            readonly name: components["schemas"]["Name"];
            /** @description For people, never judged; null as good as absent. */
            readonly description?: string | null;
            readonly type: components["schemas"]["SegmentType"];
            /** @description Required for a DYNAMIC segment; a STATIC one has none. */
            readonly rules?: components["schemas"]["SegmentRules"] | null;
        };
        /** @description What to change. A field that is absent stays as it is. */
        readonly SegmentUpdateBody: {
            readonly name?: components["schemas"]["Name"];
            /** @description For people, never judged; null takes it away. */
            readonly description?: string | null;
            /** @description Only of a DYNAMIC segment. */
            readonly rules?: components["schemas"]["SegmentRules"] | null;
        };
        /** @description A segment as it is now. */
        readonly Segment: {
            /** @description Identifies the segment. */
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that it belongs to. */
            readonly tenantId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description For people, never judged; null where there is none. */
            readonly description: string | null;
            readonly type: components["schemas"]["SegmentType"];
            /** @description Null for a STATIC segment. */
            readonly rules: components["schemas"]["SegmentRules"] | null;
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
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly etag?: components["schemas"]["EntityTag"];
            readonly warnings?: components["schemas"]["WarningList"];
        };
        /** @description The segments, or one page of them, newest first. */
        readonly SegmentList: {
            /** @description The segments. */
            readonly segments: readonly components["schemas"]["Segment"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description Rules to try. */
        readonly SegmentPreviewBody: {
            readonly rules: components["schemas"]["SegmentRules"];
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
            readonly sampleMemberIds: readonly components["schemas"]["Uuid"][];
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
            readonly segmentId: components["schemas"]["Uuid"];
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
            readonly refreshedAt: components["schemas"]["Timestamp"];
        };
        /** @description The members to add; both may be given. */
        readonly SegmentMembersBody: {
            readonly memberId?: components["schemas"]["Uuid"];
            /** @description Up to 1,000 members. */
            readonly memberIds?: readonly components["schemas"]["Uuid"][];
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
            readonly spendCents30d: components["schemas"]["SpendCents"];
            /** @description Purchases in 30 days. */
            readonly txnCount30d: components["schemas"]["PurchaseCount"];
            /** @description Points that they have now. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description All points ever earned. */
            readonly lifetimePoints: components["schemas"]["Points"];
        };
        /** @description A member of a segment. */
        readonly SegmentMember: {
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description Your reference of the customer. */
            readonly externalRef: string;
            /** @description When they entered the segment. */
            readonly addedAt: components["schemas"]["Timestamp"];
            readonly stats: components["schemas"]["SegmentMemberStats"];
        };
        /** @description One page of members, last added first. */
        readonly SegmentMemberList: {
            /** @description The members. */
            readonly members: readonly components["schemas"]["SegmentMember"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A segment that a member is in. */
        readonly MemberSegment: {
            /** @description The segment. */
            readonly segmentId: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            readonly type: components["schemas"]["SegmentType"];
            /** @description When the member entered it. */
            readonly addedAt: components["schemas"]["Timestamp"];
        };
        /** @description One page of segments, last entered first. */
        readonly MemberSegmentList: {
            /** @description The segments. */
            readonly segments: readonly components["schemas"]["MemberSegment"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
            readonly at: components["schemas"]["Timestamp"];
            /** @description Receipts that were evaluated; with `campaignId` those on which it fired. */
            readonly receipts: components["schemas"]["ActivityCount"];
            /** @description Events that were processed; with `campaignId` those on which it fired. */
            readonly events: components["schemas"]["ActivityCount"];
            /** @description Awards of campaigns. A referrer’s is one too. */
            readonly awards: components["schemas"]["ActivityCount"];
            /** @description What was bought in cents, less what came back. */
            readonly spendCents: components["schemas"]["ActivityAmount"];
            /** @description Points that entered balances, less those that returns took back; of a campaign also those that wait. */
            readonly pointsEarned: components["schemas"]["ActivityAmount"];
            /** @description Points that redeems and authorizations took, less those that came back. */
            readonly pointsRedeemed: components["schemas"]["ActivityAmount"];
            /** @description The discounts for them in cents, less those that came back. */
            readonly discountCents: components["schemas"]["ActivityAmount"];
            /** @description Points that expired. */
            readonly pointsExpired: components["schemas"]["ActivityAmount"];
            /** @description Points that adjustments gave, less those that they took. */
            readonly pointsAdjusted: components["schemas"]["ActivityAmount"];
            /** @description Members who were enrolled. */
            readonly membersEnrolled: components["schemas"]["ActivityCount"];
            /** @description Rewards that campaigns and tiers gave. */
            readonly rewardsGiven: components["schemas"]["ActivityCount"];
            /** @description What it cost in cents, as budgets count it. */
            readonly costCents: components["schemas"]["ActivityAmount"];
        };
        /** @description What happens, oldest first. */
        readonly Activity: {
            /** @description The time of the service, by which the last item is not over yet. */
            readonly asOf: components["schemas"]["Timestamp"];
            readonly step: components["schemas"]["ActivityStep"];
            /** @description One for each step. */
            readonly items: readonly components["schemas"]["ActivityItem"][];
        };
        /** @description What a campaign gave. */
        readonly CampaignActivity: {
            /** @description The campaign. */
            readonly campaignId: components["schemas"]["Uuid"];
            /** @description Its awards. */
            readonly awards: components["schemas"]["ActivityCount"];
            /** @description Points of its awards, less those that returns took back. */
            readonly pointsEarned: components["schemas"]["ActivityAmount"];
            /** @description Rewards that it gave. */
            readonly rewardsGiven: components["schemas"]["ActivityCount"];
            /** @description What it cost, as its budget counts. */
            readonly costCents: components["schemas"]["ActivityAmount"];
        };
        /** @description What each campaign gave. */
        readonly CampaignActivityList: {
            /** @description The time of the service. */
            readonly asOf: components["schemas"]["Timestamp"];
            /** @description Those with most awards first. */
            readonly campaigns: readonly components["schemas"]["CampaignActivity"][];
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
            readonly at: components["schemas"]["Timestamp"];
            /** @description Returns, voids, lapses and adjustments. */
            readonly acts: components["schemas"]["ActivityCount"];
            /** @description Points that returns could not take back, and forgave. */
            readonly pointsForgiven: components["schemas"]["Points"];
            /** @description Points that returns could not take back, and noted as owed. */
            readonly pointsToDeduct: components["schemas"]["Points"];
            /** @description Points that returns reversed, including those that were forgiven or are owed. */
            readonly pointsReversed: components["schemas"]["Points"];
            /** @description Redeemed points that came back because a caller voided their redeem. */
            readonly pointsVoided: components["schemas"]["Points"];
            /** @description Redeemed points that came back because their redeem was neither captured nor voided in time. */
            readonly pointsLapsed: components["schemas"]["Points"];
            /** @description Points that adjustments gave. */
            readonly pointsGiven: components["schemas"]["Points"];
            /** @description Points that adjustments took. */
            readonly pointsTaken: components["schemas"]["Points"];
        };
        /** @description What a member, a credential or a store has in all. It has `memberId` and `externalRef`, or `author`, or `storeRef`. */
        readonly ExceptionItem: {
            /** @description The member. Only by member. */
            readonly memberId?: components["schemas"]["Uuid"];
            /** @description Your reference of the member. Only by member. */
            readonly externalRef?: string | null;
            /** @description Who did it; null where nobody is known. Only by credential. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description The store that was named; null where none was. Only by store. */
            readonly storeRef?: string | null;
            /** @description Returns, voids, lapses and adjustments. */
            readonly acts: components["schemas"]["ActivityCount"];
            /** @description Points that returns could not take back, and forgave. */
            readonly pointsForgiven: components["schemas"]["Points"];
            /** @description Points that returns could not take back, and noted as owed. */
            readonly pointsToDeduct: components["schemas"]["Points"];
            /** @description Points that returns reversed, including those that were forgiven or are owed. */
            readonly pointsReversed: components["schemas"]["Points"];
            /** @description Redeemed points that came back because a caller voided their redeem. */
            readonly pointsVoided: components["schemas"]["Points"];
            /** @description Redeemed points that came back because their redeem was neither captured nor voided in time. */
            readonly pointsLapsed: components["schemas"]["Points"];
            /** @description Points that adjustments gave. */
            readonly pointsGiven: components["schemas"]["Points"];
            /** @description Points that adjustments took. */
            readonly pointsTaken: components["schemas"]["Points"];
            /** @description Days on which there was anything, oldest first; of more than 31 those with most. */
            readonly days: readonly components["schemas"]["ExceptionDay"][];
        };
        /** @description Who returns, voids and adjusts most. */
        readonly Exceptions: {
            /** @description The time of the service. */
            readonly asOf: components["schemas"]["Timestamp"];
            /** @description Everything since then is counted; later than `from` where there were more than 100,000 acts. */
            readonly countedFrom: components["schemas"]["Timestamp"];
            readonly by: components["schemas"]["ExceptionsBy"];
            /** @description Those with most first. */
            readonly items: readonly components["schemas"]["ExceptionItem"][];
        };
        /** @description How often a person read by an operation on a day. */
        readonly ReadCount: {
            /** @description The beginning of the UTC day. */
            readonly at: components["schemas"]["Timestamp"];
            /**
             * @description The person. It is null of all people together who were beyond the bounds: 1,000 pairs of a person and an operation in ten
             *     seconds, and 20,000 on a day.
             */
            readonly author: components["schemas"]["Author"] | null;
            /** @description The `operationId` of the operation in this document. */
            readonly operation: string;
            readonly count: components["schemas"]["ActivityCount"];
        };
        /** @description What people have read. */
        readonly ReadCounts: {
            /** @description The time of the service. */
            readonly asOf: components["schemas"]["Timestamp"];
            /** @description All counts since then are listed. It is later than `from` where there were more than 1,000. */
            readonly countedFrom: components["schemas"]["Timestamp"];
            /** @description The newest day is first, and of a day what was read most. */
            readonly items: readonly components["schemas"]["ReadCount"][];
        };
        /** @description What the members of the environment have in all. */
        readonly LiabilityDay: {
            /** @description When the count ended. */
            readonly countedAt: components["schemas"]["Timestamp"];
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
            readonly points: components["schemas"]["Points"];
            /**
             * Format: int32
             * @description What a point costs in cents, by the setting `pointValueCents` at the time.
             */
            readonly pointValueCents: number;
            /** @description The points multiplied by the value of one point. */
            readonly liabilityCents: components["schemas"]["Cents"];
        };
        /** @description The name of a permission, as in `x-permission` of the operations. */
        readonly PermissionName: string;
        /** @description A permission. */
        readonly NamedPermission: {
            readonly name: components["schemas"]["PermissionName"];
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
            readonly permissions: readonly components["schemas"]["PermissionName"][];
        };
        /** @description What credentials may be allowed. */
        readonly PermissionCatalogue: {
            /** @description All permissions. */
            readonly permissions: readonly components["schemas"]["NamedPermission"][];
            /** @description All roles. */
            readonly roles: readonly components["schemas"]["NamedRole"][];
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
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description The first 8 and the last 4 characters of the key. */
            readonly hint: string;
            /** @description All that it may do. */
            readonly permissions: readonly components["schemas"]["PermissionName"][];
            /**
             * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
             *     permissions are those of the day on which it was given.
             */
            readonly role: string | null;
            readonly state: components["schemas"]["ApiKeyState"];
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
            readonly usedPermissions: readonly components["schemas"]["PermissionName"][];
            /**
             * Format: uuid
             * @description Its successor, by which it was exchanged; null without one.
             */
            readonly replacedBy: string | null;
            /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
            readonly madeBy: string | null;
            /** @description When it was made. */
            readonly createdAt: components["schemas"]["Timestamp"];
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
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description The first 8 and the last 4 characters of the key. */
            readonly hint: string;
            /** @description All that it may do. */
            readonly permissions: readonly components["schemas"]["PermissionName"][];
            /**
             * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
             *     permissions are those of the day on which it was given.
             */
            readonly role: string | null;
            readonly state: components["schemas"]["ApiKeyState"];
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
            readonly usedPermissions: readonly components["schemas"]["PermissionName"][];
            /**
             * Format: uuid
             * @description Its successor, by which it was exchanged; null without one.
             */
            readonly replacedBy: string | null;
            /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
            readonly madeBy: string | null;
            /** @description When it was made. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was revoked; null if it was not.
             */
            readonly revokedAt: string | null;
            /** @description The key itself; it is shown this once. */
            readonly key: string;
            readonly replaces: components["schemas"]["ReplacedApiKey"];
        };
        /** @description The key that was exchanged. */
        readonly ReplacedApiKey: {
            /** @description Identifies the old key. */
            readonly id: components["schemas"]["Uuid"];
            /** @description When the old key ends. */
            readonly expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description A key that is revoked, and the keys that it made. */
        readonly RevokedApiKey: {
            /** @description Identifies the key. */
            readonly id: components["schemas"]["Uuid"];
            readonly name: components["schemas"]["Name"];
            /** @description The first 8 and the last 4 characters of the key. */
            readonly hint: string;
            /** @description All that it may do. */
            readonly permissions: readonly components["schemas"]["PermissionName"][];
            /**
             * @description The role that it was given; null where its permissions were listed. `admin` grows with later releases; of any other role the
             *     permissions are those of the day on which it was given.
             */
            readonly role: string | null;
            readonly state: components["schemas"]["ApiKeyState"];
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
            readonly usedPermissions: readonly components["schemas"]["PermissionName"][];
            /**
             * Format: uuid
             * @description Its successor, by which it was exchanged; null without one.
             */
            readonly replacedBy: string | null;
            /** @description The id of the key, or the subject of the token, that made it; null of an operator, and of keys from before. */
            readonly madeBy: string | null;
            /** @description When it was made. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it was revoked; null if it was not.
             */
            readonly revokedAt: string | null;
            /** @description The keys that this call revoked, itself included; empty where a repeat changes nothing. */
            readonly revoked: readonly components["schemas"]["Uuid"][];
            /** @description The ACTIVE keys that it made, that these made, and so on, and that this call left; `alsoMade` revokes them. */
            readonly made: readonly components["schemas"]["Uuid"][];
        };
        /** @description One page of keys, newest first. */
        readonly ApiKeyList: {
            /** @description The keys. */
            readonly apiKeys: readonly components["schemas"]["ApiKey"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A new key, with `permissions` or with a `role`. */
        readonly ApiKeyCreateBody: {
            readonly name: components["schemas"]["Name"];
            /** @description What it may do. Either this or `role`. */
            readonly permissions?: readonly components["schemas"]["PermissionName"][];
            /** @description A role of `GET /permissions`. Either this or `permissions`. */
            readonly role?: string;
            /** @description When it ends, in the future; a plain date is the end of that UTC day. Without one it does not end, and is refused to a key that does. */
            readonly expiresAt?: components["schemas"]["Instant"];
            /**
             * Format: int64
             * @description Requests a minute, at most your own; the default of its mode without one.
             */
            readonly rateLimitPerMinute?: number;
        };
        /** @description What to change. A field that is absent stays as it is. */
        readonly ApiKeyUpdateBody: {
            readonly name?: components["schemas"]["Name"];
            /** @description What is left of its permissions. */
            readonly permissions?: readonly components["schemas"]["PermissionName"][];
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
            readonly overlapHours: number;
        };
        /** @description May be left out. */
        readonly ApiKeyRevokeBody: {
            /**
             * @description Also the keys that it made, those that they made, and so on.
             * @default false
             */
            readonly alsoMade: boolean;
        };
        /** @description The settings of an environment, defaults filled in. */
        readonly Settings: {
            /**
             * Format: int32
             * @description What a point costs a campaign's budget, in cents. Without it 1.
             */
            readonly pointValueCents: number;
            /** @description When points lapse whose campaign does not say. Without it they never do. */
            readonly pointsExpiry: components["schemas"]["PointsExpiry"];
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
            readonly rewardProviders: components["schemas"]["RewardProviderSetting"];
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
            readonly refundPoints: components["schemas"]["RefundPoints"];
            /**
             * Format: int32
             * @description They end as much later as they were out, but at most so many days from when they come back. Without it 30.
             */
            readonly refundGraceDays: number;
            /** @description What becomes of reversed points that the balance does not have. */
            readonly unrecoveredPoints: components["schemas"]["UnrecoveredPoints"];
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
            readonly memberPointsCaps: components["schemas"]["MemberPointsCaps"] | null;
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
            readonly pointsExpiry?: components["schemas"]["PointsExpiry"] | null;
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
            readonly rewardProviders?: components["schemas"]["RewardProviderSetting"] | null;
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
            readonly refundPoints?: components["schemas"]["RefundPoints"] | null;
            /**
             * Format: int32
             * @description They end as much later as they were out, but at most so many days from when they come back. Without it 30.
             */
            readonly refundGraceDays?: number | null;
            /** @description What becomes of reversed points that the balance does not have. */
            readonly unrecoveredPoints?: components["schemas"]["UnrecoveredPoints"] | null;
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
            readonly memberPointsCaps?: components["schemas"]["MemberPointsCaps"] | null;
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
         * @enum {string}
         */
        readonly SettingOwner: "TENANT" | "OPERATOR";
        /** @description Whose each setting is. */
        readonly SettingOwners: {
            readonly pointValueCents: components["schemas"]["SettingOwner"];
            readonly pointsExpiry: components["schemas"]["SettingOwner"];
            readonly evaluateRateLimitPerMinute: components["schemas"]["SettingOwner"];
            readonly requestsPerMinute: components["schemas"]["SettingOwner"];
            readonly bulkItemsPerMinute: components["schemas"]["SettingOwner"];
            readonly configurationWritesPerMinute: components["schemas"]["SettingOwner"];
            readonly rewardProviders: components["schemas"]["SettingOwner"];
            readonly webhooksOverPlainHttp: components["schemas"]["SettingOwner"];
            readonly corsOrigins: components["schemas"]["SettingOwner"];
            readonly rejectMismatch: components["schemas"]["SettingOwner"];
            readonly phoneCountry: components["schemas"]["SettingOwner"];
            readonly refundPoints: components["schemas"]["SettingOwner"];
            readonly refundGraceDays: components["schemas"]["SettingOwner"];
            readonly unrecoveredPoints: components["schemas"]["SettingOwner"];
            readonly adjustedPointsPerDay: components["schemas"]["SettingOwner"];
            readonly voidWithinMinutes: components["schemas"]["SettingOwner"];
            readonly totalAdjustedPointsPerDay: components["schemas"]["SettingOwner"];
            readonly rewardRedeemNeedsRef: components["schemas"]["SettingOwner"];
            readonly timeZone: components["schemas"]["SettingOwner"];
            readonly memberPointsCaps: components["schemas"]["SettingOwner"];
            readonly liveChangesByTwo: components["schemas"]["SettingOwner"];
        };
        /** @description The settings of an environment that are in force, whose each one is, and what comes when. */
        readonly SettingsRecord: {
            readonly settings: components["schemas"]["Settings"];
            readonly etag?: components["schemas"]["EntityTag"];
            readonly owners: components["schemas"]["SettingOwners"];
            /** @description What was written and is not in force yet. The same setting written again takes the place of it. */
            readonly upcoming: readonly components["schemas"]["UpcomingSetting"][];
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
            readonly from: components["schemas"]["Instant"];
        };
        /** @description The source of codes for each kind of reward. */
        readonly RewardProviderSetting: {
            /**
             * @description The source for kinds that are not named.
             * @default generator
             */
            readonly default: string;
            readonly byType?: components["schemas"]["RewardProvidersByType"];
        };
        /** @description Sources of codes by the kind of reward. */
        readonly RewardProvidersByType: {
            /** @description Of coupons. */
            readonly COUPON_VOUCHER?: components["schemas"]["RewardProviderName"];
            /** @description Of gift cards. */
            readonly GIFT_CARD?: components["schemas"]["RewardProviderName"];
            /** @description Of vouchers. */
            readonly DISCOUNT_VOUCHER?: components["schemas"]["RewardProviderName"];
            /** @description Of free items. */
            readonly FREE_ITEM?: components["schemas"]["RewardProviderName"];
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
            readonly name: components["schemas"]["RewardProviderName"];
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
            readonly codePools: readonly components["schemas"]["CodePool"][];
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
            readonly rejects: readonly components["schemas"]["RejectedCode"][];
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
         * @enum {string}
         */
        readonly RewardProviderKind: "GENERATOR" | "POOL" | "HTTP";
        /** @description A source of codes. */
        readonly RewardProvider: {
            /** @description What the setting calls it. */
            readonly name: components["schemas"]["RewardProviderName"];
            readonly kind: components["schemas"]["RewardProviderKind"];
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
            readonly rewardProviders: readonly components["schemas"]["RewardProvider"][];
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
         * @enum {string}
         */
        readonly EnvironmentLimitName: "activeCampaigns" | "campaigns" | "campaignBytes" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "rewardProviders" | "codes" | "apiKeys" | "requestsPerMinute" | "evaluateRateLimitPerMinute" | "bulkItemsPerMinute" | "configurationWritesPerMinute" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay" | "changesPerDay";
        /** @description A limit, and what is used of it. */
        readonly EnvironmentLimit: {
            readonly of: components["schemas"]["EnvironmentLimitName"];
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
            readonly tenantId: components["schemas"]["Uuid"];
            /** @description Its name. */
            readonly tenantName: string;
            readonly mode: components["schemas"]["CredentialMode"];
            /** @description All limits. */
            readonly limits: readonly components["schemas"]["EnvironmentLimit"][];
            /** @description The tenant's own Kafka topic of receipts; null without one. */
            readonly streamTopic: string | null;
        };
        /** @description The key or token of a request. */
        readonly CredentialRecord: {
            readonly kind: components["schemas"]["CredentialKind"];
            /** @description The id of the key, or the subject of the token. */
            readonly id: string;
            /** @description The name of the key; null for a token. */
            readonly name: string | null;
            readonly mode: components["schemas"]["CredentialMode"];
            /** @description All that it may do. */
            readonly permissions: readonly components["schemas"]["PermissionName"][];
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
         * @enum {string}
         */
        readonly CredentialKind: "KEY" | "TOKEN";
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
            readonly days: readonly components["schemas"]["LiabilityDay"][];
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
        readonly PayloadSchema: Record<string, never>;
        /** @description A new event definition. */
        readonly EventDefinitionCreateBody: {
            /** @description Names the event for ever. Keys that begin with `lifecycle.` are ours. */
            readonly key: components["schemas"]["EventKey"];
            readonly name: components["schemas"]["Name"];
            /**
             * @description The payload field with your reference of the customer, a string or an integer; with dots a path into the payload,
             *     unless a field has that very name.
             * @default customerId
             */
            readonly identityProperty: string;
            /** @description What a payload must look like; any object when absent. */
            readonly properties?: components["schemas"]["PayloadSchema"];
            /**
             * @description Which lifecycle rules these events meet. When absent, the last part of the key where it is one of the values
             *     (`member.birthday` is BIRTHDAY), otherwise CUSTOM.
             */
            readonly lifecycleType?: components["schemas"]["LifecycleType"];
            /**
             * @description The payload field with your reference of the customer who referred this one.
             * @default referrerRef
             */
            readonly referrerProperty: string;
        };
        /** @description What to change. A field that is absent stays as it is. */
        readonly EventDefinitionUpdateBody: {
            readonly name?: components["schemas"]["Name"];
            /** @description The payload field with your reference of the customer. */
            readonly identityProperty?: components["schemas"]["FieldName"];
            readonly properties?: components["schemas"]["PayloadSchema"];
            readonly lifecycleType?: components["schemas"]["LifecycleType"];
            /** @description The payload field with your reference of the customer who referred this one. */
            readonly referrerProperty?: components["schemas"]["FieldName"];
            readonly state?: components["schemas"]["EventDefinitionState"];
        };
        /** @description Which definition to change, and what. A field that is absent stays as it is. */
        readonly EventDefinitionUpdateByKeyBody: {
            /** @description The definition to change. */
            readonly key: components["schemas"]["EventKey"];
            readonly name?: components["schemas"]["Name"];
            /** @description The payload field with your reference of the customer. */
            readonly identityProperty?: components["schemas"]["FieldName"];
            readonly properties?: components["schemas"]["PayloadSchema"];
            readonly lifecycleType?: components["schemas"]["LifecycleType"];
            /** @description The payload field with your reference of the customer who referred this one. */
            readonly referrerProperty?: components["schemas"]["FieldName"];
            readonly state?: components["schemas"]["EventDefinitionState"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that it belongs to. */
            readonly tenantId: components["schemas"]["Uuid"];
            readonly key: components["schemas"]["EventKey"];
            readonly name: components["schemas"]["Name"];
            /** @description The payload field with your reference of the customer. */
            readonly identityProperty: components["schemas"]["FieldName"];
            readonly properties: components["schemas"]["PayloadSchema"];
            readonly lifecycleType: components["schemas"]["LifecycleType"];
            /** @description The payload field with your reference of the customer who referred this one. */
            readonly referrerProperty: components["schemas"]["FieldName"];
            /**
             * Format: int32
             * @description Raised by every change of `properties`.
             */
            readonly version: number;
            readonly state: components["schemas"]["EventDefinitionState"];
            /** @description When it was created. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            readonly etag?: components["schemas"]["EntityTag"];
            readonly warnings?: components["schemas"]["WarningList"];
        };
        /** @description The event definitions, or one page of them, newest first. */
        readonly EventDefinitionList: {
            /** @description The definitions. */
            readonly eventDefinitions: readonly components["schemas"]["EventDefinition"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
        /**
         * @description An environment of a tenant.
         *     - `live`: what `sk_live_` keys see.
         *     - `test`: what `sk_test_` keys see.
         * @enum {string}
         */
        readonly Mode: "live" | "test";
        /** @description The events that it subscribes to, or `["*"]`; one that is named twice counts once. */
        readonly WebhookEvents: readonly components["schemas"]["WebhookEvent"][];
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
         * @enum {string|null}
         */
        readonly WebhookDisabledReason: "CONSECUTIVE_FAILURES" | "GONE" | "MANUAL" | null;
        /** @description A new webhook. Without a `secret` one is made. */
        readonly WebhookCreateBody: {
            readonly url: components["schemas"]["WebhookUrl"];
            readonly secret?: components["schemas"]["WebhookSecret"];
            readonly events: components["schemas"]["WebhookEvents"];
        };
        /** @description What to change. A field that is absent stays as it is. */
        readonly WebhookUpdateBody: {
            readonly url?: components["schemas"]["WebhookUrl"];
            readonly secret?: components["schemas"]["WebhookSecret"];
            readonly events?: components["schemas"]["WebhookEvents"];
            readonly status?: components["schemas"]["WebhookStatus"];
        };
        /** @description A webhook as it is now. */
        readonly Webhook: {
            /** @description Identifies the webhook. */
            readonly id: components["schemas"]["Uuid"];
            /** @description The tenant that it belongs to. */
            readonly tenantId: components["schemas"]["Uuid"];
            readonly url: components["schemas"]["WebhookUrl"];
            /** @description The events that it subscribes to, or `["*"]`. More values may be added; be ready for one that you do not know. */
            readonly events: readonly string[];
            readonly status: components["schemas"]["WebhookStatus"];
            /** @description Why it is DISABLED; null while it is ACTIVE. */
            readonly disabledReason: components["schemas"]["WebhookDisabledReason"];
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
            readonly createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last changed. */
            readonly updatedAt: components["schemas"]["Timestamp"];
            /** @description In the response to a POST without a `secret` alone, the one that was made. Absent everywhere else. */
            readonly secret?: components["schemas"]["WebhookSecret"];
            readonly etag?: components["schemas"]["EntityTag"];
            readonly warnings?: components["schemas"]["WarningList"];
        };
        /** @description The webhooks, or one page of them, newest first. */
        readonly WebhookList: {
            /** @description The webhooks. */
            readonly webhooks: readonly components["schemas"]["Webhook"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description The webhook. */
            readonly webhookId: components["schemas"]["Uuid"];
            /** @description The event, as `id` in the body. */
            readonly eventId: components["schemas"]["Uuid"];
            /** @description The type of the event. */
            readonly event: string;
            readonly status: components["schemas"]["DeliveryStatus"];
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
            readonly attempts: readonly components["schemas"]["DeliveryAttempt"][];
            /** @description Whether it is a replay. */
            readonly redelivery: boolean;
            /**
             * Format: uuid
             * @description The delivery that it replays.
             */
            readonly replayOf: string | null;
            /** @description When the event happened, or the replay was requested. */
            readonly createdAt: components["schemas"]["Timestamp"];
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
            readonly body?: Record<string, never> | null;
        };
        /** @description One attempt of a delivery. */
        readonly DeliveryAttempt: {
            /**
             * Format: int32
             * @description The first one is 1.
             */
            readonly attempt: number;
            /** @description When it ended. */
            readonly at: components["schemas"]["Timestamp"];
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
            readonly deliveries: readonly components["schemas"]["Delivery"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description The delivery of a test. */
        readonly TestDelivery: {
            /** @description The delivery. */
            readonly deliveryId: components["schemas"]["Uuid"];
            /** @description The event. */
            readonly eventId: components["schemas"]["Uuid"];
            /**
             * @description The type of the event.
             * @constant
             */
            readonly event: "webhook.test";
            readonly status: components["schemas"]["DeliveryStatus"];
        };
        /** @description A delivery that replays another one. */
        readonly ReplayedDelivery: {
            /** @description The new delivery. */
            readonly deliveryId: components["schemas"]["Uuid"];
            /** @description The delivery that it replays. */
            readonly replayOf: components["schemas"]["Uuid"];
            /** @description The event. */
            readonly eventId: components["schemas"]["Uuid"];
            readonly status: components["schemas"]["DeliveryStatus"];
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
         * @enum {string}
         */
        readonly ReplayState: "RUNNING" | "DONE" | "STOPPED";
        /** @description A range of events. */
        readonly ReplayBody: {
            /** @description Events of this time or later. */
            readonly since: components["schemas"]["Instant"];
            /** @description Events of this time or earlier; a plain date is the end of that UTC day. Now unless it is said, and never later. */
            readonly until?: components["schemas"]["Instant"];
            readonly only?: components["schemas"]["ReplayedEvents"];
        };
        /** @description The replay of a range, and its progress. */
        readonly Replay: {
            /** @description Identifies the replay. */
            readonly replayId: components["schemas"]["Uuid"];
            /** @description Where the range begins. */
            readonly since: components["schemas"]["Timestamp"];
            /** @description Where it ends, inclusive. */
            readonly until: components["schemas"]["Timestamp"];
            readonly only: components["schemas"]["ReplayedEvents"];
            readonly state: components["schemas"]["ReplayState"];
            /**
             * Format: int64
             * @description Deliveries that were made so far.
             */
            readonly made: number;
            /** @description When it was requested. */
            readonly createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it ended; null while it is RUNNING.
             */
            readonly finishedAt: string | null;
        };
        /** @description One page of replays, newest first. */
        readonly ReplayList: {
            /** @description The replays. */
            readonly replays: readonly components["schemas"]["Replay"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description What happened, at most 64 KiB and 10,000 values; multiplied by the values of its definition at most 200,000. Numbers lie within ±9007199254740991, so that no digit is lost. */
        readonly Payload: Record<string, never>;
        /** @description A custom event. */
        readonly EventBody: {
            /** @description Which definition the event is of. */
            readonly eventKey: components["schemas"]["EventKey"];
            /** @description Unique reference of the event; the idempotency key. Kept for ever: let it name a document, not a person. */
            readonly ref: components["schemas"]["Ref"];
            readonly payload: components["schemas"]["Payload"];
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
            readonly ref?: components["schemas"]["Ref"];
            /** @description When it happened: from 2000-01-01 to 5 minutes ahead of now. Now when absent. */
            readonly occurredAt?: components["schemas"]["Instant"];
            /** @description Your reference of the customer who referred this one. */
            readonly referrerRef?: components["schemas"]["Ref"];
            /** @description The same by their internal id; an unknown member is skipped. */
            readonly referrerMemberId?: components["schemas"]["Uuid"];
            /** @description Also counts as this custom event. */
            readonly eventKey?: components["schemas"]["EventKey"];
            /** @description As for a custom event; without `eventKey` it is only kept. */
            readonly payload?: components["schemas"]["Payload"];
        };
        /** @description The state of one stamp card after a transaction or an event stamped it. */
        readonly EventStampCard: {
            /** @description The campaign of the card. */
            readonly campaignId: components["schemas"]["Uuid"];
            /**
             * Format: int32
             * @description Stamps on the card now, at most `stampsRequired`; on a card that was just completed those that are left, usually 0.
             */
            readonly stampsCollected: number;
            readonly stampsRequired: components["schemas"]["EveryNth"];
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
            readonly eventId: components["schemas"]["Uuid"];
            /** @description The key that was sent; null for a lifecycle event without one. */
            readonly eventKey: string | null;
            /** @description The reference that was sent. */
            readonly ref: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /** @description True when this event created the member. */
            readonly memberCreated: boolean;
            /**
             * Format: int32
             * @description The version of the definition that judged the payload; null without a definition.
             */
            readonly definitionVersion: number | null;
            /** @description The sum over all campaigns that fired. */
            readonly pointsAwarded: components["schemas"]["Points"];
            /** @description Of the awarded points those that were deducted at once for returns of before. Absent where none were. */
            readonly pointsDeducted?: components["schemas"]["PositivePoints"];
            /** @description The balance after this event. */
            readonly pointsBalance: components["schemas"]["Points"];
            /** @description The campaigns that fired, in the order they were activated. */
            readonly campaigns: readonly components["schemas"]["CampaignAward"][];
            /** @description The stamp cards that this event stamped. */
            readonly stampCards: readonly components["schemas"]["EventStampCard"][];
            /**
             * @description Always `PROCESSED`.
             * @constant
             */
            readonly state: "PROCESSED";
            /** @description When it was accepted. */
            readonly receivedAt: components["schemas"]["Timestamp"];
            /** @description Why no campaign fired; only with test keys. */
            readonly _debug?: components["schemas"]["EvaluateDebug"] | null;
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
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
            readonly eventId: components["schemas"]["Uuid"];
            /** @description The key of its definition; `lifecycle.` and the type in lower case for a lifecycle event without one. */
            readonly eventKey: string;
            /** @description The reference that was sent, or made for an event without one. */
            readonly ref: string;
            /** @description The member, by their internal id. */
            readonly memberId: components["schemas"]["Uuid"];
            /**
             * @description What was sent, with the members of every object sorted by name and numbers in their shortest form; null once the member
             *     was erased.
             */
            readonly payload: Record<string, never> | null;
            /**
             * Format: int32
             * @description The version of the definition that judged the payload; null without a definition.
             */
            readonly definitionVersion: number | null;
            /** @description The sum over all campaigns that fired. */
            readonly pointsAwarded: components["schemas"]["Points"];
            /** @description When it was accepted. */
            readonly receivedAt: components["schemas"]["Timestamp"];
            /** @description Only with `withAuthor=true`. Who did it; null where nobody is known, as of what older releases stored. */
            readonly author?: components["schemas"]["Author"] | null;
            /** @description Only with `withAuthor=true`. Always null, because events name no store. */
            readonly storeRef?: string | null;
        };
        /** @description One page of events, newest first. */
        readonly EventList: {
            /** @description The events. */
            readonly events: readonly components["schemas"]["Event"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Why a body is not shown. More values may be added; be ready for one that you do not know.
         *     - `NOT_JSON`: it could not be read as JSON.
         *     - `NOT_KEPT`: bodies of this kind of request are not kept.
         *     - `TOO_LONG`: it is longer than 16 KiB.
         * @enum {string|null}
         */
        readonly OmittedBody: "NOT_JSON" | "NOT_KEPT" | "TOO_LONG" | null;
        /** @description What had no effect, and nobody was told. */
        readonly RefusedTransaction: {
            readonly operation: components["schemas"]["DecidedOperation"];
            /** @description The reference that was sent; of a return its `returnRef`. */
            readonly transactionRef: string;
            readonly code: components["schemas"]["ProblemCode"];
            /** @description What else is known; with `PROCESSING_FAILED` the `reason`, such as `INVALID_RECEIPT`. */
            readonly context: Record<string, never>;
            /**
             * Format: uuid
             * @description The member; null where nobody is enrolled under the reference, or none is known.
             */
            readonly memberId: string | null;
            /** @description When it came. */
            readonly at: components["schemas"]["Timestamp"];
        };
        /** @description One page of what was refused, newest first. */
        readonly RefusedTransactionList: {
            /** @description What was refused. */
            readonly refused: readonly components["schemas"]["RefusedTransaction"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description A request that was made with a test key. */
        readonly RequestLog: {
            /** @description Identifies the record. */
            readonly id: components["schemas"]["Uuid"];
            readonly requestId: components["schemas"]["RequestId"];
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
            readonly requestBodyOmitted: components["schemas"]["OmittedBody"];
            /** @description The response without its secrets; null where it had no body, or it is not shown. */
            readonly responseBody: unknown;
            /** @description Why the response body is not shown; null where it is, or there was none. */
            readonly responseBodyOmitted: components["schemas"]["OmittedBody"];
            /** @description When the request came. */
            readonly at: components["schemas"]["Timestamp"];
        };
        /** @description One page of requests, newest first. */
        readonly RequestLogList: {
            /** @description The requests. */
            readonly requestLogs: readonly components["schemas"]["RequestLog"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Who somebody is.
         *     - `KEY`: an API key.
         *     - `PERSON`: the subject of a token.
         *     - `OPERATOR`: somebody who runs the service.
         * @enum {string}
         */
        readonly AuditActorKind: "KEY" | "PERSON" | "OPERATOR";
        /**
         * @description Who did something. More values may be added; be ready for one that you do not know.
         *     - `KEY`: an API key.
         *     - `PERSON`: somebody with a token.
         *     - `OPERATOR`: somebody who ran `loyaltyctl`.
         *     - `STREAM`: who writes to a topic of receipts.
         *     - `SERVICE`: the engine itself, by one of its jobs.
         * @enum {string}
         */
        readonly AuthorKind: "KEY" | "PERSON" | "OPERATOR" | "STREAM" | "SERVICE";
        /** @description Who did it. Webhooks and facts do not say so. */
        readonly Author: {
            readonly kind: components["schemas"]["AuthorKind"];
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
            readonly kind: components["schemas"]["AuditActorKind"];
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
            readonly id: components["schemas"]["Uuid"];
            /** @description When the change began. */
            readonly at: components["schemas"]["Timestamp"];
            readonly actor: components["schemas"]["AuditActor"];
            /** @description What was done, as in `campaign.paused`. Expect new ones. */
            readonly action: string;
            readonly object: components["schemas"]["AuditObject"];
            /** @description The fields that were changed; where it was made or taken away, all that were set. */
            readonly changes: readonly components["schemas"]["FieldChange"][];
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
            readonly auditEntries: readonly components["schemas"]["AuditEntry"][];
            readonly nextCursor: components["schemas"]["NextCursor"];
        };
        /** @description How the process is. */
        readonly Health: {
            readonly status: components["schemas"]["HealthStatus"];
        };
        /**
         * @description How something is.
         *     - `ok`: it works.
         *     - `unavailable`: it cannot be used now.
         * @enum {string}
         */
        readonly HealthStatus: "ok" | "unavailable";
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
         * @enum {string}
         */
        readonly ProblemCode: "VALIDATION_ERROR" | "INVALID_JSON" | "UNAUTHORIZED" | "FORBIDDEN" | "MEMBER_SUSPENDED" | "MEMBER_ERASED" | "TEST_KEY_REQUIRED" | "VOID_TOO_LATE" | "ROUTE_NOT_FOUND" | "TENANT_NOT_FOUND" | "CAMPAIGN_NOT_FOUND" | "MEMBER_NOT_FOUND" | "REWARD_NOT_FOUND" | "TIER_NOT_FOUND" | "CODE_POOL_NOT_FOUND" | "SEGMENT_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "EVENT_DEFINITION_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "API_KEY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "INVALID_STATE_TRANSITION" | "REWARD_NOT_REDEEMABLE" | "DUPLICATE_KEY" | "TIER_HAS_MEMBERS" | "TRANSACTION_DUPLICATE" | "LIMIT_EXCEEDED" | "NOT_YET_AVAILABLE" | "ANOTHER_PERSON_NEEDED" | "SEGMENT_NOT_STATIC" | "SEGMENT_NOT_DYNAMIC" | "EVENT_DEFINITION_ARCHIVED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "EXPECTATION_FAILED" | "INSUFFICIENT_POINTS" | "BELOW_MIN_REDEMPTION" | "NOTHING_TO_REDEEM" | "RETURN_EXCEEDS_RECEIPT" | "POINTS_OVERFLOW" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "PROCESSING_TIMEOUT" | "PROCESSING_FAILED" | "SERVICE_UNAVAILABLE" | "HISTORY_OPENING" | "WRITE_UNCONFIRMED" | "TENANT_MOVING" | "TENANT_MOVED";
        /** @description An RFC 7807 problem with a stable code. What `context` holds follows from the `code`; see the problem of each response. */
        readonly Problem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ProblemContext"];
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
            readonly errors: readonly components["schemas"]["FieldError"][];
            /** @description Only of an event: the key of the definition that judged the payload. */
            readonly eventKey?: string;
            /**
             * Format: int32
             * @description Only of an event: the version of that definition.
             */
            readonly definitionVersion?: number;
        };
        /** @description A request that is not valid (`VALIDATION_ERROR`, `INVALID_JSON`). */
        readonly ValidationProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ValidationContext"];
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
        /** @description A request that this credential, or this member, may not make. */
        readonly ForbiddenProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ForbiddenContext"];
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
            readonly voidableUntil?: components["schemas"]["Timestamp"];
        };
        /** @description A request that this credential, or this member, may not make. */
        readonly VoidRefusedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["VoidRefusedContext"];
        };
        /**
         * @description Why a transition is not possible, where the two states do not say it. More values may be added; be ready for one that you do not know.
         *     - `ARCHIVED`: an archived campaign is not changed any more.
         *     - `BUDGET_EXHAUSTED`: the budget of the campaign is spent; raise it first.
         *     - `ENDPOINT_DISABLED`: the webhook is DISABLED; enable it first.
         *     - `MEMBER_ERASED`: the member of the reward or the delivery was erased.
         *     - `REPLAY_RUNNING`: another replay of a range is RUNNING at this webhook.
         *     - `RETURNED`: the receipt of the reward came back, or a return took its member below its tier.
         * @enum {string}
         */
        readonly StateTransitionReason: "ARCHIVED" | "BUDGET_EXHAUSTED" | "ENDPOINT_DISABLED" | "MEMBER_ERASED" | "REPLAY_RUNNING" | "RETURNED";
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
         * @enum {string}
         */
        readonly LimitedResource: "activeCampaigns" | "campaigns" | "campaignBytes" | "tiers" | "segments" | "dynamicSegments" | "segmentComparisons" | "eventDefinitions" | "webhooks" | "apiKeys" | "listedValues" | "campaignComparisons" | "lineComparisons" | "memberLimits" | "lots" | "returnsOfReceipt" | "openAuthorizations" | "rewardProviders" | "codes" | "adjustedPointsPerDay" | "totalAdjustedPointsPerDay";
        /** @description Which transition is not possible. */
        readonly StateTransitionContext: {
            /** @description INVALID_STATE_TRANSITION: the present state. */
            readonly from: string;
            /** @description INVALID_STATE_TRANSITION: the requested state. */
            readonly to: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: of an API key that was replaced, the id of its successor.
             */
            readonly replacedBy?: string;
        };
        /** @description A transition that the present state does not allow (`INVALID_STATE_TRANSITION`). */
        readonly StateTransitionProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["StateTransitionContext"];
        };
        /** @description The state of the reward. */
        readonly RewardStateContext: {
            /** @description REWARD_NOT_REDEEMABLE: its state. */
            readonly state: components["schemas"]["RewardState"];
            /**
             * Format: date-time
             * @description REWARD_NOT_REDEEMABLE: when it was redeemed; only where it was.
             */
            readonly redeemedAt?: string | null;
            /** @description REWARD_NOT_REDEEMABLE: the receipt that it was redeemed with, null where none was named; only where it was redeemed. */
            readonly transactionRef?: string | null;
        };
        /** @description A reward that cannot be redeemed (`REWARD_NOT_REDEEMABLE`). */
        readonly RewardStateProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["RewardStateContext"];
        };
        /** @description Why points cannot be adjusted. */
        readonly AdjustmentContext: {
            /** @description INSUFFICIENT_POINTS: the balance. */
            readonly available?: components["schemas"]["Points"];
            /** @description INSUFFICIENT_POINTS: the points that were to be taken. */
            readonly requested?: components["schemas"]["PositivePoints"];
        };
        /** @description Points that cannot be adjusted (`INSUFFICIENT_POINTS`, `POINTS_OVERFLOW`). */
        readonly AdjustmentProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["AdjustmentContext"];
        };
        /** @description Why points cannot be redeemed. */
        readonly RedemptionContext: {
            /** @description INSUFFICIENT_POINTS: the balance. */
            readonly available?: components["schemas"]["Points"];
            /** @description INSUFFICIENT_POINTS: the requested points. */
            readonly requested?: components["schemas"]["PositivePoints"];
            /** @description BELOW_MIN_REDEMPTION: the fewest points that the rule redeems. */
            readonly minPointsPerRedemption?: components["schemas"]["PositivePoints"];
            /** @description BELOW_MIN_REDEMPTION: the points that the caps left. */
            readonly pointsToRedeem?: components["schemas"]["Points"];
        };
        /** @description Points that cannot be redeemed (`INSUFFICIENT_POINTS`, `BELOW_MIN_REDEMPTION`, `NOTHING_TO_REDEEM`). */
        readonly RedemptionProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["RedemptionContext"];
        };
        /** @description What is left of the receipt. */
        readonly ReturnContext: {
            /**
             * Format: int64
             * @description RETURN_EXCEEDS_RECEIPT: what is left of its amount, in cents; null where its amount is not known.
             */
            readonly amountRemaining?: number | null;
        };
        /** @description More than is left of a receipt (`RETURN_EXCEEDS_RECEIPT`). */
        readonly ReturnProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ReturnContext"];
        };
        /** @description Which transition is not possible; empty with `TRANSACTION_DUPLICATE`. */
        readonly CaptureContext: {
            /** @description INVALID_STATE_TRANSITION: the state of the redemption, `VOIDED` or `PROCESSED`. */
            readonly from?: string;
            /** @description INVALID_STATE_TRANSITION: `CAPTURED`. */
            readonly to?: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: of an API key that was replaced, the id of its successor.
             */
            readonly replacedBy?: string;
        };
        /** @description `INVALID_STATE_TRANSITION` or `TRANSACTION_DUPLICATE`. */
        readonly CaptureProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["CaptureContext"];
        };
        /** @description Which limit would be exceeded; empty with `TRANSACTION_DUPLICATE`. */
        readonly ReturnLimitContext: {
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
        };
        /** @description `LIMIT_EXCEEDED` or `TRANSACTION_DUPLICATE`. */
        readonly ReturnLimitProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ReturnLimitContext"];
        };
        /** @description Which limit would be exceeded. */
        readonly LimitContext: {
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of: components["schemas"]["LimitedResource"];
        };
        /** @description More configuration than an environment may have (`LIMIT_EXCEEDED`). */
        readonly LimitProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["LimitContext"];
        };
        /** @description The members of `StateTransitionContext` or of `LimitContext`, by the code. */
        readonly StateOrLimitContext: {
            /** @description INVALID_STATE_TRANSITION: the present state. */
            readonly from?: string;
            /** @description INVALID_STATE_TRANSITION: the requested state. */
            readonly to?: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: of an API key that was replaced, the id of its successor.
             */
            readonly replacedBy?: string;
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
        };
        /** @description `INVALID_STATE_TRANSITION` or `LIMIT_EXCEEDED`. */
        readonly StateOrLimitProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["StateOrLimitContext"];
        };
        /** @description Members by the code. */
        readonly CampaignConflictContext: {
            /** @description INVALID_STATE_TRANSITION: the present state. */
            readonly from?: string;
            /** @description INVALID_STATE_TRANSITION: the requested state. */
            readonly to?: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: of an API key that was replaced, the id of its successor.
             */
            readonly replacedBy?: string;
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
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
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt?: string;
        };
        /** @description `INVALID_STATE_TRANSITION`, `LIMIT_EXCEEDED`, `NOT_YET_AVAILABLE` or `ANOTHER_PERSON_NEEDED`. */
        readonly CampaignConflictProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["CampaignConflictContext"];
        };
        /** @description Members by the code. */
        readonly ApiKeyConflictContext: {
            /** @description INVALID_STATE_TRANSITION: the present state. */
            readonly from?: string;
            /** @description INVALID_STATE_TRANSITION: the requested state. */
            readonly to?: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it; never of a key. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: the successor of a key that was replaced.
             */
            readonly replacedBy?: string;
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
            /**
             * Format: int32
             * @description NOT_YET_AVAILABLE: the version of the rules that such keys need.
             */
            readonly needs?: number;
            /**
             * Format: int32
             * @description NOT_YET_AVAILABLE: the version that every part of the service knows.
             */
            readonly known?: number;
        };
        /** @description `INVALID_STATE_TRANSITION`, `LIMIT_EXCEEDED` or `NOT_YET_AVAILABLE`. */
        readonly ApiKeyConflictProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ApiKeyConflictContext"];
        };
        /** @description Members by the code. */
        readonly ApiKeyNotChangedContext: {
            /** @description INVALID_STATE_TRANSITION: the present state. */
            readonly from?: string;
            /** @description INVALID_STATE_TRANSITION: the requested state. */
            readonly to?: string;
            /** @description INVALID_STATE_TRANSITION: why, where the states do not say it; never of a key. */
            readonly reason?: components["schemas"]["StateTransitionReason"];
            /**
             * Format: uuid
             * @description INVALID_STATE_TRANSITION: the successor of a key that was replaced.
             */
            readonly replacedBy?: string;
            /**
             * Format: int32
             * @description NOT_YET_AVAILABLE: the version of the rules that such keys need.
             */
            readonly needs?: number;
            /**
             * Format: int32
             * @description NOT_YET_AVAILABLE: the version that every part of the service knows.
             */
            readonly known?: number;
        };
        /** @description `INVALID_STATE_TRANSITION` or `NOT_YET_AVAILABLE`. */
        readonly ApiKeyNotChangedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ApiKeyNotChangedContext"];
        };
        /** @description Members by the code. */
        readonly CampaignNotCreatedContext: {
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
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
        /** @description `LIMIT_EXCEEDED` or `NOT_YET_AVAILABLE`. */
        readonly CampaignNotCreatedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["CampaignNotCreatedContext"];
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
            readonly of?: components["schemas"]["LimitedResource"];
        };
        /** @description `DUPLICATE_KEY` or `LIMIT_EXCEEDED`. */
        readonly DuplicateOrLimitProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["DuplicateOrLimitContext"];
        };
        /** @description The newest change. */
        readonly AnotherPersonNeededContext: {
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt: string;
        };
        /** @description `ANOTHER_PERSON_NEEDED`. */
        readonly AnotherPersonNeededProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["AnotherPersonNeededContext"];
        };
        /** @description Members by the code. */
        readonly TierNotCreatedContext: {
            /** @description DUPLICATE_KEY: the field whose value another one has. */
            readonly field?: string;
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt?: string;
        };
        /** @description `DUPLICATE_KEY`, `LIMIT_EXCEEDED` or `ANOTHER_PERSON_NEEDED`. */
        readonly TierNotCreatedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["TierNotCreatedContext"];
        };
        /** @description Members by the code. */
        readonly TierNotChangedContext: {
            /** @description DUPLICATE_KEY: the field whose value another one has. */
            readonly field?: string;
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt?: string;
        };
        /** @description `DUPLICATE_KEY` or `ANOTHER_PERSON_NEEDED`. */
        readonly TierNotChangedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["TierNotChangedContext"];
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
        /** @description `TIER_HAS_MEMBERS` or `ANOTHER_PERSON_NEEDED`. */
        readonly TierNotDeletedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["TierNotDeletedContext"];
        };
        /** @description Members by the code. */
        readonly SegmentNotChangedContext: {
            /**
             * Format: int64
             * @description LIMIT_EXCEEDED: how much there may be.
             */
            readonly limit?: number;
            /** @description LIMIT_EXCEEDED: of what. */
            readonly of?: components["schemas"]["LimitedResource"];
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt?: string;
        };
        /** @description `LIMIT_EXCEEDED` or `ANOTHER_PERSON_NEEDED`. */
        readonly SegmentNotChangedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["SegmentNotChangedContext"];
        };
        /** @description Members by the code. */
        readonly SettingNotChangedContext: {
            /**
             * Format: int32
             * @description With NOT_YET_AVAILABLE: the version of the rules that the setting needs.
             */
            readonly needs?: number;
            /**
             * Format: int32
             * @description NOT_YET_AVAILABLE: the version that every part of the service knows.
             */
            readonly known?: number;
            /**
             * Format: date-time
             * @description ANOTHER_PERSON_NEEDED: when the caller made the newest change.
             */
            readonly changedAt?: string;
        };
        /** @description `NOT_YET_AVAILABLE` or `ANOTHER_PERSON_NEEDED`. */
        readonly SettingNotChangedProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["SettingNotChangedContext"];
        };
        /** @description The version that is there. */
        readonly PreconditionContext: {
            readonly etag: components["schemas"]["EntityTag"];
        };
        /** @description A record in another version than the caller has seen (`PRECONDITION_FAILED`). */
        readonly PreconditionProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["PreconditionContext"];
        };
        /** @description How large a body may be. */
        readonly PayloadTooLargeContext: {
            /**
             * Format: int32
             * @description Bytes that the body may have.
             */
            readonly limitBytes: number;
        };
        /** @description A body that is too large (`PAYLOAD_TOO_LARGE`). */
        readonly PayloadTooLargeProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["PayloadTooLargeContext"];
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
            readonly notAfter?: components["schemas"]["Timestamp"];
        };
        /** @description A request that was not decided (`PROCESSING_TIMEOUT`, `PROCESSING_FAILED`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`). */
        readonly ProcessingProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["ProcessingContext"];
        };
        /** @description Empty, but for redeems. */
        readonly TimeoutContext: {
            /**
             * @description PROCESSING_TIMEOUT: there where it is known that a redeem was not executed, because it came too late.
             * @constant
             */
            readonly executed?: false;
            /** @description PROCESSING_TIMEOUT: until when it could have been executed. A second attempt with a later time may be under way. */
            readonly notAfter?: components["schemas"]["Timestamp"];
        };
        /** @description A request that was not completed in time (`PROCESSING_TIMEOUT`, `SERVICE_UNAVAILABLE`, `HISTORY_OPENING`, `TENANT_MOVING`, `TENANT_MOVED`). */
        readonly TimeoutProblem: {
            readonly type: components["schemas"]["ProblemType"];
            readonly title: components["schemas"]["ProblemTitle"];
            readonly status: components["schemas"]["ProblemStatus"];
            readonly detail: components["schemas"]["ProblemDetail"];
            readonly code: components["schemas"]["ProblemCode"];
            readonly requestId: components["schemas"]["RequestId"];
            readonly context: components["schemas"]["TimeoutContext"];
        };
    };
    responses: {
        /** @description The campaign as it is now. */
        readonly OneCampaign: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Campaign"];
            };
        };
        /** @description The member as it is now. */
        readonly OneMember: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Member"];
            };
        };
        /** @description The reward, redeemed by this call or by an earlier one. */
        readonly RedeemedReward: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                /** @description `true` when an earlier call has redeemed it. */
                readonly "Idempotent-Replayed"?: "true";
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Reward"];
            };
        };
        /** @description The reward as it is now. */
        readonly OneReward: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Reward"];
            };
        };
        /** @description The tier as it is now. */
        readonly OneTier: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Tier"];
            };
        };
        /** @description The segment as it is now. */
        readonly OneSegment: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Segment"];
            };
        };
        /** @description Done; there is nothing to show. */
        readonly NoContent: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The event definition as it is now. */
        readonly OneEventDefinition: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["EventDefinition"];
            };
        };
        /** @description The key as it is now. */
        readonly OneApiKey: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ApiKey"];
            };
        };
        /** @description The webhook as it is now. */
        readonly OneWebhook: {
            headers: {
                readonly ETag: components["headers"]["ETag"];
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description A field is missing or invalid, or an object has a name twice (`INVALID_JSON`); `context.errors` names each one. */
        readonly ValidationFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description The API key or token is missing or not valid, or two credentials disagree. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential belongs to another tenant, or lacks the permission. */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description The credential belongs to another tenant or lacks the permission, or the member is suspended or was erased. */
        readonly MemberRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description The credential belongs to another tenant or lacks the permission, or a member was erased. */
        readonly ErasedMemberRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /**
         * @description The credential belongs to another tenant or lacks the permission, the member was erased, or another credential redeemed
         *     and the time of the setting `voidWithinMinutes` has passed.
         */
        readonly VoidRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["VoidRefusedProblem"];
            };
        };
        /** @description As for evaluate, or the key is a live key. */
        readonly SimulateRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description The credential may not read, or it is a live one. */
        readonly TestKeyRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description The tenant does not exist. */
        readonly TenantNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the campaign does not exist. */
        readonly CampaignNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the reward does not exist. */
        readonly RewardNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The credential belongs to another tenant, or lacks the permission: `FORBIDDEN` with `context.permission`. Or the
         *     setting is the operator's: `context` has `setting` and `owner`.
         */
        readonly SettingRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /** @description The tenant or the pool does not exist. */
        readonly CodePoolNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the tier does not exist. */
        readonly TierNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the segment does not exist. */
        readonly SegmentNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant, the segment or a member does not exist. */
        readonly SegmentOrMemberNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the member does not exist. */
        readonly MemberNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant does not exist, or the reference was never seen or is not decided yet. */
        readonly TransactionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant does not exist, or no event definition has this key. */
        readonly EventDefinitionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the key does not exist. */
        readonly ApiKeyNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the webhook does not exist. */
        readonly WebhookNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant, the webhook or the delivery does not exist, or the delivery is no longer kept. */
        readonly DeliveryNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the member does not exist, or no event definition has this key. */
        readonly MemberOrEventDefinitionNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The reference was used for another member, of whom nothing is shown (`TRANSACTION_DUPLICATE`). Or it has a response to another
         *     body, and the environment's setting `rejectMismatch` is on; without it the stored response is returned, with
         *     `Idempotency-Mismatch: true`.
         */
        readonly TransactionDuplicate: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The event definition is archived and accepts no new events (`EVENT_DEFINITION_ARCHIVED`). The reference was used for another
         *     member, of whom nothing is shown (`TRANSACTION_DUPLICATE`). Or it has a response to another body, and the environment's
         *     setting `rejectMismatch` is on; without it the stored response is returned, with `Idempotency-Mismatch: true`.
         */
        readonly EventArchivedOrDuplicate: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description A field is missing or invalid, or the payload is not as its definition asks; `context.errors` names each fault, and
         *     `eventKey` and `definitionVersion` say which definition judged the payload.
         */
        readonly EventInvalid: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ValidationProblem"];
            };
        };
        /** @description This path does not support this method. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The present state does not allow this; `context` has `from` and `to`, and `reason` where there is one. */
        readonly InvalidStateTransition: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["StateTransitionProblem"];
            };
        };
        /** @description The reward has no code, has expired, or was redeemed with another receipt; `context` has its state. */
        readonly RewardNotRedeemable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["RewardStateProblem"];
            };
        };
        /**
         * @description The environment would have more configuration than it may; nothing was changed. `context.limit` is the number and
         *     `context.of` says of what: `activeCampaigns`; `listedValues` (skus, categories and
         *     stores that ACTIVE campaigns list, in all 100,000); `campaignComparisons` (in their conditions, in all 1,000), `lineComparisons` (of them over lines, in all 500); `campaigns`, `eventDefinitions` (those that are not archived);
         *     `campaignBytes` (rules, target segments, stores and conditions of all campaigns that are not archived); `tiers`; `segments`,
         *     `dynamicSegments`; `segmentComparisons` (those of all DYNAMIC segments together); `webhooks` (of
         *     those that were deleted within three hours all beyond the first 100 count too); `codes` (that are left in all pools).
         */
        readonly LimitExceeded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["LimitProblem"];
            };
        };
        /**
         * @description The environment would have more keys than it may: `context` has `limit` and `of` (`apiKeys`).
         *     Or a new release is being rolled out, and a part of the service does not know such keys yet (`NOT_YET_AVAILABLE`): `context` has
         *     the versions of the rules that are `needs` and `known`.
         */
        readonly ApiKeyNotMade: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["CampaignNotCreatedProblem"];
            };
        };
        /**
         * @description The key has ended, is revoked, or was replaced: `context` has `from` and `to`, and `replacedBy` names its successor.
         *     Or a new release is being rolled out, and a part of the service does not know such keys yet (`NOT_YET_AVAILABLE`): `context` has
         *     the versions of the rules that are `needs` and `known`.
         */
        readonly ApiKeyNotChanged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ApiKeyNotChangedProblem"];
            };
        };
        /**
         * @description The key has ended, is revoked, or was replaced: `context` has `from` and `to`, and `replacedBy` names its successor. Or more keys
         *     were replaced, or have ended, within a day than may: `context` has `limit` and `of` (`apiKeys`).
         *     Or a new release is being rolled out, and a part of the service does not know such keys yet (`NOT_YET_AVAILABLE`): `context` has
         *     the versions of the rules that are `needs` and `known`.
         */
        readonly ApiKeyNotExchanged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ApiKeyConflictProblem"];
            };
        };
        /**
         * @description The environment would have more campaigns than it may; nothing was changed, and `context` has `limit` and `of` (`campaigns` or
         *     `campaignBytes`). Or a new release is being rolled out: a part of the service does not know these rules yet
         *     (`NOT_YET_AVAILABLE`), and `context` has the versions of the rules that are `needs` and `known`.
         */
        readonly LimitExceededOrNotYetAvailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["CampaignNotCreatedProblem"];
            };
        };
        /**
         * @description The present state does not allow this: `context` has `from` and `to`, and `reason` where there is one. Or the
         *     environment would have more configuration than it may: `context` has `limit` and `of` (`activeCampaigns`,
         *     `listedValues`, `campaignComparisons`, `lineComparisons` or `campaignBytes`). Or a new release is being rolled out: a part of the service does not know the rules of
         *     the campaign yet (`NOT_YET_AVAILABLE`), and `context` has the versions of the rules that are `needs` and `known`. With the setting
         *     `liveChangesByTwo`: the caller made the newest change of the campaign, which is live or would be (`ANOTHER_PERSON_NEEDED`);
         *     `context.changedAt` says when.
         */
        readonly InvalidStateOrLimitExceeded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["CampaignConflictProblem"];
            };
        };
        /**
         * @description The member was erased: `context` has `from` and `to`. Or the points of the member expire on as many different days as they
         *     may: `context` has `limit` (5,000) and `of` (`lots`); points that expire on a day of which there are some already are
         *     given nevertheless. Or this credential, with the keys that it has made or was exchanged for, or all together would give more
         *     points on this UTC day than the setting `adjustedPointsPerDay` or `totalAdjustedPointsPerDay` allows: `of` names it, and repeats
         *     count once. Or the `ref` was used for another member, or it has a response to another adjustment and the setting
         *     `rejectMismatch` is on (`TRANSACTION_DUPLICATE`).
         */
        readonly AdjustmentConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["StateOrLimitProblem"];
            };
        };
        /**
         * @description Another one has this already: `context.field` names the field. Or the environment would have more of them than it
         *     may: `context` has `limit` and `of` (`tiers` or `eventDefinitions`).
         */
        readonly DuplicateKeyOrLimitExceeded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["DuplicateOrLimitProblem"];
            };
        };
        /**
         * @description An HTTP provider or the generator has this name already: `DUPLICATE_KEY`, and `context.field` is `poolName`. Or the environment
         *     has as many providers and pools as it may: `LIMIT_EXCEEDED`, and `context` has `limit` and `of` (`rewardProviders`).
         */
        readonly CodePoolConflict: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["DuplicateOrLimitProblem"];
            };
        };
        /**
         * @description With the setting `liveChangesByTwo`: the caller made the newest change of this (`ANOTHER_PERSON_NEEDED`); `context.changedAt`
         *     says when.
         */
        readonly AnotherPersonNeeded: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["AnotherPersonNeededProblem"];
            };
        };
        /**
         * @description Another tier has this threshold: `context.field` names the field. Or the environment would have more tiers than it may:
         *     `context` has `limit` and `of` (`tiers`). With the setting `liveChangesByTwo`: the caller made the newest change of any tier
         *     (`ANOTHER_PERSON_NEEDED`); `context.changedAt` says when.
         */
        readonly TierNotCreated: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TierNotCreatedProblem"];
            };
        };
        /**
         * @description Another tier has this threshold: `context.field` names the field. With the setting `liveChangesByTwo`: the caller made the
         *     newest change of any tier (`ANOTHER_PERSON_NEEDED`); `context.changedAt` says when.
         */
        readonly TierNotChanged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TierNotChangedProblem"];
            };
        };
        /**
         * @description There are members in the tier, `context.memberCount` of them; `force=true` deletes it nevertheless. With `context.more` not
         *     all members were checked: there may be more, also where `memberCount` is 0. With the setting `liveChangesByTwo`: the caller
         *     made the newest change of any tier (`ANOTHER_PERSON_NEEDED`); `context.changedAt` says when.
         */
        readonly TierNotDeleted: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TierNotDeletedProblem"];
            };
        };
        /**
         * @description The environment would have more of them than it may: `context` has `limit` and `of` (`dynamicSegments` or
         *     `segmentComparisons`). With the setting `liveChangesByTwo`: the caller made the newest change of the segment, which a live
         *     campaign names (`ANOTHER_PERSON_NEEDED`); `context.changedAt` says when.
         */
        readonly SegmentNotChanged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SegmentNotChangedProblem"];
            };
        };
        /**
         * @description A new release is being rolled out, and a part of the service would not go by `memberPointsCaps` yet: nothing was changed, and
         *     `context` has the versions of the rules that are `needs` and `known`. With the setting `liveChangesByTwo`: the caller made
         *     the newest change of `pointValueCents`, or turned `liveChangesByTwo` on (`ANOTHER_PERSON_NEEDED`); `context.changedAt` says
         *     when.
         */
        readonly SettingNotChanged: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SettingNotChangedProblem"];
            };
        };
        /** @description The members of a DYNAMIC segment follow its rules. */
        readonly SegmentNotStatic: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A STATIC segment has no rules to refresh it by. */
        readonly SegmentNotDynamic: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The record is in another version than `If-Match` names, and nothing was changed. `context.etag`, and the header, name the
         *     version that is there.
         */
        readonly PreconditionFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PreconditionProblem"];
            };
        };
        /** @description The body is larger than this operation accepts; `context.limitBytes` says how much that is. */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
            };
        };
        /** @description The body is not application/json. */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The tenant or the member does not exist, or there is no campaign to redeem by. */
        readonly RedeemNotFound: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The points cannot be redeemed; nothing was taken. INSUFFICIENT_POINTS: `context` has `available` and `requested`.
         *     BELOW_MIN_REDEMPTION: `context` has `minPointsPerRedemption` and `pointsToRedeem`, which is what the caps left.
         *     NOTHING_TO_REDEEM: the points are worth less than R1.
         */
        readonly RedemptionRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["RedemptionProblem"];
            };
        };
        /**
         * @description The member has 20 open authorizations (`LIMIT_EXCEEDED`; `context` has `limit` and `of`). Or the reference was used for
         *     another member, of whom nothing is shown (`TRANSACTION_DUPLICATE`), or has a response to another body, and the
         *     environment's setting `rejectMismatch` is on; without it the stored response is returned, with `Idempotency-Mismatch: true`.
         */
        readonly AuthorizationLimitOrDuplicate: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ReturnLimitProblem"];
            };
        };
        /**
         * @description The redemption was voided, has lapsed, or was a plain one (`INVALID_STATE_TRANSITION`; `context` has `from` and `to`). Or
         *     the reference was used for another member, of whom nothing is shown (`TRANSACTION_DUPLICATE`).
         */
        readonly CaptureRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["CaptureProblem"];
            };
        };
        /** @description The points cannot come back, because the balance would be too large; nothing was done (`POINTS_OVERFLOW`). */
        readonly RefundOverflow: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The receipt has 100 returns (`LIMIT_EXCEEDED`); `context` has `limit` and `of`. */
        readonly ReturnLimitReached: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["LimitProblem"];
            };
        };
        /**
         * @description The receipt has 100 returns (`LIMIT_EXCEEDED`; `context` has `limit` and `of`). Or the reference was used for a return of
         *     another member's receipt, of whom nothing is shown (`TRANSACTION_DUPLICATE`), or has a response to another body, and the
         *     environment's setting `rejectMismatch` is on; without it the stored response is returned, with `Idempotency-Mismatch: true`.
         */
        readonly ReturnLimitOrDuplicate: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ReturnLimitProblem"];
            };
        };
        /**
         * @description Less is left of the receipt than was to be returned; nothing was done, and the `returnRef` stays free. `context` has
         *     `amountRemaining`: what is left, 0 where all has come back; null where the receipt's amount is not known, so that it can be
         *     returned whole only.
         */
        readonly ReturnRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ReturnProblem"];
            };
        };
        /**
         * @description The points cannot be adjusted; nothing was written. INSUFFICIENT_POINTS: `context` has `available` and `requested`.
         *     POINTS_OVERFLOW: the balance would be too large.
         */
        readonly AdjustmentRefused: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["AdjustmentProblem"];
            };
        };
        /** @description The award would take the balance past 9007199254740991 points; nothing was written. */
        readonly PointsOverflow: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The rate limit of the credential is exceeded. */
        readonly RateLimited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed; quote the request id. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Not decided in time, given up, or the service cannot tell whether it was accepted. Always safe to send again with
         *     the same reference: nothing is ever executed twice.
         */
        readonly NotProcessed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProcessingProblem"];
            };
        };
        /** @description The service is unavailable now; send the request again. */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is unavailable now, or the change is stored and not confirmed; send the request again. */
        readonly Unconfirmed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Not done in time, or too many wait already. A preview stored nothing: create the segment and refresh it. A refresh goes
         *     on: send the call again.
         */
        readonly SegmentTakesLonger: {
            headers: {
                readonly "X-Request-Id": components["headers"]["XRequestId"];
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TimeoutProblem"];
            };
        };
    };
    parameters: {
        /** @description The tenant's UUID. */
        readonly TenantId: string;
        /**
         * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
         *     one when absent or anything else.
         */
        readonly RequestIdHeader: string;
        /**
         * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
         *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
         *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
         */
        readonly IfMatch: string;
        /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
        readonly Traceparent: string;
        /** @description The caller's reference of the transaction. */
        readonly TransactionRef: string;
        /** @description The caller's reference of the transaction. Either this or `transactionId` is required. */
        readonly TransactionRefQuery: string;
        /** @description The id of the transaction; `operation` is not looked at then. Either this or `transactionRef` is required. */
        readonly TransactionIdQuery: components["schemas"]["Uuid"];
        /** @description Only what was refused at this time or later; a plain date is the start of that UTC day. */
        readonly RefusedSince: components["schemas"]["Instant"];
        /** @description Only what was refused with this code. */
        readonly RefusedCodeFilter: string;
        /** @description Only transactions of this kind. */
        readonly OperationFilter: components["schemas"]["TransactionOperation"];
        /** @description Only transactions that were decided at this time or later. */
        readonly TransactionsFrom: components["schemas"]["Instant"];
        /** @description Only transactions that were decided at this time or earlier; a plain date is the end of that UTC day. */
        readonly TransactionsTo: components["schemas"]["Instant"];
        /** @description With `campaigns`, each transaction has its `campaigns` too. */
        readonly ExpandCampaigns: components["schemas"]["TransactionExpansion"];
        /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
        readonly WithAuthor: boolean;
        /** @description The campaign's UUID; anything else is an unknown campaign (404). */
        readonly CampaignId: string;
        /** @description The member's internal UUID; anything else is an unknown member (404). */
        readonly MemberId: string;
        /** @description The reward's UUID; anything else is an unknown reward (404). */
        readonly RewardId: string;
        /** @description The tier's UUID; anything else is an unknown tier (404). */
        readonly TierId: string;
        /** @description The segment's UUID; anything else is an unknown segment (404). */
        readonly SegmentId: string;
        /** @description The webhook's UUID; anything else is an unknown webhook (404). */
        readonly WebhookId: string;
        /** @description The key's UUID; anything else is an unknown key (404). */
        readonly KeyId: string;
        /** @description Only keys in this state. */
        readonly KeyStateFilter: components["schemas"]["ApiKeyState"];
        /** @description The delivery's UUID; anything else is an unknown delivery (404). */
        readonly DeliveryId: string;
        /** @description Only deliveries in this status. */
        readonly DeliveryStatusFilter: components["schemas"]["DeliveryStatus"];
        /** @description Only deliveries of events of this type. */
        readonly DeliveryEventFilter: string;
        /** @description Only deliveries of this event. */
        readonly DeliveryEventIdFilter: components["schemas"]["Uuid"];
        /** @description Only deliveries of this time or later. */
        readonly DeliverySince: components["schemas"]["Instant"];
        /** @description Only deliveries of this time or earlier; a plain date is the end of that UTC day. */
        readonly DeliveryUntil: components["schemas"]["Instant"];
        /** @description How long each item is; for a campaign an hour or a day. */
        readonly ActivityStepParameter: components["schemas"]["ActivityStep"];
        /** @description The first item is the one that this falls into. Without it there are 60 minutes, 24 hours or 30 days. */
        readonly ActivityFrom: components["schemas"]["Instant"];
        /**
         * @description The last item is the one that this falls into; a plain date is the end of that UTC day. Now unless it is said, and
         *     never later.
         */
        readonly ActivityTo: components["schemas"]["Instant"];
        /** @description Only what this campaign took part in. */
        readonly ActivityCampaign: components["schemas"]["Uuid"];
        /** @description The first day is the one that this falls into. Without it there is one day. */
        readonly ActivityDayFrom: components["schemas"]["Instant"];
        /** @description The last day is the one that this falls into. Today unless it is said, and never later. */
        readonly ActivityDayTo: components["schemas"]["Instant"];
        /** @description The first day is the one that this falls into. Without it there are 30 days; 400 at most. */
        readonly ExceptionsFrom: components["schemas"]["Instant"];
        /** @description The last day is the one that this falls into. Today unless it is said, and never later. */
        readonly ExceptionsTo: components["schemas"]["Instant"];
        /** @description The first day is the one that this falls into. Without it there are 30 days; 31 at most. */
        readonly ReadsFrom: components["schemas"]["Instant"];
        /** @description The last day is the one that this falls into. It is today unless another one is given, and never later. */
        readonly ReadsTo: components["schemas"]["Instant"];
        /** @description Whether the points are added up by member, by credential or by store. */
        readonly ExceptionsByParameter: components["schemas"]["ExceptionsBy"];
        /** @description The kind of points that the list is ordered by, most first. */
        readonly ExceptionsOrder: components["schemas"]["ExceptionOrder"];
        /** @description Only counts of this time or later. */
        readonly CountedSince: components["schemas"]["Instant"];
        /** @description Only requests whose response had this status. */
        readonly LoggedStatusFilter: number;
        /** @description Only requests whose path contains this text. */
        readonly LoggedPathFilter: string;
        /** @description Only requests of this time or later. */
        readonly LoggedSince: components["schemas"]["Instant"];
        /** @description Only requests of this time or earlier; a plain date is the end of that UTC day. */
        readonly LoggedUntil: components["schemas"]["Instant"];
        /** @description Only changes by this key, person or operator. Its `id`, as an entry has it. */
        readonly AuditActorFilter: string;
        /** @description Only changes by actors of this kind, because a person may have the name of a key. */
        readonly AuditActorKindFilter: "KEY" | "PERSON" | "OPERATOR";
        /** @description Only changes of this kind. */
        readonly AuditActionFilter: string;
        /** @description Only changes of such objects. */
        readonly AuditObjectTypeFilter: string;
        /** @description Only changes of this object. Its id; of an event definition its key, of a setting or a pool of codes its name. */
        readonly AuditObjectIdFilter: string;
        /** @description Only changes of this time or later. */
        readonly AuditSince: components["schemas"]["Instant"];
        /** @description Only changes of this time or earlier; a plain date is the end of that UTC day. */
        readonly AuditUntil: components["schemas"]["Instant"];
        /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
        readonly Prefer: string;
        /** @description The reference of the receipt. */
        readonly ReturnedReceipt: components["schemas"]["Ref"];
        /** @description The campaign whose rate is asked for; the active default without it. */
        readonly BurnCampaign: components["schemas"]["Uuid"];
        /** @description The kind of operation that the reference belongs to; each kind has references of its own. */
        readonly Operation: components["schemas"]["RequestOperation"];
        /** @description How many days from now to include. */
        readonly WithinDays: number;
        /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
        readonly Cursor: string;
        /** @description How many items a page may have. */
        readonly Limit: number;
        /**
         * @description How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
         *     as far as that, with a `nextCursor`.
         */
        readonly WholeLimit: number;
        /** @description As in the body of a change. Deleting a tier moves no member up, so it gives no rewards. */
        readonly GrantFreeRewards: boolean;
        /** @description `true`: also when there are members in the tier. */
        readonly Force: boolean;
        /** @description `true`: unfinished deliveries are given up, except for running ones. */
        readonly Drop: boolean;
        /** @description The key of the event definition; anything else is an unknown definition (404). */
        readonly EventKeyInPath: string;
        /** @description The name of the pool, encoded as a URL asks for. */
        readonly PoolNameInPath: string;
        /** @description Only events with this key. */
        readonly EventKeyFilter: string;
        /** @description Only events of this member. */
        readonly EventMemberId: string;
        /** @description Only events of the member with exactly this externalRef; none of one who was erased. */
        readonly EventMemberRef: components["schemas"]["Ref"];
        /** @description Only campaigns in this state. */
        readonly CampaignStateFilter: components["schemas"]["CampaignState"];
        /** @description Only the member with exactly this externalRef; nobody who was erased. */
        readonly MemberRefFilter: components["schemas"]["Ref"];
        /**
         * @description Only members whose externalRef, name, e-mail address or telephone number contains this text. Case and accents do not
         *     count, nor what stands between the digits of a number; every other character stands for itself, `%` and `_` too. A part
         *     of a number may be national or international, as in `phone`.
         */
        readonly MemberSearch: string;
        /**
         * @description Only members with exactly this telephone number. Blanks, dots, hyphens and parentheses do not count, and a leading 00 is a
         *     plus. With the environment's setting `phoneCountry` a number without a plus is one of that country: `0825550142` finds
         *     `+27 82 555 0142` and the other way round. Without it, such a number finds those that are stored without a plus. A number
         *     need not be unique. A leading plus that is not encoded as `%2B` is understood.
         */
        readonly MemberPhone: string;
        /** @description Only members with exactly this e-mail address; case does not count. An address need not be unique. */
        readonly MemberEmail: string;
        /** @description Only members in this state. */
        readonly MemberStateFilter: components["schemas"]["MemberState"];
        /** @description Only rewards in this state. */
        readonly RewardStateFilter: components["schemas"]["RewardState"];
        /** @description Only rewards of this kind. */
        readonly RewardTypeFilter: components["schemas"]["RewardType"];
        /** @description Only rewards of this member. */
        readonly RewardMemberId: string;
        /**
         * @description Only the reward with exactly this code. Codes of the built-in generator are found in any spelling, without dashes or in
         *     lower case; a mistyped code finds none.
         */
        readonly RewardCodeFilter: string;
        /** @description Only entries of this type. */
        readonly LedgerTypeFilter: components["schemas"]["LedgerType"];
        /** @description Only entries of this time or later. */
        readonly LedgerSince: components["schemas"]["Instant"];
        /** @description Only entries of this time or earlier; a plain date is the end of that UTC day. */
        readonly LedgerUntil: components["schemas"]["Instant"];
        /** @description Only members of this tier. */
        readonly MemberTierId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request in our logs; your own X-Request-Id of at most 128 printable characters is kept. */
        readonly XRequestId: string;
        /** @description Requests that the credential may send a minute. */
        readonly RateLimitLimit: number;
        /** @description Requests left at this moment. */
        readonly RateLimitRemaining: number;
        /** @description Seconds until the full limit is available again. */
        readonly RateLimitReset: number;
        /**
         * @description The version of what somebody decides of the record, for `If-Match`. Counts that move by themselves (`spentCents`, `timesGiven`,
         *     `memberCount`, `lastRefreshedAt`, `consecutiveFailures`) and `warnings` change no version.
         */
        readonly ETag: string;
        /** @description Seconds to wait before sending the request again; at least 1. */
        readonly RetryAfter: number;
        /** @description The methods of this path. */
        readonly Allow: string;
        /** @description How to authenticate besides an API key. */
        readonly WwwAuthenticate: string;
        /** @description `true` when this is the stored response to an earlier request with the same reference. */
        readonly IdempotentReplayed: "true";
        /** @description `true` when the earlier request with the same reference had another body. Check your references. */
        readonly IdempotencyMismatch: "true";
        /** @description Where the result will be. */
        readonly Location: string;
        /** @description `respond-async`. */
        readonly PreferenceApplied: string;
        /** @description Since when the operation is deprecated, as `@` and seconds since 1970 (RFC 9745). */
        readonly Deprecation: string;
        /** @description From when on a deprecated operation may be gone, as an HTTP date (RFC 8594). */
        readonly Sunset: string;
    };
    pathItems: never;
}

export interface operations {
    readonly evaluateTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EvaluateBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvaluateResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedTransaction"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TransactionDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["PointsOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly bulkEvaluateTransactions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BulkEvaluateBody"];
            };
        };
        readonly responses: {
            /** @description One result for each item, in their order. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BulkEvaluateResults"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; each accepted item says where its result will be. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BulkEvaluateResults"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly simulateTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SimulateBody"];
            };
        };
        readonly responses: {
            /** @description The response that evaluate would give. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvaluateResult"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["SimulateRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["PointsOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly explainTransaction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExplainBody"];
            };
        };
        readonly responses: {
            /** @description One entry for each campaign. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Explanation"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["PointsOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly redeemPoints: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedeemBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedeemResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedTransaction"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["RedeemNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TransactionDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["RedemptionRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly authorizeRedemption: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AuthorizeBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedeemResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedTransaction"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["RedeemNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["AuthorizationLimitOrDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["RedemptionRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly captureRedemption: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedemptionName"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CaptureResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedTransaction"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["CaptureRefused"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly voidRedemption: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedemptionName"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VoidResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedTransaction"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["VoidRefused"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TransactionDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["RefundOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly listReturns: {
        readonly parameters: {
            readonly query: {
                /** @description The reference of the receipt. */
                readonly transactionRef: components["parameters"]["ReturnedReceipt"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The receipt and its returns. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnsOfReceipt"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly returnPurchase: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReturnBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedReturn"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["ReturnLimitOrDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["ReturnRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly bulkReturn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BulkReturnBody"];
            };
        };
        readonly responses: {
            /** @description One result for each item, in their order. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BulkReturnResults"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; each accepted item says where its result will be. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BulkReturnResults"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly quoteReturn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReturnQuoteBody"];
            };
        };
        readonly responses: {
            /** @description What a return would do now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReturnQuote"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["ReturnLimitReached"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["ReturnRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly quoteRedemption: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedeemQuoteBody"];
            };
        };
        readonly responses: {
            /** @description What the points are worth now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RedeemQuote"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["RedeemNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["RedemptionRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getBurnRate: {
        readonly parameters: {
            readonly query?: {
                /** @description The campaign whose rate is asked for; the active default without it. */
                readonly campaignId?: components["parameters"]["BurnCampaign"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rate, or nulls. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BurnRate"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly findTransaction: {
        readonly parameters: {
            readonly query?: {
                /** @description The caller's reference of the transaction. Either this or `transactionId` is required. */
                readonly transactionRef?: components["parameters"]["TransactionRefQuery"];
                /** @description The id of the transaction; `operation` is not looked at then. Either this or `transactionRef` is required. */
                readonly transactionId?: components["parameters"]["TransactionIdQuery"];
                /** @description The kind of operation that the reference belongs to; each kind has references of its own. */
                readonly operation?: components["parameters"]["Operation"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stored result, or why there is none. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionOutcome"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRefusedTransactions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what was refused at this time or later; a plain date is the start of that UTC day. */
                readonly since?: components["parameters"]["RefusedSince"];
                /** @description Only what was refused with this code. */
                readonly code?: components["parameters"]["RefusedCodeFilter"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of refused transactions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefusedTransactionList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getTransaction: {
        readonly parameters: {
            readonly query?: {
                /** @description The kind of operation that the reference belongs to; each kind has references of its own. */
                readonly operation?: components["parameters"]["Operation"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The caller's reference of the transaction. */
                readonly transactionRef: components["parameters"]["TransactionRef"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stored result, or why there is none. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TransactionOutcome"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TransactionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCampaigns: {
        readonly parameters: {
            readonly query?: {
                /** @description Only campaigns in this state. */
                readonly state?: components["parameters"]["CampaignStateFilter"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of campaigns. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CampaignList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CampaignCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new campaign, in state DRAFT. */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Campaign"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceededOrNotYetAvailable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly archiveCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CampaignUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateOrLimitExceeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly activateCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateOrLimitExceeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly pauseCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly resumeCampaign: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The campaign's UUID; anything else is an unknown campaign (404). */
                readonly campaignId: components["parameters"]["CampaignId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneCampaign"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CampaignNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateOrLimitExceeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description Only the member with exactly this externalRef; nobody who was erased. */
                readonly ref?: components["parameters"]["MemberRefFilter"];
                /**
                 * @description Only members with exactly this telephone number. Blanks, dots, hyphens and parentheses do not count, and a leading 00 is a
                 *     plus. With the environment's setting `phoneCountry` a number without a plus is one of that country: `0825550142` finds
                 *     `+27 82 555 0142` and the other way round. Without it, such a number finds those that are stored without a plus. A number
                 *     need not be unique. A leading plus that is not encoded as `%2B` is understood.
                 */
                readonly phone?: components["parameters"]["MemberPhone"];
                /** @description Only members with exactly this e-mail address; case does not count. An address need not be unique. */
                readonly email?: components["parameters"]["MemberEmail"];
                /**
                 * @description Only members whose externalRef, name, e-mail address or telephone number contains this text. Case and accents do not
                 *     count, nor what stands between the digits of a number; every other character stands for itself, `%` and `_` too. A part
                 *     of a number may be national or international, as in `phone`.
                 */
                readonly search?: components["parameters"]["MemberSearch"];
                /** @description Only members in this state. */
                readonly state?: components["parameters"]["MemberStateFilter"];
                /** @description Only members of this tier. */
                readonly tierId?: components["parameters"]["MemberTierId"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberCreateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneMember"];
            /** @description The member was enrolled. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getMember: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Member"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly eraseMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member is erased. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErasedMember"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unconfirmed"];
        };
    };
    readonly updateMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneMember"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listLedgerEntries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only entries of this type. */
                readonly type?: components["parameters"]["LedgerTypeFilter"];
                /** @description Only entries of this time or later. */
                readonly since?: components["parameters"]["LedgerSince"];
                /** @description Only entries of this time or earlier; a plain date is the end of that UTC day. */
                readonly until?: components["parameters"]["LedgerUntil"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of ledger entries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LedgerEntryList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMemberTransactions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only transactions of this kind. */
                readonly operation?: components["parameters"]["OperationFilter"];
                /** @description Only transactions that were decided at this time or later. */
                readonly from?: components["parameters"]["TransactionsFrom"];
                /** @description Only transactions that were decided at this time or earlier; a plain date is the end of that UTC day. */
                readonly to?: components["parameters"]["TransactionsTo"];
                /** @description With `campaigns`, each transaction has its `campaigns` too. */
                readonly expand?: components["parameters"]["ExpandCampaigns"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of transactions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberTransactionList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly adjustPoints: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdjustPointsBody"];
            };
        };
        readonly responses: {
            /** @description This `ref` was executed before; the stored response. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Adjustment"];
                };
            };
            /** @description The entry, and the balance after it. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Adjustment"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["AdjustmentConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["AdjustmentRefused"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listExpiringPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description How many days from now to include. */
                readonly within?: components["parameters"]["WithinDays"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The balance, and what of it expires when. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExpiringPointsList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listPendingPoints: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of pending points. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PendingPointsList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly suspendMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberActionBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneMember"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly reinstateMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["MemberActionBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneMember"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listStampCards: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The cards. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StampCardList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMemberLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The limits. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberLimitList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOpenAuthorizations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The open authorizations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenAuthorizationList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMemberRewards: {
        readonly parameters: {
            readonly query?: {
                /** @description Only rewards in this state. */
                readonly state?: components["parameters"]["RewardStateFilter"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of rewards. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getMemberStatistics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The statistics. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberStatistics"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listMemberSegments: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of segments. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberSegmentList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listConsents: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of consents, and what counts now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConsentList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly recordConsent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ConsentBody"];
            };
        };
        readonly responses: {
            /** @description The record. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Consent"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["MemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRewards: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Only the reward with exactly this code. Codes of the built-in generator are found in any spelling, without dashes or in
                 *     lower case; a mistyped code finds none.
                 */
                readonly code?: components["parameters"]["RewardCodeFilter"];
                /** @description Only rewards of this member. */
                readonly memberId?: components["parameters"]["RewardMemberId"];
                /** @description Only rewards in this state. */
                readonly state?: components["parameters"]["RewardStateFilter"];
                /** @description Only rewards of this kind. */
                readonly rewardType?: components["parameters"]["RewardTypeFilter"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of rewards. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getReward: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The reward's UUID; anything else is an unknown reward (404). */
                readonly rewardId: components["parameters"]["RewardId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneReward"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RewardNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly redeemReward: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The reward's UUID; anything else is an unknown reward (404). */
                readonly rewardId: components["parameters"]["RewardId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RedeemRewardBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["RedeemedReward"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RewardNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["RewardNotRedeemable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly expireReward: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The reward's UUID; anything else is an unknown reward (404). */
                readonly rewardId: components["parameters"]["RewardId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneReward"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RewardNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly retryReward: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The reward's UUID; anything else is an unknown reward (404). */
                readonly rewardId: components["parameters"]["RewardId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneReward"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["RewardNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCodePools: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All pools. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodePoolList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly putCodePool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The name of the pool, encoded as a URL asks for. */
                readonly poolName: components["parameters"]["PoolNameInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CodePoolBody"];
            };
        };
        readonly responses: {
            /** @description The pool was there; as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodePool"];
                };
            };
            /** @description The new pool. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodePool"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["CodePoolConflict"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly addPoolCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The name of the pool, encoded as a URL asks for. */
                readonly poolName: components["parameters"]["PoolNameInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddCodesBody"];
            };
        };
        readonly responses: {
            /** @description What became of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddedCodes"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["CodePoolNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceeded"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRewardProviders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RewardProviderList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listTiers: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
                 *     as far as that, with a `nextCursor`.
                 */
                readonly limit?: components["parameters"]["WholeLimit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tiers, or one page of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TierList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createTier: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TierCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new tier. */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tier"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TierNotCreated"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getRetiering: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest run; `IDLE` without times if there was none. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Retiering"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteTier: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: also when there are members in the tier. */
                readonly force?: components["parameters"]["Force"];
                /** @description As in the body of a change. Deleting a tier moves no member up, so it gives no rewards. */
                readonly grantFreeRewards?: components["parameters"]["GrantFreeRewards"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The tier's UUID; anything else is an unknown tier (404). */
                readonly tierId: components["parameters"]["TierId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TierNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TierNotDeleted"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateTier: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The tier's UUID; anything else is an unknown tier (404). */
                readonly tierId: components["parameters"]["TierId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TierUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneTier"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TierNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["TierNotChanged"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listSegments: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
                 *     as far as that, with a `nextCursor`.
                 */
                readonly limit?: components["parameters"]["WholeLimit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The segments, or one page of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SegmentCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new segment, without members. */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Segment"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceeded"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly previewSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SegmentPreviewBody"];
            };
        };
        readonly responses: {
            /** @description How many meet the rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentPreview"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["SegmentTakesLonger"];
        };
    };
    readonly refreshSegments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They are queued. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentsQueued"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneSegment"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["AnotherPersonNeeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SegmentUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneSegment"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["SegmentNotChanged"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly refreshSegment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The segment is refreshed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentRefresh"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["SegmentNotDynamic"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["SegmentTakesLonger"];
        };
    };
    readonly listSegmentMembers: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMemberList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly addSegmentMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SegmentMembersBody"];
            };
        };
        readonly responses: {
            /** @description They are in the segment. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SegmentMembersAdded"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ErasedMemberRefused"];
            readonly 404: components["responses"]["SegmentOrMemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["SegmentNotStatic"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly removeSegmentMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The segment's UUID; anything else is an unknown segment (404). */
                readonly segmentId: components["parameters"]["SegmentId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["SegmentOrMemberNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["SegmentNotStatic"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listEventDefinitions: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
                 *     as far as that, with a `nextCursor`.
                 */
                readonly limit?: components["parameters"]["WholeLimit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The definitions, or one page of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventDefinitionList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createEventDefinition: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventDefinitionCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new definition, in state ACTIVE and version 1. */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventDefinition"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["DuplicateKeyOrLimitExceeded"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateEventDefinitionByKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventDefinitionUpdateByKeyBody"];
            };
        };
        readonly responses: {
            /** @description The event definition as it is now. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventDefinition"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["EventDefinitionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEventDefinition: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key of the event definition; anything else is an unknown definition (404). */
                readonly eventKey: components["parameters"]["EventKeyInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneEventDefinition"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["EventDefinitionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateEventDefinition: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key of the event definition; anything else is an unknown definition (404). */
                readonly eventKey: components["parameters"]["EventKeyInPath"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventDefinitionUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneEventDefinition"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["EventDefinitionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceeded"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events with this key. */
                readonly eventKey?: components["parameters"]["EventKeyFilter"];
                /** @description Only events of this member. */
                readonly memberId?: components["parameters"]["EventMemberId"];
                /** @description Only events of the member with exactly this externalRef; none of one who was erased. */
                readonly memberRef?: components["parameters"]["EventMemberRef"];
                /** @description `true`: with `author`, who did it, and `storeRef`, the store that was named. It needs the permission `audit:read`. */
                readonly withAuthor?: components["parameters"]["WithAuthor"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of events. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly submitEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
            readonly 400: components["responses"]["EventInvalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MemberRefused"];
            readonly 404: components["responses"]["EventDefinitionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["EventArchivedOrDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["PointsOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly submitLifecycleEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /** @description `respond-async`: accept with 202 instead of waiting for the result (RFC 7240). Other preferences are ignored. */
                readonly Prefer?: components["parameters"]["Prefer"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The member's internal UUID; anything else is an unknown member (404). */
                readonly memberId: components["parameters"]["MemberId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LifecycleEventBody"];
            };
        };
        readonly responses: {
            /** @description The result, or that of the earlier call with this reference. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly "Idempotency-Mismatch": components["headers"]["IdempotencyMismatch"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventResult"];
                };
            };
            /** @description Accepted with `Prefer: respond-async`; get the result at the `Location`. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Preference-Applied": components["headers"]["PreferenceApplied"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedEvent"];
                };
            };
            readonly 400: components["responses"]["EventInvalid"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["SimulateRefused"];
            readonly 404: components["responses"]["MemberOrEventDefinitionNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["EventArchivedOrDuplicate"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["PointsOverflow"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["NotProcessed"];
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many items a page may have. Without it the list comes whole, or, where it is longer than 1,000 items or 4 MiB,
                 *     as far as that, with a `nextCursor`.
                 */
                readonly limit?: components["parameters"]["WholeLimit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks, or one page of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new webhook, ACTIVE, with its `secret` where that was made here. */
            readonly 201: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["LimitExceeded"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneWebhook"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: unfinished deliveries are given up, except for running ones. */
                readonly drop?: components["parameters"]["Drop"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneWebhook"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It will be sent at once. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestDelivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries in this status. */
                readonly status?: components["parameters"]["DeliveryStatusFilter"];
                /** @description Only deliveries of events of this type. */
                readonly event?: components["parameters"]["DeliveryEventFilter"];
                /** @description Only deliveries of this event. */
                readonly eventId?: components["parameters"]["DeliveryEventIdFilter"];
                /** @description Only deliveries of this time or later. */
                readonly since?: components["parameters"]["DeliverySince"];
                /** @description Only deliveries of this time or earlier; a plain date is the end of that UTC day. */
                readonly until?: components["parameters"]["DeliveryUntil"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeliveryList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
                /** @description The delivery's UUID; anything else is an unknown delivery (404). */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["DeliveryNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly replayDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
                /** @description The delivery's UUID; anything else is an unknown delivery (404). */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It will be sent at once. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReplayedDelivery"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["DeliveryNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listReplays: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of replays. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReplayList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly replayEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The webhook's UUID; anything else is an unknown webhook (404). */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReplayBody"];
            };
        };
        readonly responses: {
            /** @description It has begun. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Replay"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["InvalidStateTransition"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getActivity: {
        readonly parameters: {
            readonly query?: {
                /** @description How long each item is; for a campaign an hour or a day. */
                readonly step?: components["parameters"]["ActivityStepParameter"];
                /** @description The first item is the one that this falls into. Without it there are 60 minutes, 24 hours or 30 days. */
                readonly from?: components["parameters"]["ActivityFrom"];
                /**
                 * @description The last item is the one that this falls into; a plain date is the end of that UTC day. Now unless it is said, and
                 *     never later.
                 */
                readonly to?: components["parameters"]["ActivityTo"];
                /** @description Only what this campaign took part in. */
                readonly campaignId?: components["parameters"]["ActivityCampaign"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Activity"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCampaignActivity: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day is the one that this falls into. Without it there is one day. */
                readonly from?: components["parameters"]["ActivityDayFrom"];
                /** @description The last day is the one that this falls into. Today unless it is said, and never later. */
                readonly to?: components["parameters"]["ActivityDayTo"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The campaigns. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CampaignActivityList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLiability: {
        readonly parameters: {
            readonly query?: {
                /** @description Only counts of this time or later. */
                readonly since?: components["parameters"]["CountedSince"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liability"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listExceptions: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day is the one that this falls into. Without it there are 30 days; 400 at most. */
                readonly from?: components["parameters"]["ExceptionsFrom"];
                /** @description The last day is the one that this falls into. Today unless it is said, and never later. */
                readonly to?: components["parameters"]["ExceptionsTo"];
                /** @description Whether the points are added up by member, by credential or by store. */
                readonly by?: components["parameters"]["ExceptionsByParameter"];
                /** @description The kind of points that the list is ordered by, most first. */
                readonly orderBy?: components["parameters"]["ExceptionsOrder"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The points. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Exceptions"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listReads: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day is the one that this falls into. Without it there are 30 days; 31 at most. */
                readonly from?: components["parameters"]["ReadsFrom"];
                /** @description The last day is the one that this falls into. It is today unless another one is given, and never later. */
                readonly to?: components["parameters"]["ReadsTo"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadCounts"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettingsRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
                /**
                 * @description Changes the record only if it is still in this version: the `ETag` of a response, a list of them, or `*` (RFC 9110, 13.1.1). Weak
                 *     tags never match. Otherwise 412 `PRECONDITION_FAILED` with the version that is there, and nothing is changed; a PATCH that finds
                 *     everything as it wants is 200 nevertheless. Without it any version is changed. What is malformed is 400.
                 */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettingsUpdateBody"];
            };
        };
        readonly responses: {
            /** @description The settings as they are now. */
            readonly 200: {
                headers: {
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SettingsRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["SettingRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["SettingNotChanged"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEnvironment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The environment. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EnvironmentRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRequestLogs: {
        readonly parameters: {
            readonly query?: {
                /** @description Only requests whose response had this status. */
                readonly status?: components["parameters"]["LoggedStatusFilter"];
                /** @description Only requests whose path contains this text. */
                readonly path?: components["parameters"]["LoggedPathFilter"];
                /** @description Only requests of this time or later. */
                readonly since?: components["parameters"]["LoggedSince"];
                /** @description Only requests of this time or earlier; a plain date is the end of that UTC day. */
                readonly until?: components["parameters"]["LoggedUntil"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of requests. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RequestLogList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["TestKeyRefused"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listPermissions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PermissionCatalogue"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCredential: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The credential. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CredentialRecord"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description Only keys in this state. */
                readonly state?: components["parameters"]["KeyStateFilter"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of keys. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyCreateBody"];
            };
        };
        readonly responses: {
            /** @description The new key, with its text in `key`. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["ApiKeyNotMade"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key's UUID; anything else is an unknown key (404). */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["OneApiKey"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ApiKeyNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly narrowApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key's UUID; anything else is an unknown key (404). */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyUpdateBody"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["OneApiKey"];
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ApiKeyNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["ApiKeyNotChanged"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unconfirmed"];
        };
    };
    readonly rotateApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key's UUID; anything else is an unknown key (404). */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyRotateBody"];
            };
        };
        readonly responses: {
            /** @description The successor, with its text in `key`. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeySuccessor"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ApiKeyNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 409: components["responses"]["ApiKeyNotExchanged"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unconfirmed"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
                /** @description The key's UUID; anything else is an unknown key (404). */
                readonly keyId: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyRevokeBody"];
            };
        };
        readonly responses: {
            /** @description The key, and the keys that it made. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevokedApiKey"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["ApiKeyNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unconfirmed"];
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only changes by this key, person or operator. Its `id`, as an entry has it. */
                readonly actor?: components["parameters"]["AuditActorFilter"];
                /** @description Only changes by actors of this kind, because a person may have the name of a key. */
                readonly actorKind?: components["parameters"]["AuditActorKindFilter"];
                /** @description Only changes of this kind. */
                readonly action?: components["parameters"]["AuditActionFilter"];
                /** @description Only changes of such objects. */
                readonly objectType?: components["parameters"]["AuditObjectTypeFilter"];
                /** @description Only changes of this object. Its id; of an event definition its key, of a setting or a pool of codes its name. */
                readonly objectId?: components["parameters"]["AuditObjectIdFilter"];
                /** @description Only changes of this time or later. */
                readonly since?: components["parameters"]["AuditSince"];
                /** @description Only changes of this time or earlier; a plain date is the end of that UTC day. */
                readonly until?: components["parameters"]["AuditUntil"];
                /** @description The `nextCursor` of the page before, unchanged and with the same filters. */
                readonly cursor?: components["parameters"]["Cursor"];
                /** @description How many items a page may have. */
                readonly limit?: components["parameters"]["Limit"];
            };
            readonly header?: {
                /**
                 * @description Your own id of this request, 1 to 128 printable ASCII characters; it comes back in the header and in problems. A random
                 *     one when absent or anything else.
                 */
                readonly "X-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /** @description The trace that the request belongs to (W3C Trace Context); a new one when absent or not valid. */
                readonly traceparent?: components["parameters"]["Traceparent"];
            };
            readonly path: {
                /** @description The tenant's UUID. */
                readonly tenantId: components["parameters"]["TenantId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of entries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["XRequestId"];
                    readonly "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    readonly "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    readonly "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            readonly 400: components["responses"]["ValidationFailed"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["TenantNotFound"];
            readonly 405: components["responses"]["MethodNotAllowed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Alive. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
            /** @description Beyond recovery. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ready. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
            /** @description Not ready. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly getOpenapiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An OpenAPI 3.1 document. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
        };
    };
    readonly getAsyncapiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An AsyncAPI 3.0 document. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
        };
    };
    readonly getDocumentation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
        };
    };
    readonly getEventDocumentation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            readonly 405: components["responses"]["MethodNotAllowed"];
        };
    };
}
