import { Fault, type EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

const readStatement: Statement = {
  name: 'config-versions-read',
  text: 'SELECT id, config_version AS version FROM environments WHERE id = ANY ($1::int[])',
};

/**
 * Returns the configuration versions of these environments, without those that do not exist. An engine reads them last before it
 * decides, on the primary, so that it sees every change whose call had returned (D33).
 */
export const readConfigVersions = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, number>> => {
  const rows = await tx.query<{ id: EnvironmentId; version: number }>(readStatement, [environmentIds]);
  return new Map(rows.map(({ id, version }) => [id, version]));
};

const raiseStatement: Statement = {
  name: 'config-version-raise',
  text: 'UPDATE environments SET config_version = config_version + 1 WHERE id = $1 RETURNING id',
};

/**
 * Makes a change of configuration visible (D33). It must be the last statement of every transaction that wrote one, because
 * environments come last in the one lock order. Throws a Fault `ENVIRONMENT_NOT_FOUND`.
 */
export const raiseConfigVersion = (tx: Transaction, environmentId: EnvironmentId): Promise<void> =>
  raise(tx, raiseStatement, environmentId);

const raise = async (tx: Transaction, statement: Statement, environmentId: EnvironmentId): Promise<void> => {
  const raised = await tx.query(statement, [environmentId]);
  if (raised.length === 0) {
    throw new Fault('ENVIRONMENT_NOT_FOUND', `there is no environment ${environmentId.toString()}`);
  }
};

/**
 * The version of webhooks, as SQL over `environments`. It includes `config_version`, because earlier builds raise that for webhooks
 * too.
 */
export const webhooksVersion = 'config_version + webhook_version';

const readWebhooksStatement: Statement = {
  name: 'webhooks-versions-read',
  text: `SELECT id, ${webhooksVersion} AS version FROM environments WHERE id = ANY ($1::int[])`,
};

/** Returns the versions of these environments' webhooks, as {@link readConfigVersions} does for their configuration (D33). */
export const readWebhooksVersions = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<Map<EnvironmentId, number>> => {
  const rows = await tx.query<{ id: EnvironmentId; version: number }>(readWebhooksStatement, [
    environmentIds,
  ]);
  return new Map(rows.map(({ id, version }) => [id, version]));
};

const raiseWebhooksStatement: Statement = {
  name: 'webhooks-version-raise',
  text: 'UPDATE environments SET webhook_version = webhook_version + 1 WHERE id = $1 RETURNING id',
};

/** Makes a change of a webhook visible to dispatchers, as {@link raiseConfigVersion} does for engines. */
export const raiseWebhooksVersion: typeof raiseConfigVersion = (tx, environmentId) =>
  raise(tx, raiseWebhooksStatement, environmentId);
