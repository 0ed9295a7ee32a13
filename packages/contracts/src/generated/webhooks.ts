// Derived from schemas/webhooks by `npm run derive`. Do not edit.

interface components {
    schemas: {
        /**
         * campaign.budget_alert
         * @description What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "campaign.budget_alert": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description The budget, in points. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The campaign's name at that time. */
                readonly campaignName: string;
                /**
                 * Format: int64
                 * @description The budget.
                 */
                readonly budgetCap: number;
                /**
                 * Format: double
                 * @description The fraction of the budget at which it is told.
                 */
                readonly alertThreshold: number;
                /**
                 * Format: int64
                 * @description What was given away.
                 */
                readonly spent: number;
            };
        };
        /**
         * campaign.budget_suspended
         * @description A campaign was paused because its budget is spent. The award that crossed the cap was honoured whole. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "campaign.budget_suspended": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description The budget, in points. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The campaign's name at that time. */
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
         * @description An event of a member was stored. Its payload is in the feed. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "event.processed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What the event earned. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The event.
                 */
                readonly eventId: string;
                /** @description The key of its definition; null for a lifecycle event that names none. */
                readonly eventKey: string | null;
                /** @description The caller's reference of the event. */
                readonly ref: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that all campaigns awarded together.
                 */
                readonly pointsAwarded: number;
                /**
                 * Format: int64
                 * @description Of the awarded points those that were deducted at once for returns of before. Absent where none were.
                 */
                readonly pointsDeducted?: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /** @description What each campaign awarded, in the order of their activation; empty where none fired. */
                readonly campaigns: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign.
                     */
                    readonly campaignId: string;
                    /** @description The campaign's name at that time. */
                    readonly campaignName: string;
                    /**
                     * Format: int64
                     * @description Points that it awarded.
                     */
                    readonly pointsEarned: number;
                    /** @description What cut the points, such as LIMIT. Absent where nothing did. */
                    readonly reducedBy?: string;
                    /**
                     * Format: double
                     * @description That of the member's tier, such as 1.5. Absent where nothing multiplied the points.
                     */
                    readonly multiplier?: number;
                    /** @description The rewards that it gave. */
                    readonly rewardIds: readonly string[];
                }[];
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned.
                 */
                readonly ledgerSeq?: number;
            };
        };
        /**
         * member.enrolled
         * @description A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.enrolled": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Who came. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /** @description The caller's reference of the member. */
                readonly externalRef: string;
                /**
                 * Format: date-time
                 * @description When the member came to be.
                 */
                readonly enrolledAt: string;
            };
        };
        /**
         * member.erased
         * @description A member was erased. Nothing says who: whoever asked for it knows. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.erased": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Empty. */
            readonly data: Record<string, never>;
        };
        /**
         * member.points_forgiven
         * @description A return forgave points of a member: they could not be taken back, and nothing pays for them later. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.points_forgiven": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Which return forgave whom how many points. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The transaction of the return. `transaction.returned` says what else it did.
                 */
                readonly returnTransactionId: string;
                /** @description The caller's reference of the return. */
                readonly returnRef: string;
                /** @description The reference of the receipt. */
                readonly transactionRef: string;
                /**
                 * Format: int64
                 * @description Points that the return reversed, that were gone for good, and that nothing pays for. They were not on the balance, so this event changes none.
                 */
                readonly pointsForgiven: number;
            };
        };
        /**
         * member.reinstated
         * @description A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.reinstated": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Who was reinstated. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
            };
        };
        /**
         * member.stamp_card_completed
         * @description A member completed a stamp card, by a receipt or by an event. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.stamp_card_completed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Whose card of which campaign. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The campaign.
                 */
                readonly campaignId: string;
                /** @description The campaign's name at that time. */
                readonly campaignName: string;
            };
        };
        /**
         * member.suspended
         * @description A member was suspended: receipts of theirs are refused from now on. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.suspended": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description Who was suspended. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
            };
        };
        /**
         * member.tier_changed
         * @description A member came into another tier, up or down. The changes of a member are a chain: each begins where the one before it ended. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "member.tier_changed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description From where to where. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The tier before; null where there was none.
                 */
                readonly previousTierId: string | null;
                /**
                 * Format: uuid
                 * @description The tier now; null where there is none.
                 */
                readonly newTierId: string | null;
                /**
                 * Format: int64
                 * @description The member's lifetime points, by which the tier goes.
                 */
                readonly lifetimePoints: number;
                /** @description Where a return took the member below tiers: their rewards that were not used, and end with it. Absent where no reward is concerned. */
                readonly rewardsTakenBack?: readonly string[];
                /** @description Where a return took the member below tiers: their rewards that were used, or had ended before. Absent where no reward is concerned. */
                readonly rewardsKept?: readonly string[];
            };
        };
        /**
         * points.adjusted
         * @description Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "points.adjusted": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was adjusted. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that were given; below zero where they were taken away.
                 */
                readonly points: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival.
                 */
                readonly ledgerSeq: number;
            };
        };
        /**
         * points.credited
         * @description Points that another member's event owed to this one, who had referred them, have arrived. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "points.credited": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was credited. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly creditId: string;
                /** @description The operation that owed the points and its reference, with a colon between: `event:` and the reference of the event. */
                readonly ref: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that all campaigns awarded together.
                 */
                readonly pointsAwarded: number;
                /**
                 * Format: int64
                 * @description Of the awarded points those that were deducted at once for returns of before. Absent where none were.
                 */
                readonly pointsDeducted?: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /** @description What each campaign awarded, in the order of their activation; empty where none fired. */
                readonly campaigns: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign.
                     */
                    readonly campaignId: string;
                    /** @description The campaign's name at that time. */
                    readonly campaignName: string;
                    /**
                     * Format: int64
                     * @description Points that it awarded.
                     */
                    readonly pointsEarned: number;
                    /** @description The rewards that it gave. */
                    readonly rewardIds: readonly string[];
                }[];
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned.
                 */
                readonly ledgerSeq?: number;
            };
        };
        /**
         * points.expired
         * @description Points of a member expired; one event for each member and run, whatever the number of lots. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "points.expired": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What expired. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that expired.
                 */
                readonly pointsExpired: number;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival.
                 */
                readonly ledgerSeq: number;
            };
        };
        /**
         * points.matured
         * @description Points of a receipt that had to wait count from now on; one event for each of its entries. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "points.matured": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What matured. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The transaction of the receipt that earned them.
                 */
                readonly transactionId: string;
                /**
                 * Format: int64
                 * @description Points that were pending, and are on the balance now.
                 */
                readonly points: number;
                /**
                 * Format: int64
                 * @description Of the matured points those that were deducted at once for returns of before. Absent where none were.
                 */
                readonly pointsDeducted?: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival.
                 */
                readonly ledgerSeq: number;
            };
        };
        /**
         * reward.expired
         * @description A reward expired, by itself, by hand or because its receipt came back. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "reward.expired": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
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
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: date-time
                 * @description When it expired.
                 */
                readonly expiredAt: string;
                /** @description `RETURNED`: the receipt that earned it came back, or a return took its member below the tier that gave it. Absent otherwise. More values may be added. */
                readonly reason?: string;
            };
        };
        /**
         * reward.failed
         * @description There was no code to be had for a reward, and it can be retried; or its receipt came back before, or a return took its member below its tier (`RETURNED`). Members may be added: receivers must ignore those that they do not know.
         */
        readonly "reward.failed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description The reward, and why. */
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
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /** @description Why: one of the values of `failureReason` of a reward. More may be added. */
                readonly failureReason: string;
            };
        };
        /**
         * reward.issued
         * @description A reward got its code. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "reward.issued": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
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
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The campaign that gave it; null where a tier did.
                 */
                readonly campaignId: string | null;
                /** @description The campaign's name; null where a tier gave it. */
                readonly campaignName: string | null;
                /**
                 * Format: uuid
                 * @description The tier that gave it; null where a campaign did.
                 */
                readonly tierId: string | null;
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                readonly rewardType: "COUPON_VOUCHER" | "GIFT_CARD" | "DISCOUNT_VOUCHER" | "FREE_ITEM";
                /**
                 * @description Always this: the state that it came into.
                 * @constant
                 */
                readonly state: "ISSUED";
                /** @description What it is worth. Which members there are beside `code` follows from the `rewardType`. */
                readonly value: {
                    /** @description What is shown at the till. */
                    readonly code: string;
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
                    /**
                     * @description DISCOUNT_VOUCHER: what `value` is, percent or cents.
                     * @enum {string}
                     */
                    readonly discountType?: "PERCENTAGE" | "FIXED";
                    /**
                     * Format: double
                     * @description DISCOUNT_VOUCHER: percent or cents, by the `discountType`.
                     */
                    readonly value?: number;
                    /** @description FREE_ITEM: the products to choose from. */
                    readonly skus?: readonly string[];
                };
            };
        };
        /**
         * reward.redeemed
         * @description A reward was redeemed, which happens once. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "reward.redeemed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
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
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
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
         * @description Points were taken for a discount that may lapse: it is captured or voided later. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.authorized": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was authorized. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly redeemTransactionId: string;
                /** @description The caller's reference of the redemption. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that were taken.
                 */
                readonly pointsRedeemed: number;
                /**
                 * Format: int64
                 * @description The discount in cents.
                 */
                readonly discountAmount: number;
                /**
                 * Format: int64
                 * @description The member's balance before it.
                 */
                readonly balanceBefore: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly balanceAfter: number;
                /**
                 * Format: date-time
                 * @description Until when it can be captured; a minute later it lapses.
                 */
                readonly expiresAt: string;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival.
                 */
                readonly ledgerSeq: number;
            };
        };
        /**
         * transaction.captured
         * @description An authorized redemption was taken for good. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.captured": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was captured: its points left the balance when it was authorized. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly captureTransactionId: string;
                /** @description The caller's reference of the redemption. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that were taken.
                 */
                readonly pointsRedeemed: number;
                /**
                 * Format: int64
                 * @description The discount in cents.
                 */
                readonly discountAmount: number;
            };
        };
        /**
         * transaction.processed
         * @description A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.processed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What the receipt earned. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly transactionId: string;
                /** @description The caller's reference of the receipt. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member. */
                readonly memberRef: string;
                /**
                 * Format: int64
                 * @description Points that all campaigns awarded together.
                 */
                readonly pointsAwarded: number;
                /**
                 * Format: int64
                 * @description Of the awarded points those that wait; `points.matured` says when they count. Absent where none do.
                 */
                readonly pointsPending?: number;
                /**
                 * Format: int64
                 * @description Of the awarded points those that were deducted at once for returns of before. Absent where none were.
                 */
                readonly pointsDeducted?: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /** @description What each campaign awarded, in the order of their activation; empty where none fired. */
                readonly campaigns: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign.
                     */
                    readonly campaignId: string;
                    /** @description The campaign's name at that time. */
                    readonly campaignName: string;
                    /**
                     * Format: int64
                     * @description Points that it awarded.
                     */
                    readonly pointsEarned: number;
                    /** @description What cut the points, such as LIMIT. Absent where nothing did. */
                    readonly reducedBy?: string;
                    /**
                     * Format: double
                     * @description That of the member's tier, such as 1.5. Absent where nothing multiplied the points.
                     */
                    readonly multiplier?: number;
                    /** @description The rewards that it gave. */
                    readonly rewardIds: readonly string[];
                }[];
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned.
                 */
                readonly ledgerSeq?: number;
            };
        };
        /**
         * transaction.redeemed
         * @description Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.redeemed": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was redeemed. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly redeemTransactionId: string;
                /** @description The caller's reference of the redemption. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description Points that were taken.
                 */
                readonly pointsRedeemed: number;
                /**
                 * Format: int64
                 * @description The discount in cents.
                 */
                readonly discountAmount: number;
                /**
                 * Format: int64
                 * @description The member's balance before it.
                 */
                readonly balanceBefore: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly balanceAfter: number;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival.
                 */
                readonly ledgerSeq: number;
            };
        };
        /**
         * transaction.returned
         * @description A receipt was returned, or a part of it. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.returned": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What was reversed. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction of the return.
                 */
                readonly returnTransactionId: string;
                /** @description The caller's reference of the return. */
                readonly returnRef: string;
                /** @description The reference of the receipt. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: int64
                 * @description What the return took of the receipt's amount, in cents; null where that is not known.
                 */
                readonly amountReturned: number | null;
                /**
                 * Format: int64
                 * @description What is left of the receipt's amount, in cents; null where that is not known.
                 */
                readonly amountRemaining: number | null;
                /** @description True when nothing of the receipt is left. */
                readonly isWhole: boolean;
                /**
                 * Format: int64
                 * @description Points that were reversed.
                 */
                readonly pointsReversed: number;
                /**
                 * Format: int64
                 * @description Points that had not matured: they were on no balance.
                 */
                readonly pointsFromPending: number;
                /**
                 * Format: int64
                 * @description Of these, points that left the balance.
                 */
                readonly pointsFromBalance: number;
                /**
                 * Format: int64
                 * @description Of these, points whose own time has passed.
                 */
                readonly pointsExpired: number;
                /**
                 * Format: int64
                 * @description Points that the balance did not have and nobody pays for, because they had expired or were taken by hand.
                 */
                readonly pointsForgiven: number;
                /**
                 * Format: int64
                 * @description Points that the balance did not have, and that are deducted from what the member earns next. Absent where none are.
                 */
                readonly pointsToDeduct?: number;
                /**
                 * Format: int64
                 * @description Points that are out in redeems of before: if these come back, they pay them. Absent where none are.
                 */
                readonly pointsClaimable?: number;
                /**
                 * Format: int64
                 * @description Of the redeemed points that came back those that paid returns of before. Absent where none did.
                 */
                readonly pointsDeducted?: number;
                /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
                readonly deductions?: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign that had awarded them.
                     */
                    readonly campaignId: string;
                    /**
                     * Format: int64
                     * @description How many.
                     */
                    readonly points: number;
                    /**
                     * Format: int64
                     * @description Given back to its budget, in cents.
                     */
                    readonly budgetCents: number;
                }[];
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /** @description The awards of the receipt. */
                readonly awards: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign that gave it.
                     */
                    readonly campaignId: string;
                    /** @description Its name when the receipt was evaluated. */
                    readonly campaignName: string;
                    /**
                     * Format: int64
                     * @description Points that the return reversed.
                     */
                    readonly pointsReversed: number;
                    /**
                     * Format: int64
                     * @description Points that stay of it.
                     */
                    readonly pointsKept: number;
                    /** @description How it was judged what stays: `RULES`, by the rule of the award over what remains, or `SHARE`, the share that remains of the receipt's amount, or of the lines that its conditions asked for. More values may be added. */
                    readonly basis: string;
                    /**
                     * Format: int64
                     * @description What the campaign's budget got back, in cents.
                     */
                    readonly budgetCents: number;
                    /** @description Its rewards that ended with the return. */
                    readonly rewardsTakenBack: readonly string[];
                    /** @description Its rewards that stay though the award does not. */
                    readonly rewardsKept: readonly string[];
                }[];
                /** @description The cards that the receipt stamped. */
                readonly stampCards: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign of the card.
                     */
                    readonly campaignId: string;
                    /**
                     * Format: int64
                     * @description Stamps on the card now.
                     */
                    readonly stampsCollected: number;
                    /** @description True when the return took the receipt's stamp back. */
                    readonly isStampTakenBack: boolean;
                }[];
                /** @description Redeemed points that came back, before points were reversed; null where no redeem was found that can be refunded. */
                readonly redeemed: {
                    /** @description The reference of the redeem. */
                    readonly transactionRef: string;
                    /**
                     * Format: uuid
                     * @description The campaign whose rule granted its discount.
                     */
                    readonly campaignId: string;
                    /**
                     * Format: int64
                     * @description Redeemed points that the return gave back.
                     */
                    readonly pointsRefunded: number;
                    /**
                     * Format: int64
                     * @description The discount that these points had bought, in cents.
                     */
                    readonly discountReversed: number;
                } | null;
                /** @description The reason that was sent; null without one. */
                readonly reason: string | null;
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were reversed.
                 */
                readonly ledgerSeq?: number;
            };
        };
        /**
         * transaction.voided
         * @description A redemption was voided, or an authorized one lapsed. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "transaction.voided": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What came back. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The transaction.
                 */
                readonly voidTransactionId: string;
                /** @description The caller's reference of the redemption. */
                readonly transactionRef: string;
                /**
                 * Format: uuid
                 * @description The member.
                 */
                readonly memberId: string;
                /** @description The caller's reference of the member, as it is when the event is made; null for one who was erased. */
                readonly memberRef: string | null;
                /**
                 * Format: uuid
                 * @description The campaign that had granted the discount.
                 */
                readonly campaignId: string;
                /**
                 * Format: int64
                 * @description Points that came back; 0 where all of them had come back before.
                 */
                readonly pointsRefunded: number;
                /**
                 * Format: int64
                 * @description How many of them expired at once, because their own time has passed.
                 */
                readonly pointsExpired: number;
                /**
                 * Format: int64
                 * @description Of the redeemed points that came back those that paid returns of before. Absent where none did.
                 */
                readonly pointsDeducted?: number;
                /** @description Of the deducted points those whose campaigns got them back. Absent where none were deducted. */
                readonly deductions?: readonly {
                    /**
                     * Format: uuid
                     * @description The campaign that had awarded them.
                     */
                    readonly campaignId: string;
                    /**
                     * Format: int64
                     * @description How many.
                     */
                    readonly points: number;
                    /**
                     * Format: int64
                     * @description Given back to its budget, in cents.
                     */
                    readonly budgetCents: number;
                }[];
                /**
                 * Format: int64
                 * @description Cents of the discount that came back with them.
                 */
                readonly discountReversed: number;
                /**
                 * Format: int64
                 * @description The member's balance behind it.
                 */
                readonly pointsBalance: number;
                /**
                 * @description `VOIDED`: a caller voided it. `EXPIRED`: it was neither captured nor voided in time.
                 * @enum {unknown}
                 */
                readonly reason: "VOIDED" | "EXPIRED";
                /**
                 * Format: int64
                 * @description Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points moved.
                 */
                readonly ledgerSeq?: number;
            };
        };
        /**
         * webhook.test
         * @description Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.
         */
        readonly "webhook.test": {
            /**
             * Format: uuid
             * @description Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before.
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
             * @description Identifies the delivery to this endpoint: the same in every attempt, another in a replay.
             */
            readonly deliveryId: string;
            /**
             * Format: date-time
             * @description The same as `createdAt`.
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events.
             */
            readonly corrects?: string;
            /** @description What is tested. */
            readonly data: {
                /**
                 * Format: uuid
                 * @description The webhook.
                 */
                readonly webhookId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** What a webhook is sent, by the type of the event. */
export type WebhookBodyByType = components['schemas'];

/** Every type of an event that is sent, in alphabetical order. */
export const webhookEventTypes = [
  "campaign.budget_alert",
  "campaign.budget_suspended",
  "event.processed",
  "member.enrolled",
  "member.erased",
  "member.points_forgiven",
  "member.reinstated",
  "member.stamp_card_completed",
  "member.suspended",
  "member.tier_changed",
  "points.adjusted",
  "points.credited",
  "points.expired",
  "points.matured",
  "reward.expired",
  "reward.failed",
  "reward.issued",
  "reward.redeemed",
  "transaction.authorized",
  "transaction.captured",
  "transaction.processed",
  "transaction.redeemed",
  "transaction.returned",
  "transaction.voided",
  "webhook.test"
] as const;
