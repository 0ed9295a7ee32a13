import type { FieldFault } from '@loyalty/rules';
import type { WebhookDisabledReason, WebhookStatus } from './webhook-record.ts';

/** The contents of a new endpoint. The caller has checked shapes and bounds, including the URL (D67, D71). */
export interface WebhookInput {
  readonly url: string;
  /** 16 to 256 characters. */
  readonly secret: string;
  /** Known types, or `*` alone. Duplicates count once. */
  readonly events: readonly string[];
}

/** The fields to change; absent fields stay unchanged. */
export interface WebhookPatch extends Partial<WebhookInput> {
  readonly status?: WebhookStatus;
}

/** Returns faults of the events as a whole. */
export const faultsOfEvents = (events: readonly string[] | undefined): FieldFault[] =>
  events !== undefined && events.includes('*') && new Set(events).size > 1
    ? [{ pointer: '/events', message: 'must be types of events, or "*" alone' }]
    : [];

/** Returns each type once, in the given order. */
export const distinctEvents = (events: readonly string[]): readonly string[] => [...new Set(events)];

/** The status of an endpoint, and the reason if it is disabled. */
export interface WebhookStanding {
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
}

/**
 * Returns the status of an endpoint after its owner changed it. Any change enables an endpoint that the service disabled (D69),
 * unless the owner sets DISABLED. An endpoint that its owner disabled is enabled only when they set ACTIVE.
 */
export const standingAfter = (
  { status, disabledReason }: WebhookStanding,
  wanted: WebhookStatus | undefined,
): WebhookStanding => {
  const next = wanted ?? (disabledReason === 'MANUAL' ? status : 'ACTIVE');
  return { status: next, disabledReason: next === 'DISABLED' ? 'MANUAL' : null };
};
