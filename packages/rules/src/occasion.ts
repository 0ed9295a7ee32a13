import type { CampaignId } from '@loyalty/kernel';
import type { DecisionContext } from './decision.ts';
import type { EvaluateRequest, Snapshot } from './model.ts';
import type { Standing } from './standing.ts';

/** The currency of a receipt that names none (interface 1). */
const defaultCurrency = 'ZAR';

/** An event of a member, as the rules judge it. */
export interface MemberEvent {
  /** Null for a lifecycle event without a definition. */
  readonly eventKey: string | null;
  /** Such as BIRTHDAY or CUSTOM (D65). */
  readonly lifecycleType: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** True when it names a referrer who can be credited: known, active, and somebody else (D65). */
  readonly hasReferrer: boolean;
}

interface AnyOccasion {
  /** When it counts as having happened, milliseconds since the epoch (D35). */
  readonly occurredAtMs: number;
  /** What conditions look at; an event has no store, no currency that is judged, and an amount of 0 (D25). */
  readonly storeRef: string | null;
  readonly currency: string | null;
  readonly amountCents: number;
  readonly snapshot: Snapshot;
  readonly standing: Standing;
  /** Before this occasion's own points (D27). */
  readonly lifetimePoints: number;
  /** 32 bytes, the same for the same campaign and reference (D19). */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}

/** One receipt, with its silences filled in. */
export interface PurchaseOccasion extends AnyOccasion {
  readonly kind: 'purchase';
  readonly purchase: EvaluateRequest;
}

/** One event of a member. */
export interface EventOccasion extends AnyOccasion {
  readonly kind: 'event';
  readonly event: MemberEvent;
}

/** What every campaign is judged against. */
export type Occasion = PurchaseOccasion | EventOccasion;

/** The occasion of one receipt: bought now unless it says when, in the default currency unless it says which. */
export const purchaseOccasion = (context: DecisionContext, purchase: EvaluateRequest): PurchaseOccasion => ({
  kind: 'purchase',
  purchase,
  occurredAtMs: purchase.occurredAt ?? context.nowMs,
  storeRef: purchase.storeRef,
  currency: purchase.currency ?? defaultCurrency,
  amountCents: purchase.amountCents,
  snapshot: context.snapshot,
  standing: context.standing,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  draw: context.draw,
});

/** The occasion of one event; it happened now unless it says when. */
export const eventOccasion = (
  context: DecisionContext,
  event: MemberEvent,
  occurredAtMs: number | null,
): EventOccasion => ({
  kind: 'event',
  event,
  occurredAtMs: occurredAtMs ?? context.nowMs,
  storeRef: null,
  currency: null,
  amountCents: 0,
  snapshot: context.snapshot,
  standing: context.standing,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  draw: context.draw,
});
