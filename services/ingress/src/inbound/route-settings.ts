import { type BodyOf, fieldErrorsMax, type HttpSchemas } from '@loyalty/contracts/http';
import { type Credential, type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import type { AuditDay } from '@loyalty/tables/audit';
import { configurationLimits, type EnvironmentUse, readEnvironmentUse } from '@loyalty/tables/configuration';
import { apiKeysMax } from '@loyalty/tables/keys';
import { readAdjustedPoints } from '@loyalty/tables/ledger';
import {
  type EnvironmentRecord,
  findOperatorSetting,
  findStreamOut,
  settingOwners,
  type Settings,
} from '@loyalty/tables/tenants';
import {
  type DatedSettings,
  getSettings,
  setSettings,
  type SetSettingsResult,
  settingsVersionOf,
} from '@loyalty/tables/tenants/management';
import { termsOf } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import type { ReadStreamOutLag, ReadStreamProgress } from '../usecases/streams/stream-progress.ts';
import type { EnvironmentRates } from './access/environment-rates.ts';
import { invalid, taggedResponse, writeProblem } from './responses.ts';
import type { Routes } from './routes.ts';

interface SettingsRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly managed: Managed;
  readonly loadEnvironment: (credential: Credential) => Promise<EnvironmentRecord>;
  readonly ratesOf: (environment: EnvironmentRecord, credential: Credential) => EnvironmentRates;
  /** It reads what an environment has at most once a second, because campaigns are read for their size. */
  readonly cached: CachedReads;
  readonly readStreamProgress: ReadStreamProgress;
  readonly readStreamOutLag: ReadStreamOutLag;
  readonly changes: { readonly auditDay: Pick<AuditDay, 'countToday'>; readonly perDay: number };
}

interface CachedReads {
  find(environmentId: EnvironmentId, asked: string, read: () => Promise<object>): Promise<Buffer>;
}

/** Creates the routes for settings, and for what an environment uses of its limits (D219, D220). */
export const createSettingsRoutes = (
  options: SettingsRoutesOptions,
): Pick<Routes, 'getSettings' | 'updateSettings' | 'getEnvironment' | 'getStreamOut'> => ({
  getSettings: get(options),
  updateSettings: update(options),
  getEnvironment: environment(options),
  getStreamOut: streamOut(options),
});

const get =
  ({ db }: SettingsRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => {
    const settings = await getSettings(db.of(environmentId), environmentId);
    return settings === null ? gone : shownResponse(environmentId, settings);
  };

const gone = problem('TENANT_NOT_FOUND');

const owners: HttpSchemas['SettingOwners'] = settingOwners;

const shownResponse = (environmentId: EnvironmentId, dated: DatedSettings): HttpResponse => {
  const { upcoming: next, ...settings } = dated;
  const upcoming = Object.entries(next).map(([setting, { value, from }]) => ({ setting, value, from }));
  return taggedResponse(200, { settings, owners, upcoming }, settingsVersionOf(environmentId, dated));
};

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
    const result = await setSettings(db, environmentId, written, termsOf(request));
    return 'record' in result ? shownResponse(environmentId, result.record) : refusalOf(result);
  };

const ofOperator = (setting: keyof Settings): Problem =>
  problem('FORBIDDEN', { context: { setting, owner: settingOwners[setting] }, reason: 'permission' });

/** A caller may name as many settings that are none as a body holds. */
const refusalOf = (
  result: Exclude<SetSettingsResult, { readonly record: DatedSettings }>,
): HttpResponse | Problem => {
  if (result.outcome === 'not-found') return gone;
  return result.outcome === 'invalid'
    ? invalid(result.faults.slice(0, fieldErrorsMax))
    : writeProblem(result);
};

const environment =
  (options: SettingsRoutesOptions): Handler =>
  async ({ credential }) => {
    const { db, lists, loadEnvironment, ratesOf, cached, changes } = options;
    const { environmentId, tenantId, mode } = credential;
    const found = await loadEnvironment(credential);
    const kept = await cached.find(environmentId, 'use', () =>
      readEnvironmentUse(lists.of(environmentId), environmentId),
    );
    const { tenantName, streamTopic, streamOutTopic, used } = JSON.parse(kept.toString()) as EnvironmentUse;
    const { adjustedPointsPerDay: cap, totalAdjustedPointsPerDay: totalCap } = found;
    const isCounted = cap !== null || totalCap !== null;
    const given = isCounted
      ? await readAdjustedPoints(db.of(environmentId), environmentId, credential)
      : null;
    const limits = [
      ...Object.entries(configurationLimits).map(([of, limit]) => ({ of, limit, used: usedOf(used, of) })),
      { of: 'apiKeys', limit: apiKeysMax, used: usedOf(used, 'apiKeys') },
      ...Object.entries(ratesOf(found, credential)).map(([of, limit]) => ({ of, limit, used: null })),
      { of: 'adjustedPointsPerDay', limit: cap, used: cap === null ? null : (given?.own ?? null) },
      {
        of: 'totalAdjustedPointsPerDay',
        limit: totalCap,
        used: totalCap === null ? null : (given?.total ?? null),
      },
      { of: 'changesPerDay', limit: changes.perDay, used: await changes.auditDay.countToday(environmentId) },
    ];
    const stream = streamTopic === null ? null : await streamOf(options, environmentId, streamTopic);
    return { status: 200, body: { tenantId, tenantName, mode, limits, streamTopic, stream, streamOutTopic } };
  };

/** Kafka is asked at most once a second for an environment. */
const streamOf = async (
  { cached, readStreamProgress }: SettingsRoutesOptions,
  environmentId: EnvironmentId,
  topic: string,
): Promise<HttpSchemas['EnvironmentStream']> => {
  const read = async () => ({ topic, partitions: await readStreamProgress(environmentId, topic) });
  const kept = await cached.find(environmentId, 'stream', read);
  return JSON.parse(kept.toString()) as HttpSchemas['EnvironmentStream'];
};

/** Without a stream out nothing of Kafka is asked, and otherwise at most once a second. */
const streamOut =
  ({ db, cached, readStreamOutLag }: SettingsRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => {
    const found = await findStreamOut(db.of(environmentId), environmentId);
    if (found === null) return { status: 200, body: noStreamOut };
    const { topic, state, since, memberRefs } = found;
    const read = async () => ({ lagSeconds: await readStreamOutLag(environmentId) });
    const kept = state === 'RUNNING' ? await cached.find(environmentId, 'stream-out', read) : null;
    const { lagSeconds } = kept === null ? noStreamOut : (JSON.parse(kept.toString()) as StreamOutLag);
    return { status: 200, body: { topic, state, since, memberRefs, lagSeconds } };
  };

type StreamOutLag = Pick<HttpSchemas['StreamOutRecord'], 'lagSeconds'>;

const noStreamOut: HttpSchemas['StreamOutRecord'] = {
  topic: null,
  state: 'NONE',
  since: null,
  memberRefs: false,
  lagSeconds: null,
};

const usedOf = (used: Readonly<Record<string, number>>, of: string): number | null => used[of] ?? null;
