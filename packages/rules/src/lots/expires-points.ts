import { memoizeBy } from '../model/memoize-by.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** False where no points that a configuration awards ever expire. Decisions then skip the expiry of each award. */
export const expiresPoints: (snapshot: Snapshot) => boolean = memoizeBy(
  ({ pointsExpiry, campaigns }: Snapshot) =>
    pointsExpiry.type !== 'NONE' ||
    campaigns.some(
      ({ state, earningRule }) => state === 'ACTIVE' && (earningRule.pointsExpiry?.type ?? 'NONE') !== 'NONE',
    ),
);
