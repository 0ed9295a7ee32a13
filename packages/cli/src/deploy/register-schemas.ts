import { subjectSchemas } from '@loyalty/contracts';
import { createSchemaRegistry } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import type { CommandContext } from '../session.ts';

/** One schema as the registry holds it now. */
export interface RegisteredSchema {
  readonly subject: string;
  readonly id: number;
}

/**
 * Registers every schema, FULL_TRANSITIVE, in the order of the catalogue: a registry that lost its data gives the same ids
 * again, so that stored messages keep their meaning. Registering again what is there already changes nothing.
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
