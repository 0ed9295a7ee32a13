import { insertRewards, writeTiers } from '@loyalty/accounts';
import { awaitAll } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { TierPlan } from './plan-tiers.ts';

/** Stores the tiers and rewards of locked members. The caller publishes the facts. */
export const storeTiers = async (tx: Transaction, { writes, rewards }: TierPlan): Promise<void> => {
  await awaitAll([writeTiers(tx, writes), insertRewards(tx, rewards)]);
};
