import type { CampaignId, EnvironmentId, SegmentId, TenantId } from '@loyalty/kernel';
import type { Campaign, IdleCampaign, PointsExpiry } from './campaigns/campaign.ts';
import type { Tier } from './tiers/tier.ts';

/** An ACTIVE definition of custom events, as far as the engine needs it (D62, D65). */
export interface EventDefinition {
  readonly key: string;
  /** Rises when the payload's schema changes. */
  readonly version: number;
  /** Rises with every change. An event judged by another revision must be judged again (D63). */
  readonly revision: number;
  /** The lifecycle type that its events have, such as `BIRTHDAY` or `CUSTOM`. */
  readonly lifecycleType: string;
}

/** Which of a tenant's two environments a snapshot describes (D1). */
export type Mode = 'test' | 'live';

/** The environment is being moved to another cell, or was moved there. */
export type Closed = 'MOVING' | 'MOVED';

/** One version of the configuration that engines decide by; it never changes. */
export interface Snapshot {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The `environments.config_version` at which this was read. */
  readonly version: number;
  /** Keys every derived id, draw and member key of the environment. */
  readonly secret: Uint8Array;
  /** The ACTIVE campaigns, in the order in which they were activated (D26). No other would fire. */
  readonly campaigns: readonly Campaign[];
  /** Campaigns that are neither ACTIVE nor archived, by age: as many as `_debug` may name (D25, D74). */
  readonly idleCampaigns: readonly IdleCampaign[];
  /** The cost of one point to a budget, in cents (D32). */
  readonly pointValueCents: number;
  /** The expiry of points whose campaign sets none (D49). */
  readonly pointsExpiry: PointsExpiry;
  readonly tiers: readonly Tier[];
  /** The targeted segments that exist. A target that is not among them was deleted (D29). */
  readonly segmentIds: ReadonlySet<SegmentId>;
  /** The ACTIVE event definitions by key. */
  readonly eventDefinitions: ReadonlyMap<string, EventDefinition>;
  /**
   * The lifetime points from which members earn from a campaign that a tier names as exclusive; has only such
   * campaigns (D27).
   */
  readonly exclusiveFrom: ReadonlyMap<CampaignId, number>;
  /** Present if an ACTIVE campaign needs rules that this build does not know: it must decide nothing. */
  readonly unknownRules?: number;
  /** Present while this cell must decide nothing for the environment. */
  readonly closed?: Closed;
}

/** Derives a value of an object once. For objects that never change, such as snapshots and their lists. */
export const memoizeBy = <Key extends object, Value>(derive: (key: Key) => Value): ((key: Key) => Value) => {
  const derived = new WeakMap<Key, Value>();
  return (key) => {
    const known = derived.get(key);
    if (known !== undefined) return known;
    const made = derive(key);
    derived.set(key, made);
    return made;
  };
};
