import { Fault, systemClock } from '@loyalty/kernel';
import type { Database, DatabaseShares, Transaction } from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import type { Publication } from '@loyalty/streams/outbox';
import type { ConfirmWrite, Managed, ManagedEntity, ManagementActor } from '../usecases/management-writes.ts';

export interface ManagementWrite {
  readonly actor: ManagementActor;
  readonly kind: string;
  readonly entityId: string;
  readonly action: string;
  readonly body: unknown;
}

/** In the transaction that makes the write true. */
export type PublishWrite = (tx: Transaction, write: ManagementWrite) => Promise<Publication>;

/** Usually some milliseconds. While Kafka is unreachable the write is published later. */
const acknowledgedWithinMs = 300;

export const createManaged =
  ({
    db: shares,
    publishWrite,
  }: {
    readonly db: DatabaseShares;
    readonly publishWrite: PublishWrite;
  }): Managed =>
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

interface ConfirmWriteOptions {
  readonly db: Pick<Database, 'query'>;
  readonly history: Pick<History, 'present'>;
  /** Default: 5,000. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 5_000;

export const createConfirmWrite =
  ({ db, history, patienceMs = usualPatienceMs }: ConfirmWriteOptions): ConfirmWrite =>
  async (write) => {
    const epoch = history.present?.epoch;
    const written = await write();
    const { publication } = written;
    if (publication === null) return written;
    if (!(await within(patienceMs, publication.acknowledged)))
      throw unconfirmed('Kafka has not acknowledged its messages');
    // This query is in the present history. When it has changed, the next epoch reads again what Kafka
    // accepted before its end.
    await db.query('SELECT');
    if (history.present?.epoch !== epoch) throw unconfirmed('the database has entered a new epoch meanwhile');
    return written;
  };

const within = async (ms: number, acknowledged: Promise<boolean>): Promise<boolean> => {
  const waiting = new AbortController();
  const silence = systemClock.sleep(ms, waiting.signal).then(() => false);
  return Promise.race([acknowledged, silence]).finally(() => {
    waiting.abort();
  });
};

const unconfirmed = (why: string): Fault =>
  new Fault('WRITE_UNCONFIRMED', `a write is not confirmed: ${why}`, { retry: true });
