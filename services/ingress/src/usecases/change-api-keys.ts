import type { Credential } from '@loyalty/http/api';
import { awaitAll } from '@loyalty/kernel';
import type { Database, DatabaseShares, Transaction } from '@loyalty/storage';
import type { Publication } from '@loyalty/streams/outbox';
import { auditedChange } from '@loyalty/tables/audit';
import {
  type ChangeKeyResult,
  type KeyCall,
  type KeyChange,
  keyChangesIn,
  makeApiKey,
  type MakeKeyResult,
  narrowApiKey,
  type NarrowKeyResult,
  revokeApiKeys,
  type RevokeKeysResult,
  rotateApiKey,
  type RotateKeyResult,
  type KeyRequest,
} from '@loyalty/tables/keys';
import { type ManagementCall, noteCall } from '../audited-calls.ts';
import type { ConfirmWrite, Keeping, Managed, ManagementWrite, PublishWrites } from './management-writes.ts';

export interface KeyPorts {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly publishWrites: PublishWrites;
  readonly confirmWrite: ConfirmWrite;
  /** The requests per minute of a key without a limit of its own, and of a token. */
  readonly limits: Readonly<Record<Credential['mode'], number>>;
}

const keyCallOf = ({ limits }: KeyPorts, { credential }: ManagementCall): KeyCall => {
  const { kind, environmentId, mode, subject, isAdmin, permissions, rateLimitPerMinute } = credential;
  const bounds = {
    permissions: isAdmin === true ? null : permissions,
    expiresAtMs: null,
    rateLimitPerMinute,
  };
  return {
    environmentId,
    defaultLimit: limits[mode],
    caller: kind === 'key' ? { kind, id: credential.id } : { kind, id: subject, bounds },
  };
};

/** Creates a function that creates keys (D215). */
export const createMakeKey =
  (ports: KeyPorts) =>
  (caller: ManagementCall, wanted: KeyRequest, keeping: Keeping): Promise<MakeKeyResult> =>
    makeApiKey(keeping(ports.managed(caller, { kind: 'api-key' })), keyCallOf(ports, caller), wanted);

/** Creates a function that restricts keys (D215). */
export const createNarrowKey =
  (ports: KeyPorts) =>
  (caller: ManagementCall, narrowing: Parameters<typeof narrowApiKey>[2]): Promise<NarrowKeyResult> =>
    confirmed(ports, caller, (db) => narrowApiKey(db, keyCallOf(ports, caller), narrowing));

/** Creates a function that rotates keys (D217). */
export const createRotateKey =
  (ports: KeyPorts) =>
  (
    caller: ManagementCall,
    rotation: Parameters<typeof rotateApiKey>[2],
    keeping: Keeping,
  ): Promise<RotateKeyResult> =>
    confirmed(ports, caller, (db) => rotateApiKey(keeping(db), keyCallOf(ports, caller), rotation));

/**
 * Creates a function that revokes keys (D215). A repetition also publishes what was revoked with the key
 * within the last hour.
 */
export const createRevokeKeys =
  (ports: KeyPorts) =>
  (caller: ManagementCall, revocation: Parameters<typeof revokeApiKeys>[2]): Promise<RevokeKeysResult> =>
    confirmed(ports, caller, (db) => revokeApiKeys(db, keyCallOf(ports, caller), revocation));

/**
 * Publishes and notes what the write changes, in its transaction, and returns once it survives the loss of its commit: what was
 * taken from a key is then taken away again. Throws as {@link ConfirmWrite} does.
 */
const confirmed = async <Result extends ChangeKeyResult>(
  ports: KeyPorts,
  caller: ManagementCall,
  write: (db: Database) => Promise<Result>,
): Promise<Result> => {
  const db = ports.db.of(caller.credential.environmentId);
  const { result } = await ports.confirmWrite(async () => {
    let publication: Publication | null = null;
    const publishing: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const stored = await work(tx);
          // The write has no other transaction, so this is its result.
          const changes = keyChangesIn(stored as ChangeKeyResult);
          publication = changes.length === 0 ? null : await publish(ports, tx, { caller, changes });
          return stored;
        }),
    };
    return { result: await write(publishing), publication: publication as Publication | null };
  });
  return result;
};

interface ChangesOfCall {
  readonly caller: ManagementCall;
  readonly changes: readonly KeyChange[];
}

const publish = async (
  { publishWrites }: KeyPorts,
  tx: Transaction,
  { caller, changes }: ChangesOfCall,
): Promise<Publication> => {
  const [publication] = await awaitAll([
    publishWrites(
      tx,
      changes.map((change) => writeOf(change, caller)),
    ),
    ...changes.map((change) => noteChange(tx, caller, change)),
  ] as const);
  return publication;
};

const noteChange = async (
  tx: Transaction,
  caller: ManagementCall,
  { before, after }: KeyChange,
): Promise<void> => {
  if (before === null) return;
  const change = auditedChange('api_key', { before: before.record, after: after.record });
  await noteCall(tx, caller, { objectId: after.record.id, ...change });
};

/** A later comparison with the database uses `updatedAt`. */
const writeOf = (
  { action, after: { record, updatedAt } }: KeyChange,
  { credential: actor }: ManagementCall,
): ManagementWrite => ({
  actor,
  kind: 'api-key',
  entityId: record.id,
  action,
  body: { ...record, updatedAt },
});
