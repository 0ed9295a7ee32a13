/** An endpoint's failed deliveries in a row, and the reason why it receives no more. */
export interface EndpointHealth {
  readonly consecutiveFailures: number;
  /** Null while the endpoint is enabled. */
  readonly disabledFor: 'CONSECUTIVE_FAILURES' | 'GONE' | null;
}

/** The end of a delivery: accepted, given up, or refused with 410. */
export type DeliveryEnd = 'taken' | 'failed' | 'gone';

const terminalFailuresMax = 5;

/** Returns the health of an endpoint after one more delivery has ended (D69). */
export const healthAfter = (health: EndpointHealth, end: DeliveryEnd): EndpointHealth => {
  if (health.disabledFor !== null) return health;
  if (end === 'taken') return { consecutiveFailures: 0, disabledFor: null };
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (end === 'gone') return { consecutiveFailures, disabledFor: 'GONE' };
  const isLast = consecutiveFailures >= terminalFailuresMax;
  return { consecutiveFailures, disabledFor: isLast ? 'CONSECUTIVE_FAILURES' : null };
};
