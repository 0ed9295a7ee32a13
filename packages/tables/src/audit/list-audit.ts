import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { boundedList, type BoundedPage, type PageQuery } from '@loyalty/storage/lists';
import { readApiKeyNames } from '../tenants/api-keys.ts';
import type { FieldChange } from './field-changes.ts';
import type { AuditActor } from './note.ts';

/** An entry as the API shows it (D210). */
export interface AuditEntryRecord {
  readonly id: string;
  readonly at: string;
  /** The actor. The name is the present one of the key, and null for people and operators. */
  readonly actor: AuditActor & { readonly name: string | null };
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string; readonly name: string | null };
  readonly changes: readonly FieldChange[];
  readonly isTruncated: boolean;
  readonly requestId: string | null;
  /** Our own id of the request; null for commands, and for entries from before it was kept. */
  readonly serverRequestId: string | null;
  readonly address: string | null;
}

export interface AuditQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  /** The actor is a key, a person or an operator. */
  readonly actor?: string | undefined;
  /** A person may have the name of a key. */
  readonly actorKind?: AuditActor['kind'] | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
}

interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly actorKind: AuditActor['kind'];
  readonly actorId: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly objectName: string | null;
  readonly changes: readonly FieldChange[];
  readonly isTruncated: boolean;
  readonly requestId: string | null;
  readonly serverRequestId: string | null;
  readonly address: string | null;
}

/** Newest first by (createdAt, id). An index serves the object, or else the actor; others narrow that. */
export const listAuditEntries = async (
  db: Database,
  query: AuditQuery,
  lookedAt?: number,
): Promise<BoundedPage<AuditEntryRecord>> => {
  const { rows, next } = await readEntries(db, query, lookedAt);
  const keyIds = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'KEY' ? [actorId] : []));
  const names = await readApiKeyNames(db, query.environmentId, [...new Set(keyIds)]);
  return { rows: rows.map((row) => recordOf(row, names)), next };
};

const readEntries = boundedList<AuditQuery, AuditRow, AuditRow>('audit_entries', {
  columns: `r.id, r.created_at AS "createdAt", r.actor_kind AS "actorKind", r.actor_id AS "actorId", r.action,
    r.object_type AS "objectType", r.object_id AS "objectId", r.object_name AS "objectName", r.changes,
    r.is_truncated AS "isTruncated", r.request_id AS "requestId", r.server_request_id AS "serverRequestId", r.address`,
  index: ({ environmentId, actor, objectType, objectId }) => [
    ['r.environment_id = ?', environmentId],
    objectType !== undefined && objectId !== undefined
      ? ['r.object_type = ? AND r.object_id = ?', objectType, objectId]
      : actor !== undefined && ['r.actor_id = ?', actor],
  ],
  filters: ({ actor, actorKind, action, objectType, objectId }) => {
    const isObject = objectType !== undefined && objectId !== undefined;
    return [
      isObject && actor !== undefined && ['r.actor_id = ?', actor],
      action !== undefined && ['r.action = ?', action],
      !isObject && objectType !== undefined && ['r.object_type = ?', objectType],
      !isObject && objectId !== undefined && ['r.object_id = ?', objectId],
      actorKind !== undefined && ['r.actor_kind = ?', actorKind],
    ];
  },
  /** Some 15 ms: the most that filters without an index may cost. */
  lookedAt: 5_000,
  recordOf: (row) => row,
});

const recordOf = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntryRecord => {
  const { actorKind: kind, actorId, objectType: type, objectId, objectName } = row;
  const name = kind === 'KEY' ? (names.get(actorId) ?? null) : null;
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { kind, id: actorId, name },
    action: row.action,
    object: { type, id: objectId, name: objectName },
    changes: row.changes,
    isTruncated: row.isTruncated,
    requestId: row.requestId,
    serverRequestId: row.serverRequestId,
    address: row.address,
  };
};
