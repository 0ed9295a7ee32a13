import type { KeptErasure } from '@loyalty/accounts';
import { topics } from '@loyalty/contracts';
import { createSchemaRegistry, erasureRecord, findSchemaId, packMessages } from '@loyalty/messaging';
import { insertOutbox, nobody, type Database } from '@loyalty/storage';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';

/** Messages of one outbox row. */
const atOnce = 500;

/** Leaves records of erasures in the outbox, from where the first service publishes them. The topic then has them for ever again. */
export const publishErasures = async (
  task: CommandContext,
  db: Database,
  erasures: readonly KeptErasure[],
): Promise<void> => {
  if (erasures.length === 0) return;
  const url = task.addresses.schemaRegistryUrl();
  const schemaId = await explainingRegistry(url, () =>
    findSchemaId(createSchemaRegistry(url), topics.erasures),
  );
  for (let at = 0; at < erasures.length; at += atOnce) {
    const records = erasures
      .slice(at, at + atOnce)
      .map(({ erasedAtMs, ...erasure }) =>
        erasureRecord({ ...erasure, tenantId: '', erasedAt: new Date(erasedAtMs) }, schemaId),
      );
    await insertOutbox(db, nobody, packMessages(records));
  }
  task.say(`${erasures.length.toString()} erasures go back to ${topics.erasures} once a service runs.`);
};
