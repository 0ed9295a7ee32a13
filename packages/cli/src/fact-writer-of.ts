import { factCodec, topics } from '@loyalty/contracts';
import { createSchemaRegistry, createFactWriter, findSchemaId } from '@loyalty/messaging';
import { explainingRegistry } from './explaining-registry.ts';
import type { CommandContext } from './session.ts';

/** Writes facts under the schema that the registry knows; a Fault with the way out when it does not. */
export const factWriterOf = async (task: CommandContext): Promise<ReturnType<typeof createFactWriter>> => {
  const url = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(url);
  return createFactWriter(
    await explainingRegistry(url, () => findSchemaId(registry, topics.facts, factCodec)),
  );
};
