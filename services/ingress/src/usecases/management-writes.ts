import type { Credential } from '@loyalty/http/api';
import type { Database, Transaction } from '@loyalty/storage';
import type { ErasureToPublish } from '@loyalty/streams/facts';
import type { Publication } from '@loyalty/streams/outbox';
import type { ManagementCall } from '../audited-calls.ts';

interface PublishingWrite {
  readonly publication: Publication | null;
}

/**
 * Resolves once the write survives the loss of its commit: Kafka has its messages, and the database was still
 * in the same epoch afterwards. Otherwise it throws a retriable Fault `WRITE_UNCONFIRMED`; the write may have
 * been stored, and may be repeated.
 */
export type ConfirmWrite = <T extends PublishingWrite>(write: () => Promise<T>) => Promise<T>;

/**
 * Publishes an erasure in the transaction that makes it true. For a repetition only its record is published.
 */
export type PublishErasure = (
  tx: Transaction,
  erasure: ErasureToPublish & { readonly outcome: 'erased' | 'already' },
) => Promise<Publication>;

export interface ManagementWrite {
  readonly actor: Pick<Credential, 'kind' | 'id' | 'environmentId' | 'tenantId'>;
  readonly kind: string;
  readonly entityId: string;
  readonly action: string;
  readonly body: unknown;
}

/**
 * Publishes writes in the transaction that makes them true. They are acknowledged once Kafka has all of them.
 */
export type PublishWrites = (tx: Transaction, writes: readonly ManagementWrite[]) => Promise<Publication>;

export interface ManagedEntity {
  readonly kind:
    | 'campaign'
    | 'tier'
    | 'segment'
    | 'event-definition'
    | 'webhook'
    | 'api-key'
    | 'code-pool'
    | 'setting'
    | 'import';
  readonly id?: string;
}

/**
 * Returns a database for changes of an entity; each changed setting is an entity. The transaction also writes
 * the row of the audit log. It publishes a fact about the stored record, so that a lost commit can be listed.
 */
export type Managed = (caller: ManagementCall, entity: ManagedEntity) => Database;

/** Returns a database whose transactions also keep the response to the call's `Idempotency-Key`, if it has one. */
export type Keeping = (db: Database) => Database;
