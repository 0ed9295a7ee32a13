import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Snapshot } from '../snapshot.ts';
import type { DecisionContext } from './decision.ts';
import type { EarningInputs } from './earning-inputs.ts';

export interface MemberEvent {
  /** The key of the event's definition; null for a lifecycle event without a definition. */
  readonly eventKey: string | null;
  /** The lifecycle type, such as BIRTHDAY or CUSTOM (D65). */
  readonly lifecycleType: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** True if the event names a referrer who can be credited: known, active, and another member (D65). */
  readonly hasReferrer: boolean;
}

interface AnyActivity {
  /** This is when the activity counts as having happened (D35). */
  readonly occurredAtMs: number;
  /** This is the time of its record. */
  readonly recordedAtMs: number;
  /** An event has no store, no currency, and an amount of 0 (D25). */
  readonly storeRef: string | null;
  readonly currency: string | null;
  readonly amountCents: number;
  readonly snapshot: Snapshot;
  readonly inputs: EarningInputs;
  /** These are the points before this activity's own points (D27). */
  readonly lifetimePoints: number;
  /** These are the purchases before this activity (D232). */
  readonly purchases: DecisionContext['purchases'];
  /** Returns 32 bytes, which are the same for the same campaign and reference (D19). */
  readonly draw: (campaignId: CampaignId) => Uint8Array;
}

export interface ReceiptActivity extends AnyActivity {
  readonly kind: 'receipt';
  readonly receipt: EvaluateRequest;
}

export interface EventActivity extends AnyActivity {
  readonly kind: 'event';
  readonly event: MemberEvent;
}

export type Activity = ReceiptActivity | EventActivity;

/** Returns the activity of a receipt. By default it has the time of the record and the currency of the environment. */
export const receiptActivity = (context: DecisionContext, receipt: EvaluateRequest): ReceiptActivity => ({
  kind: 'receipt',
  receipt,
  occurredAtMs: receipt.occurredAt ?? context.nowMs,
  recordedAtMs: context.nowMs,
  storeRef: receipt.storeRef,
  currency: receipt.currency ?? context.snapshot.currency,
  amountCents: receipt.amountCents,
  snapshot: context.snapshot,
  inputs: context.inputs,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  purchases: context.purchases,
  draw: context.draw,
});

export const eventActivity = (
  context: DecisionContext,
  event: MemberEvent,
  occurredAtMs: number | null,
): EventActivity => ({
  kind: 'event',
  event,
  occurredAtMs: occurredAtMs ?? context.nowMs,
  recordedAtMs: context.nowMs,
  storeRef: null,
  currency: null,
  amountCents: 0,
  snapshot: context.snapshot,
  inputs: context.inputs,
  lifetimePoints: context.account?.lifetimePoints ?? 0,
  purchases: context.purchases,
  draw: context.draw,
});
