import { listReadings, readStoredUntil } from '@loyalty/storage';
import type { Desk } from '../positions/at-desk.ts';
import { planSeed, storeSeed, type SeedPlan } from '../positions/seed-positions.ts';

/** Copies of records have later times than their originals, and brokers' clocks differ. Reading twice is harmless. */
const marginMs = 10_000;

/**
 * Plans where groups begin on a cluster on which they have never read: at the first record that is not older than what each of them has
 * stored, nor than `sinceMs`. On a cluster without copies that is the start of its logs.
 */
export const planSeeds = async (desk: Desk, sinceMs: number): Promise<readonly SeedPlan[]> => {
  const groups = new Set(
    (await listReadings(desk.db, desk.clusterId)).map(({ consumerGroup }) => consumerGroup),
  );
  const plans: SeedPlan[] = [];
  for (const group of groups) {
    const storedUntilMs = (await readStoredUntil(desk.db, [group])) ?? sinceMs;
    const toTimeMs = Math.min(sinceMs, storedUntilMs) - marginMs;
    plans.push(await planSeed(desk, { aim: { toTimeMs }, group }));
  }
  return plans;
};

/** Stores the plans. A position that was stored meanwhile stays unchanged. */
export const storeSeeds = async ({ db }: Pick<Desk, 'db'>, plans: readonly SeedPlan[]): Promise<void> => {
  for (const plan of plans) await storeSeed(db, plan);
};
