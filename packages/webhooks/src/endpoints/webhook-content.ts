import type { FieldFault } from '@loyalty/rules';
import type { WebhookDisabledReason, WebhookStatus } from './webhook-record.ts';

/** What an endpoint is registered with; shapes and bounds, the URL among them, were checked by the caller (D67, D71). */
export interface WebhookInput {
  readonly url: string;
  /** 16 to 256 characters. */
  readonly secret: string;
  /** Known types, or `*` alone. One that is named twice counts once. */
  readonly events: readonly string[];
}

/** What to change; what is absent stays as it is. */
export interface WebhookPatch extends Partial<WebhookInput> {
  readonly status?: WebhookStatus;
}

/** What is wrong with the events as a whole. */
export const faultsOfEvents = (events: readonly string[] | undefined): FieldFault[] =>
  events !== undefined && events.includes('*') && new Set(events).size > 1
    ? [{ pointer: '/events', message: 'must be types of events, or "*" alone' }]
    : [];

/** Each type once, in the order given. */
export const distinctEvents = (events: readonly string[]): readonly string[] => [...new Set(events)];

/** Whether an endpoint is sent deliveries, and why not. */
export interface WebhookStanding {
  readonly status: WebhookStatus;
  readonly disabledReason: WebhookDisabledReason | null;
}

/**
 * How an endpoint stands after a change. Whatever its owner changes, an endpoint that we disabled is on again (D69), unless they say
 * DISABLED; one that they disabled themselves is on again when they say ACTIVE.
 */
export const standingAfter = (
  { status, disabledReason }: WebhookStanding,
  wanted: WebhookStatus | undefined,
): WebhookStanding => {
  const next = wanted ?? (disabledReason === 'MANUAL' ? status : 'ACTIVE');
  return { status: next, disabledReason: next === 'DISABLED' ? 'MANUAL' : null };
};
