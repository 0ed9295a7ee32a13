import { operations } from '@loyalty/contracts/http';
import type { HttpRequest } from '@loyalty/http/api';
import { invariant } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import type { ChangeTerms } from '@loyalty/tables/configuration';
import { type AuditActor, type AuditEntry, note } from '@loyalty/tables/audit';
import { authorBytesOf } from '@loyalty/tables/authors';

/** A call and its caller. */
export type ManagementCall = Pick<
  HttpRequest,
  'credential' | 'operationId' | 'requestId' | 'serverRequestId' | 'address'
>;

const actions: ReadonlyMap<string, string | null> = new Map(
  operations.map(({ operationId, auditAction }) => [operationId, auditAction]),
);

type NotedChange = Pick<AuditEntry, 'objectId' | 'changes'> & Partial<Pick<AuditEntry, 'objectName'>>;

/**
 * Writes the row of the audit log that the operation's `x-audit` promises, in the transaction of the change
 * (D208). It is called only if something has changed.
 */
export const noteCall = (
  tx: Transaction,
  { credential, operationId, requestId, serverRequestId, address }: ManagementCall,
  { objectId, objectName = null, changes }: NotedChange,
): Promise<void> => {
  const action = actions.get(operationId) ?? null;
  invariant(action !== null, `${operationId} changes nothing, says its x-audit`);
  const { environmentId } = credential;
  const actor = actorOf(credential);
  const call = { requestId, serverRequestId, address };
  return note(tx, { environmentId, actor, action, objectId, objectName, changes, ...call });
};

const actorOf = ({ kind, subject: id }: ManagementCall['credential']): AuditActor =>
  kind === 'key' ? { kind: 'KEY', id } : { kind: 'PERSON', id };

const authors = new WeakMap<ManagementCall['credential'], Buffer>();

/**
 * Returns the author's bytes for rows and messages (D303). A credential serves many requests, so its bytes
 * are kept with it.
 */
export const authorOfCall = (credential: ManagementCall['credential']): Buffer => {
  const known = authors.get(credential);
  if (known !== undefined) return known;
  const author = authorBytesOf(actorOf(credential));
  authors.set(credential, author);
  return author;
};

/** Returns what a call says about a change, apart from the change itself (D306). */
export const termsOf = ({
  credential,
  ifMatch,
}: Pick<HttpRequest, 'credential' | 'ifMatch'>): ChangeTerms => ({
  hasSeen: ifMatch,
  author: actorOf(credential),
});

/**
 * Returns a database whose transactions also write the row that `noted` derives from their result; null means
 * that nothing changed.
 */
export const notingDatabase = (
  db: Database,
  caller: ManagementCall,
  noted: (result: never) => NotedChange | null,
): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      const change = noted(result as never);
      if (change !== null) await noteCall(tx, caller, change);
      return result;
    }),
});
