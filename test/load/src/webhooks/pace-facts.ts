import { setTimeout as pause } from 'node:timers/promises';
import type { SendFacts } from './fact-sender.ts';
import type { SubscribedTenant } from './subscribed-tenant.ts';

/** How facts come to be, one after the other. */
export interface FactPace {
  readonly ratePerSecond: number;
  /** Ends it. */
  readonly until: AbortSignal;
}

/**
 * Makes facts at a fixed rate whatever becomes of them. Each is of the time at which it was due, so whoever stands still is charged with
 * every fact that came meanwhile. Answers how many there were.
 */
export const paceFacts = async (
  send: SendFacts,
  told: SubscribedTenant,
  { ratePerSecond, until }: FactPace,
): Promise<number> => {
  const beganMs = Date.now();
  const sending: Promise<void>[] = [];
  let sent = 0;
  while (!until.aborted) {
    const due = 1 + Math.floor(((Date.now() - beganMs) * ratePerSecond) / 1_000);
    for (; sent < due; sent += 1) sending.push(send([told.fact(beganMs + (sent * 1_000) / ratePerSecond)]));
    await pause(5);
  }
  await Promise.all(sending);
  return sent;
};
