import type { EnvironmentId } from '@loyalty/kernel';
import { rulesVersion, type Closed, type Snapshot } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import { unattributedVersion, versionFor, type ConfigurationReader } from '../config-version.ts';
import { readSettings, type SettingsDocument } from '../settings/settings-catalogue.ts';
import type { KindVersions } from './loaded-snapshot.ts';

/** The part of a snapshot that the row of its environment holds. */
export interface LoadedEnvironment extends Pick<
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
> {
  readonly versions: KindVersions;
}

/** The columns of {@link statementFor}. */
interface Row
  extends
    Pick<LoadedEnvironment, 'environmentId' | 'tenantId' | 'mode' | 'version' | 'secret'>,
    KindVersions {
  readonly storedSettings: SettingsDocument;
  readonly closed: Closed | null;
  /** The rules that its ACTIVE campaigns need; null without one. */
  readonly needsRules: number | null;
}

const statementFor = (reader: ConfigurationReader): Statement => ({
  name: `snapshot-environments-of-${reader}`,
  text: `SELECT e.id AS "environmentId", e.tenant_id AS "tenantId", e.mode, ${versionFor(reader)} AS version,
                e.secret, e.settings AS "storedSettings", e.closed,
                campaigns_version AS campaigns, tiers_version AS tiers, segments_version AS segments,
                settings_version AS settings, definitions_version AS definitions, providers_version AS providers,
                ${unattributedVersion} AS unattributed,
                (SELECT max(rules_version) FROM campaigns c
                  WHERE c.environment_id = e.id AND c.state = 'ACTIVE') AS "needsRules"
           FROM environments e WHERE e.id = ANY ($1::int[])`,
});

const statements = { engines: statementFor('engines'), tiers: statementFor('tiers') } as const;

/** The readers that use snapshots. */
export type SnapshotReader = keyof typeof statements;

/** Reads the rows of environments, without those that do not exist. */
export const readEnvironments = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
  reader: SnapshotReader,
): Promise<LoadedEnvironment[]> => {
  const rows = await tx.query<Row>(statements[reader], [environmentIds]);
  return rows.map(environmentOf);
};

const environmentOf = (row: Row): LoadedEnvironment => {
  const { environmentId, tenantId, mode, version, secret, closed, needsRules } = row;
  const { pointValueCents, pointsExpiry } = readSettings(row.storedSettings);
  const environment = { environmentId, tenantId, mode, version, secret, pointValueCents, pointsExpiry };
  return {
    ...environment,
    versions: versionsOf(row),
    ...(closed === null ? null : { closed }),
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
