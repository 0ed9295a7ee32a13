import { subjectSchemas } from '@loyalty/contracts';
import { createSchemaRegistry } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';

/** One schema as the registry stores it. */
export interface RegisteredSchema {
  readonly subject: string;
  readonly id: number;
}

/**
 * Registers every schema, FULL_TRANSITIVE, in the order of the catalogue. So a registry that lost its data gives the same ids
 * again, and stored messages stay readable. Registering an existing schema changes nothing.
 */
export const registerSchemas = async (task: CommandContext): Promise<readonly RegisteredSchema[]> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(url);
  const registered: RegisteredSchema[] = [];
  for (const { subject, schemaText } of subjectSchemas) {
    const id = await explainingRegistry(url, () => registry.register(subject, schemaText));
    registered.push({ subject, id });
  }
  task.say(`Schemas: ${registered.map(({ subject, id }) => `${subject} is ${id.toString()}`).join(', ')}.`);
  return registered;
};
