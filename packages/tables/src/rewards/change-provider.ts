import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type SecretBox, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { growingWrite } from '../limits/growing-write.ts';
import {
  findNameRefusal,
  findLimitRefusal,
  providerRefused,
  type ProviderRefused,
} from './find-provider-refusal.ts';
import {
  httpProviderColumns,
  httpProviderOf,
  secretPlaceOf,
  type HttpProviderRecord,
  type HttpProviderRow,
} from './provider-record.ts';

/** An HTTP provider as its owner describes it. `checkProviderUrl` has accepted its address. */
export interface ProviderInput {
  readonly name: string;
  readonly url: string;
  /** The secret that signs requests, as it was given; null keeps the stored one. */
  readonly secret: string | null;
  readonly isIdempotent: boolean;
  readonly callsMax: number;
}

export type SetProviderResult =
  | { readonly outcome: 'created' | 'replaced'; readonly record: HttpProviderRecord }
  | { readonly outcome: 'refused'; readonly reason: ProviderRefused['reason'] | 'SECRET_MISSING' };

/**
 * Creates an HTTP provider, or replaces the one with this name, and raises the version. A replaced provider keeps its id, and its
 * secret if none is given. Refused when a pool has this name.
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
    const id = current?.id ?? randomId();
    const place = secretPlaceOf(environmentId, id);
    const sealed = input.secret === null ? null : box.seal(place, Buffer.from(input.secret));
    const record = await storeProvider(tx, { environmentId, id, sealed, input });
    await raiseConfigVersion(tx, environmentId, 'providers');
    return { outcome: current === null ? 'created' : 'replaced', record };
  });
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

/** Locks and returns the provider or pool of this name. */
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

interface StoredProvider {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** Null keeps the stored secret. */
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
