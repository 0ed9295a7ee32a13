import { awaitAll, Fault, systemClock } from '@loyalty/kernel';
import type { Database, DatabaseShares } from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import type { Publication } from '@loyalty/streams/outbox';
import { auditedChange, type AuditedConfiguration } from '@loyalty/tables/audit';
import { noteCall } from '../audited-calls.ts';
import type {
  ConfirmWrite,
  Managed,
  ManagedEntity,
  ManagementWrite,
  PublishWrites,
} from '../usecases/management-writes.ts';

/** Usually some milliseconds. While Kafka is unreachable the write is published later. */
const acknowledgedWithinMs = 300;

export const createManaged =
  ({
    db: shares,
    publishWrites,
  }: {
    readonly db: DatabaseShares;
    readonly publishWrites: PublishWrites;
  }): Managed =>
  (caller, entity) => {
    const { credential: actor } = caller;
    const db = shares.of(actor.environmentId);
    return {
      ...db,
      transaction: async (work) => {
        let publication: Publication | null = null;
        const result = await db.transaction(async (tx) => {
          const stored = await work(tx);
          const change = changeIn(stored);
          publication = null;
          if (change === null) return stored;
          [publication] = await awaitAll([
            publishWrites(tx, [writeOf(change, actor, entity)]),
            noteCall(tx, caller, notedChange(change, entity)),
          ]);
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

interface Change {
  readonly outcome: 'created' | 'changed' | 'deleted';
  readonly before: object | null;
  readonly record: object | null;
}

/** Null: nothing was stored. */
const changeIn = (result: unknown): Change | null => {
  const { outcome, before = null, record = null } = (result ?? {}) as Partial<Change>;
  if (outcome !== 'created' && outcome !== 'changed' && outcome !== 'deleted') return null;
  return { outcome, before, record };
};

const writeOf = (
  { outcome, record }: Change,
  actor: ManagementWrite['actor'],
  { kind, id }: ManagedEntity,
): ManagementWrite => ({ actor, kind, entityId: id ?? idOf(record), action: outcome, body: record });

const auditedTypes = {
  campaign: 'campaign',
  tier: 'tier',
  segment: 'segment',
  webhook: 'webhook',
  'event-definition': 'event_definition',
  'api-key': 'api_key',
} as const satisfies Readonly<Record<ManagedEntity['kind'], AuditedConfiguration>>;

/** Definitions are found by their key, which the call names as it is stored; ids may come in capitals. */
const notedChange = ({ before, record }: Change, { kind, id }: ManagedEntity) => {
  const objectId = kind === 'event-definition' && id !== undefined ? id : idOf(record ?? before);
  const { objectName, changes } = auditedChange(auditedTypes[kind], { before, after: record });
  return { objectId, objectName, changes };
};

const idOf = (record: object | null): string => String((record as { readonly id?: unknown } | null)?.id);

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
