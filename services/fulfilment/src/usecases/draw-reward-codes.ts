import { randomBytes } from 'node:crypto';
import { derivedBytes, type EnvironmentId, groupBy } from '@loyalty/kernel';
import { makeRewardCode } from '@loyalty/rules/rewards';
import type { Transaction } from '@loyalty/storage';
import { findGivenCodes } from '@loyalty/tables/granted-rewards';
import { drawCodes, type DrawnCode, lockPools, type PoolId, type Provider } from '@loyalty/tables/rewards';
import { type DrawingReward, findSkippedCodes } from '@loyalty/tables/skipped-codes';

/** A provider that needs no call: its codes are created or drawn within the transaction. */
export type OwnProvider = Extract<Provider, { readonly kind: 'GENERATOR' | 'POOL' }>;

export interface AskedOfOwn {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly provider: OwnProvider;
}

export interface RewardCode {
  readonly code: string;
  readonly pool: PoolPlace | null;
}

export interface PoolPlace {
  readonly id: PoolId;
  readonly place: number;
}

/**
 * Returns codes by the rewards' ids, or null if the pool is empty. It locks the pools in order, after the
 * rewards. A reward to which a lost commit gave a code of a pool gets the same code.
 */
export const drawRewardCodes = async (
  tx: Transaction,
  asked: readonly AskedOfOwn[],
): Promise<ReadonlyMap<string, RewardCode | null>> => {
  const fromPools: DrawingReward[] = [];
  for (const { id, environmentId, provider } of asked)
    if (provider.kind === 'POOL') fromPools.push({ id, environmentId, poolId: provider.poolId });
  const codes = await makeCodes(
    tx,
    asked.filter(({ provider }) => provider.kind === 'GENERATOR'),
  );
  const byPool = groupBy(fromPools, ({ poolId }) => poolId);
  await lockPools(tx, [...byPool.keys()]);
  for (const [id, one] of await drawFromPools(tx, byPool, await findSkippedCodes(tx, fromPools)))
    codes.set(id, one);
  return codes;
};

type DrawnReward = readonly [string, RewardCode | null];

const drawFromPools = async (
  tx: Transaction,
  byPool: ReadonlyMap<PoolId, readonly DrawingReward[]>,
  given: ReadonlyMap<string, DrawnCode>,
): Promise<DrawnReward[]> => {
  const all: DrawnReward[] = [];
  for (const [poolId, rewards] of byPool) {
    const fresh = rewards.filter(({ id }) => !given.has(id));
    const drawn = fresh.length === 0 ? [] : await drawCodes(tx, poolId, fresh.length);
    const again = rewards.filter(({ id }) => given.has(id));
    all.push(...fresh.map(({ id }, at): DrawnReward => [id, inPool(poolId, drawn[at])]));
    all.push(...again.map(({ id }): DrawnReward => [id, inPool(poolId, given.get(id))]));
  }
  return all;
};

const inPool = (id: PoolId, drawn: DrawnCode | undefined): RewardCode | null =>
  drawn === undefined ? null : { code: drawn.code, pool: { id, place: drawn.place } };

/**
 * Codes are derived from the reward's id: one that is issued again after a lost commit gets the code that its
 * member knows. If another reward has the code, for example from a pool, a random one is made.
 */
const makeCodes = async (
  tx: Transaction,
  asked: readonly AskedOfOwn[],
): Promise<Map<string, RewardCode | null>> => {
  const derived = asked.map(({ id, environmentId, secret }) => ({
    id,
    environmentId,
    code: makeRewardCode(derivedBytes(secret, 'code', id)),
  }));
  const given = await findGivenCodes(tx, derived);
  return new Map(
    derived.map(({ id, code }) => [
      id,
      { code: given.has(id) ? makeRewardCode(randomBytes) : code, pool: null },
    ]),
  );
};
