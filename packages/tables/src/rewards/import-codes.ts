import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { growingWrite } from '../limits/growing-write.ts';
import {
  findNameRefusal,
  findLimitRefusal,
  providerRefused,
  type ProviderRefused,
} from '../reward-providers/find-provider-refusal.ts';
import { lockProvider } from '../reward-providers/set-provider.ts';
import type { PoolId } from './pool-id.ts';

/** The name and the settings of a pool for an import. */
export interface PoolInput {
  readonly name: string;
  /** The pool is low below so many codes. Undefined leaves it unchanged; 1,000 in a new pool. */
  readonly lowBelow?: number | undefined;
}

export type OpenPoolResult =
  { readonly outcome: 'opened'; readonly poolId: PoolId; readonly isNew: boolean } | ProviderRefused;

/** Returns the pool of this name. If there is none, creates it and raises the version. Refused when an HTTP provider has this name. */
export const openPool = async (
  db: Database,
  environmentId: EnvironmentId,
  { name, lowBelow }: PoolInput,
): Promise<OpenPoolResult> => {
  const unfit = findNameRefusal(name);
  if (unfit !== null) return unfit;
  return growingWrite(db, environmentId, async (tx) => {
    const current = await lockProvider(tx, environmentId, name);
    if (current?.kind === 'HTTP') return providerRefused('NAME_TAKEN');
    const full = current === null ? await findLimitRefusal(tx, environmentId) : null;
    if (full !== null) return full;
    if (current === null) await insertProvider(tx, environmentId, name);
    const poolId = await storePool(tx, environmentId, { name, lowBelow });
    if (current === null) await raiseConfigVersion(tx, environmentId, 'providers');
    return { outcome: 'opened', poolId, isNew: current === null };
  });
};

const insertProvider = async (tx: Transaction, environmentId: EnvironmentId, name: string): Promise<void> => {
  await tx.query(
    `INSERT INTO reward_providers (environment_id, name, id, kind) VALUES ($1, $2, $3, 'POOL')`,
    [environmentId, name, randomId()],
  );
};

const storePool = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { name, lowBelow }: PoolInput,
): Promise<PoolId> => {
  const rows = await tx.query<{ id: PoolId }>(
    `INSERT INTO code_pools AS p (environment_id, name, low_below) VALUES ($1, $2, coalesce($3::bigint, 1000))
     ON CONFLICT (environment_id, name) DO UPDATE SET low_below = coalesce($3::bigint, p.low_below)
     RETURNING id`,
    [environmentId, name, lowBelow ?? null],
  );
  return onlyRow(rows, 'code_pools').id;
};
