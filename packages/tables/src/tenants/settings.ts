import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database, Queryable, Transaction } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import { type AnotherPersonNeeded, findSameAuthor } from '../audit/live-changes.ts';
import type { NotYetAvailable } from '../campaigns/campaign-limits.ts';
import type { ChangeTerms } from '../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  type InvalidContent,
} from '../configuration/write-configuration.ts';
import {
  compareStoredZone,
  faultsOfSettings,
  namedProvidersOf,
  parseRewardProviders,
  type SettingsDocument,
  readSettings,
  settingsVersionOf,
  type ZoneComparison,
} from './settings-catalogue.ts';
import {
  type DatedSettings,
  mergeDatedSettings,
  readDatedSettings,
  settledSettings,
} from './settings-loosening.ts';

type SettingsRefusal = InvalidContent | NotYetAvailable | AnotherPersonNeeded;

export type SetSettingsResult = ChangeResult<DatedSettings, SettingsRefusal>;

/** Returns the settings in force now, with defaults; null if there is no such environment. */
export const getSettings = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<DatedSettings | null> => {
  const read = await readDocument(db, environmentId);
  return read === null ? null : readDatedSettings(read.stored, read.nowMs);
};

interface ReadDocument {
  readonly stored: SettingsDocument;
  readonly nowMs: number;
}

const readDocument = async (db: Queryable, environmentId: EnvironmentId): Promise<ReadDocument | null> => {
  const [row] = await db.query<ReadDocument>(
    `SELECT settings AS stored, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"
       FROM environments WHERE id = $1`,
    [environmentId],
  );
  return row ?? null;
};

export interface StoredTimeZone {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly mode: Mode;
  readonly timeZone: string;
  readonly comparison: ZoneComparison;
}

/** Returns the time zone of every environment that has one, by tenant (D225). */
export const listTimeZones = async (db: Queryable): Promise<readonly StoredTimeZone[]> => {
  const rows = await db.query<Omit<StoredTimeZone, 'comparison'> & { readonly settings: SettingsDocument }>(
    `SELECT id AS "environmentId", tenant_id AS "tenantId", mode, settings ->> 'timeZone' AS "timeZone", settings
       FROM environments WHERE settings ->> 'timeZone' IS NOT NULL ORDER BY tenant_id, mode`,
  );
  return rows.map(({ settings, ...row }) => ({
    ...row,
    comparison: compareStoredZone(row.timeZone, settings),
  }));
};

/**
 * Writes settings (D6, D307). Null restores a default. If one is invalid, none is written. If nothing
 * changes, no version rises.
 */
export const setSettings = (
  db: Database,
  environmentId: EnvironmentId,
  written: SettingsDocument,
  terms: ChangeTerms = {},
): Promise<SetSettingsResult> => {
  const faults = faultsOfSettings(written);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return changeEntity(db, environmentId, {
    kind: 'settings',
    mayGrow: false,
    lock: (tx) => lockDocument(tx, environmentId, written),
    recordOf: ({ stored, nowMs }) => readDatedSettings(stored, nowMs),
    versionOf: (settings) => settingsVersionOf(environmentId, settings),
    terms,
    isPatch: true,
    decide: async ({ stored, nowMs, missingProviders, unknown }, tx): Promise<SettingsDecision> => {
      if (unknown !== null) return { refuse: unknown };
      if (missingProviders.length > 0) return { refuse: providersMissing(missingProviders) };
      const merged = mergeDatedSettings(stored, written, nowMs);
      if (isDeepStrictEqual(merged, settledSettings(stored, nowMs))) return 'keep';
      const refusal = await findSameAuthorOf(tx, environmentId, { stored, merged, terms });
      return refusal === null ? { store: merged } : { refuse: refusal };
    },
    store: async (tx, merged, { nowMs }) => {
      await storeDocument(tx, environmentId, { merged, written: Object.keys(written) });
      return readDatedSettings(merged, nowMs);
    },
  });
};

