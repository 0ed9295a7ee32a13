import type { Kafka } from '@loyalty/kafka';
import { describeCluster } from '@loyalty/kafka/metadata';
import type { SchemaIds, SchemaRegistry } from '@loyalty/kafka/registry';
import { invariant, type Part } from '@loyalty/kernel';
import type { ProcessPhase } from './process-phase.ts';

/** The cluster of Kafka that a process reads, as a part that waits for it. */
export interface ClusterPart extends Part {
  /** The id that the cluster gave itself; known once the part has started. */
  readonly clusterId: () => string;
}

/** Creates the part that finds out the id of the cluster, to which positions are bound. */
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

/** Creates the part that finds the ids of the schemas that a process writes. */
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
