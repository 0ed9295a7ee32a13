import { Fault, type EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

const readStatement: Statement = {
  name: 'config-versions-read',
  text: 'SELECT id, config_version AS version FROM environments WHERE id = ANY ($1::int[])',
};

/**
 * The configuration versions of these environments; an environment that does not exist is left out. An engine reads
 * them last before it decides, on the primary, so that every change answered before sees its effect (D33).
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
 * Makes a change of configuration visible (D33): the last statement of every transaction that wrote one, because
 * environments come last in the one lock order. Throws a Fault `ENVIRONMENT_NOT_FOUND` when there is none.
 */
export const raiseConfigVersion = (tx: Transaction, environmentId: EnvironmentId): Promise<void> =>
  raise(tx, raiseStatement, environmentId);

const raise = async (tx: Transaction, statement: Statement, environmentId: EnvironmentId): Promise<void> => {
  const raised = await tx.query(statement, [environmentId]);
  if (raised.length === 0) {
    throw new Fault('ENVIRONMENT_NOT_FOUND', `there is no environment ${environmentId.toString()}`);
  }
};

/** `environments`, as who reads webhooks compares it: with `config_version`, which earlier builds raise for webhooks too. */
export const webhooksVersion = 'config_version + webhook_version';

const readWebhooksStatement: Statement = {
  name: 'webhooks-versions-read',
  text: `SELECT id, ${webhooksVersion} AS version FROM environments WHERE id = ANY ($1::int[])`,
};

/** The versions of the webhooks of these environments, as {@link readConfigVersions} reads those of their configuration (D33). */
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

/** Makes a change of a webhook visible, as {@link raiseConfigVersion} does of what engines read. */
export const raiseWebhooksVersion: typeof raiseConfigVersion = (tx, environmentId) =>
  raise(tx, raiseWebhooksStatement, environmentId);