type SettingsDecision = ChangeDecision<SettingsDocument, SettingsRefusal>;

/** The value of a point is live, and so is the currency, which says what is redeemed for it. Who turned the rule on does not turn it off (D306). */
const findSameAuthorOf = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    stored,
    merged,
    terms,
  }: { readonly stored: SettingsDocument; readonly merged: SettingsDocument; readonly terms: ChangeTerms },
): Promise<AnotherPersonNeeded | null> => {
  const [before, after] = [readSettings(stored), readSettings(merged)];
  const judged = [
    ...(before.currency === after.currency ? [] : ['currency' as const]),
    ...(before.pointValueCents === after.pointValueCents ? [] : ['pointValueCents' as const]),
    ...(before.liveChangesByTwo && !after.liveChangesByTwo ? ['liveChangesByTwo' as const] : []),
  ];
  for (const id of judged) {
    const refusal = await findSameAuthor(tx, environmentId, terms, { type: 'setting', id });
    if (refusal !== null) return refusal;
  }
  return null;
};

interface LockedSettings extends ReadDocument {
  readonly missingProviders: readonly string[];
  /** Why caps or a currency cannot be set yet: a process runs that would not apply them. Null if there is none. */
  readonly unknown: NotYetAvailable | null;
}

/** Providers come before the environment in the one lock order; the removal of a provider follows it too. */
const lockDocument = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { rewardProviders, ...written }: SettingsDocument,
): Promise<LockedSettings | null> => {
  const setting = parseRewardProviders(rewardProviders);
  const names = setting === undefined ? [] : namedProvidersOf(setting);
  const known = await lockProviderNames(tx, environmentId, names);
  await tx.query('SELECT id FROM environments WHERE id = $1 FOR NO KEY UPDATE', [environmentId]);
  const read = await readDocument(tx, environmentId);
  if (read === null) return null;
  const unknown = await findUnknown(tx, written);
  return { ...read, missingProviders: names.filter((name) => !known.has(name)), unknown };
};

/** Builds before would give more than caps allow (D241). */
const capsVersion = 7;
/** Builds before would take what names no currency for rand (D321). */
const currencyVersion = 8;

const findUnknown = async (
  tx: Transaction,
  { currency = null, memberPointsCaps = null }: SettingsDocument,
): Promise<NotYetAvailable | null> => {
  const needs = Math.max(
    currency === null ? 0 : currencyVersion,
    memberPointsCaps === null ? 0 : capsVersion,
  );
  if (needs === 0) return null;
  const known = await readOldestRulesVersion(tx);
  return known === null || known >= needs ? null : { outcome: 'not-yet-available', needs, known };
};

const providersMissing = (names: readonly string[]): InvalidContent => ({
  outcome: 'invalid',
  faults: [
    {
      pointer: '/rewardProviders',
      message: `must name existing providers or pools, or "generator", but not ${names.map((name) => JSON.stringify(name)).join(', ')}`,
    },
  ],
});

const storeDocument = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { merged, written }: { readonly merged: SettingsDocument; readonly written: readonly string[] },
): Promise<void> => {
  await tx.query(storeText, [environmentId, JSON.stringify(merged), written]);
};

const storeText = `
  UPDATE environments
     SET settings = $2::jsonb,
         settings_written = settings_written || coalesce(
           (SELECT jsonb_object_agg(name, floor(extract(epoch FROM now()) * 1000)) FROM unnest($3::text[]) AS w (name)), '{}')
   WHERE id = $1`;

/** Returns the existing ones, locked against removal until the transaction ends. */
const lockProviderNames = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set();
  const rows = await tx.query<{ name: string }>(
    `SELECT name FROM reward_providers WHERE environment_id = $1 AND name = ANY ($2::text[])
      ORDER BY name FOR SHARE`,
    [environmentId, names],
  );
  return new Set(rows.map(({ name }) => name));
};
