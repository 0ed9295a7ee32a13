import { setTimeout as pause } from 'node:timers/promises';
import type { SendFacts } from './fact-sender.ts';
import type { SubscribedTenant } from './subscribed-tenant.ts';

/** The rate of facts, and their end. */
export interface FactPace {
  readonly ratePerSecond: number;
  /** Stops publishing when it is aborted. */
  readonly until: AbortSignal;
}

/**
 * Publishes facts at a fixed rate, independent of their followers. Each fact carries the time when it was due, so a stalled
 * follower is charged with every fact of that time. Returns the number of facts.
 */
export const paceFacts = async (
  send: SendFacts,
  subscribed: SubscribedTenant,
  { ratePerSecond, until }: FactPace,
): Promise<number> => {
  const beganMs = Date.now();
  const sending: Promise<void>[] = [];
  let sent = 0;
  while (!until.aborted) {
    const due = 1 + Math.floor(((Date.now() - beganMs) * ratePerSecond) / 1_000);
    for (; sent < due; sent += 1)
      sending.push(send([subscribed.fact(beganMs + (sent * 1_000) / ratePerSecond)]));
    await pause(5);
  }
  await Promise.all(sending);
  return sent;
};
