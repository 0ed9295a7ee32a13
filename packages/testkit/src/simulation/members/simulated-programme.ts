import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { PointsExpiry } from '@loyalty/rules/campaigns';
import { testCampaign, testSnapshot } from '../../engine/builders.ts';
import type { MemoryTransaction, StoredConfiguration } from '../../memory-database.ts';

/** A configuration with its snapshot. */
export interface Configured extends StoredConfiguration {
  readonly snapshot: Snapshot;
}

/** A process's source of configurations. */
export interface Configurations {
  /** Returns the configuration of each environment for a batch. It is called after the batch's locks. */
  ofBatch(tx: MemoryTransaction, environmentIds: readonly number[]): Promise<ReadonlyMap<number, Configured>>;
}

/** Returns the expiry of an environment's points. */
export type ExpiryOf = (environmentId: number) => PointsExpiry;

/** Returns the configurations of environments 1, 2, …, which never change. */
export const configurationsOf = (expiries: readonly PointsExpiry[]): ReadonlyMap<number, Configured> =>
  new Map(
    expiries.map((pointsExpiry, n) => [
      n + 1,
      configured(n + 1, pointsExpiry, { version: 1, percentage: 100 }),
    ]),
  );

/**
 * Returns a configuration in which a receipt earns a percentage of its cents as points, and points buy a
 * discount.
 */
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

/** About every second redeem requests more points than there are. */
const campaignOf = (percentage: number) =>
  testCampaign({
    earningRule: { type: 'SPEND_PERCENTAGE', percentage },
    redemptionRule: { pointsPerRand: 1, minPointsPerRedemption: 5, onInsufficientBalance: 'CAP' },
  });

/** The amount of a basket, which is so large that it bounds no discount. */
export const basketCents = 1_000_000;
