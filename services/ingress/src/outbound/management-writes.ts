import { isDeepStrictEqual } from 'node:util';
import { awaitAll, Fault, systemClock } from '@loyalty/kernel';
import {
  type Database,
  type DatabaseShares,
  onlyRow,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { History } from '@loyalty/storage/history';
import type { Publication } from '@loyalty/streams/outbox';
import { auditedChange, type AuditedConfiguration } from '@loyalty/tables/audit';
import { settingEntries } from '@loyalty/tables/tenants/management';
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
          const changes = await changesIn(tx, change, entity);
          [publication] = await awaitAll([
            publishWrites(
              tx,
              changes.map((each) => writeOf(each.change, actor, each.entity)),
            ),
            ...changes.map((each) => noteCall(tx, caller, notedChange(each.change, each.entity))),
          ]);
          return stored;
        });
        await awaitPublication(publication);
        return result;
      },
    };
  };

/** Waits some milliseconds for Kafka, so that a write is usually published before the response to it. */
export const awaitPublication = async (publication: Publication | null): Promise<void> => {
  if (publication === null) return;
  const waiting = new AbortController();
  await Promise.race([publication.acknowledged, systemClock.sleep(acknowledgedWithinMs, waiting.signal)]);
  waiting.abort();
};

interface Change {
  readonly outcome: 'created' | 'changed' | 'deleted';
  readonly before: object | null;
  readonly record: object | null;
  readonly unshown: readonly string[];
}

/** Null means that nothing was stored. */
const changeIn = (result: unknown): Change | null => {
  const { outcome, before = null, record = null, unshown = [] } = (result ?? {}) as Partial<Change>;
  if (outcome !== 'created' && outcome !== 'changed' && outcome !== 'deleted') return null;
  return { outcome, before, record, unshown };
};

interface EntityChange {
  readonly change: Change;
  readonly entity: ManagedEntity;
}

/** Each setting that changed is a change, by its name, with the time that identifies it in the database. */
const changesIn = async (
  tx: Transaction,
  change: Change,
  entity: ManagedEntity,
): Promise<readonly EntityChange[]> => {
  if (entity.kind !== 'setting') return [{ change, entity }];
  const [before, after] = [new Map(settingEntries(change.before ?? {})), settingEntries(change.record ?? {})];
  const changed = after.filter(([name, value]) => !isDeepStrictEqual(before.get(name), value));
  const updatedAt = await readBeginning(tx);
  return changed.map(([name, value]) => ({
    change: {
      outcome: change.outcome,
      before: { [name]: before.get(name) },
      record: { [name]: value, updatedAt },
      unshown: [],
    },
    entity: { kind: 'setting', id: name },
  }));
};

const beginningStatement: Statement = { name: 'transaction-beginning', text: 'SELECT now() AS at' };

const readBeginning = async (tx: Transaction): Promise<string> =>
  onlyRow(await tx.query<{ at: Date }>(beginningStatement), 'the time').at.toISOString();

const writeOf = (
  { outcome, record }: Change,
  actor: ManagementWrite['actor'],
  { kind, id }: ManagedEntity,
): ManagementWrite => ({
  actor,
  kind: kind === 'code-pool' ? 'provider' : kind,
  entityId: id ?? idOf(record),
  action: outcome,
  body: record,
});

const auditedTypes = {
  campaign: 'campaign',
  tier: 'tier',
  segment: 'segment',
  webhook: 'webhook',
  'event-definition': 'event_definition',
  'api-key': 'api_key',
  'code-pool': 'code_pool',
  setting: 'setting',
  import: 'import',
} as const satisfies Readonly<Record<ManagedEntity['kind'], AuditedConfiguration>>;

/** Others are found by a key or name, which the call names as it is stored; ids may come in capitals. */
const notedChange = ({ before, record, unshown }: Change, { kind, id }: ManagedEntity) => {
  const objectId = isNamed(kind) && id !== undefined ? id : idOf(record ?? before);
  const { objectName, changes } = auditedChange(auditedTypes[kind], { before, after: record, unshown });
  return { objectId, objectName, changes };
};

const isNamed = (kind: ManagedEntity['kind']): boolean =>
  kind === 'event-definition' || kind === 'code-pool' || kind === 'setting' || kind === 'import';

const idOf = (record: object | null): string => String((record as { readonly id?: unknown } | null)?.id);

interface ConfirmWriteOptions {
  readonly db: Pick<Database, 'query'>;
  readonly history: Pick<History, 'present'>;
  /** The default is 5,000. */
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
