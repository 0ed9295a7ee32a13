import type { CampaignId, EnvironmentId, SegmentId, TenantId } from '@loyalty/kernel';
import type { Campaign, IdleCampaign, PointsExpiry } from './campaigns/campaign.ts';
import type { RefundRules } from './returns/refund-rules.ts';
import type { Tier } from './tiers/tier.ts';
import type { ZoneChanges } from './time/local-time.ts';

export interface EventDefinition {
  readonly key: string;
  /** Rises when the payload's schema changes. */
  readonly version: number;
  /** Rises with every change. An event judged by another one must be judged again (D63). */
  readonly revision: number;
  readonly lifecycleType: string;
}

export type Mode = 'test' | 'live';

export type Closed = 'MOVING' | 'MOVED';

/** Points that all campaigns together give a member at most, in a local day, week and month (D241). */
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
  /** Keys every derived id, draw and member key. */
  readonly secret: Uint8Array;
  /** ACTIVE ones only, in the order in which they were activated (D26). */
  readonly campaigns: readonly Campaign[];
  /** Neither ACTIVE nor archived, by age: as many as `_debug` may name (D25, D74). */
  readonly idleCampaigns: readonly IdleCampaign[];
  readonly pointValueCents: number;
  /** This expiry applies to a campaign that sets none (D49). */
  readonly pointsExpiry: PointsExpiry;
  /** If absent, the local time is UTC. */
  readonly zone?: ZoneChanges;
  /** The name is only shown. */
  readonly zoneName?: string;
  /** It is absent if there are none. */
  readonly caps?: MemberPointsCaps;
  /**
   * The order is by ids of ACTIVE campaigns, if drafts that stand in for some are judged after them. If it is
   * absent, the order of `campaigns` applies.
   */
  readonly activationOrder?: ReadonlyMap<CampaignId, number>;
  readonly refunds: RefundRules;
  /**
   * Within this time another credential than its own may void a captured or plain redeem (D303). If it is
   * absent, there is no end.
   */
  readonly voidWithinMinutes?: number;
  readonly tiers: readonly Tier[];
  /** These are the segments that targets and conditions name and that exist. Any other was deleted (D29). */
  readonly segmentIds: ReadonlySet<SegmentId>;
  readonly eventDefinitions: ReadonlyMap<string, EventDefinition>;
  /** The lifetime points from which an exclusive campaign gives; has only such campaigns (D27). */
  readonly exclusiveFrom: ReadonlyMap<CampaignId, number>;
  /** Present if an ACTIVE campaign needs rules that this build does not know: it must decide nothing. */
  readonly unknownRules?: number;
  readonly closed?: Closed;
}

/** The keys are objects that never change, such as snapshots and their lists. */
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
