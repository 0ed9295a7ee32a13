import type { Database } from '@loyalty/storage';
import { createCompareFacts } from './compare-facts.ts';
import type { EpochSteps } from './epoch-step.ts';
import { reapplyErasures } from './reapply-erasures.ts';
import { followPublishedFacts } from './follow-published-facts.ts';
import type { FactLog } from './read-facts.ts';
import { skipPublishedCodes } from './skip-published-codes.ts';
import { takeAwayAgain } from './take-away-again.ts';

/** What the steps of an epoch talk to. */
export interface EpochConnections extends FactLog {
  /** For what opens an epoch: all other connections wait until it is open. */
  readonly opening: Database;
  readonly jobs: Database;
}

/** The steps that follow from lost commits, whichever service does them. */
export const createEpochSteps = (connections: EpochConnections): EpochSteps => {
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
