import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import { type Closed, rulesVersion, type Snapshot } from '@loyalty/rules';
import type { Campaign, IdleCampaign } from '@loyalty/rules/campaigns';
import type { Queryable, Statement } from '@loyalty/storage';
import {
  type ConfigurationKind,
  type ConfigurationReader,
  readsKind,
  unattributedVersion,
  versionFor,
} from '../configuration/config-version.ts';
import { namesRefusalsSql } from '../webhooks/endpoints/webhook-record.ts';
import { readSettings, readStoredZone, type SettingsDocument } from '../tenants/settings-catalogue.ts';

/** A snapshot with the parts that the next version may keep. */
export interface LoadedSnapshot extends Snapshot {
  readonly versions: KindVersions;
  /** The ACTIVE campaigns, each as one version of its row has it. */
  readonly rows: ReadonlyMap<CampaignId, LoadedCampaign>;
}

interface KindVersions extends Readonly<Record<ConfigurationKind, number>> {
  /** Explained at `unattributedVersion`. */
  readonly unattributed: number;
}

export interface LoadedCampaign {
  /** The row's `xmin`. Only its owner, on any build, and the pause of a spent budget update the row. */
  readonly rowVersion: string;
  readonly campaign: Campaign;
  /** The approximate size, including its place in the index. */
  readonly bytes: number;
}

export interface LoadedCampaigns {
  readonly campaigns: readonly Campaign[];
  readonly idleCampaigns: readonly IdleCampaign[];
  readonly rows: ReadonlyMap<CampaignId, LoadedCampaign>;
}

interface LoadedEnvironment extends Pick<
  Snapshot,
  | 'environmentId'
  | 'tenantId'
  | 'mode'
  | 'version'
  | 'secret'
  | 'closed'
  | 'unknownRules'
  | 'pointValueCents'
  | 'pointsExpiry'
  | 'currency'
  | 'zone'
  | 'zoneName'
  | 'caps'
  | 'refunds'
  | 'publishesRefusals'
  | 'hasStreamOut'
  | 'hasReferences'
> {
  readonly versions: KindVersions;
}

interface SnapshotEnvironmentRow
  extends
    Pick<LoadedEnvironment, 'environmentId' | 'tenantId' | 'mode' | 'version' | 'secret'>,
    KindVersions {
  readonly storedSettings: SettingsDocument;
  readonly closed: Closed | null;
  /** This is the need of its ACTIVE campaigns, if any. */
  readonly needsRules: number | null;
  /** Disabled endpoints count, because what they miss can be replayed. */
  readonly publishesRefusals: boolean;
  readonly hasStreamOut: boolean;
  readonly hasReferences: boolean;
}

/** Nobody else publishes refusals, so nobody else needs to read endpoints. */
const refusalsNamed = `EXISTS (SELECT FROM webhooks w WHERE w.environment_id = e.id AND w.deleted_at IS NULL
                                                    AND ${namesRefusalsSql('w.events')})`;

/** Nobody else makes outcomes of streamed receipts. */
const streamOutRuns = `EXISTS (SELECT FROM stream_outs o WHERE o.environment_id = e.id AND o.state = 'RUNNING')`;

const statementFor = (reader: ConfigurationReader): Statement => ({
  name: `snapshot-environments-of-${reader}`,
  text: `SELECT e.id AS "environmentId", e.tenant_id AS "tenantId", e.mode, ${versionFor(reader)} AS version,
                e.secret, e.settings AS "storedSettings", e.closed, e.has_references AS "hasReferences",
                campaigns_version AS campaigns, tiers_version AS tiers, segments_version AS segments,
                settings_version AS settings, definitions_version AS definitions, providers_version AS providers,
                ${unattributedVersion} AS unattributed,
                (SELECT max(rules_version) FROM campaigns c
                  WHERE c.environment_id = e.id AND c.state = 'ACTIVE') AS "needsRules",
                ${reader === 'engines' ? refusalsNamed : 'false'} AS "publishesRefusals",
                ${reader === 'engines' ? streamOutRuns : 'false'} AS "hasStreamOut"
           FROM environments e WHERE e.id = ANY ($1::int[])`,
});

