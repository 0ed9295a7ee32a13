// Derived from schemas/webhooks by `npm run derive`. Do not edit.

export interface WebhookEvents {
    /**
     * campaign.budget_alert
     * @description What a campaign has given away has reached its alert threshold. The event is sent once, and again only after the budget was raised. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "campaign.budget_alert": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "campaign.budget_alert";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The state of the budget, in points. */
        readonly data: {
            /**
             * Format: uuid
             * @description The campaign.
             */
            readonly campaignId: string;
            /** @description The name of the campaign at that time. */
            readonly campaignName: string;
            /**
             * Format: int64
             * @description The budget.
             */
            readonly budgetCap: number;
            /**
             * Format: double
             * @description The fraction of the budget at which the event is sent.
             */
            readonly alertThreshold: number;
            /**
             * Format: int64
             * @description The points that were given away.
             */
            readonly spent: number;
        };
    };
    /**
     * campaign.budget_suspended
     * @description A campaign was paused because its budget is spent. The award that exceeded the budget was honoured in full. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "campaign.budget_suspended": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "campaign.budget_suspended";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The state of the budget, in points. */
        readonly data: {
            /**
             * Format: uuid
             * @description The campaign.
             */
            readonly campaignId: string;
            /** @description The name of the campaign at that time. */
            readonly campaignName: string;
            /**
             * Format: int64
             * @description The budget.
             */
            readonly budgetCap: number;
        };
    };
    /**
     * event.processed
     * @description An event of a member was stored. Its payload is in the event feed. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "event.processed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "event.processed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What the event earned. */
        readonly data: {
            /**
             * Format: uuid
             * @description The event.
             */
            readonly eventId: string;
            /** @description The key of its definition; null for a lifecycle event without one. */
            readonly eventKey: string | null;
            /** @description Your reference for the event. */
            readonly ref: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The total over all campaigns.
             */
            readonly pointsAwarded: number;
            /**
             * Format: int64
             * @description The part of the awarded points that was deducted at once for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /** @description What each campaign awarded, in the order of activation; empty if none fired. */
            readonly campaigns: readonly {
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The name of the campaign at that time. */
                readonly campaignName: string;
                /**
                 * Format: int64
                 * @description The points that the campaign awarded.
                 */
                readonly pointsEarned: number;
                /** @description What reduced the points, such as LIMIT. Absent if nothing did. */
                readonly reducedBy?: string;
                /**
                 * Format: double
                 * @description The multiplier of the member's tier, such as 1.5. Absent if the points were not multiplied.
                 */
                readonly multiplier?: number;
                /** @description The rewards that the campaign gave. */
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive. Absent if no points were earned.
             */
            readonly ledgerSeq?: number;
        };
    };
    /**
     * member.enrolled
     * @description A member was created, by a first receipt or event or by a call. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.enrolled": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.enrolled";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The new member. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /** @description Your reference for the member. */
            readonly externalRef: string;
            /**
             * Format: date-time
             * @description When the member was created.
             */
            readonly enrolledAt: string;
        };
    };
    /**
     * member.erased
     * @description A member was erased. The event does not say who, because the caller who requested the erasure knows. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.erased": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.erased";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description Empty. */
        readonly data: Record<string, unknown>;
    };
    /**
     * member.points_forgiven
     * @description A return forgave points of a member: they could not be taken back, and nothing will pay for them later. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.points_forgiven": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.points_forgiven";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The return, the member, and the points that were forgiven. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The transaction of the return. `transaction.returned` says what else it did.
             */
            readonly returnTransactionId: string;
            /** @description Your reference for the return. */
            readonly returnRef: string;
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /**
             * Format: int64
             * @description Points that the return reversed but that were gone for good, and that nothing will pay for. They were not on the balance, so this event does not change it.
             */
            readonly pointsForgiven: number;
        };
    };
    /**
     * member.reinstated
     * @description A member who was suspended is active again. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.reinstated": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.reinstated";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The member who was reinstated. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
        };
    };
    /**
     * member.stamp_card_completed
     * @description A member completed a stamp card, by a receipt or by an event. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.stamp_card_completed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.stamp_card_completed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The member and the campaign of the card. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The campaign.
             */
            readonly campaignId: string;
            /** @description The name of the campaign at that time. */
            readonly campaignName: string;
        };
    };
    /**
     * member.suspended
     * @description A member was suspended, so their receipts are refused from now on. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.suspended": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.suspended";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The member who was suspended. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
        };
    };
    /**
     * member.tier_changed
     * @description A member moved to another tier, up or down. The changes of a member form a chain: each begins where the previous one ended. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "member.tier_changed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "member.tier_changed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The tiers before and after the change. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The tier before the change; null if there was none.
             */
            readonly previousTierId: string | null;
            /**
             * Format: uuid
             * @description The tier after the change; null if there is none.
             */
            readonly newTierId: string | null;
            /**
             * Format: int64
             * @description The member's lifetime points, which determine the tier.
             */
            readonly lifetimePoints: number;
            /** @description If a return took the member below a tier, the rewards of that tier that were not used and end with the change. Absent if no reward is concerned. */
            readonly rewardsTakenBack?: readonly string[];
            /** @description If a return took the member below a tier, the rewards of that tier that were used or had ended before. Absent if no reward is concerned. */
            readonly rewardsKept?: readonly string[];
        };
    };
    /**
     * points.adjusted
     * @description Somebody gave points to a member or took points from them. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "points.adjusted": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "points.adjusted";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was adjusted. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The points that were given; negative if points were taken.
             */
            readonly points: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive.
             */
            readonly ledgerSeq: number;
        };
    };
    /**
     * points.credited
     * @description A member got the points for having referred another member. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "points.credited": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "points.credited";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was credited. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly creditId: string;
            /** @description The operation that gave rise to the points and its reference, separated by a colon: `event:` followed by the reference of the event. */
            readonly ref: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The total over all campaigns.
             */
            readonly pointsAwarded: number;
            /**
             * Format: int64
             * @description The part of the awarded points that was deducted at once for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /** @description What each campaign awarded, in the order of activation; empty if none fired. */
            readonly campaigns: readonly {
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The name of the campaign at that time. */
                readonly campaignName: string;
                /**
                 * Format: int64
                 * @description The points that the campaign awarded.
                 */
                readonly pointsEarned: number;
                /** @description The rewards that the campaign gave. */
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive. Absent if no points were earned.
             */
            readonly ledgerSeq?: number;
        };
    };
    /**
     * points.expired
     * @description Points of a member expired. There is one event per member and run, whatever the number of lots. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "points.expired": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "points.expired";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What expired. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The points that expired.
             */
            readonly pointsExpired: number;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive.
             */
            readonly ledgerSeq: number;
        };
    };
    /**
     * points.matured
     * @description Pending points of a receipt matured. There is one event for each of its ledger entries. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "points.matured": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "points.matured";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What matured. */
        readonly data: {
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The transaction of the receipt that earned the points.
             */
            readonly transactionId: string;
            /**
             * Format: int64
             * @description The points that were pending and are now on the balance.
             */
            readonly points: number;
            /**
             * Format: int64
             * @description The part of the matured points that was deducted at once for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive.
             */
            readonly ledgerSeq: number;
        };
    };
    /**
     * reward.expired
     * @description A reward expired, automatically, manually, or because its receipt was returned. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "reward.expired": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "reward.expired";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The reward. */
        readonly data: {
            /**
             * Format: uuid
             * @description The reward.
             */
            readonly rewardId: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: date-time
             * @description When it expired.
             */
            readonly expiredAt: string;
            /** @description `RETURNED`: the receipt that earned the reward was returned, or a return took the member below the tier that gave it. Absent otherwise. More values may be added. */
            readonly reason?: string;
        };
    };
    /**
     * reward.failed
     * @description No code could be obtained for a reward, which can be retried; or, before there was a code, its receipt was returned or a return took the member below its tier (`RETURNED`). Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "reward.failed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "reward.failed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The reward, and why it failed. */
        readonly data: {
            /**
             * Format: uuid
             * @description The reward.
             */
            readonly rewardId: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /** @description Why the reward failed: one of the values of a reward's `failureReason`. More values may be added. */
            readonly failureReason: string;
        };
    };
    /**
     * reward.issued
     * @description A reward got its code. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "reward.issued": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "reward.issued";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The reward. */
        readonly data: {
            /**
             * Format: uuid
             * @description The reward.
             */
            readonly rewardId: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The campaign that gave the reward; null if a tier gave it.
             */
            readonly campaignId: string | null;
            /** @description The name of the campaign; null if a tier gave the reward. */
            readonly campaignName: string | null;
            /**
             * Format: uuid
             * @description The tier that gave the reward; null if a campaign gave it.
             */
            readonly tierId: string | null;
            /**
             * @description The type of the reward.
             * @enum {string}
             */
            readonly rewardType: "COUPON_VOUCHER" | "GIFT_CARD" | "DISCOUNT_VOUCHER" | "FREE_ITEM";
            /**
             * @description The state of the reward, always `ISSUED`.
             * @constant
             */
            readonly state: "ISSUED";
            /** @description What the reward is worth. The members other than `code` depend on the `rewardType`. */
            readonly value: {
                /** @description The code that is shown at the till. */
                readonly code: string;
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
                /**
                 * @description For DISCOUNT_VOUCHER: the meaning of `value`, percent or cents.
                 * @enum {string}
                 */
                readonly discountType?: "PERCENTAGE" | "FIXED";
                /**
                 * Format: double
                 * @description For DISCOUNT_VOUCHER: percent or cents, depending on `discountType`.
                 */
                readonly value?: number;
                /** @description For FREE_ITEM: the products to choose from. */
                readonly skus?: readonly string[];
            };
        };
    };
    /**
     * reward.redeemed
     * @description A reward was redeemed, which can happen only once. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "reward.redeemed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "reward.redeemed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The reward. */
        readonly data: {
            /**
             * Format: uuid
             * @description The reward.
             */
            readonly rewardId: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: date-time
             * @description When it was redeemed.
             */
            readonly redeemedAt: string;
        };
    };
    /**
     * transaction.authorized
     * @description A redemption was authorized. It will be captured or voided later, or will lapse. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.authorized": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.authorized";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was authorized. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly redeemTransactionId: string;
            /** @description Your reference for the redemption. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The points that were taken.
             */
            readonly pointsRedeemed: number;
            /**
             * Format: int64
             * @description The discount, in cents.
             */
            readonly discountAmount: number;
            /**
             * Format: int64
             * @description The member's balance before the redemption.
             */
            readonly balanceBefore: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly balanceAfter: number;
            /**
             * Format: date-time
             * @description When the redemption can be captured at the latest; a minute later it lapses.
             */
            readonly expiresAt: string;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive.
             */
            readonly ledgerSeq: number;
        };
    };
    /**
     * transaction.captured
     * @description An authorized redemption was captured. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.captured": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.captured";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was captured. Its points left the balance when it was authorized. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly captureTransactionId: string;
            /** @description Your reference for the redemption. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The points that were taken.
             */
            readonly pointsRedeemed: number;
            /**
             * Format: int64
             * @description The discount, in cents.
             */
            readonly discountAmount: number;
        };
    };
    /**
     * transaction.processed
     * @description A receipt was evaluated. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.processed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.processed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What the receipt earned. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly transactionId: string;
            /** @description Your reference for the receipt. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member. */
            readonly memberRef: string;
            /**
             * Format: int64
             * @description The total over all campaigns.
             */
            readonly pointsAwarded: number;
            /**
             * Format: int64
             * @description The part of the awarded points that is pending; `points.matured` is sent when it matures. Absent if there is none.
             */
            readonly pointsPending?: number;
            /**
             * Format: int64
             * @description The part of the awarded points that was deducted at once for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /** @description What each campaign awarded, in the order of activation; empty if none fired. */
            readonly campaigns: readonly {
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The name of the campaign at that time. */
                readonly campaignName: string;
                /**
                 * Format: int64
                 * @description The points that the campaign awarded.
                 */
                readonly pointsEarned: number;
                /** @description What reduced the points, such as LIMIT. Absent if nothing did. */
                readonly reducedBy?: string;
                /**
                 * Format: double
                 * @description The multiplier of the member's tier, such as 1.5. Absent if the points were not multiplied.
                 */
                readonly multiplier?: number;
                /** @description The rewards that the campaign gave. */
                readonly rewardIds: readonly string[];
            }[];
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive. Absent if no points were earned.
             */
            readonly ledgerSeq?: number;
        };
    };
    /**
     * transaction.redeemed
     * @description Points were redeemed for a discount. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.redeemed": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.redeemed";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was redeemed. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly redeemTransactionId: string;
            /** @description Your reference for the redemption. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The points that were taken.
             */
            readonly pointsRedeemed: number;
            /**
             * Format: int64
             * @description The discount, in cents.
             */
            readonly discountAmount: number;
            /**
             * Format: int64
             * @description The member's balance before the redemption.
             */
            readonly balanceBefore: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly balanceAfter: number;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive.
             */
            readonly ledgerSeq: number;
        };
    };
    /**
     * transaction.returned
     * @description A receipt or a part of it was returned. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.returned": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.returned";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was reversed. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction of the return.
             */
            readonly returnTransactionId: string;
            /** @description Your reference for the return. */
            readonly returnRef: string;
            /** @description The reference of the receipt. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: int64
             * @description The part of the receipt's amount that the return took back, in cents; null if it is not known.
             */
            readonly amountReturned: number | null;
            /**
             * Format: int64
             * @description The part of the receipt's amount that is left, in cents; null if it is not known.
             */
            readonly amountRemaining: number | null;
            /** @description True if nothing of the receipt is left. */
            readonly isWhole: boolean;
            /**
             * Format: int64
             * @description The points that were reversed.
             */
            readonly pointsReversed: number;
            /**
             * Format: int64
             * @description The reversed points that had not matured and were therefore on no balance.
             */
            readonly pointsFromPending: number;
            /**
             * Format: int64
             * @description The reversed points that left the balance.
             */
            readonly pointsFromBalance: number;
            /**
             * Format: int64
             * @description The reversed points that had already expired.
             */
            readonly pointsExpired: number;
            /**
             * Format: int64
             * @description Points that were not on the balance and that nobody pays for, because they had expired or were taken manually.
             */
            readonly pointsForgiven: number;
            /**
             * Format: int64
             * @description Points that were not on the balance and are deducted from what the member earns next. Absent if there are none.
             */
            readonly pointsToDeduct?: number;
            /**
             * Format: int64
             * @description Points that are out in earlier redemptions. If these redemptions are given back, their points pay for them. Absent if there are none.
             */
            readonly pointsClaimable?: number;
            /**
             * Format: int64
             * @description The part of the redeemed points given back that paid for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /** @description The part of the deducted points whose campaigns got them back in their budgets. Absent if no points were deducted. */
            readonly deductions?: readonly {
                /**
                 * Format: uuid
                 * @description The campaign that had awarded the points.
                 */
                readonly campaignId: string;
                /**
                 * Format: int64
                 * @description The number of points.
                 */
                readonly points: number;
                /**
                 * Format: int64
                 * @description The amount that was given back to the campaign's budget, in cents.
                 */
                readonly budgetCents: number;
            }[];
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /** @description The awards of the receipt. */
            readonly awards: readonly {
                /**
                 * Format: uuid
                 * @description The campaign that gave the award.
                 */
                readonly campaignId: string;
                /** @description The name of the campaign when the receipt was evaluated. */
                readonly campaignName: string;
                /**
                 * Format: int64
                 * @description The points that the return reversed.
                 */
                readonly pointsReversed: number;
                /**
                 * Format: int64
                 * @description The points that stay.
                 */
                readonly pointsKept: number;
                /** @description How it was determined what stays: `RULES` by the rule of the award for what remains, or `SHARE` by the share that remains of the receipt's amount, or of the lines that its conditions required. More values may be added. */
                readonly basis: string;
                /**
                 * Format: int64
                 * @description The amount that was given back to the campaign's budget, in cents.
                 */
                readonly budgetCents: number;
                /** @description The rewards of the award that ended with the return. */
                readonly rewardsTakenBack: readonly string[];
                /** @description The rewards of the award that stay although the award does not. */
                readonly rewardsKept: readonly string[];
            }[];
            /** @description The stamp cards that the receipt stamped. */
            readonly stampCards: readonly {
                /**
                 * Format: uuid
                 * @description The campaign of the card.
                 */
                readonly campaignId: string;
                /**
                 * Format: int64
                 * @description The stamps on the card now.
                 */
                readonly stampsCollected: number;
                /** @description True if the return took the receipt's stamp back. */
                readonly isStampTakenBack: boolean;
            }[];
            /** @description The redeemed points that were given back before points were reversed; null if no redemption was found that can be given back. */
            readonly redeemed: {
                /** @description The reference of the redemption. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The campaign whose rule granted the discount.
                 */
                readonly campaignId: string;
                /**
                 * Format: int64
                 * @description The redeemed points that the return gave back.
                 */
                readonly pointsRefunded: number;
                /**
                 * Format: int64
                 * @description The discount that these points had paid for, in cents.
                 */
                readonly discountReversed: number;
            } | null;
            /** @description The reason that was sent; null if there was none. */
            readonly reason: string | null;
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive. Absent if no points were reversed.
             */
            readonly ledgerSeq?: number;
        };
    };
    /**
     * transaction.voided
     * @description A redemption was voided, or an authorized one lapsed. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "transaction.voided": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "transaction.voided";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description What was given back. */
        readonly data: {
            /**
             * Format: uuid
             * @description The transaction.
             */
            readonly voidTransactionId: string;
            /** @description Your reference for the redemption. */
            readonly transactionRef: string;
            /**
             * Format: uuid
             * @description The member.
             */
            readonly memberId: string;
            /** @description Your reference for the member at the time the event was created; null if the member was erased. */
            readonly memberRef: string | null;
            /**
             * Format: uuid
             * @description The campaign whose rule granted the discount.
             */
            readonly campaignId: string;
            /**
             * Format: int64
             * @description The points that were given back; 0 if all of them had already been given back.
             */
            readonly pointsRefunded: number;
            /**
             * Format: int64
             * @description How many of them expired at once because they were past their expiry date.
             */
            readonly pointsExpired: number;
            /**
             * Format: int64
             * @description The part of the redeemed points given back that paid for earlier returns. Absent if there is none.
             */
            readonly pointsDeducted?: number;
            /** @description The part of the deducted points whose campaigns got them back in their budgets. Absent if no points were deducted. */
            readonly deductions?: readonly {
                /**
                 * Format: uuid
                 * @description The campaign that had awarded the points.
                 */
                readonly campaignId: string;
                /**
                 * Format: int64
                 * @description The number of points.
                 */
                readonly points: number;
                /**
                 * Format: int64
                 * @description The amount that was given back to the campaign's budget, in cents.
                 */
                readonly budgetCents: number;
            }[];
            /**
             * Format: int64
             * @description The part of the discount that was reversed, in cents.
             */
            readonly discountReversed: number;
            /**
             * Format: int64
             * @description The member's balance afterwards.
             */
            readonly pointsBalance: number;
            /**
             * @description `VOIDED`: a caller voided the redemption. `EXPIRED`: it was neither captured nor voided in time.
             * @enum {unknown}
             */
            readonly reason: "VOIDED" | "EXPIRED";
            /**
             * Format: int64
             * @description The number of the member's ledger entries up to and including those of this event. It gives the order in which the member's points moved, whatever the order in which events arrive. Absent if no points moved.
             */
            readonly ledgerSeq?: number;
        };
    };
    /**
     * webhook.test
     * @description Somebody requested a test of the endpoint. No webhook subscribes to this type: it is sent once, to that endpoint only. Members may be added, so receivers must ignore those that they do not know.
     */
    readonly "webhook.test": {
        /**
         * Format: uuid
         * @description Identifies the event. It is the same in every attempt, in every replay and for every endpoint. Remember it, and ignore events that you have already received.
         */
        readonly id: string;
        /**
         * @description The type of the event.
         * @constant
         */
        readonly event: "webhook.test";
        /**
         * Format: uuid
         * @description The tenant.
         */
        readonly tenantId: string;
        /**
         * @description The environment of the tenant in which it happened.
         * @enum {string}
         */
        readonly mode: "live" | "test";
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly createdAt: string;
        /**
         * Format: uuid
         * @description Identifies the delivery to this endpoint. It is the same in every attempt, and different in a replay.
         */
        readonly deliveryId: string;
        /**
         * Format: date-time
         * @description The same as `createdAt`.
         */
        readonly timestamp: string;
        /**
         * Format: uuid
         * @description The id of an earlier event with a different result of the same request, which no longer counts: the database lost that result, and this event replaces it. Absent in all other events.
         */
        readonly corrects?: string;
        /** @description The webhook that is tested. */
        readonly data: {
            /**
             * Format: uuid
             * @description The webhook.
             */
            readonly webhookId: string;
        };
    };
}

/** An event as an endpoint receives it; `event` is its type. Later versions of the API may send other types. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
