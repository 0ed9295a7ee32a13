import { systemClock } from '@loyalty/kernel';
import type { Publication } from '@loyalty/messaging';
import type { Database, Transaction } from '@loyalty/storage';
import type { ManagedEntity, ManagementActor, Managed } from '../usecases/ports.ts';

/** What a call has written, as it is told. */
export interface ManagementWrite {
  readonly actor: ManagementActor;
  readonly kind: string;
  readonly entityId: string;
  readonly action: string;
  /** What is stored now; null where nothing is. */
  readonly body: unknown;
}

/** Tells of it in the transaction that makes it true. */
export type PublishWrite = (tx: Transaction, write: ManagementWrite) => Promise<Publication>;

export interface ManagedOptions {
  readonly db: Database;
  readonly publishWrite: PublishWrite;
}

/** Usually some milliseconds; while Kafka is away nobody waits longer, and the write is told of later. */
const acknowledgedWithinMs = 300;

export const createManaged =
  ({ db, publishWrite }: ManagedOptions): Managed =>
  (actor, entity) => ({
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
  });

const acknowledged = async (publication: Publication | null): Promise<void> => {
  if (publication === null) return;
  const waiting = new AbortController();
  await Promise.race([publication.acknowledged, systemClock.sleep(acknowledgedWithinMs, waiting.signal)]);
  waiting.abort();
};

const actions: ReadonlySet<unknown> = new Set(['created', 'changed', 'deleted']);

/** What the functions of `programme` resolve with: an outcome and the record as it is then, which may stand beside what else is told. */
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