const statements = { engines: statementFor('engines'), tiers: statementFor('tiers') } as const;

export type SnapshotReader = keyof typeof statements;

/** Reads environments. Those that do not exist are left out. */
export const readSnapshotEnvironments = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
  reader: SnapshotReader,
): Promise<LoadedEnvironment[]> => {
  const rows = await tx.query<SnapshotEnvironmentRow>(statements[reader], [environmentIds]);
  return rows.map(environmentOf);
};

const environmentOf = (row: SnapshotEnvironmentRow): LoadedEnvironment => {
  const { environmentId, tenantId, mode, version, secret, closed, needsRules } = row;
  const settings = readSettings(row.storedSettings);
  const { pointValueCents, pointsExpiry, refundPoints, refundGraceDays, unrecoveredPoints } = settings;
  const zone = readStoredZone(row.storedSettings);
  const { currency } = settings;
  const environment = {
    environmentId,
    tenantId,
    mode,
    version,
    secret,
    pointValueCents,
    pointsExpiry,
    currency,
  };
  return {
    ...environment,
    refunds: { refundPoints, refundGraceDays, unrecoveredPoints },
    versions: versionsOf(row),
    ...(zone === null || settings.timeZone === null ? null : { zone, zoneName: settings.timeZone }),
    ...(settings.memberPointsCaps === null ? null : { caps: settings.memberPointsCaps }),
    ...(settings.voidWithinMinutes === null ? null : { voidWithinMinutes: settings.voidWithinMinutes }),
    ...(closed === null ? null : { closed }),
    ...((row.publishesRefusals || row.hasStreamOut) && { publishesRefusals: true }),
    ...(row.hasStreamOut && { hasStreamOut: true }),
    ...(row.hasReferences && { hasReferences: true }),
    ...(needsRules !== null && needsRules > rulesVersion && { unknownRules: needsRules }),
  };
};

const versionsOf = ({
  campaigns,
  tiers,
  segments,
  settings,
  definitions,
  providers,
  unattributed,
}: KindVersions): KindVersions => ({
  campaigns,
  tiers,
  segments,
  settings,
  definitions,
  providers,
  unattributed,
});

export interface SnapshotReading {
  readonly environments: readonly LoadedEnvironment[];
  readonly held: ReadonlyMap<EnvironmentId, LoadedSnapshot | null>;
  readonly reader: SnapshotReader;
}

interface SnapshotPart<T> {
  readonly kinds: readonly ConfigurationKind[];
  readonly held: (snapshot: LoadedSnapshot) => T;
  /** Environments without any are left out. */
  readonly read: (environmentIds: readonly EnvironmentId[]) => Promise<ReadonlyMap<EnvironmentId, T>>;
  readonly none: T;
}

/** Reads a part for the snapshots that hold none, or an older one. */
export const readPart = async <T>(
  { environments, held, reader }: SnapshotReading,
  part: SnapshotPart<T>,
): Promise<(environmentId: EnvironmentId) => T> => {
  const isRead = part.kinds.some((kind) => readsKind(reader, kind));
  const kept = new Map<EnvironmentId, T>();
  const stale: EnvironmentId[] = [];
  for (const environment of isRead ? environments : []) {
    const id = environment.environmentId;
    const before = held.get(id) ?? null;
    if (before !== null && isSame(before, environment, part.kinds)) kept.set(id, part.held(before));
    else stale.push(id);
  }
  const read = stale.length === 0 ? kept : await part.read(stale);
  return (id) => kept.get(id) ?? read.get(id) ?? part.none;
};

/** Returns true if no version of these kinds has changed, not even by an earlier build. */
const isSame = (
  { versions: before }: LoadedSnapshot,
  { versions: now }: LoadedEnvironment,
  kinds: readonly ConfigurationKind[],
): boolean => before.unattributed === now.unattributed && kinds.every((kind) => before[kind] === now[kind]);
