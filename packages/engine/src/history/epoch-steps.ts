import type { Connections } from '../service/connections.ts';
import { createCompareFacts } from './compare-facts.ts';
import type { EpochSteps } from './epoch-step.ts';
import { reapplyErasures } from './reapply-erasures.ts';

/** What follows from lost commits, whichever service does it. */
export const createEpochSteps = ({ kafka, registry, opening, jobs: db }: Connections): EpochSteps => ({
  holding: [reapplyErasures(kafka, opening)],
  // First: late redeems wait for what it finds.
  following: [createCompareFacts({ kafka, registry, db })],
});
