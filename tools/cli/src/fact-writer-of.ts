import { topics } from '@loyalty/contracts';
import { createSchemaRegistry, createFactWriter, findSchemaId } from '@loyalty/messaging';
import { explainingRegistry } from './explaining-registry.ts';
import type { CommandContext } from './session.ts';

/**
 * Creates a writer of facts with the schema id of the registry. Throws a Fault that says what to do when the schema is not
 * registered.
 */
export const factWriterOf = async (task: CommandContext): Promise<ReturnType<typeof createFactWriter>> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(url);
  const factId = await explainingRegistry(url, () => findSchemaId(registry, topics.facts));
  return createFactWriter(() => factId);
};
