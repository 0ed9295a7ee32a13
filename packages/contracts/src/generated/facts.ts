// Derived from schemas/facts by `npm run derive`. Do not edit.

interface components {
    schemas: {
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
            readonly pointsBalance: number;
            readonly campaigns: readonly {
                /** Format: uuid */
                readonly campaignId: string;
                readonly campaignName: string;
                readonly pointsEarned: number;
                readonly rewardIds: readonly string[];
            }[];
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
