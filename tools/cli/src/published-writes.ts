import { randomId, systemClock, textOf, type EnvironmentId, type TenantId } from '@loyalty/kernel';
import { packMessages } from '@loyalty/messaging';
import { insertOutbox, nobody, onlyRow, type Database, type Transaction } from '@loyalty/storage';
import type { MessageWriter } from '@loyalty/engine';
import { factWriterOf } from './fact-writer-of.ts';
import type { CommandContext } from './session.ts';

/** An entity that a command has written, as the fact `management.written` describes it. */
export interface ManagementDatabase {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly kind: string;
  readonly entityId: string;
  readonly action: 'created' | 'changed' | 'deleted';
  /** Without secrets; null after a deletion. */
  readonly body: object | null;
  /** The time of the write, as the database has it: ISO 8601. Default: the start of its transaction. */
  readonly updatedAt?: string;
}

/**
 * Returns the same database, but each transaction also publishes `management.written`. If its commit is lost, `history show` lists
 * it. `writtenIn` returns the written entity of a result, or null to publish nothing. Without the registry the work runs without
 * facts.
 */
export const publishingDatabase = async (
  task: CommandContext,
  db: Database,
  writtenIn: (result: unknown) => ManagementDatabase | null,
): Promise<Database> => {
  const writer = await factWriterOf(task).catch((failure: unknown) => {
    task.note(`No fact tells of this write: ${textOf(failure)}`);
    return null;
  });
  if (writer === null) return db;
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        const written = writtenIn(result);
        if (written === null) return result;
        const message = factOf(writer, written, await beginningOf(tx));
        await insertOutbox(tx, nobody, packMessages([message]));
        return result;
      }),
  };
};

const factOf = (
  { factOf: messageOf }: Pick<MessageWriter, 'factOf'>,
  { environmentId, tenantId, body, updatedAt, ...written }: ManagementDatabase,
  nowMs: number,
) =>
  messageOf({
    id: randomId(),
    key: written.entityId,
    occurredAtMs: systemClock.now(),
    ledgerSeq: null,
    snapshot: { environmentId, tenantId: tenantId as TenantId },
    fact: {
      type: 'management.written',
      data: {
        ...written,
        actor: 'loyaltyctl',
        // A later comparison with the database uses this time.
        body: body && { ...body, updatedAt: updatedAt ?? new Date(nowMs).toISOString() },
      },
    },
  });

/** Returns the start of the transaction, milliseconds since the epoch: the time of rows without their own. */
const beginningOf = async (tx: Transaction): Promise<number> => {
  const rows = await tx.query<{ nowMs: number }>(
    'SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS "nowMs"',
  );
  return onlyRow(rows, 'the time').nowMs;
};
