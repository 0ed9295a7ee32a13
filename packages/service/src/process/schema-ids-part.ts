import type { SchemaIds, SchemaRegistry } from '@loyalty/kafka/registry';
import type { Part } from '@loyalty/kernel';
import type { ProcessPhase } from './process-phase.ts';

export const createSchemaIdsPart = ({
  schemaIds,
  registry,
  phase,
}: {
  readonly schemaIds: SchemaIds;
  readonly registry: SchemaRegistry;
  readonly phase: ProcessPhase;
}): Part => ({
  name: 'schema-ids',
  start: (signal) => phase.waitFor('the schema registry', () => schemaIds.find(registry), signal),
});
