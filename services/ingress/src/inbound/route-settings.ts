import { type BodyOf, fieldErrorsMax, type HttpSchemas } from '@loyalty/contracts/http';
import { type Credential, type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import type { AuditDay } from '@loyalty/tables/audit';
import { configurationLimits, type EnvironmentUse, readEnvironmentUse } from '@loyalty/tables/configuration';
import { actorOfAdjustments, readAdjustedPoints } from '@loyalty/tables/ledger';
import {
  type EnvironmentRecord,
  findOperatorSetting,
  settingOwners,
  type Settings,
} from '@loyalty/tables/tenants';
import { apiKeysMax } from '@loyalty/tables/tenants/keys';
import { getSettings, setSettings, type SetSettingsResult } from '@loyalty/tables/tenants/management';
import type { Managed } from '../usecases/management-writes.ts';
import type { EnvironmentRates } from './access/environment-rates.ts';
import { changedResponse, invalid } from './responses.ts';
import type { Routes } from './routes.ts';

interface SettingsRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly managed: Managed;
  readonly loadEnvironment: (credential: Credential) => Promise<EnvironmentRecord>;
  readonly ratesOf: (environment: EnvironmentRecord, credential: Credential) => EnvironmentRates;
  /** Of what an environment has: one read a second at most, because campaigns are read for their size. */
  readonly cached: CachedReads;
  readonly changes: { readonly auditDay: Pick<AuditDay, 'countToday'>; readonly perDay: number };
}

interface CachedReads {
  find(environmentId: EnvironmentId, asked: string, read: () => Promise<object>): Promise<Buffer>;
}

/** D219, D220. */
export const createSettingsRoutes = (
  options: SettingsRoutesOptions,
): Pick<Routes, 'getSettings' | 'updateSettings' | 'getEnvironment'> => ({
  getSettings: get(options),
  updateSettings: update(options),
  getEnvironment: environment(options),
});

const get =
  ({ db }: SettingsRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => {
    const settings = await getSettings(db.of(environmentId), environmentId);
    return settings === null ? gone : { status: 200, body: shown(settings) };
  };

const gone = problem('TENANT_NOT_FOUND');

const owners: HttpSchemas['SettingOwners'] = settingOwners;

const shown = (settings: Settings): object => ({ settings, owners });

const update =
  ({ managed }: SettingsRoutesOptions): Handler<unknown, unknown, BodyOf<'updateSettings'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    const written = { ...request.body };
    if (Object.keys(written).length === 0)
      return invalid([{ pointer: '', message: 'must have at least one setting' }]);
    const setting = findOperatorSetting(written);
    if (setting !== null) return ofOperator(setting);
    const db = managed(request, { kind: 'setting' });
    const result = await setSettings(db, environmentId, written);
    return 'record' in result ? { status: 200, body: shown(result.record) } : refusalOf(result);
  };

const ofOperator = (setting: keyof Settings): Problem =>
  problem('FORBIDDEN', { context: { setting, owner: settingOwners[setting] }, reason: 'permission' });

/** A caller may name as many settings that are none as a body holds. */
const refusalOf = (
  result: Exclude<SetSettingsResult, { readonly record: Settings }>,
): HttpResponse | Problem =>
  result.outcome === 'invalid'
    ? invalid(result.faults.slice(0, fieldErrorsMax))
    : changedResponse(result, gone);

const environment =
  ({ db, lists, loadEnvironment, ratesOf, cached, changes }: SettingsRoutesOptions): Handler =>
  async ({ credential }) => {
    const { environmentId, tenantId, mode } = credential;
    const found = await loadEnvironment(credential);
    const kept = await cached.find(environmentId, 'use', () =>
      readEnvironmentUse(lists.of(environmentId), environmentId),
    );
    const { tenantName, streamTopic, used } = JSON.parse(kept.toString()) as EnvironmentUse;
    const { adjustedPointsPerDay: cap } = found;
    const given =
      cap === null
        ? null
        : await readAdjustedPoints(db.of(environmentId), environmentId, actorOfAdjustments(credential));
    const limits = [
      ...Object.entries(configurationLimits).map(([of, limit]) => ({ of, limit, used: usedOf(used, of) })),
      { of: 'apiKeys', limit: apiKeysMax, used: usedOf(used, 'apiKeys') },
      ...Object.entries(ratesOf(found, credential)).map(([of, limit]) => ({ of, limit, used: null })),
      { of: 'adjustedPointsPerDay', limit: cap, used: given },
      { of: 'changesPerDay', limit: changes.perDay, used: await changes.auditDay.countToday(environmentId) },
    ];
    return { status: 200, body: { tenantId, tenantName, mode, limits, streamTopic } };
  };

const usedOf = (used: Readonly<Record<string, number>>, of: string): number | null => used[of] ?? null;
