import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Queryable, type Transaction, writeTransaction } from '@loyalty/storage';
import type { SecretBox, SecretOwner } from '@loyalty/storage/secrets';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import { findExceeded, growingWrite } from '../configuration/write-configuration.ts';
import {
  generatorName,
  isProviderName,
  namedProvidersOf,
  readSettings,
  type SettingsDocument,
} from '../tenants/settings-catalogue.ts';
import { isSecret } from '../tenants/secrets.ts';
import { secretOwnerOf } from './reward-providers.ts';

/** An HTTP provider without its secret. */
export interface HttpProviderRecord {
  readonly name: string;
  /**
   * A UUID, which is also the destination id of its tasks. It stays the same when the provider is replaced.
   */
  readonly id: string;
  readonly url: string;
  /** True if a repeated request for a reward id returns the same code. */
  readonly isIdempotent: boolean;
  /** The maximum number of simultaneous calls, 1 to 32. */
  readonly callsMax: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type HttpProviderRow = Omit<HttpProviderRecord, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

const httpProviderColumns = `name, id, url, is_idempotent AS "isIdempotent", calls_max AS "callsMax",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const httpProviderOf = ({ createdAt, updatedAt, ...row }: HttpProviderRow): HttpProviderRecord => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** A provider as its owner describes it. `readTarget` has accepted its address. */
export interface ProviderInput {
  readonly name: string;
  readonly url: string;
  /** The secret as it was given; null keeps the stored one. */
  readonly secret: string | null;
  readonly isIdempotent: boolean;
  readonly callsMax: number;
}

export type SetProviderResult =
  | { readonly outcome: 'created'; readonly record: HttpProviderRecord }
  | {
      readonly outcome: 'replaced';
      readonly before: HttpProviderRecord;
      readonly record: HttpProviderRecord;
      /** Pointers to changed fields that are in no record; the audit log names only the pointers (D209). */
      readonly unshown: readonly string[];
    }
  | { readonly outcome: 'refused'; readonly reason: ProviderRefused['reason'] | 'SECRET_MISSING' };

/**
 * Adds the provider or replaces the one of this name: the id stays, and so does the secret if none is given.
 * The name must not be that of a pool.
 */
export const setProvider = async (
  { db, box }: { readonly db: Database; readonly box: SecretBox },
  environmentId: EnvironmentId,
  input: ProviderInput,
): Promise<SetProviderResult> => {
  const unfit = findNameRefusal(input.name);
  if (unfit !== null) return unfit;
  return growingWrite(db, environmentId, async (tx) => {
    const current = await lockProvider(tx, environmentId, input.name);
    const refusal = await findRefusal(tx, environmentId, { current, input });
    if (refusal !== null) return refusal;
    const before = current === null ? null : await readProvider(tx, environmentId, input.name);
    const id = current?.id ?? randomId();
    const place = secretOwnerOf(environmentId, id);
    const given = input.secret;
    const isKept = given === null || (await isPresentSecret(tx, box, place, given));
    const sealed = given === null ? null : box.seal(place, Buffer.from(given));
    const record = await storeProvider(tx, { environmentId, id, sealed, input });
    await raiseConfigVersion(tx, environmentId, 'providers');
    if (before === null) return { outcome: 'created', record };
    return { outcome: 'replaced', before, record, unshown: isKept ? [] : ['/secret'] };
  });
};

const isPresentSecret = async (
  tx: Transaction,
  box: SecretBox,
  place: SecretOwner,
  given: string,
): Promise<boolean> => {
  const [stored] = await tx.query<{ secret: Buffer }>(
    'SELECT secret FROM reward_providers WHERE environment_id = $1 AND id = $2',
    [place.environmentId, place.id],
  );
  return stored !== undefined && isSecret(box, place, { sealed: stored.secret, given });
};

const findRefusal = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, input }: { readonly current: LockedProvider | null; readonly input: ProviderInput },
): Promise<Extract<SetProviderResult, { outcome: 'refused' }> | null> => {
  if (current !== null) return current.kind === 'POOL' ? providerRefused('NAME_TAKEN') : null;
  if (input.secret === null) return { outcome: 'refused', reason: 'SECRET_MISSING' };
  return findLimitRefusal(tx, environmentId);
};

interface LockedProvider {
  readonly id: string;
  readonly kind: 'POOL' | 'HTTP';
}

export const lockProvider = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  name: string,
): Promise<LockedProvider | null> => {
  const [found] = await tx.query<LockedProvider>(
    'SELECT id, kind FROM reward_providers WHERE environment_id = $1 AND name = $2 FOR UPDATE',
    [environmentId, name],
  );
  return found ?? null;
};

const readProvider = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  name: string,
): Promise<HttpProviderRecord> => {
  const rows = await tx.query<HttpProviderRow>(
    `SELECT ${httpProviderColumns} FROM reward_providers WHERE environment_id = $1 AND name = $2`,
    [environmentId, name],
  );
  return httpProviderOf(onlyRow(rows, 'reward_providers'));
};

interface StoredProvider {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly sealed: Buffer | null;
  readonly input: ProviderInput;
}

/** A new promise counts from now on; an existing one from its start. */
const idempotentSince =
  'idempotent_since = CASE WHEN $5 THEN coalesce(reward_providers.idempotent_since, now()) END';

const storeProvider = async (
  tx: Transaction,
  { environmentId, id, sealed, input: { name, url, isIdempotent, callsMax } }: StoredProvider,
): Promise<HttpProviderRecord> => {
  // An upsert would need a secret for its insert, and the update may have none.
  const text =
    sealed === null
      ? `UPDATE reward_providers SET url = $4, is_idempotent = $5, calls_max = $6, updated_at = now(), ${idempotentSince}
          WHERE environment_id = $1 AND name = $2 AND id = $3 RETURNING ${httpProviderColumns}`
      : `INSERT INTO reward_providers (environment_id, name, id, kind, url, is_idempotent, calls_max, secret, idempotent_since)
         VALUES ($1, $2, $3, 'HTTP', $4, $5, $6, $7, CASE WHEN $5 THEN now() END)
         ON CONFLICT (environment_id, name) DO UPDATE
           SET url = $4, is_idempotent = $5, calls_max = $6, secret = $7, updated_at = now(), ${idempotentSince}
         RETURNING ${httpProviderColumns}`;
  const values = [environmentId, name, id, url, isIdempotent, callsMax, ...(sealed === null ? [] : [sealed])];
  return httpProviderOf(onlyRow(await tx.query<HttpProviderRow>(text, values), 'reward_providers'));
};

export type RemoveProviderResult =
  | { readonly outcome: 'removed'; readonly before: HttpProviderRecord }
  | { readonly outcome: 'not-found' }
  /** A pool stays, with its codes. A provider must first leave the setting `rewardProviders`: 409. */
  | { readonly outcome: 'refused'; readonly reason: 'IS_A_POOL' | 'IN_USE' };

/** Removes a provider. Its waiting rewards go to the provider that is then responsible. */
export const removeProvider = (
  db: Database,
  environmentId: EnvironmentId,
  name: string,
): Promise<RemoveProviderResult> =>
  writeTransaction(db, async (tx) => {
    // First, because a write of the setting locks the providers that it names before the settings.
    const found = await lockProvider(tx, environmentId, name);
    if (found === null) return { outcome: 'not-found' };
    if (found.kind === 'POOL') return { outcome: 'refused', reason: 'IS_A_POOL' };
    if ((await lockNamed(tx, environmentId)).includes(name)) return { outcome: 'refused', reason: 'IN_USE' };
    const before = await readProvider(tx, environmentId, name);
    await tx.query('DELETE FROM reward_providers WHERE environment_id = $1 AND name = $2', [
      environmentId,
      name,
    ]);
    await raiseConfigVersion(tx, environmentId, 'providers');
    return { outcome: 'removed', before };
  });

const lockNamed = async (tx: Transaction, environmentId: EnvironmentId): Promise<readonly string[]> => {
  const rows = await tx.query<{ settings: SettingsDocument }>(
    'SELECT settings FROM environments WHERE id = $1 FOR NO KEY UPDATE',
    [environmentId],
  );
  return namedProvidersOf(readSettings(onlyRow(rows, 'environments').settings).rewardProviders);
};

/** The refusal of a provider. The response is 400 for NAME_UNFIT, and 409 otherwise. */
export interface ProviderRefused {
  readonly outcome: 'refused';
  readonly reason: 'NAME_UNFIT' | 'NAME_TAKEN' | 'TOO_MANY_PROVIDERS';
}

export const providerRefused = (reason: ProviderRefused['reason']): ProviderRefused => ({
  outcome: 'refused',
  reason,
});

/** Refuses a name that cannot be used, such as that of the generator. */
export const findNameRefusal = (name: string): ProviderRefused | null => {
  if (!isProviderName(name)) return providerRefused('NAME_UNFIT');
  return name === generatorName ? providerRefused('NAME_TAKEN') : null;
};

/** Refuses a provider beyond the limit. The result is valid until the end of a `growingWrite`. */
export const findLimitRefusal = async (
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<ProviderRefused | null> =>
  (await findExceeded(tx, environmentId, 'rewardProviders')) === null
    ? null
    : providerRefused('TOO_MANY_PROVIDERS');

/** Lists providers in the order of their names; `readPools` lists the pools. */
export const listProviders = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<HttpProviderRecord[]> => {
  const rows = await db.query<HttpProviderRow>(
    `SELECT ${httpProviderColumns} FROM reward_providers WHERE environment_id = $1 AND kind = 'HTTP' ORDER BY name`,
    [environmentId],
  );
  return rows.map(httpProviderOf);
};
