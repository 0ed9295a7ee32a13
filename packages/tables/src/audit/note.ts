import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { boundedChanges, type FieldChange } from './field-changes.ts';

/**
 * The actor of a change: an API key by its id, a person by their token's subject, or an operator by the name
 * that was given to `loyaltyctl`.
 */
export interface AuditActor {
  readonly kind: 'KEY' | 'PERSON' | 'OPERATOR';
  readonly id: string;
}

export interface AuditEntry {
  readonly environmentId: EnvironmentId;
  readonly actor: AuditActor;
  /** The action in the form `object.verb`, such as `campaign.changed`: the word of `x-audit`. */
  readonly action: string;
  readonly objectId: string;
  /** The name of the object; null if it has none, or is a person. */
  readonly objectName: string | null;
  readonly changes: readonly FieldChange[];
  /** The name that the caller gave the request; null for a command. */
  readonly requestId: string | null;
  /** The name that we gave the request; no caller chooses it. */
  readonly serverRequestId?: string | null;
  /** The address from which the request came, if it is known. */
  readonly address?: string | null;
}

/**
 * The time is that of the statement, which runs under the lock of the object, and not that of a transaction that may have
 * waited for the lock. So the newest entry of an object is its newest change.
 */
const noteStatement: Statement = {
  name: 'audit-note',
  text: `INSERT INTO audit_entries (environment_id, id, actor_kind, actor_id, action, object_type, object_id,
                                    object_name, changes, is_truncated, request_id, server_request_id, address, created_at)
         VALUES ($1, $2, $3, $4, $5, split_part($5, '.', 1), $6, $7, $8::jsonb, $9, $10, $11, $12, clock_timestamp())`,
};

/**
 * Writes an entry of the audit log. Call it once for each change, in its transaction (D208), so that a change
 * that is rolled back leaves no entry.
 */
export const note = async (
  tx: Transaction,
  {
    environmentId,
    actor,
    action,
    objectId,
    objectName,
    changes,
    requestId,
    serverRequestId = null,
    address = null,
  }: AuditEntry,
): Promise<void> => {
  const bounded = boundedChanges(changes);
  await tx.query(noteStatement, [
    environmentId,
    randomId(),
    actor.kind,
    actor.id,
    action,
    objectId,
    objectName,
    JSON.stringify(bounded.changes),
    bounded.isTruncated,
    requestId,
    serverRequestId,
    address,
  ]);
};
