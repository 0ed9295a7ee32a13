import type { Database } from '@loyalty/storage';
import { rareFactTypes, repeatedFactTypes } from '../facts/fact-effects.ts';
import type { FactLog } from '../facts/read-facts.ts';
import { createCompareFacts } from './compare-facts.ts';
import type { EpochSteps } from './history-part.ts';
import {
  followPublishedFacts,
  keepMemberIds,
  reapplyLostWrites,
  skipPublishedCodes,
} from './published-facts-step.ts';
import { reapplyErasures } from './reapply-erasures.ts';

interface EpochConnections extends FactLog {
  /** It serves the steps before the opening: all other connections wait until the epoch is open. */
  readonly opening: Database;
  readonly jobs: Database;
}

export const createEpochSteps = (connections: EpochConnections): EpochSteps => {
  const { kafka, registry, opening, jobs: db } = connections;
  return {
    holding: [
      reapplyErasures(kafka, opening),
      followPublishedFacts(connections, [
        reapplyLostWrites(opening),
        skipPublishedCodes(opening),
        keepMemberIds(opening),
      ]),
    ],
    // First: late redeems wait for its result.
    following: [createCompareFacts({ kafka, registry, db })],
  };
};

/** Millions of receipts may follow a backup, but not of redeems and calls. Some GB of rows at most. */
const rareGhostsMax = 4_000_000;

/**
 * Creates the steps that run after a restore. Redeems and calls come first, because receipts, which are
 * decided again anyway, must not use up their room.
 */
export const createRestoreSteps = (connections: EpochConnections): EpochSteps => {
  const { kafka, registry, jobs: db } = connections;
  const log = { kafka, registry, db };
  return {
    holding: createEpochSteps(connections).holding,
    following: [
      createCompareFacts({ ...log, types: rareFactTypes, ghostsMax: rareGhostsMax, isPart: true }),
      createCompareFacts({ ...log, types: repeatedFactTypes }),
    ],
  };
};
