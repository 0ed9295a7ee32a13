import { randomBytes } from 'node:crypto';
import { groupBy } from '@loyalty/kernel';
import { drawCodes, lockPools, type PoolId, type Provider } from '@loyalty/programme';
import { makeRewardCode } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';

/** A provider that needs no call: its codes are made or drawn within the transaction. */
export type OwnProvider = Extract<Provider, { readonly kind: 'GENERATOR' | 'POOL' }>;

/** A reward, by its id, and who gives its code. */
export interface AskedOfOwn {
  readonly id: string;
  readonly provider: OwnProvider;
}

/** A code for each reward, by its id; null where the pool is empty. Locks the pools, in order, behind the rewards. */
export const drawRewardCodes = async (
  tx: Transaction,
  asked: readonly AskedOfOwn[],
): Promise<ReadonlyMap<string, string | null>> => {
  const codes = new Map<string, string | null>();
  const fromPools: { readonly id: string; readonly poolId: PoolId }[] = [];
  for (const { id, provider } of asked) {
    if (provider.kind === 'GENERATOR') codes.set(id, makeRewardCode(randomBytes));
    else fromPools.push({ id, poolId: provider.poolId });
  }
  const byPool = groupBy(fromPools, ({ poolId }) => poolId);
  await lockPools(tx, [...byPool.keys()]);
  for (const [poolId, rewards] of byPool) {
    const drawn = await drawCodes(tx, poolId, rewards.length);
    for (const [at, { id }] of rewards.entries()) codes.set(id, drawn[at] ?? null);
  }
  return codes;
};
