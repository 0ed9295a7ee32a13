import { insertRewards, writeTiers } from '@loyalty/accounts';
import { awaitAll } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { TierPlan } from './plan-tiers.ts';

/** Stores what is told of members whom the transaction has locked; the facts are the caller's to send. */
export const storeTiers = async (tx: Transaction, { writes, rewards }: TierPlan): Promise<void> => {
  await awaitAll([writeTiers(tx, writes), insertRewards(tx, rewards)]);
};
