import type { EpochSteps } from './epoch-step.ts';

/** What follows from lost commits, whichever service does it. */
export const createEpochSteps = (): EpochSteps => ({ holding: [], following: [] });
