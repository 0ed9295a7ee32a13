import { topics } from '@loyalty/contracts';
import type { MessageWriter } from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { findSchemaId } from '@loyalty/kafka/registry';
import { type EnvironmentId, Fault, randomId, systemClock, type TenantId, textOf } from '@loyalty/kernel';
import { type Database, onlyRow, type Transaction, writeTransaction } from '@loyalty/storage';
import { readEpochState } from '@loyalty/storage/history';
import { insertOutbox, noOwner, readOutboxById } from '@loyalty/storage/outbox';
import { createFactWriter } from '@loyalty/streams/facts';
import { packMessages } from '@loyalty/streams/outbox';
import { type AuditedConfiguration, auditedChange, type AuditEntry, note } from '@loyalty/tables/audit';
import { authorBytesOf } from '@loyalty/tables/authors';
import { createOwnRegistry, explainingRegistry } from './connections.ts';
import type { CommandContext } from './session.ts';

export interface EntityWrite {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly kind: keyof typeof auditedTypes;
  readonly entityId: string;
  readonly action: 'created' | 'changed' | 'deleted' | 'revoked';
  /**
   * The word of the audit log. Default: by kind and action. Null means that the change is in the log already,
   * or that another entry covers it.
   */
  readonly notedAs?: string | null;
  /** The record without secrets; null after a deletion. */
  readonly body: object | null;
  /** The record before the change; null if it was created. */
  readonly before: object | null;
  /** Pointers to changed fields that are in no record. */
  readonly unshown?: readonly string[];
  /** The time of the change in ISO 8601, as the database has it. Default: the start of the transaction. */
  readonly updatedAt?: string;
}

const auditedTypes = {
  'api-key': 'api_key',
  setting: 'setting',
  provider: 'provider',
  stream: 'stream',
  'stream-out': 'stream_out',
  tenant: 'tenant',
} as const satisfies Readonly<Record<string, AuditedConfiguration>>;

type NotedCommand = Omit<AuditEntry, 'actor' | 'requestId'>;

/** Writes the row of the audit log, in the transaction of the change (D208). */
export const noteCommand = (
  tx: Transaction,
  { operator }: Pick<CommandContext, 'operator'>,
  { environmentId, action, objectId, objectName, changes }: NotedCommand,
): Promise<void> => {
  const actor = { kind: 'OPERATOR', id: operator } as const;
  return note(tx, { environmentId, actor, action, objectId, objectName, changes, requestId: null });
};

/** Returns the operator's bytes for rows and messages that are not configuration (D303). */
export const authorOfOperator = ({ operator }: Pick<CommandContext, 'operator'>): Buffer =>
  authorBytesOf({ kind: 'OPERATOR', id: operator });

const noteWrite = async (
  tx: Transaction,
  task: CommandContext,
  {
    environmentId,
    kind,
    entityId: objectId,
    action,
    notedAs,
    body: after,
    before,
    unshown = [],
  }: EntityWrite,
): Promise<void> => {
  if (notedAs === null) return;
  const type = auditedTypes[kind];
  const { objectName, changes } = auditedChange(type, { before, after, unshown });
  const entry = { environmentId, action: notedAs ?? `${type}.${action}`, objectId, objectName, changes };
  await noteCommand(tx, task, entry);
};

/**
 * Returns a database whose transactions also write the row of the audit log, and publish
 * `management.written`: if a commit is lost, `history show` lists it. `writtenIn` returns null if nothing was
 * written. Without the registry the work runs without facts.
 */
export const publishingDatabase = async (
  task: CommandContext,
  db: Database,
  writtenIn: (result: unknown) => EntityWrite | null,
): Promise<Database> => {
  const writer = await factWriterOf(task).catch((failure: unknown) => {
    task.note(`No fact was published about this change: ${textOf(failure)}`);
    return null;
  });
  return notingAndPublishing(task, db, {
    writer,
    outboxIds: [],
    writtenIn: (result) => [writtenIn(result)].filter((written) => written !== null),
  });
};

interface NotedWrites {
  /** Null means that there are no facts. */
  readonly writer: Pick<MessageWriter, 'factOf'> | null;
  readonly writtenIn: (result: unknown) => readonly EntityWrite[];
  /** Gets the row of the last transaction's facts. */
  readonly outboxIds: number[];
}

/** Each transaction also writes rows of the audit log and facts of what `writtenIn` finds in its result. */
const notingAndPublishing = (
  task: CommandContext,
  db: Database,
  { writer, writtenIn, outboxIds }: NotedWrites,
): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (tx) => {
      outboxIds.length = 0;
      const result = await work(tx);
      const all = writtenIn(result);
      for (const written of all) await noteWrite(tx, task, written);
      if (writer === null || all.length === 0) return result;
      const nowMs = await beginningOf(tx);
      const messages = all.map((written) => factOf(writer, written, nowMs));
      outboxIds.push(await insertOutbox(tx, noOwner, packMessages(messages)));
      return result;
    }),
});

