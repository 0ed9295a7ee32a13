import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { DecisionContext } from './decision.ts';
import type { EarningInputs } from './earning-inputs.ts';
import type { Snapshot } from './snapshot.ts';

/** The currency of a receipt, and of a gift card, that names none (interface 1). */
export const defaultCurrency = 'ZAR';

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

interface AnyActivity {
  /** When it counts as having happened, milliseconds since the epoch (D35). */
  readonly occurredAtMs: number;
  /** What conditions look at; an event has no store, no currency that is judged, and an amount of 0 (D25). */
  readonly storeRef: string | null;
  readonly currency: string | null;
  readonly amountCents: number;
  readonly snapshot: Snapshot;
  readonly inputs: EarningInputs;
  /** Before this activity's own points (D27). */
  readonly lifetimePoints: number;
  /** 32 bytes, the same for the same campaign and reference (D19). */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}

/** One receipt, with its silences filled in. */
export interface ReceiptActivity extends AnyActivity {
  readonly kind: 'receipt';
  readonly receipt: EvaluateRequest;
}

/** One event of a member. */
export interface EventActivity extends AnyActivity {
  readonly kind: 'event';
  readonly event: MemberEvent;
}

/** What every campaign is judged against. */
export type Activity = ReceiptActivity | EventActivity;

/** The activity of one receipt: bought now unless it says when, in the default currency unless it says which. */
export const receiptActivity = (context: DecisionContext, receipt: EvaluateRequest): ReceiptActivity => ({
  kind: 'receipt',
  receipt,
  occurredAtMs: receipt.occurredAt ?? context.nowMs,
  storeRef: receipt.storeRef,
  currency: receipt.currency ?? defaultCurrency,
  amountCents: receipt.amountCents,
  snapshot: context.snapshot,
  inputs: context.inputs,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  draw: context.draw,
});

/** The activity of one event; it happened now unless it says when. */
export const eventActivity = (
  context: DecisionContext,
  event: MemberEvent,
  occurredAtMs: number | null,
): EventActivity => ({
  kind: 'event',
  event,
  occurredAtMs: occurredAtMs ?? context.nowMs,
  storeRef: null,
  currency: null,
  amountCents: 0,
  snapshot: context.snapshot,
  inputs: context.inputs,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  draw: context.draw,
});
