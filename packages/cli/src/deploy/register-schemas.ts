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
export const registerSchemas = (task: CommandContext): Promise<readonly RegisteredSchema[]> =>
  withDatabase(task, async (database) => {
    const url = task.addresses.schemaRegistryUrl();
    const registry = createSchemaRegistry(url);
    const registered: RegisteredSchema[] = [];
    for (const { subject, schemaText } of subjectSchemas) {
      const id = await explainingRegistry(url, () => registry.register(subject, schemaText));
      await storeSchema({ address: url, database }, { subject, schemaText, schemaId: id });
      registered.push({ subject, id });
    }
    task.say(`Schemas: ${registered.map(({ subject, id }) => `${subject} is ${id.toString()}`).join(', ')}.`);
    return registered;
  });
