import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database, Queryable, SecretBox, Statement } from '@loyalty/storage';
import {
  webhooksVersion,
  createVersionedCache,
  type VersionedCache,
  type SettingsDocument,
} from '@loyalty/configuration';
import { isHttpAllowed } from './plain-http.ts';
import {
  endpointColumns,
  endpointOf,
  type EndpointOwner,
  type EndpointRow,
  type WebhookEndpoint,
} from './webhook-endpoint.ts';

/** The endpoints of an environment at one version. */
export interface Webhooks {
  /** The version of the environment's webhooks at which this was read (`readWebhooksVersions`). */
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** The environment's secret, the key of derived ids. */
  readonly secret: Uint8Array;
  /** By id; includes disabled endpoints, but no deleted ones. */
  readonly endpoints: ReadonlyMap<string, WebhookEndpoint>;
}

/** Endpoints cached in memory, with opened secrets. */
export type WebhookCache = VersionedCache<Webhooks>;

interface Opening {
  readonly db: Database;
  readonly box: SecretBox;
}

export const createWebhookDirectory = (given: Opening): WebhookCache =>
  createVersionedCache(given.db, (environmentId) => loadWebhooks(given, environmentId));

/** The owner's columns of environments. */
const ownerColumns = `tenant_id AS "tenantId", mode, settings`;

interface OwnerRow extends Pick<Webhooks, 'tenantId' | 'mode'> {
  readonly settings: SettingsDocument;
}

const ownerOf = (environmentId: EnvironmentId, { tenantId, mode, settings }: OwnerRow): EndpointOwner => ({
  environmentId,
  tenantId,
  mode,
  isHttpAllowed: isHttpAllowed(mode, settings),
});

const environmentStatement: Statement = {
  name: 'webhooks-environment',
  text: `SELECT ${ownerColumns}, ${webhooksVersion} AS version, secret FROM environments WHERE id = $1`,
};

type EnvironmentRow = OwnerRow & Pick<Webhooks, 'version' | 'secret'>;

const endpointsStatement: Statement = {
  name: 'webhooks',
  text: `SELECT ${endpointColumns} FROM webhooks w WHERE w.environment_id = $1 AND w.deleted_at IS NULL`,
};

const loadWebhooks = ({ db, box }: Opening, environmentId: EnvironmentId): Promise<Webhooks | null> =>
  db.readConsistently(async (tx) => {
    const [found] = await tx.query<EnvironmentRow>(environmentStatement, [environmentId]);
    if (found === undefined) return null;
    const { version, tenantId, mode, secret } = found;
    const rows = await tx.query<EndpointRow>(endpointsStatement, [environmentId]);
    const owner = ownerOf(environmentId, found);
    return {
      version,
      tenantId,
      mode,
      secret,
      endpoints: byId(rows.map((row) => endpointOf(box, owner, row))),
    };
  });

const deletedStatement: Statement = {
  name: 'webhooks-deleted',
  text: `SELECT w.environment_id AS "environmentId", e.tenant_id AS "tenantId", e.mode, e.settings, ${endpointColumns}
           FROM unnest($1::int[], $2::uuid[]) AS k (environment_id, webhook_id)
           JOIN webhooks w ON (w.environment_id, w.id) = (k.environment_id, k.webhook_id)
           JOIN environments e ON e.id = w.environment_id
          WHERE w.deleted_at IS NOT NULL`,
};

/** The key of an endpoint. */
export interface WebhookKey {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
}

type DeletedRow = EndpointRow & OwnerRow & Pick<WebhookKey, 'environmentId'>;

/** Returns the deleted ones of these endpoints, by id: unfinished deliveries still need them. */
export const readDeletedWebhooks = async (
  { db, box }: { readonly db: Queryable; readonly box: SecretBox },
  names: readonly WebhookKey[],
): Promise<ReadonlyMap<string, WebhookEndpoint>> => {
  if (names.length === 0) return new Map();
  const rows = await db.query<DeletedRow>(deletedStatement, [
    names.map(({ environmentId }) => environmentId),
    names.map(({ webhookId }) => webhookId),
  ]);
  return byId(rows.map((row) => endpointOf(box, ownerOf(row.environmentId, row), row)));
};

const byId = (endpoints: readonly WebhookEndpoint[]): ReadonlyMap<string, WebhookEndpoint> =>
  new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
