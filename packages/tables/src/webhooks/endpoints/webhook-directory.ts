import { awaitAll, groupBy, type EnvironmentId, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database, Queryable, SecretBox, Statement } from '@loyalty/storage';
import {
  approximateBytes,
  createVersionedCache,
  versionFor,
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
  /** The version of the environment's webhooks at which this was read (`versionFor`). */
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
  createVersionedCache<Webhooks>({
    db: given.db,
    reader: 'webhooks',
    read: (held) => loadWebhooks(given, [...held.keys()]),
    bytesOf: approximateBytes,
  });

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

const environmentsStatement: Statement = {
  name: 'webhooks-environments',
  text: `SELECT id AS "environmentId", ${ownerColumns}, ${versionFor('webhooks')} AS version, secret
           FROM environments WHERE id = ANY ($1::int[])`,
};

type EnvironmentRow = OwnerRow &
  Pick<Webhooks, 'version' | 'secret'> & { readonly environmentId: EnvironmentId };

const endpointsStatement: Statement = {
  name: 'webhooks',
  text: `SELECT w.environment_id AS "environmentId", ${endpointColumns}
           FROM webhooks w WHERE w.environment_id = ANY ($1::int[]) AND w.deleted_at IS NULL`,
};

type LiveRow = EndpointRow & { readonly environmentId: EnvironmentId };

const loadWebhooks = (
  { db, box }: Opening,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, Webhooks>> =>
  db.readConsistently(async (tx) => {
    const [environments, rows] = await awaitAll([
      tx.query<EnvironmentRow>(environmentsStatement, [environmentIds]),
      tx.query<LiveRow>(endpointsStatement, [environmentIds]),
    ]);
    const rowsBy = groupBy(rows, ({ environmentId }) => environmentId);
    return new Map(
      environments.map((found) => {
        const { environmentId, version, tenantId, mode, secret } = found;
        const owner = ownerOf(environmentId, found);
        const own = (rowsBy.get(environmentId) ?? []).map((row) => endpointOf(box, owner, row));
        return [environmentId, { version, tenantId, mode, secret, endpoints: byId(own) }];
      }),
    );
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
