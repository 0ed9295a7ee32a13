import type { KeyObject } from 'node:crypto';
import { awaitAll, type EnvironmentId, groupBy, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { type Database, type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import type { SecretBox } from '@loyalty/storage/secrets';
import { versionFor } from '../../configuration/config-version.ts';
import { memoryBytesOf, createVersionedCache, type VersionedCache } from '../../lookup/versioned-cache.ts';
import { openSecret } from '../../tenants/secrets.ts';
import type { SettingsDocument } from '../../tenants/settings-catalogue.ts';
import { type RunningStreamOut, runningStreamOutSql } from '../../tenants/stream-outs.ts';
import {
  isHttpAllowed,
  namedOnlyEvents,
  type WebhookBatch,
  webhookBatchSql,
  webhookSecretOwner,
  type WebhookStatus,
} from './webhook-record.ts';

export interface Webhooks {
  /** The version of the environment's webhooks (`versionFor`). */
  readonly version: number;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly secret: Uint8Array;
  /** The endpoints by id, including disabled ones but not deleted ones. */
  readonly endpoints: ReadonlyMap<string, WebhookEndpoint>;
  /** The environment's stream out while it is RUNNING; null if it has none. */
  readonly streamOut: RunningStreamOut | null;
}

export type WebhookCache = VersionedCache<Webhooks>;

interface WebhooksSource {
  readonly db: Database;
  readonly box: SecretBox;
}

export const createWebhookDirectory = (given: WebhooksSource): WebhookCache =>
  createVersionedCache<Webhooks>({
    db: given.db,
    reader: 'webhooks',
    read: (held) => loadWebhooks(given, [...held.keys()]),
    bytesOf: memoryBytesOf,
  });

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
  text: `SELECT id AS "environmentId", ${ownerColumns}, ${versionFor('webhooks')} AS version, secret,
                ${runningStreamOutSql('environments.id')} AS "streamOut"
           FROM environments WHERE id = ANY ($1::int[])`,
};

type WebhooksEnvironmentRow = OwnerRow &
  Pick<Webhooks, 'version' | 'secret' | 'streamOut'> & { readonly environmentId: EnvironmentId };

const endpointColumns = `w.id, w.url, w.events, ${webhookBatchSql} AS batch, w.status, w.created_at AS "createdAt", w.enabled_at AS "enabledAt", w.secret,
  w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil"`;

const endpointsStatement: Statement = {
  name: 'webhooks',
  text: `SELECT w.environment_id AS "environmentId", ${endpointColumns}
           FROM webhooks w WHERE w.environment_id = ANY ($1::int[]) AND w.deleted_at IS NULL`,
};

const loadWebhooks = (
  { db, box }: WebhooksSource,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, Webhooks>> =>
  db.readConsistently(async (tx) => {
    const [environments, rows] = await awaitAll([
      tx.query<WebhooksEnvironmentRow>(environmentsStatement, [environmentIds]),
      tx.query<EndpointRow & { readonly environmentId: EnvironmentId }>(endpointsStatement, [environmentIds]),
    ]);
    const rowsBy = groupBy(rows, ({ environmentId }) => environmentId);
    return new Map(
      environments.map((found) => {
        const { environmentId, version, tenantId, mode, secret, streamOut } = found;
        const owner = ownerOf(environmentId, found);
        const own = (rowsBy.get(environmentId) ?? []).map((row) => endpointOf(box, owner, row));
        return [environmentId, { version, tenantId, mode, secret, endpoints: byId(own), streamOut }];
      }),
    );
  });

const namedRows = rowArrays<WebhookKey>((fields) => fields('environment_id int', 'webhook_id uuid'));
const deletedStatement: Statement = {
  name: 'webhooks-deleted',
  text: `SELECT w.environment_id AS "environmentId", e.tenant_id AS "tenantId", e.mode, e.settings, ${endpointColumns}
           FROM ${namedRows.as('k')}
           JOIN webhooks w ON (w.environment_id, w.id) = (k.environment_id, k.webhook_id)
           JOIN environments e ON e.id = w.environment_id
          WHERE w.deleted_at IS NOT NULL`,
};

interface WebhookKey {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
}

/** Reads deleted webhooks by id, because unfinished deliveries still need them. */
export const readDeletedWebhooks = async (
  { db, box }: { readonly db: Queryable; readonly box: SecretBox },
  names: readonly WebhookKey[],
): Promise<ReadonlyMap<string, WebhookEndpoint>> => {
  if (names.length === 0) return new Map();
  const rows = await db.query<EndpointRow & OwnerRow & Pick<WebhookKey, 'environmentId'>>(
    deletedStatement,
    namedRows.valuesOf(names),
  );
  return byId(rows.map((row) => endpointOf(box, ownerOf(row.environmentId, row), row)));
};

const byId = (endpoints: readonly WebhookEndpoint[]): ReadonlyMap<string, WebhookEndpoint> =>
  new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

interface EndpointOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  /** Its endpoints may have http URLs (D71). */
  readonly isHttpAllowed: boolean;
}

export interface WebhookEndpoint {
  readonly owner: EndpointOwner;
  /** A UUID, which is also the destination id of its tasks. */
  readonly id: string;
  readonly url: string;
  /** The types of events, or only `*`. */
  readonly events: ReadonlySet<string>;
  /** Null: each event has a body of its own. */
  readonly batch: WebhookBatch | null;
  readonly status: WebhookStatus;
  readonly createdAtMs: number;
  /** When the endpoint was last enabled. Failures of older deliveries do not count. */
  readonly enabledAtMs: number;
  /** The secret as UTF-8 bytes; null while it cannot be opened: the deliveries then wait, and none fails. */
  readonly secret: KeyObject | null;
  /**
   * The previous secret, which also signs until this instant; null if there is none or it cannot be opened.
   */
  readonly previous: { readonly secret: KeyObject; readonly untilMs: number } | null;
}

/** How long before its registration events are still sent to a webhook, because clocks differ. */
export const subscriptionGraceMs = 60_000;

export const subscribesTo = ({ events }: Pick<WebhookEndpoint, 'events'>, type: string): boolean =>
  events.has(type) || (events.has('*') && !namedOnly.has(type));

const namedOnly: ReadonlySet<string> = new Set(namedOnlyEvents);

interface Subscription {
  readonly type: string;
  readonly atMs: number;
}

/** Returns true if the endpoint is subscribed to the type and was registered when the event happened. */
export const isSubscribedTo = (
  endpoint: Pick<WebhookEndpoint, 'events' | 'createdAtMs'>,
  { type, atMs }: Subscription,
): boolean => subscribesTo(endpoint, type) && atMs >= endpoint.createdAtMs - subscriptionGraceMs;

interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly batch: WebhookBatch | null;
  readonly status: WebhookStatus;
  readonly createdAt: Date;
  readonly enabledAt: Date;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousUntil: Date | null;
}

const endpointOf = (
  box: SecretBox,
  owner: EndpointOwner,
  { id, url, events, batch, status, ...row }: EndpointRow,
): WebhookEndpoint => {
  const place = webhookSecretOwner(owner.environmentId, id);
  const previous = row.previousSecret === null ? null : openSecret(box, place, row.previousSecret);
  return {
    owner,
    id,
    url,
    events: new Set(events),
    batch,
    status,
    createdAtMs: row.createdAt.getTime(),
    enabledAtMs: row.enabledAt.getTime(),
    secret: openSecret(box, place, row.secret),
    previous:
      previous === null || row.previousUntil === null
        ? null
        : { secret: previous, untilMs: row.previousUntil.getTime() },
  };
};
