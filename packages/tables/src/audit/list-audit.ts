import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type BoundedList,
  type Knex,
  type ListCursor,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage/lists';
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

export interface AuditQuery {
  /** The id of a key, a person or an operator. */
  readonly actor?: string;
  /** The kind of the actor. It is needed because a person may have the name of a key. */
  readonly actorKind?: AuditActor['kind'];
  readonly action?: string;
  readonly objectType?: string;
  readonly objectId?: string;
  /** The first instant that is included. */
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: ListCursor;
  readonly limit: number;
}

interface AuditPage {
  readonly entries: readonly AuditEntryRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
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

/** Some 15 ms: the most that filters without an index may cost. */
const lookedAtMax = 5_000;

/**
 * Lists the entries, newest first by (createdAt, id). An index serves the object, or else the actor; other
 * filters narrow that.
 */
export const listAuditEntries = async (
  { db, environmentId }: { readonly db: Database; readonly environmentId: EnvironmentId },
  query: AuditQuery,
  lookedAt = lookedAtMax,
): Promise<AuditPage> => {
  const { rows, next } = await readBoundedPage<AuditRow>(db, {
    sorted: () => sortedEntries(environmentId, query),
    columns,
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  const keyIds = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'KEY' ? [actorId] : []));
  const names = await readApiKeyNames(db, environmentId, [...new Set(keyIds)]);
  return { entries: rows.map((row) => recordOf(row, names)), next };
};

const columns = `r.id, r.created_at AS "createdAt", r.actor_kind AS "actorKind", r.actor_id AS "actorId", r.action,
  r.object_type AS "objectType", r.object_id AS "objectId", r.object_name AS "objectName", r.changes,
  r.is_truncated AS "isTruncated", r.request_id AS "requestId", r.server_request_id AS "serverRequestId", r.address`;

const sortedEntries = (
  environmentId: EnvironmentId,
  { actor, objectType, objectId, since, until, before }: AuditQuery,
): Knex.QueryBuilder => {
  const query = sql('audit_entries as r').where('r.environment_id', environmentId);
  if (objectType !== undefined && objectId !== undefined)
    void query.where({ 'r.object_type': objectType, 'r.object_id': objectId });
  else if (actor !== undefined) void query.where('r.actor_id', actor);
  if (since !== undefined) void query.where('r.created_at', '>=', since);
  if (until !== undefined) void query.where('r.created_at', '<=', until);
  return pageNewestFirst(query, 'r', { before });
};

const narrowingOf = ({
  actor,
  actorKind,
  action,
  objectType,
  objectId,
}: AuditQuery): BoundedList['narrowing'] => {
  const isObject = objectType !== undefined && objectId !== undefined;
  const filters = isObject
    ? [['actor_id', actor] as const, ['action', action] as const]
    : [['action', action] as const, ['object_type', objectType] as const, ['object_id', objectId] as const];
  return [...filters, ['actor_kind', actorKind] as const].flatMap(([column, value]) =>
    value === undefined ? [] : [[`r.${column} = ?`, [value]] as const],
  );
};

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
