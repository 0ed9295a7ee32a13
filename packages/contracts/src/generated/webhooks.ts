// Derived from schemas/webhooks by `npm run derive`. Do not edit.

import type { JsonSchema } from '../http/openapi-shape.ts';

interface components {
    schemas: {
        /**
         * campaign.budget_alert
         * @description What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000107",
         *       "event": "campaign.budget_alert",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000107",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *         "campaignName": "One percent back",
         *         "budgetCap": 100000,
         *         "alertThreshold": 0.8,
         *         "spent": 80150
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000108",
         *       "event": "campaign.budget_suspended",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000108",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *         "campaignName": "One percent back",
         *         "budgetCap": 100000
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010f",
         *       "event": "event.processed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010f",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "eventId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c005",
         *         "eventKey": "club.referral",
         *         "ref": "event-1001",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "pointsAwarded": 50,
         *         "pointsBalance": 400,
         *         "campaigns": [
         *           {
         *             "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *             "campaignName": "Bring a friend",
         *             "pointsEarned": 50,
         *             "rewardIds": []
         *           }
         *         ],
         *         "ledgerSeq": 6
         *       }
         *     }
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
         * member.enrolled
         * @description A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000103",
         *       "event": "member.enrolled",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000103",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "externalRef": "customer-42",
         *         "enrolledAt": "2026-03-01T08:00:00.000Z"
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000106",
         *       "event": "member.erased",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000106",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {}
         *     }
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
         * member.reinstated
         * @description A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000113",
         *       "event": "member.reinstated",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000113",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42"
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000105",
         *       "event": "member.stamp_card_completed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000105",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *         "campaignName": "Tenth coffee free"
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000112",
         *       "event": "member.suspended",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000112",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42"
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000104",
         *       "event": "member.tier_changed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000104",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "previousTierId": null,
         *         "newTierId": "0198c0de-2222-7000-8000-000000000021",
         *         "lifetimePoints": 1000
         *       }
         *     }
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
            };
        };
        /**
         * points.adjusted
         * @description Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000111",
         *       "event": "points.adjusted",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000111",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "points": -50,
         *         "pointsBalance": 400,
         *         "ledgerSeq": 8
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000110",
         *       "event": "points.credited",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000110",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "creditId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c006",
         *         "ref": "event:event-1001",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "pointsAwarded": 50,
         *         "pointsBalance": 450,
         *         "campaigns": [
         *           {
         *             "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *             "campaignName": "Bring a friend",
         *             "pointsEarned": 50,
         *             "rewardIds": []
         *           }
         *         ],
         *         "ledgerSeq": 7
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000109",
         *       "event": "points.expired",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000109",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "pointsExpired": 120,
         *         "ledgerSeq": 5
         *       }
         *     }
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
         * reward.expired
         * @description A reward expired, by itself or by hand. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010c",
         *       "event": "reward.expired",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010c",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "expiredAt": "2026-03-01T08:00:00.000Z"
         *       }
         *     }
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
            };
        };
        /**
         * reward.failed
         * @description There was no code to be had for a reward. It can be retried. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010d",
         *       "event": "reward.failed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010d",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "failureReason": "POOL_EMPTY"
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010a",
         *       "event": "reward.issued",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010a",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *         "campaignName": "Tenth visit",
         *         "tierId": null,
         *         "rewardType": "GIFT_CARD",
         *         "state": "ISSUED",
         *         "value": {
         *           "code": "98XYTK-9C6JMS-88NAY9",
         *           "amount": 25000,
         *           "currency": "ZAR"
         *         }
         *       }
         *     }
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
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010b",
         *       "event": "reward.redeemed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010b",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "redeemedAt": "2026-03-01T08:00:00.000Z"
         *       }
         *     }
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
         * transaction.processed
         * @description A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000101",
         *       "event": "transaction.processed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000101",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
         *         "transactionRef": "receipt-1001",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "pointsAwarded": 150,
         *         "pointsBalance": 350,
         *         "campaigns": [
         *           {
         *             "campaignId": "0198c0de-1111-7000-8000-000000000011",
         *             "campaignName": "One percent back",
         *             "pointsEarned": 150,
         *             "rewardIds": []
         *           }
         *         ],
         *         "ledgerSeq": 3
         *       }
         *     }
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
         * transaction.redeemed
         * @description Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-000000000102",
         *       "event": "transaction.redeemed",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-000000000102",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "redeemTransactionId": "0198c0de-7b22-8c3e-9f21-4b7d2a90c002",
         *         "transactionRef": "receipt-1002",
         *         "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
         *         "memberRef": "customer-42",
         *         "pointsRedeemed": 300,
         *         "discountAmount": 3000,
         *         "balanceBefore": 350,
         *         "balanceAfter": 50,
         *         "ledgerSeq": 4
         *       }
         *     }
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
         * webhook.test
         * @description Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.
         * @example {
         *       "id": "0198c0de-7a11-8e55-9a00-00000000010e",
         *       "event": "webhook.test",
         *       "tenantId": "0198c0de-0000-7000-8000-000000000001",
         *       "mode": "live",
         *       "createdAt": "2026-03-01T08:00:00.000Z",
         *       "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010e",
         *       "timestamp": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "webhookId": "0198c0de-3333-7000-8000-000000000031"
         *       }
         *     }
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

/** The schema of each body; it judges what we send, and refuses members that it does not know. */
export const webhookSchemas = {
  "campaign.budget_alert": {
    "title": "campaign.budget_alert",
    "description": "What a campaign has given away reached its alert threshold; told once, and again only after the budget was raised. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "campaign.budget_alert"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The budget, in points.",
        "required": [
          "campaignId",
          "campaignName",
          "budgetCap",
          "alertThreshold",
          "spent"
        ],
        "properties": {
          "campaignId": {
            "type": "string",
            "format": "uuid",
            "description": "The campaign."
          },
          "campaignName": {
            "type": "string",
            "description": "The campaign's name at that time."
          },
          "budgetCap": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The budget."
          },
          "alertThreshold": {
            "type": "number",
            "format": "double",
            "description": "The fraction of the budget at which it is told."
          },
          "spent": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "What was given away."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000107",
        "event": "campaign.budget_alert",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000107",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "campaignId": "0198c0de-1111-7000-8000-000000000011",
          "campaignName": "One percent back",
          "budgetCap": 100000,
          "alertThreshold": 0.8,
          "spent": 80150
        }
      }
    ]
  },
  "campaign.budget_suspended": {
    "title": "campaign.budget_suspended",
    "description": "A campaign was paused because its budget is spent. The award that crossed the cap was honoured whole. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "campaign.budget_suspended"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The budget, in points.",
        "required": [
          "campaignId",
          "campaignName",
          "budgetCap"
        ],
        "properties": {
          "campaignId": {
            "type": "string",
            "format": "uuid",
            "description": "The campaign."
          },
          "campaignName": {
            "type": "string",
            "description": "The campaign's name at that time."
          },
          "budgetCap": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The budget."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000108",
        "event": "campaign.budget_suspended",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000108",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "campaignId": "0198c0de-1111-7000-8000-000000000011",
          "campaignName": "One percent back",
          "budgetCap": 100000
        }
      }
    ]
  },
  "event.processed": {
    "title": "event.processed",
    "description": "An event of a member was stored. Its payload is in the feed. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "event.processed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What the event earned.",
        "required": [
          "eventId",
          "eventKey",
          "ref",
          "memberId",
          "memberRef",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "eventId": {
            "type": "string",
            "format": "uuid",
            "description": "The event."
          },
          "eventKey": {
            "type": [
              "string",
              "null"
            ],
            "description": "The key of its definition; null for a lifecycle event that names none."
          },
          "ref": {
            "type": "string",
            "description": "The caller's reference of the event."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "pointsAwarded": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Points that all campaigns awarded together."
          },
          "pointsBalance": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance behind it."
          },
          "campaigns": {
            "type": "array",
            "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
            "items": {
              "type": "object",
              "description": "What one campaign awarded.",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid",
                  "description": "The campaign."
                },
                "campaignName": {
                  "type": "string",
                  "description": "The campaign's name at that time."
                },
                "pointsEarned": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "Points that it awarded."
                },
                "rewardIds": {
                  "type": "array",
                  "description": "The rewards that it gave.",
                  "items": {
                    "type": "string",
                    "format": "uuid",
                    "description": "A reward."
                  }
                }
              },
              "additionalProperties": false
            }
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010f",
        "event": "event.processed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010f",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "eventId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c005",
          "eventKey": "club.referral",
          "ref": "event-1001",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "pointsAwarded": 50,
          "pointsBalance": 400,
          "campaigns": [
            {
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "campaignName": "Bring a friend",
              "pointsEarned": 50,
              "rewardIds": []
            }
          ],
          "ledgerSeq": 6
        }
      }
    ]
  },
  "member.enrolled": {
    "title": "member.enrolled",
    "description": "A member came to be: by a first receipt or event, or by a call. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.enrolled"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "Who came.",
        "required": [
          "memberId",
          "memberRef",
          "externalRef",
          "enrolledAt"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "externalRef": {
            "type": "string",
            "description": "The caller's reference of the member."
          },
          "enrolledAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the member came to be."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000103",
        "event": "member.enrolled",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000103",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "externalRef": "customer-42",
          "enrolledAt": "2026-03-01T08:00:00.000Z"
        }
      }
    ]
  },
  "member.erased": {
    "title": "member.erased",
    "description": "A member was erased. Nothing says who: whoever asked for it knows. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.erased"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "Empty.",
        "properties": {},
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000106",
        "event": "member.erased",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000106",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {}
      }
    ]
  },
  "member.reinstated": {
    "title": "member.reinstated",
    "description": "A member who was suspended is active again. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.reinstated"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "Who was reinstated.",
        "required": [
          "memberId",
          "memberRef"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000113",
        "event": "member.reinstated",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000113",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42"
        }
      }
    ]
  },
  "member.stamp_card_completed": {
    "title": "member.stamp_card_completed",
    "description": "A member completed a stamp card, by a receipt or by an event. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.stamp_card_completed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "Whose card of which campaign.",
        "required": [
          "memberId",
          "memberRef",
          "campaignId",
          "campaignName"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "campaignId": {
            "type": "string",
            "format": "uuid",
            "description": "The campaign."
          },
          "campaignName": {
            "type": "string",
            "description": "The campaign's name at that time."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000105",
        "event": "member.stamp_card_completed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000105",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "campaignId": "0198c0de-1111-7000-8000-000000000011",
          "campaignName": "Tenth coffee free"
        }
      }
    ]
  },
  "member.suspended": {
    "title": "member.suspended",
    "description": "A member was suspended: receipts of theirs are refused from now on. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.suspended"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "Who was suspended.",
        "required": [
          "memberId",
          "memberRef"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000112",
        "event": "member.suspended",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000112",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42"
        }
      }
    ]
  },
  "member.tier_changed": {
    "title": "member.tier_changed",
    "description": "A member came into another tier, up or down. The changes of a member are a chain: each begins where the one before it ended. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "member.tier_changed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "From where to where.",
        "required": [
          "memberId",
          "memberRef",
          "previousTierId",
          "newTierId",
          "lifetimePoints"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "previousTierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier before; null where there was none."
          },
          "newTierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier now; null where there is none."
          },
          "lifetimePoints": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's lifetime points, by which the tier goes."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000104",
        "event": "member.tier_changed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000104",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "previousTierId": null,
          "newTierId": "0198c0de-2222-7000-8000-000000000021",
          "lifetimePoints": 1000
        }
      }
    ]
  },
  "points.adjusted": {
    "title": "points.adjusted",
    "description": "Somebody gave points to a member, or took some away. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "points.adjusted"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What was adjusted.",
        "required": [
          "memberId",
          "memberRef",
          "points",
          "pointsBalance",
          "ledgerSeq"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "points": {
            "type": "integer",
            "format": "int64",
            "description": "Points that were given; below zero where they were taken away."
          },
          "pointsBalance": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance behind it."
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000111",
        "event": "points.adjusted",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000111",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "points": -50,
          "pointsBalance": 400,
          "ledgerSeq": 8
        }
      }
    ]
  },
  "points.credited": {
    "title": "points.credited",
    "description": "Points that another member's event owed to this one, who had referred them, have arrived. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "points.credited"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What was credited.",
        "required": [
          "creditId",
          "ref",
          "memberId",
          "memberRef",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "creditId": {
            "type": "string",
            "format": "uuid",
            "description": "The transaction."
          },
          "ref": {
            "type": "string",
            "description": "The operation that owed the points and its reference, with a colon between: `event:` and the reference of the event."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "pointsAwarded": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Points that all campaigns awarded together."
          },
          "pointsBalance": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance behind it."
          },
          "campaigns": {
            "type": "array",
            "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
            "items": {
              "type": "object",
              "description": "What one campaign awarded.",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid",
                  "description": "The campaign."
                },
                "campaignName": {
                  "type": "string",
                  "description": "The campaign's name at that time."
                },
                "pointsEarned": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "Points that it awarded."
                },
                "rewardIds": {
                  "type": "array",
                  "description": "The rewards that it gave.",
                  "items": {
                    "type": "string",
                    "format": "uuid",
                    "description": "A reward."
                  }
                }
              },
              "additionalProperties": false
            }
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000110",
        "event": "points.credited",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000110",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "creditId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c006",
          "ref": "event:event-1001",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "pointsAwarded": 50,
          "pointsBalance": 450,
          "campaigns": [
            {
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "campaignName": "Bring a friend",
              "pointsEarned": 50,
              "rewardIds": []
            }
          ],
          "ledgerSeq": 7
        }
      }
    ]
  },
  "points.expired": {
    "title": "points.expired",
    "description": "Points of a member expired; one event for each member and run, whatever the number of lots. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "points.expired"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What expired.",
        "required": [
          "memberId",
          "memberRef",
          "pointsExpired",
          "ledgerSeq"
        ],
        "properties": {
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "pointsExpired": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Points that expired."
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000109",
        "event": "points.expired",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000109",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "pointsExpired": 120,
          "ledgerSeq": 5
        }
      }
    ]
  },
  "reward.expired": {
    "title": "reward.expired",
    "description": "A reward expired, by itself or by hand. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "reward.expired"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The reward.",
        "required": [
          "rewardId",
          "memberId",
          "memberRef",
          "expiredAt"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid",
            "description": "The reward."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "expiredAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it expired."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010c",
        "event": "reward.expired",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010c",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "expiredAt": "2026-03-01T08:00:00.000Z"
        }
      }
    ]
  },
  "reward.failed": {
    "title": "reward.failed",
    "description": "There was no code to be had for a reward. It can be retried. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "reward.failed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The reward, and why.",
        "required": [
          "rewardId",
          "memberId",
          "memberRef",
          "failureReason"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid",
            "description": "The reward."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "failureReason": {
            "type": "string",
            "description": "Why: one of the values of `failureReason` of a reward. More may be added."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010d",
        "event": "reward.failed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010d",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "failureReason": "POOL_EMPTY"
        }
      }
    ]
  },
  "reward.issued": {
    "title": "reward.issued",
    "description": "A reward got its code. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "reward.issued"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The reward.",
        "required": [
          "rewardId",
          "memberId",
          "memberRef",
          "campaignId",
          "campaignName",
          "tierId",
          "rewardType",
          "state",
          "value"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid",
            "description": "The reward."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "campaignId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The campaign that gave it; null where a tier did."
          },
          "campaignName": {
            "type": [
              "string",
              "null"
            ],
            "description": "The campaign's name; null where a tier gave it."
          },
          "tierId": {
            "type": [
              "string",
              "null"
            ],
            "format": "uuid",
            "description": "The tier that gave it; null where a campaign did."
          },
          "rewardType": {
            "type": "string",
            "enum": [
              "COUPON_VOUCHER",
              "GIFT_CARD",
              "DISCOUNT_VOUCHER",
              "FREE_ITEM"
            ],
            "description": "Its kind."
          },
          "state": {
            "type": "string",
            "const": "ISSUED",
            "description": "Always this: the state that it came into."
          },
          "value": {
            "type": "object",
            "description": "What it is worth. Which members there are beside `code` follows from the `rewardType`.",
            "required": [
              "code"
            ],
            "properties": {
              "code": {
                "type": "string",
                "description": "What is shown at the till."
              },
              "provider": {
                "type": "string",
                "description": "COUPON_VOUCHER: who makes the coupon."
              },
              "description": {
                "type": "string",
                "description": "What it is, for people; not for GIFT_CARD."
              },
              "amount": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "description": "GIFT_CARD: cents."
              },
              "currency": {
                "type": "string",
                "description": "GIFT_CARD: the currency of `amount`."
              },
              "discountType": {
                "type": "string",
                "enum": [
                  "PERCENTAGE",
                  "FIXED"
                ],
                "description": "DISCOUNT_VOUCHER: what `value` is, percent or cents."
              },
              "value": {
                "type": "number",
                "format": "double",
                "description": "DISCOUNT_VOUCHER: percent or cents, by the `discountType`."
              },
              "skus": {
                "type": "array",
                "description": "FREE_ITEM: the products to choose from.",
                "items": {
                  "type": "string",
                  "description": "A product."
                }
              }
            },
            "additionalProperties": false
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010a",
        "event": "reward.issued",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010a",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "campaignId": "0198c0de-1111-7000-8000-000000000011",
          "campaignName": "Tenth visit",
          "tierId": null,
          "rewardType": "GIFT_CARD",
          "state": "ISSUED",
          "value": {
            "code": "98XYTK-9C6JMS-88NAY9",
            "amount": 25000,
            "currency": "ZAR"
          }
        }
      }
    ]
  },
  "reward.redeemed": {
    "title": "reward.redeemed",
    "description": "A reward was redeemed, which happens once. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "reward.redeemed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "The reward.",
        "required": [
          "rewardId",
          "memberId",
          "memberRef",
          "redeemedAt"
        ],
        "properties": {
          "rewardId": {
            "type": "string",
            "format": "uuid",
            "description": "The reward."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "redeemedAt": {
            "type": "string",
            "format": "date-time",
            "description": "When it was redeemed."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010b",
        "event": "reward.redeemed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010b",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "rewardId": "0198c0de-7a11-8b2c-8a17-93d1e6f0a007",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "redeemedAt": "2026-03-01T08:00:00.000Z"
        }
      }
    ]
  },
  "transaction.processed": {
    "title": "transaction.processed",
    "description": "A receipt was evaluated. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "transaction.processed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What the receipt earned.",
        "required": [
          "transactionId",
          "transactionRef",
          "memberId",
          "memberRef",
          "pointsAwarded",
          "pointsBalance",
          "campaigns"
        ],
        "properties": {
          "transactionId": {
            "type": "string",
            "format": "uuid",
            "description": "The transaction."
          },
          "transactionRef": {
            "type": "string",
            "description": "The caller's reference of the receipt."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": "string",
            "description": "The caller's reference of the member."
          },
          "pointsAwarded": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "Points that all campaigns awarded together."
          },
          "pointsBalance": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance behind it."
          },
          "campaigns": {
            "type": "array",
            "description": "What each campaign awarded, in the order of their activation; empty where none fired.",
            "items": {
              "type": "object",
              "description": "What one campaign awarded.",
              "required": [
                "campaignId",
                "campaignName",
                "pointsEarned",
                "rewardIds"
              ],
              "properties": {
                "campaignId": {
                  "type": "string",
                  "format": "uuid",
                  "description": "The campaign."
                },
                "campaignName": {
                  "type": "string",
                  "description": "The campaign's name at that time."
                },
                "pointsEarned": {
                  "type": "integer",
                  "format": "int64",
                  "minimum": 0,
                  "description": "Points that it awarded."
                },
                "rewardIds": {
                  "type": "array",
                  "description": "The rewards that it gave.",
                  "items": {
                    "type": "string",
                    "format": "uuid",
                    "description": "A reward."
                  }
                }
              },
              "additionalProperties": false
            }
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival. Absent where no points were earned."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000101",
        "event": "transaction.processed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000101",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "transactionId": "0198c0de-7a11-8c3e-9f21-4b7d2a90c001",
          "transactionRef": "receipt-1001",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "pointsAwarded": 150,
          "pointsBalance": 350,
          "campaigns": [
            {
              "campaignId": "0198c0de-1111-7000-8000-000000000011",
              "campaignName": "One percent back",
              "pointsEarned": 150,
              "rewardIds": []
            }
          ],
          "ledgerSeq": 3
        }
      }
    ]
  },
  "transaction.redeemed": {
    "title": "transaction.redeemed",
    "description": "Points were redeemed for a discount. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "transaction.redeemed"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What was redeemed.",
        "required": [
          "redeemTransactionId",
          "transactionRef",
          "memberId",
          "memberRef",
          "pointsRedeemed",
          "discountAmount",
          "balanceBefore",
          "balanceAfter",
          "ledgerSeq"
        ],
        "properties": {
          "redeemTransactionId": {
            "type": "string",
            "format": "uuid",
            "description": "The transaction."
          },
          "transactionRef": {
            "type": "string",
            "description": "The caller's reference of the redemption."
          },
          "memberId": {
            "type": "string",
            "format": "uuid",
            "description": "The member."
          },
          "memberRef": {
            "type": [
              "string",
              "null"
            ],
            "description": "The caller's reference of the member, as it is when the event is made; null for one who was erased."
          },
          "pointsRedeemed": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Points that were taken."
          },
          "discountAmount": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "The discount in cents."
          },
          "balanceBefore": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance before it."
          },
          "balanceAfter": {
            "type": "integer",
            "format": "int64",
            "minimum": 0,
            "description": "The member's balance behind it."
          },
          "ledgerSeq": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "description": "Counts the member's ledger entries, up to those of this event: in its order the member's points moved, whatever the order of arrival."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-000000000102",
        "event": "transaction.redeemed",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-000000000102",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "redeemTransactionId": "0198c0de-7b22-8c3e-9f21-4b7d2a90c002",
          "transactionRef": "receipt-1002",
          "memberId": "0198c0de-7a11-8d4f-8e32-5c8e3b01d002",
          "memberRef": "customer-42",
          "pointsRedeemed": 300,
          "discountAmount": 3000,
          "balanceBefore": 350,
          "balanceAfter": 50,
          "ledgerSeq": 4
        }
      }
    ]
  },
  "webhook.test": {
    "title": "webhook.test",
    "description": "Somebody asked for a test of the endpoint. Nobody subscribes to it: it is sent to that endpoint alone, once. Members may be added: receivers must ignore those that they do not know.",
    "type": "object",
    "required": [
      "id",
      "event",
      "tenantId",
      "mode",
      "createdAt",
      "deliveryId",
      "timestamp",
      "data"
    ],
    "properties": {
      "id": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the event: the same in every attempt, in every replay and for every endpoint. Remember it, and ignore what came before."
      },
      "event": {
        "type": "string",
        "description": "The type of the event.",
        "const": "webhook.test"
      },
      "tenantId": {
        "type": "string",
        "format": "uuid",
        "description": "The tenant."
      },
      "mode": {
        "type": "string",
        "enum": [
          "live",
          "test"
        ],
        "description": "The environment of the tenant in which it happened."
      },
      "createdAt": {
        "type": "string",
        "format": "date-time",
        "description": "When it happened."
      },
      "deliveryId": {
        "type": "string",
        "format": "uuid",
        "description": "Identifies the delivery to this endpoint: the same in every attempt, another in a replay."
      },
      "timestamp": {
        "type": "string",
        "format": "date-time",
        "description": "The same as `createdAt`."
      },
      "corrects": {
        "type": "string",
        "format": "uuid",
        "description": "The id of an event that told another result of the same request, which does not count any more: the database has lost it, and this is what counts. Absent in all other events."
      },
      "data": {
        "type": "object",
        "description": "What is tested.",
        "required": [
          "webhookId"
        ],
        "properties": {
          "webhookId": {
            "type": "string",
            "format": "uuid",
            "description": "The webhook."
          }
        },
        "additionalProperties": false
      }
    },
    "additionalProperties": false,
    "examples": [
      {
        "id": "0198c0de-7a11-8e55-9a00-00000000010e",
        "event": "webhook.test",
        "tenantId": "0198c0de-0000-7000-8000-000000000001",
        "mode": "live",
        "createdAt": "2026-03-01T08:00:00.000Z",
        "deliveryId": "0198c0de-7a11-8f66-8b00-00000000010e",
        "timestamp": "2026-03-01T08:00:00.000Z",
        "data": {
          "webhookId": "0198c0de-3333-7000-8000-000000000031"
        }
      }
    ]
  }
} satisfies Record<keyof WebhookBodyByType, JsonSchema>;
