import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable, Transaction } from '@loyalty/storage';
import { changeEntity } from '../change-entity.ts';
import type { ChangeResult, InvalidContent } from '../entity-result.ts';
import {
  faultsOfSettings,
  mergeSettings,
  readSettings,
  type Settings,
  type SettingsDocument,
} from './settings-catalogue.ts';

export type SetSettingsResult = ChangeResult<Settings, InvalidContent>;

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
  return changeEntity(db, environmentId, {
    mayGrow: false,
    lock: (tx) => lockDocument(tx, environmentId),
    decide: (stored) => {
      const merged = mergeSettings(stored, written);
      return isDeepStrictEqual(merged, stored) ? { keep: readSettings(stored) } : { store: merged };
    },
    store: async (tx, merged) => {
      await storeDocument(tx, environmentId, merged);
      return readSettings(merged);
    },
  });
};

const lockDocument = async (
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<SettingsDocument | null> => {
  await tx.query('SELECT id FROM environments WHERE id = $1 FOR NO KEY UPDATE', [environmentId]);
  return readDocument(tx, environmentId);
};

const storeDocument = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  settings: SettingsDocument,
): Promise<void> => {
  await tx.query('UPDATE environments SET settings = $2::jsonb WHERE id = $1', [
    environmentId,
    JSON.stringify(settings),
  ]);
};
