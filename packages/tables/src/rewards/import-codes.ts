import { type EnvironmentId, invariant, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import {
  type ChangeResult,
  configurationLimits,
  growingWrite,
  limitExceeded,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import {
  findLimitRefusal,
  findNameRefusal,
  lockProvider,
  providerRefused,
  type ProviderRefused,
} from './change-provider.ts';
import { lockPools, type PoolId, type PoolRecord, readPool } from './code-pools.ts';

interface PoolInput {
  readonly name: string;
  /** The pool is low below. Undefined leaves it unchanged; 1,000 in a new pool. */
  readonly lowBelow?: number | undefined;
}

export type OpenPoolResult =
  { readonly outcome: 'opened'; readonly poolId: PoolId; readonly isNew: boolean } | ProviderRefused;

/** Creates the pool if there is none, and raises the version. Refuses if an HTTP provider has this name. */
export const openPool = (
  db: Database,
  environmentId: EnvironmentId,
  input: PoolInput,
): Promise<OpenPoolResult> =>
  poolWrite(db, environmentId, input, (tx, isNew) => open(tx, environmentId, { input, isNew }));

/** `isNew`: its provider was made for it. */
const poolWrite = async <T>(
  db: Database,
  environmentId: EnvironmentId,
  { name }: PoolInput,
  work: (tx: Transaction, isNew: boolean) => Promise<T>,
): Promise<T | ProviderRefused> => {
  const unfit = findNameRefusal(name);
  if (unfit !== null) return unfit;
  return growingWrite(db, environmentId, async (tx) => {
    const current = await lockProvider(tx, environmentId, name);
    if (current?.kind === 'HTTP') return providerRefused('NAME_TAKEN');
    const full = current === null ? await findLimitRefusal(tx, environmentId) : null;
    if (full !== null) return full;
    if (current === null) await insertProvider(tx, environmentId, name);
    return work(tx, current === null);
  });
};

interface OpenedPool {
  readonly input: PoolInput;
  readonly isNew: boolean;
}

const open = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { input, isNew }: OpenedPool,
): Promise<Extract<OpenPoolResult, { outcome: 'opened' }>> => {
  const poolId = await storePool(tx, environmentId, input);
  if (isNew) await raiseConfigVersion(tx, environmentId, 'providers');
  return { outcome: 'opened', poolId, isNew };
};

export type SetPoolResult =
  | { readonly outcome: 'created'; readonly record: PoolRecord }
  | Exclude<ChangeResult<PoolRecord, ProviderRefused>, { outcome: 'not-found' | 'outdated' }>;

/** Sets the pool as {@link openPool} does, and returns the records before and after. */
export const setPool = (
  db: Database,
  environmentId: EnvironmentId,
  input: PoolInput,
): Promise<SetPoolResult> =>
  poolWrite(db, environmentId, input, async (tx, isNew): Promise<SetPoolResult> => {
    const before = await readPool(tx, environmentId, input.name);
    if (before !== null && before.lowBelow === input.lowBelow)
      return { outcome: 'unchanged', record: before };
    if (!isNew) await touchProvider(tx, environmentId, input.name);
    await open(tx, environmentId, { input, isNew });
    const record = await readPool(tx, environmentId, input.name);
    invariant(record !== null, 'a pool that was stored is there');
    return before === null ? { outcome: 'created', record } : { outcome: 'changed', before, record };
  });

/** A lost commit is found by it (`readWrittenEntities`). */
const touchProvider = async (tx: Transaction, environmentId: EnvironmentId, name: string): Promise<void> => {
  await tx.query('UPDATE reward_providers SET updated_at = now() WHERE environment_id = $1 AND name = $2', [
    environmentId,
    name,
  ]);
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

/**
 * The number of codes for which {@link addCodes} locks the pool about 30 ms; rewards wait that long for their
 * code.
 */
export const codesPerChunk = 1_000;

interface AddedCodes {
  readonly added: number;
  /** Codes that came twice, were in a pool of the environment, or were given before. */
  readonly duplicates: number;
}

/**
 * Adds codes, each of which must have passed `findCodeFault`. A repetition adds nothing. It holds the pool's
 * lock, so that no code gets a place below one that was drawn.
 */
export const addCodes = (db: Database, poolId: PoolId, codes: readonly string[]): Promise<AddedCodes> =>
  writeTransaction(db, (tx) => addLocked(tx, poolId, codes));

const addLocked = async (tx: Transaction, poolId: PoolId, codes: readonly string[]): Promise<AddedCodes> => {
  // A statement of its own, so that the next one sees the commits for which it waited.
  await lockPools(tx, [poolId]);
  const { added } = onlyRow(await tx.query<{ added: number }>(addText, [poolId, codes]), 'code_pools');
  return { added, duplicates: codes.length - added };
};

export type FillPoolResult =
  (AddedCodes & { readonly outcome: 'filled' }) | { readonly outcome: 'not-found' } | LimitExceeded;

/**
 * Adds codes as {@link addCodes} does, for a tenant: all pools of the environment together may have at most
 * this many codes left (D220).
 */
export const fillPool = async (
  db: Database,
  environmentId: EnvironmentId,
  { name, codes }: { readonly name: string; readonly codes: readonly string[] },
): Promise<FillPoolResult> => {
  try {
    return await growingWrite(db, environmentId, async (tx): Promise<FillPoolResult> => {
      const [pool] = await tx.query<{ id: PoolId; left: number }>(leftText, [environmentId, name]);
      if (pool === undefined) return { outcome: 'not-found' };
      const { added, duplicates } = await addLocked(tx, pool.id, codes);
      if (added > 0 && pool.left + added > configurationLimits.codes) throw new PoolsFull();
      return { outcome: 'filled', added, duplicates };
    });
  } catch (failure) {
    if (failure instanceof PoolsFull) return limitExceeded('codes');
    throw failure;
  }
};

/** Takes the added codes back: how many are new is known only afterwards. */
class PoolsFull extends Error {
  override readonly name = 'PoolsFull';
}

/** Others of the environment add none meanwhile; codes may be drawn. */
const leftText = `
  SELECT id, (SELECT coalesce(sum(remaining), 0)::bigint FROM code_pools WHERE environment_id = $1) AS left
    FROM code_pools WHERE environment_id = $1 AND name = $2`;

/**
 * Imports may share a code: the index accepts it once, one order prevents deadlocks, and the place of a
 * rejected code stays empty. The comparisons with NULL make Postgres look codes up one by one: fast in tables
 * of millions.
 */
const addText = `
  WITH pool AS (SELECT id, environment_id, last_place FROM code_pools WHERE id = $1),
  given AS (
    SELECT code, min(ordinal) AS ordinal
      FROM unnest($2::text[]) WITH ORDINALITY AS c (code, ordinal) GROUP BY code
  ),
  fresh AS (
    SELECT p.id, p.environment_id, p.last_place + row_number() OVER (ORDER BY g.ordinal) AS place, g.code
      FROM pool p CROSS JOIN given g
     WHERE (SELECT true FROM pool_codes c WHERE c.environment_id = p.environment_id AND c.code = g.code) IS NULL
       AND (SELECT true FROM reward_codes r WHERE r.environment_id = p.environment_id AND r.code = g.code) IS NULL
  ),
  added AS (
    INSERT INTO pool_codes (pool_id, environment_id, place, code)
    SELECT id, environment_id, place, code FROM fresh ORDER BY code COLLATE "C"
        ON CONFLICT (environment_id, code) DO NOTHING
    RETURNING place
  ),
  summed AS (SELECT count(*) AS added, max(place) AS last_place FROM added),
  moved AS (
    UPDATE code_pools p SET remaining = p.remaining + s.added, last_place = s.last_place
      FROM summed s WHERE p.id = $1 AND s.added > 0
  )
  SELECT added FROM summed`;
