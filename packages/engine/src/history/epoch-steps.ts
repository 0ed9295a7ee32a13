import type { Connections } from '../service/connections.ts';
import type { EpochSteps } from './epoch-step.ts';
import { reapplyErasures } from './reapply-erasures.ts';

/** What follows from lost commits, whichever service does it. */
export const createEpochSteps = ({ kafka, opening }: Connections): EpochSteps => ({
  holding: [reapplyErasures(kafka, opening)],
  following: [],
});
