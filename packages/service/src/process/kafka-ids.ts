import type { Kafka } from '@loyalty/kafka';
import { describeCluster } from '@loyalty/kafka/metadata';
import type { SchemaIds, SchemaRegistry } from '@loyalty/kafka/registry';
import { invariant, type Part } from '@loyalty/kernel';
import type { ProcessPhase } from './process-phase.ts';

interface ClusterPart extends Part {
  /** Known once the part has started. */
  readonly clusterId: () => string;
}

/** Positions are bound to its id. */
export const createClusterPart = (kafka: Kafka, phase: ProcessPhase): ClusterPart => {
  let found: string | null = null;
  return {
    name: 'cluster',
    start: async (signal) => {
      found = (await phase.waitFor('Kafka', () => describeCluster(kafka), signal)).clusterId;
    },
    clusterId: () => {
      invariant(found !== null, 'the cluster is known before a position is read');
      return found;
    },
  };
};

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
