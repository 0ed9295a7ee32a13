import { systemClock } from '@loyalty/kernel';
import type { Publication } from '@loyalty/messaging';
import type { DatabaseShares, Transaction } from '@loyalty/storage';
import type { ManagedEntity, ManagementActor, Managed } from '../usecases/ports.ts';

/** A management call's write, as it is published. */
export interface ManagementWrite {
  readonly actor: ManagementActor;
  readonly kind: string;
  readonly entityId: string;
  readonly action: string;
  /** The stored record; null after a deletion. */
  readonly body: unknown;
}

/** Publishes a write in the transaction that makes it true. */
export type PublishWrite = (tx: Transaction, write: ManagementWrite) => Promise<Publication>;

export interface ManagedOptions {
  readonly db: DatabaseShares;
  readonly publishWrite: PublishWrite;
}

/** Usually some milliseconds. While Kafka is unreachable a caller waits no longer, and the write is published later. */
const acknowledgedWithinMs = 300;

export const createManaged =
  ({ db: shares, publishWrite }: ManagedOptions): Managed =>
  (actor, entity) => {
    const db = shares.of(actor.environmentId);
    return {
      ...db,
      transaction: async (work) => {
        let publication: Publication | null = null;
        const result = await db.transaction(async (tx) => {
          const stored = await work(tx);
          const write = writeIn(stored, actor, entity);
          publication = write === null ? null : await publishWrite(tx, write);
          return stored;
        });
        await acknowledged(publication);
        return result;
      },
    };
  };

const acknowledged = async (publication: Publication | null): Promise<void> => {
  if (publication === null) return;
  const waiting = new AbortController();
  await Promise.race([publication.acknowledged, systemClock.sleep(acknowledgedWithinMs, waiting.signal)]);
  waiting.abort();
};

const actions: ReadonlySet<unknown> = new Set(['created', 'changed', 'deleted']);

/** The result of a configuration function: an outcome and the present record, which may be nested beside other fields. */
interface Stored {
  readonly outcome?: unknown;
  readonly record?: { readonly id?: unknown; readonly record?: { readonly id?: unknown } };
}

const writeIn = (
  result: unknown,
  actor: ManagementActor,
  { kind, id }: ManagedEntity,
): ManagementWrite | null => {
  const { outcome, record } = (result ?? {}) as Stored;
  if (!actions.has(outcome)) return null;
  const body = record?.record ?? record ?? null;
  return { actor, kind, entityId: id ?? String(body?.id), action: String(outcome), body };
};