const factOf = (
  { factOf: messageOf }: Pick<MessageWriter, 'factOf'>,
  { environmentId, tenantId, kind, entityId, action, body, updatedAt }: EntityWrite,
  nowMs: number,
) =>
  messageOf({
    id: randomId(),
    key: entityId,
    occurredAtMs: systemClock.now(),
    ledgerSeq: null,
    snapshot: { environmentId, tenantId: tenantId as TenantId },
    fact: {
      type: 'management.written',
      data: {
        kind,
        entityId,
        action,
        actor: 'loyaltyctl',
        // A later comparison with the database uses this time.
        body: body && { ...body, updatedAt: updatedAt ?? new Date(nowMs).toISOString() },
      },
    },
  });

const beginningOf = async (tx: Transaction): Promise<number> => {
  const rows = await tx.query<{ nowMs: number }>(
    'SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS "nowMs"',
  );
  return onlyRow(rows, 'the time').nowMs;
};

/**
 * Writes like a {@link publishingDatabase} what must survive a database that loses its last commits. Resolves
 * once Kafka has a fact for each write. Throws as {@link writeUntilPublished} does, and also if there is no
 * registry.
 */
export const writeEntitiesUntilPublished = async <Result>(
  task: CommandContext,
  db: Database,
  { write, writtenIn }: EntityWrites<Result>,
): Promise<Result> => {
  const writer = await factWriterOf(task);
  return oncePublished(db, async () => {
    const outboxIds: number[] = [];
    const result = await write(
      notingAndPublishing(task, db, {
        writer,
        outboxIds,
        // The write has no other transaction, so this is its result.
        writtenIn: (stored) => writtenIn(stored as Result),
      }),
    );
    return { result, outboxIds };
  });
};

interface EntityWrites<Result> {
  /** Must write in one transaction. */
  readonly write: (db: Database) => Promise<Result>;
  readonly writtenIn: (result: Result) => readonly EntityWrite[];
}

const lookEveryMs = 100;
/** Every few seconds a service publishes orphaned outbox rows. */
const publishTimeoutMs = 15_000;

interface PublishedWrite<T> {
  readonly result: T;
  readonly messages: readonly OutgoingMessage[];
}

/**
 * Writes, and leaves messages in the outbox, where a running service publishes them. Resolves once Kafka has
 * them: the write then survives a database that loses its last commits. Throws a Fault `WRITE_UNCONFIRMED` if
 * that is unknown; the command can be repeated.
 */
export const writeUntilPublished = <T>(
  db: Database,
  work: (tx: Transaction) => Promise<PublishedWrite<T>>,
): Promise<T> =>
  oncePublished(db, () =>
    writeTransaction(db, async (tx) => {
      const { result, messages } = await work(tx);
      const outboxIds =
        messages.length === 0 ? [] : [await insertOutbox(tx, noOwner, packMessages(messages))];
      return { result, outboxIds };
    }),
  );

interface OutboxWrite<T> {
  readonly result: T;
  readonly outboxIds: readonly number[];
}

const oncePublished = async <T>(db: Database, write: () => Promise<OutboxWrite<T>>): Promise<T> => {
  const { epoch } = await readEpochState(db);
  const { result, outboxIds } = await write();
  if (outboxIds.length > 0) await untilPublished(db, outboxIds, epoch);
  return result;
};

export const untilPublished = async (
  db: Database,
  outboxIds: readonly number[],
  epoch: string,
): Promise<void> => {
  const untilMs = Date.now() + publishTimeoutMs;
  while ((await readOutboxById(db, outboxIds)).length > 0) {
    if (Date.now() > untilMs)
      throw unconfirmed(
        'the fact about it is not published yet. Check that the services and Kafka are running, then run the command again.',
      );
    await systemClock.sleep(lookEveryMs);
  }
  // A row of a lost commit is gone too.
  if ((await readEpochState(db)).epoch !== epoch)
    throw unconfirmed('the database has started a new epoch meanwhile. Run the command again.');
};

const unconfirmed = (why: string): Fault =>
  new Fault('WRITE_UNCONFIRMED', `The change is stored, but a failure of the database might undo it: ${why}`);

/** Returns a writer with the registry's schema id. Throws a Fault that says what to do if there is none. */
export const factWriterOf = async (task: CommandContext): Promise<ReturnType<typeof createFactWriter>> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createOwnRegistry(task);
  const factId = await explainingRegistry(url, () => findSchemaId(registry, topics.facts));
  return createFactWriter(() => factId);
};
