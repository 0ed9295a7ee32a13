import type { TopicPartition } from '@loyalty/storage';
import { AssignerProtocol } from 'kafkajs';
import type { Sharer } from './share-partitions.ts';

/** The partitions that a member had, by the place of their topic in its sorted list. Short, because Kafka stores it. */
interface Had {
  readonly generation: number;
  readonly owned: readonly (readonly [place: number, ...partitions: readonly number[]])[];
}

/** Encodes the metadata that a member sends when it joins. */
export const encodeMember = ({ topics, owned, generation }: Omit<Sharer, 'memberId'>): Buffer => {
  const sorted = topics.toSorted();
  const had: Had = {
    generation,
    owned: sorted.flatMap((topic, place) => {
      const partitions = owned.filter((at) => at.topic === topic).map(({ partition }) => partition);
      return partitions.length === 0 ? [] : [[place, ...partitions] as const];
    }),
  };
  return AssignerProtocol.MemberMetadata.encode({
    version: 0,
    topics: sorted,
    userData: Buffer.from(JSON.stringify(had)),
  });
};

/** Decodes the metadata of a member of any release. One that names no partitions had none. */
export const decodeMember = (memberId: string, metadata: Buffer): Sharer => {
  const { topics, userData } = AssignerProtocol.MemberMetadata.decode(metadata) ?? noMetadata;
  const { generation, owned } = hadOf(userData);
  return {
    memberId,
    topics,
    generation,
    owned: owned.flatMap(([place, ...partitions]) => {
      const topic = topics[place];
      return topic === undefined ? [] : partitions.map((partition) => ({ topic, partition }));
    }),
  };
};

const noMetadata = { topics: [], userData: Buffer.alloc(0) };
const none: Had = { generation: -1, owned: [] };

const hadOf = (userData: Buffer | undefined): Had => {
  if (userData === undefined || userData.length === 0) return none;
  try {
    return JSON.parse(userData.toString()) as Had;
  } catch {
    return none;
  }
};

export const encodeAssignment = (partitions: readonly TopicPartition[]): Buffer => {
  const assignment: Record<string, number[]> = {};
  for (const { topic, partition } of partitions) (assignment[topic] ??= []).push(partition);
  return AssignerProtocol.MemberAssignment.encode({ version: 0, assignment, userData: Buffer.alloc(0) });
};

export const decodeAssignment = (bytes: Buffer): TopicPartition[] =>
  Object.entries(AssignerProtocol.MemberAssignment.decode(bytes)?.assignment ?? {}).flatMap(
    ([topic, partitions]) => partitions.map((partition) => ({ topic, partition })),
  );
