import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database, Queryable, SecretBox, Statement } from '@loyalty/storage';
import { webhooksVersion } from '../config-version.ts';
import { createHeldVersions, type HeldVersions } from '../lookup/held-versions.ts';
import { endpointColumns, endpointOf, type EndpointRow, type WebhookEndpoint } from './webhook-endpoint.ts';

/** The endpoints of an environment, as one version of them says. */
export interface Webhooks {
  /** The version of the environment's webhooks that this was read at (`readWebhooksVersions`). */
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The environment's own: keys derived ids. */
  readonly secret: Uint8Array;
  /** By id, disabled ones included; deleted ones are not. */
  readonly endpoints: ReadonlyMap<string, WebhookEndpoint>;
}

/** Endpoints held in memory, with their secrets opened. */
export type HeldWebhooks = HeldVersions<Webhooks>;

interface Opening {
  readonly db: Database;
  readonly box: SecretBox;
}

export const createWebhookDirectory = (given: Opening): HeldWebhooks =>
  createHeldVersions((environmentId) => loadWebhooks(given, environmentId));

const environmentStatement: Statement = {
  name: 'webhooks-environment',
  text: `SELECT tenant_id AS "tenantId", mode, ${webhooksVersion} AS version, secret FROM environments WHERE id = $1`,
};

const endpointsStatement: Statement = {
  name: 'webhooks',
  text: `SELECT ${endpointColumns} FROM webhooks w WHERE w.environment_id = $1 AND w.deleted_at IS NULL`,
};

const loadWebhooks = ({ db, box }: Opening, environmentId: EnvironmentId): Promise<Webhooks | null> =>
  db.readConsistently(async (tx) => {
    const [environment] = await tx.query<Omit<Webhooks, 'endpoints'>>(environmentStatement, [environmentId]);
    if (environment === undefined) return null;
    const rows = await tx.query<EndpointRow>(endpointsStatement, [environmentId]);
    return { ...environment, endpoints: endpointsOf(box, environmentId, rows) };
  });

const deletedStatement: Statement = {
  name: 'webhooks-deleted',
  text: `SELECT w.environment_id AS "environmentId", ${endpointColumns}
           FROM unnest($1::int[], $2::uuid[]) AS k (environment_id, webhook_id)
           JOIN webhooks w ON (w.environment_id, w.id) = (k.environment_id, k.webhook_id)
          WHERE w.deleted_at IS NOT NULL`,
};

/** An endpoint of an environment. */
export interface WebhookName {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
}

/** Those of these endpoints that were deleted, by id: for deliveries that are not finished. */
export const readDeletedWebhooks = async (
  { db, box }: { readonly db: Queryable; readonly box: SecretBox },
  names: readonly WebhookName[],
): Promise<ReadonlyMap<string, WebhookEndpoint>> => {
  if (names.length === 0) return new Map();
  const rows = await db.query<EndpointRow & Pick<WebhookName, 'environmentId'>>(deletedStatement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ webhookId }) => webhookId),
  ]);
  return new Map(rows.map((row) => [row.id, endpointOf(box, row.environmentId, row)]));
};

const endpointsOf = (
  box: SecretBox,
  environmentId: EnvironmentId,
  rows: readonly EndpointRow[],
): ReadonlyMap<string, WebhookEndpoint> =>
  new Map(rows.map((row) => [row.id, endpointOf(box, environmentId, row)]));
