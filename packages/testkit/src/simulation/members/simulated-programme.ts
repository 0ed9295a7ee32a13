import type { EnvironmentId } from '@loyalty/kernel';
import type { PointsExpiry, Snapshot } from '@loyalty/rules';
import { testCampaign, testSnapshot } from '../../engine/builders.ts';
import type { MemoryTransaction, StoredConfiguration } from '../../memory-database.ts';

/** A configuration, and what it was made of. */
export interface Configured extends StoredConfiguration {
  readonly snapshot: Snapshot;
}

/** What a process knows of configurations. */
export interface Configurations {
  /** What a batch is decided by, by environment; asked for behind its locks. */
  ofBatch(tx: MemoryTransaction, environmentIds: readonly number[]): Promise<ReadonlyMap<number, Configured>>;
}

/** When the points of an environment expire. */
export type ExpiryOf = (environmentId: number) => PointsExpiry;

/** The configuration of environments 1, 2, …, which never change. */
export const configurationsOf = (expiries: readonly PointsExpiry[]): ReadonlyMap<number, Configured> =>
  new Map(
    expiries.map((pointsExpiry, n) => [
      n + 1,
      configured(n + 1, pointsExpiry, { version: 1, percentage: 100 }),
    ]),
  );

/** A receipt earns a percentage of its cents as points, and points buy a discount. */
export const configured = (
  environmentId: number,
  pointsExpiry: PointsExpiry,
  { version, percentage }: StoredConfiguration,
): Configured => {
  const id = environmentId as EnvironmentId;
  const campaigns = [campaignOf(percentage)];
  return {
    version,
    percentage,
    snapshot: testSnapshot({ environmentId: id, version, campaigns, pointsExpiry }),
  };
};

/** More points are asked for than are there as often as not. */
const campaignOf = (percentage: number) =>
  testCampaign({
    earningRule: { type: 'SPEND_PERCENTAGE', percentage },
    redemptionRule: { pointsPerRand: 1, minPointsPerRedemption: 5, onInsufficientBalance: 'CAP' },
  });

/** So much that no discount is bounded by it. */
export const basketCents = 1_000_000;
