import { subjectSchemas } from '@loyalty/contracts';
import { createSchemaRegistry, storeSchema } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';
import { withDatabase } from '../with-database.ts';

/** One schema as the registry stores it. */
export interface RegisteredSchema {
  readonly subject: string;
  readonly id: number;
}

/**
 * Registers every schema, FULL_TRANSITIVE, in the order of the catalogue. So a registry that lost its data gives the same ids
 * again, and stored messages stay readable. Registering an existing schema changes nothing. Services read the ids from the
 * database, so that they start while the registry is away.
 */
export const registerSchemas = async (task: CommandContext): Promise<readonly RegisteredSchema[]> => {
  const address = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(address);
  const registered: (RegisteredSchema & { readonly schemaText: string })[] = [];
  for (const { subject, schemaText } of subjectSchemas) {
    const id = await explainingRegistry(address, () => registry.register(subject, schemaText));
    registered.push({ subject, schemaText, id });
  }
  await withDatabase(task, async (database) => {
    for (const { subject, schemaText, id } of registered)
      await storeSchema({ address, database }, { subject, schemaText, schemaId: id });
  });
  task.say(`Schemas: ${registered.map(({ subject, id }) => `${subject} is ${id.toString()}`).join(', ')}.`);
  return registered;
};
