import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import type { FieldFault } from '@loyalty/rules';
import type { Database, Queryable, Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { writeTransaction } from '../write-transaction.ts';
import {
  faultsOfSettings,
  mergeSettings,
  readSettings,
  type Settings,
  type SettingsDocument,
} from './settings-catalogue.ts';

export type SetSettingsResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly settings: Settings }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

/** An environment's settings, defaults filled in; null when there is no such environment. */
export const getSettings = async (db: Queryable, environmentId: EnvironmentId): Promise<Settings | null> => {
  const stored = await readDocument(db, environmentId);
  return stored === null ? null : readSettings(stored);
};

const readDocument = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<SettingsDocument | null> => {
  const [row] = await db.query<{ settings: SettingsDocument }>(
    'SELECT settings FROM environments WHERE id = $1',
    [environmentId],
  );
  return row?.settings ?? null;
};

/**
 * Writes some settings of an environment, null bringing back a default, and raises its configuration version (D6).
 * All of them are valid, or none is written; what changes nothing raises nothing.
 */
export const setSettings = (
  db: Database,
  environmentId: EnvironmentId,
  written: SettingsDocument,
): Promise<SetSettingsResult> => {
  const faults = faultsOfSettings(written);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return writeTransaction(db, (tx) => changeSettings(tx, environmentId, written));
};

const changeSettings = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  written: SettingsDocument,
): Promise<SetSettingsResult> => {
  await tx.query('SELECT id FROM environments WHERE id = $1 FOR NO KEY UPDATE', [environmentId]);
  const stored = await readDocument(tx, environmentId);
  if (stored === null) return { outcome: 'not-found' };
  const merged = mergeSettings(stored, written);
  const settings = readSettings(merged);
  if (isDeepStrictEqual(merged, stored)) return { outcome: 'unchanged', settings };
  await tx.query('UPDATE environments SET settings = $2::jsonb WHERE id = $1', [
    environmentId,
    JSON.stringify(merged),
  ]);
  await raiseConfigVersion(tx, environmentId);
  return { outcome: 'changed', settings };
};
