import type { FaultTenant } from '../fault-tenant.ts';
import type { Client } from './client.ts';
import type { Journal } from './journal.ts';
import { fundingOf, redeemOf } from './operations.ts';
import { sendJournaled } from './send-journaled.ts';

/** Enough members for each of the 12 partitions to have at least one, in 64 of 65 rounds. */
export const probesCount = 48;

/**
 * Each probe sends one request per member, on all partitions at once. It resolves with the milliseconds until the last
 * response.
 */
export interface Probes {
  readonly evaluate: () => Promise<number>;
  readonly redeem: () => Promise<number>;
}

/** Creates probes on their own members. The first evaluate gives these members enough points for every redeem. */
export const createProbes = (client: Client, journal: Journal, tenant: FaultTenant): Probes => {
  let round = 0;
  const ask = async (operationOf: typeof redeemOf): Promise<number> => {
    round += 1;
    const beganMs = performance.now();
    const ask = (number: number): Promise<string> => {
      const memberRef = `probe-${number.toString()}`;
      const ref = `probe-${round.toString()}-${number.toString()}`;
      return sendJournaled({ client, journal }, operationOf({ tenant, ref, memberRef }));
    };
    await Promise.all(Array.from({ length: probesCount }, (_, number) => ask(number)));
    return performance.now() - beganMs;
  };
  return { evaluate: () => ask(fundingOf), redeem: () => ask(redeemOf) };
};
