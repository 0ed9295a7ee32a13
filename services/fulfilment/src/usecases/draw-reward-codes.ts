import { randomBytes } from 'node:crypto';
import { findGivenCodes } from '@loyalty/accounts';
import { derivedBytes, groupBy, type EnvironmentId } from '@loyalty/kernel';
import { drawCodes, lockPools, type PoolId, type Provider } from '@loyalty/programme';
import { makeRewardCode } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';

/** A provider that needs no call: its codes are made or drawn within the transaction. */
export type OwnProvider = Extract<Provider, { readonly kind: 'GENERATOR' | 'POOL' }>;

/** A reward, by its id, and who gives its code. */
export interface AskedOfOwn {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  /** Of the environment. */
  readonly secret: Uint8Array;
  readonly provider: OwnProvider;
}

/** A code for each reward, by its id; null where the pool is empty. Locks the pools, in order, behind the rewards. */
export const drawRewardCodes = async (
  tx: Transaction,
  asked: readonly AskedOfOwn[],
): Promise<ReadonlyMap<string, string | null>> => {
  const fromPools: { readonly id: string; readonly poolId: PoolId }[] = [];
  for (const { id, provider } of asked)
    if (provider.kind === 'POOL') fromPools.push({ id, poolId: provider.poolId });
  const codes = await makeCodes(
    tx,
    asked.filter(({ provider }) => provider.kind === 'GENERATOR'),
  );
  const byPool = groupBy(fromPools, ({ poolId }) => poolId);
  await lockPools(tx, [...byPool.keys()]);
  for (const [poolId, rewards] of byPool) {
    const drawn = await drawCodes(tx, poolId, rewards.length);
    for (const [at, { id }] of rewards.entries()) codes.set(id, drawn[at] ?? null);
  }
  return codes;
};

/**
 * Codes of the generator, derived from the reward's id: one that is issued again, because the commit was lost, has the code that its
 * member was told. A code that was given before, by a pool say, is not given again: chance makes another.
 */
const makeCodes = async (
  tx: Transaction,
  asked: readonly AskedOfOwn[],
): Promise<Map<string, string | null>> => {
  const derived = asked.map(({ id, environmentId, secret }) => ({
    ...{ id, environmentId, code: makeRewardCode(derivedBytes(secret, 'code', id)) },
  }));
  const given = await findGivenCodes(tx, derived);
  return new Map(derived.map(({ id, code }) => [id, given.has(id) ? makeRewardCode(randomBytes) : code]));
};
