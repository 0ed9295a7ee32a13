import { randomId, systemClock, textOf, type EnvironmentId, type TenantId } from '@loyalty/kernel';
import { packMessages } from '@loyalty/messaging';
import { insertOutbox, nobody, onlyRow, type Database, type Transaction } from '@loyalty/storage';
import type { MessageWriter } from '@loyalty/engine';
import { factWriterOf } from './fact-writer-of.ts';
import type { CommandContext } from './session.ts';

/** Something that a command has written, as `management.written` tells it. */
export interface ManagementDatabase {
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  readonly kind: string;
  readonly entityId: string;
  readonly action: 'created' | 'changed' | 'deleted';
  /** Without secrets; null where nothing is stored any more. */
  readonly body: object | null;
  /** When it was stored, as the database says it: ISO 8601. Default: when its transaction began. */
  readonly updatedAt?: string;
}

/**
 * The same database, of which each transaction leaves the fact `management.written`: where its commit is lost, `history show` lists it. `writtenIn`
 * says what the work has come to; null: nothing to tell. Where the registry cannot be asked, the work is done without it.
 */
export const tellingDatabase = async (
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
        // Whoever looks for it compares with what the database has, and by its time.
        body: body && { ...body, updatedAt: updatedAt ?? new Date(nowMs).toISOString() },
      },
    },
  });

/** What a transaction stores without a time of its own bears that of its beginning. Milliseconds since the epoch. */
const beginningOf = async (tx: Transaction): Promise<number> => {
  const rows = await tx.query<{ nowMs: number }>(
    'SELECT floor(extract(epoch FROM now()) * 1000)::float8 AS "nowMs"',
  );
  return onlyRow(rows, 'the time').nowMs;
};
