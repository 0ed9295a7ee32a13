import { memoizeBy } from '../model/memoize-by.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** False where nothing that is earned under a configuration expires: nobody then asks for each award. */
export const expiresPoints: (snapshot: Snapshot) => boolean = memoizeBy(
  ({ pointsExpiry, campaigns }: Snapshot) =>
    pointsExpiry.type !== 'NONE' ||
    campaigns.some(
      ({ state, earningRule }) => state === 'ACTIVE' && (earningRule.pointsExpiry?.type ?? 'NONE') !== 'NONE',
    ),
);
