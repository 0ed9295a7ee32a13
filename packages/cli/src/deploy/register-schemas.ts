import {
  creditCodec,
  evaluateRequestCodec,
  factCodec,
  memberEventRequestCodec,
  replyCodec,
  topicCatalogue,
} from '@loyalty/contracts';
import { invariant } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import type { Task } from '../session.ts';
import { explainingRegistry } from '../explaining-registry.ts';

/** One schema as the registry holds it now. */
export interface RegisteredSchema {
  readonly subject: string;
  readonly id: number;
}

/** What is to be registered. */
export interface SchemaEntry {
  readonly subject: string;
  readonly schemaText: string;
}

const schemaTexts: Readonly<Record<string, string>> = {
  credit: creditCodec.schemaText,
  'evaluate-request': evaluateRequestCodec.schemaText,
  'member-event-request': memberEventRequestCodec.schemaText,
  reply: replyCodec.schemaText,
  fact: factCodec.schemaText,
};

/**
 * The schema of every topic that has one, in the order of the catalogue: a registry that lost its data gives the same
 * ids again, so that stored messages keep their meaning.
 */
export const schemaEntries = (): SchemaEntry[] =>
  topicCatalogue.flatMap(({ name, schema }) => {
    if (schema === null) return [];
    const schemaText = schemaTexts[schema];
    invariant(schemaText !== undefined, `the schema ${schema} of ${name} has a codec`);
    return [{ subject: `${name}-value`, schemaText }];
  });

/** Registers every schema, FULL_TRANSITIVE; registering again what is there already changes nothing. */
export const registerSchemas = async (task: Task): Promise<readonly RegisteredSchema[]> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(url);
  const registered: RegisteredSchema[] = [];
  for (const { subject, schemaText } of schemaEntries()) {
    const id = await explainingRegistry(url, () => registry.register(subject, schemaText));
    registered.push({ subject, id });
  }
  task.say(`Schemas: ${registered.map(({ subject, id }) => `${subject} is ${id.toString()}`).join(', ')}.`);
  return registered;
};
