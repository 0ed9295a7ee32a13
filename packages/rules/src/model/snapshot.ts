import type { CampaignId, EnvironmentId, SegmentId, TenantId } from '@loyalty/kernel';
import type { Tier } from '../tiers/tier.ts';
import type { Campaign, PointsExpiry } from './campaign.ts';

/** A definition of custom events that accepts them, as far as the engine needs it (D62, D65). */
export interface EventDefinition {
  readonly key: string;
  /** Rises when the payload's schema changes. */
  readonly version: number;
  /** Rises with every change: an event that was judged by another revision is to be judged again (D63). */
  readonly revision: number;
  /** Which lifecycle rules its events meet, such as `BIRTHDAY` or `CUSTOM`. */
  readonly lifecycleType: string;
}

/** Which of a tenant's two worlds a snapshot describes (D1). */
export type Mode = 'test' | 'live';

/** An environment of a tenant that goes to another cell: it is being moved, or is decided there. */
export type Closed = 'MOVING' | 'MOVED';

/** One version of an environment's whole configuration; nothing in it ever changes. */
export interface Snapshot {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** `environments.config_version` that this was read at. */
  readonly version: number;
  /** Keys every derived id, draw and member key of the environment. */
  readonly secret: Uint8Array;
  /** All but archived campaigns: ACTIVE ones first, in the order they were activated (D26), then the others. */
  readonly campaigns: readonly Campaign[];
  /** What one point costs a budget, in cents (D32). */
  readonly pointValueCents: number;
  /** When points expire whose campaign does not say (D49). */
  readonly pointsExpiry: PointsExpiry;
  readonly tiers: readonly Tier[];
  /** The segments that exist now: a target that is not among them was deleted (D29). */
  readonly segmentIds: ReadonlySet<SegmentId>;
  /** The ACTIVE event definitions by key. */
  readonly eventDefinitions: ReadonlyMap<string, EventDefinition>;
  /** The lifetime points from which on members earn from a campaign that a tier names as exclusive; others are not in it (D27). */
  readonly exclusiveFrom: ReadonlyMap<CampaignId, number>;
  /** There while nothing of the environment is to be decided here. */
  readonly closed?: Closed;
}
