import type { EnvironmentId } from '@loyalty/kernel';
import type { PointsExpiry, Snapshot } from '@loyalty/rules';
import { testCampaign, testSnapshot } from '../../engine/builders.ts';

/** The configuration of environments 1, 2, …: a receipt earns a point a cent, and points buy a discount. */
export const snapshotsOf = (expiries: readonly PointsExpiry[]): ReadonlyMap<number, Snapshot> =>
  new Map(
    expiries.map((pointsExpiry, n) => [
      n + 1,
      testSnapshot({ environmentId: (n + 1) as EnvironmentId, campaigns: [campaign], pointsExpiry }),
    ]),
  );

/** More points are asked for than are there as often as not. */
const campaign = testCampaign({
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 100 },
  redemptionRule: { pointsPerRand: 1, minPointsPerRedemption: 5, onInsufficientBalance: 'CAP' },
});

/** So much that no discount is bounded by it. */
export const basketCents = 1_000_000;
