/**
 * What keeps a loss from doing harm. Each may be switched off, to see that the simulation notices: repeats that Redis knows are looked
 * up; what is remembered of a history is forgotten with it; positions are read again; who was told keeps the redeem; a log that lacks
 * what comes next parks its partition; numbers that lost commits gave are passed over.
 */
export const mechanisms = ['look-up', 'forgetting', 'rejoin', 'waiver', 'parking', 'sequences'] as const;

export type Mechanism = (typeof mechanisms)[number];
