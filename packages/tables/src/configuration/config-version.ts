import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** The kinds of configuration. Each has a version, in the column `<kind>_version` of `environments`. */
export const configurationKinds = [
  'campaigns',
  'tiers',
  'segments',
  'settings',
  'definitions',
  'providers',
] as const;

export type ConfigurationKind = (typeof configurationKinds)[number];

/** A change of another kind makes the reader read nothing. */
const kindsReadBy = {
  engines: ['campaigns', 'tiers', 'segments', 'settings', 'definitions'],
  // A free reward is issued in the currency of the settings.
  tiers: ['tiers', 'settings'],
  segments: ['tiers', 'segments'],
  providers: ['settings', 'providers'],
  webhooks: ['settings'],
} as const satisfies Readonly<Record<string, readonly ConfigurationKind[]>>;

export type ConfigurationReader = keyof typeof kindsReadBy;

export const readsKind = (reader: ConfigurationReader, kind: ConfigurationKind): boolean => {
  const kinds: readonly ConfigurationKind[] = kindsReadBy[reader];
  return kinds.includes(kind);
};

const columnOf = (kind: ConfigurationKind): string => `${kind}_version`;

const without = (kinds: readonly ConfigurationKind[]): string =>
  ['config_version', ...kinds.map(columnOf)].join(' - ');

/**
 * SQL: the version of changes that earlier builds made, or that concern the environment itself. If it has
 * risen, any kind may have changed.
 */
export const unattributedVersion = without(configurationKinds);

/**
 * Returns SQL for a version that rises with each change by which the reader decides, and with each change of
 * no kind. It never falls.
 */
export const versionFor = (reader: ConfigurationReader): string => {
  const own = without(configurationKinds.filter((kind) => !readsKind(reader, kind)));
  return reader === 'webhooks' ? `${own} + webhook_version` : own;
};

const statementFor = (reader: ConfigurationReader): Statement => ({
  name: `config-versions-of-${reader}`,
  text: `SELECT id, ${versionFor(reader)} AS version FROM environments WHERE id = ANY ($1::int[])`,
});

const readStatements: Readonly<Record<ConfigurationReader, Statement>> = {
  engines: statementFor('engines'),
  tiers: statementFor('tiers'),
  segments: statementFor('segments'),
  providers: statementFor('providers'),
  webhooks: statementFor('webhooks'),
};

/**
 * Reads versions. Engines read them on the primary, last before they decide, so that they see every confirmed
 * change (D33).
 */
export const readVersions = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
  reader: ConfigurationReader,
): Promise<Map<EnvironmentId, number>> => {
  const rows = await tx.query<{ id: EnvironmentId; version: number }>(readStatements[reader], [
    environmentIds,
  ]);
  return new Map(rows.map(({ id, version }) => [id, version]));
};

const raisingStatement = (kind: ConfigurationKind): Statement => ({
  name: `config-version-raise-${kind}`,
  text: `UPDATE environments SET config_version = config_version + 1, ${columnOf(kind)} = ${columnOf(kind)} + 1
          WHERE id = $1 RETURNING id`,
});

const raiseStatements: Readonly<Record<ConfigurationKind | 'webhooks', Statement>> = {
  campaigns: raisingStatement('campaigns'),
  tiers: raisingStatement('tiers'),
  segments: raisingStatement('segments'),
  settings: raisingStatement('settings'),
  definitions: raisingStatement('definitions'),
  providers: raisingStatement('providers'),
  webhooks: {
    name: 'webhooks-version-raise',
    text: 'UPDATE environments SET webhook_version = webhook_version + 1 WHERE id = $1 RETURNING id',
  },
};

/**
 * Raises the version. It must be the last statement, because environments come last in the lock order (D33).
 * Throws ENVIRONMENT_NOT_FOUND.
 */
export const raiseConfigVersion = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  kind: ConfigurationKind | 'webhooks',
): Promise<void> => {
  const raised = await tx.query(raiseStatements[kind], [environmentId]);
  if (raised.length === 0) {
    throw new Fault('ENVIRONMENT_NOT_FOUND', `there is no environment ${environmentId.toString()}`);
  }
};
