import type { NotFiredReason } from '../model.ts';

/** What a campaign comes to: the points that it awards, an integer above 0, or the reason why it did not fire. */
export type Verdict = number | NotFiredReason;
