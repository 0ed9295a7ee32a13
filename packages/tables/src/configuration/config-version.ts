import { type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** The kinds of configuration. Each has a version, the column `<kind>_version` of `environments`. */
export const configurationKinds = [
  'campaigns',
  'tiers',
  'segments',
  'settings',
  'definitions',
  'providers',
] as const;

export type ConfigurationKind = (typeof configurationKinds)[number];

/** The kinds that each reader of configuration decides by. A change of another kind makes it read nothing. */
const kindsReadBy = {
  engines: ['campaigns', 'tiers', 'segments', 'settings', 'definitions'],
  tiers: ['tiers'],
  segments: ['tiers', 'segments'],
  providers: ['settings', 'providers'],
  webhooks: ['settings'],
} as const satisfies Readonly<Record<string, readonly ConfigurationKind[]>>;

/** A cache of configuration, by what it reads. */
export type ConfigurationReader = keyof typeof kindsReadBy;

/** True when a reader decides by this kind. */
export const readsKind = (reader: ConfigurationReader, kind: ConfigurationKind): boolean => {
  const kinds: readonly ConfigurationKind[] = kindsReadBy[reader];
  return kinds.includes(kind);
};

const columnOf = (kind: ConfigurationKind): string => `${kind}_version`;

/** `config_version` without the changes of these kinds, as SQL over `environments`. */
const without = (kinds: readonly ConfigurationKind[]): string =>
  ['config_version', ...kinds.map(columnOf)].join(' - ');

/**
 * The part of `config_version` that belongs to no kind, as SQL over `environments`: changes by earlier
 * builds, which raise `config_version` alone, and changes of the environment itself. When it has risen, any
 * kind may have changed.
 */
export const unattributedVersion = without(configurationKinds);

/**
 * The version that a reader compares, as SQL over `environments`. Every change raises `config_version`, so
 * this rises with each change that the reader decides by, and with each one of no kind. It never falls,
 * because a kind's version rises together with `config_version`.
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
 * Returns the versions that a reader compares, without those of environments that do not exist. An engine
 * reads them last before it decides, on the primary, so that it sees every change whose call had returned
 * (D33).
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
 * Makes a change of configuration visible to those who read its kind (D33). It must be the last statement of
 * every transaction that wrote one, because environments come last in the one lock order. Throws a Fault
 * `ENVIRONMENT_NOT_FOUND`.
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
