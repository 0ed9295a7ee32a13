/**
 * How lanes fetch, in milliseconds: how long the broker may wait for the first record, and how far fetches stand apart
 * while many come. Eight cost a till two milliseconds and take a seventh off what its receipt costs at 1,000/s; of a stream nobody waits for a single one.
 * A follower of facts is to be told at once, and may be told of many together.
 */
export const fetches = {
  interactive: { maxWaitMs: 100, fetchEveryMs: 8 },
  facts: { maxWaitMs: 100, fetchEveryMs: 20 },
  bulk: { maxWaitMs: 250, fetchEveryMs: 20 },
} as const;
