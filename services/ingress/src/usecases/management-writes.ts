import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import type { ErasureToPublish } from '@loyalty/streams/facts';
import type { Publication } from '@loyalty/streams/outbox';

/** A write, and the publication of its messages. */
export interface PublishingWrite {
  /** Null when there is nothing to publish. */
  readonly publication: Publication | null;
}

/**
 * Runs a write and resolves once it survives the loss of its commit: Kafka has its messages, and the database
 * was still in the same epoch afterwards. Otherwise throws a retriable Fault `WRITE_UNCONFIRMED`; the write
 * may stand, and may be repeated.
 */
export type ConfirmWrite = <T extends PublishingWrite>(write: () => Promise<T>) => Promise<T>;

/**
 * Publishes an erasure in the transaction that makes it true. A repeated erasure publishes its record alone.
 */
export type PublishErasure = (
  tx: Transaction,
  erasure: ErasureToPublish & { readonly outcome: 'erased' | 'already' },
) => Promise<Publication>;

/** The entity that a call writes. */
export interface ManagedEntity {
  readonly kind: 'campaign' | 'tier' | 'segment' | 'event-definition' | 'webhook';
  /** Default: the id of the created record. */
  readonly id?: string;
}

/** The credential that writes. */
export interface ManagementActor {
  readonly kind: 'key' | 'token';
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
}

/**
 * Returns the database for one management call. Its transaction publishes a fact of the stored record, by its
 * outcome (created, changed or deleted). The call returns once Kafka has the fact, or after a moment. A lost
 * commit can then be listed.
 */
export type Managed = (actor: ManagementActor, entity: ManagedEntity) => Database;
