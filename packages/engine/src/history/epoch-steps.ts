import type { Connections } from '../service/connections.ts';
import { createCompareFacts } from './compare-facts.ts';
import type { EpochSteps } from './epoch-step.ts';
import { reapplyErasures } from './reapply-erasures.ts';
import { followPublishedFacts } from './follow-published-facts.ts';
import { skipPublishedCodes } from './skip-published-codes.ts';
import { takeAwayAgain } from './take-away-again.ts';

/** What follows from lost commits, whichever service does it. */
export const createEpochSteps = (connections: Connections): EpochSteps => {
  const { kafka, registry, opening, jobs: db } = connections;
  return {
    holding: [
      reapplyErasures(kafka, opening),
      followPublishedFacts(connections, [takeAwayAgain(opening), skipPublishedCodes(opening)]),
    ],
    // First: late redeems wait for what it finds.
    following: [createCompareFacts({ kafka, registry, db })],
  };
};
