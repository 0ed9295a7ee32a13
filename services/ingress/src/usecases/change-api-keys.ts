import type { Credential } from '@loyalty/http/api';
import { awaitAll } from '@loyalty/kernel';
import type { Database, DatabaseShares, Transaction } from '@loyalty/storage';
import type { Publication } from '@loyalty/streams/outbox';
import { auditedChange } from '@loyalty/tables/audit';
import {
  type KeyCall,
  makeApiKey,
  type MakeKeyResult,
  narrowApiKey,
  type NarrowKeyResult,
  revokeApiKeys,
  type RevokeKeysResult,
  rotateApiKey,
  type RotateKeyResult,
  type StoredKey,
  type KeyRequest,
} from '@loyalty/tables/tenants/keys';
import { type ManagementCall, noteCall } from '../audited-calls.ts';
import type { ConfirmWrite, Managed, ManagementWrite, PublishWrites } from './management-writes.ts';

export interface KeyPorts {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly publishWrites: PublishWrites;
  readonly confirmWrite: ConfirmWrite;
  /** Requests a minute of a key without a limit of its own, and of a token. */
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

/** D215. */
export const createMakeKey =
  (ports: KeyPorts) =>
  (caller: ManagementCall, wanted: KeyRequest): Promise<MakeKeyResult> =>
    makeApiKey(ports.managed(caller, { kind: 'api-key' }), keyCallOf(ports, caller), wanted);

/** D215. A repeat publishes the key again, because it is unknown whether Kafka has the first fact. */
export const createNarrowKey =
  (ports: KeyPorts) =>
  (caller: ManagementCall, narrowing: Parameters<typeof narrowApiKey>[2]): Promise<NarrowKeyResult> =>
    confirmed(ports, caller, {
      write: (db) => narrowApiKey(db, keyCallOf(ports, caller), narrowing),
      changesIn: (result) =>
        'after' in result
          ? [{ action: 'changed', after: result.after, before: 'before' in result ? result.before : null }]
          : [],
    });

/** D217. */
export const createRotateKey =
  (ports: KeyPorts) =>
  (caller: ManagementCall, rotation: Parameters<typeof rotateApiKey>[2]): Promise<RotateKeyResult> =>
    confirmed(ports, caller, {
      write: (db) => rotateApiKey(db, keyCallOf(ports, caller), rotation),
      changesIn: (result) =>
        result.outcome === 'rotated'
          ? [
              { action: 'changed', before: result.before, after: result.after },
              { action: 'created', before: null, after: result.successor },
            ]
          : [],
    });

/** As {@link createNarrowKey}; a repeat also publishes what was revoked with the key within the hour. */
export const createRevokeKeys =
  (ports: KeyPorts) =>
  (caller: ManagementCall, revocation: Parameters<typeof revokeApiKeys>[2]): Promise<RevokeKeysResult> =>
    confirmed(ports, caller, {
      write: (db) => revokeApiKeys(db, keyCallOf(ports, caller), revocation),
      changesIn: (result) => (result.outcome === 'revoked' ? revocationsIn(result) : []),
    });

const revocationsIn = ({
  key,
  others,
  revoked,
}: Extract<RevokeKeysResult, { outcome: 'revoked' }>): readonly KeyChange[] => {
  const isNew = new Set(revoked.map(({ record }) => record.id));
  const all = new Map([key, ...others].map((one) => [one.record.id, one]));
  return [...all.values()].map((after) => ({
    action: 'revoked',
    after,
    before: isNew.has(after.record.id) ? notYetRevoked(after) : null,
  }));
};

const notYetRevoked = (key: StoredKey): StoredKey => ({ ...key, record: { ...key.record, revokedAt: null } });

interface KeyChange {
  readonly action: 'created' | 'changed' | 'revoked';
  /** Null: nothing is noted in the audit log, because it is a repeat, or its successor's entry tells of it. */
  readonly before: StoredKey | null;
  readonly after: StoredKey;
}

interface ConfirmedWrite<Result> {
  readonly write: (db: Database) => Promise<Result>;
  readonly changesIn: (result: Result) => readonly KeyChange[];
}

/**
 * Publishes and notes what the write changes, in its transaction, and returns once it survives the loss of its commit: what was
 * taken from a key is then taken away again. Throws as {@link ConfirmWrite} does.
 */
const confirmed = async <Result>(
  { db: shares, publishWrites, confirmWrite }: KeyPorts,
  caller: ManagementCall,
  { write, changesIn }: ConfirmedWrite<Result>,
): Promise<Result> => {
  const db = shares.of(caller.credential.environmentId);
  const { result } = await confirmWrite(async () => {
    let publication: Publication | null = null;
    const publishing: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const stored = await work(tx);
          publication = await publish(tx, changesIn(stored as unknown as Result));
          return stored;
        }),
    };
    return { result: await write(publishing), publication: publication as Publication | null };
  });
  return result;

  async function publish(tx: Transaction, changes: readonly KeyChange[]): Promise<Publication | null> {
    if (changes.length === 0) return null;
    const [publication] = await awaitAll([
      publishWrites(
        tx,
        changes.map((change) => writeOf(change, caller)),
      ),
      ...changes.flatMap(({ before, after }) => (before === null ? [] : [noteChange(tx, before, after)])),
    ] as const);
    return publication;
  }

  function noteChange(tx: Transaction, before: StoredKey, after: StoredKey): Promise<void> {
    const change = auditedChange('api_key', { before: before.record, after: after.record });
    return noteCall(tx, caller, { objectId: after.record.id, ...change });
  }
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
