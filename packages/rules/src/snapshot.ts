import type { CampaignId, EnvironmentId, SegmentId, TenantId } from '@loyalty/kernel';
import type { Campaign, IdleCampaign, PointsExpiry } from './campaigns/campaign.ts';
import type { RefundRules } from './returns/refund-rules.ts';
import type { Tier } from './tiers/tier.ts';
import type { ZoneChanges } from './time/local-time.ts';

export interface EventDefinition {
  readonly key: string;
  /** The version, which rises when the payload's schema changes. */
  readonly version: number;
  /**
   * The revision, which rises with every change. An event that was judged by another one must be judged again
   * (D63).
   */
  readonly revision: number;
  readonly lifecycleType: string;
}

export type Mode = 'test' | 'live';

export type Closed = 'MOVING' | 'MOVED';

/** The most points that all campaigns together award a member in a local day, week and month (D241). */
export interface MemberPointsCaps {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}

export interface Snapshot {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The `environments.config_version` at which this was read. */
  readonly version: number;
  /** The key of all derived ids, draws and member keys. */
  readonly secret: Uint8Array;
  /** The ACTIVE campaigns, in the order in which they were activated (D26). */
  readonly campaigns: readonly Campaign[];
  /** The campaigns that are neither ACTIVE nor archived, by age: as many as `_debug` may name (D25, D74). */
  readonly idleCampaigns: readonly IdleCampaign[];
  readonly pointValueCents: number;
  /** The currency of amounts that name none (D321). */
  readonly currency: string;
  /** The expiry of points whose campaign sets none (D49). */
  readonly pointsExpiry: PointsExpiry;
  /** The time zone. If it is absent, the local time is UTC. */
  readonly zone?: ZoneChanges;
  /** The name of the time zone, which is only shown. */
  readonly zoneName?: string;
  /** The caps; absent if there are none. */
  readonly caps?: MemberPointsCaps;
  /**
   * The order of the ACTIVE campaigns, by their ids, if drafts that stand in for some are judged after them.
   * If it is absent, the order of `campaigns` applies.
   */
  readonly activationOrder?: ReadonlyMap<CampaignId, number>;
  readonly refunds: RefundRules;
  /**
   * The time within which a credential other than the original one may void a captured or plain redeem
   * (D303). If it is absent, there is no limit.
   */
  readonly voidWithinMinutes?: number;
  readonly tiers: readonly Tier[];
  /** The existing segments that targets and conditions name. Any other named segment was deleted (D29). */
  readonly segmentIds: ReadonlySet<SegmentId>;
  readonly eventDefinitions: ReadonlyMap<string, EventDefinition>;
  /**
   * The lifetime points from which an exclusive campaign applies. Only exclusive campaigns are in it (D27).
   */
  readonly exclusiveFrom: ReadonlyMap<CampaignId, number>;
  /**
   * Present if an ACTIVE campaign needs rules that this build does not know. The build must then decide
   * nothing.
   */
  readonly unknownRules?: number;
  readonly closed?: Closed;
  /**
   * Present if an endpoint for webhooks names `transaction.refused`, or if there is a stream out: what is refused is
   * then published (D332, D352).
   */
  readonly publishesRefusals?: true;
  /** Present while the environment has a running stream out: each streamed receipt then has an outcome (D352). */
  readonly hasStreamOut?: true;
  /** Present if a reference leads to another member or may not do everything: requests then ask (D345). */
  readonly hasReferences?: true;
}

/**
 * Remembers the value of each key. The keys are objects that never change, such as snapshots and their lists.
 */
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
