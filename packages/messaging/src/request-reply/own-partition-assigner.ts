import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

/** An assigner for a group with one member, which gets just one partition of one topic. */
export const ownPartitionAssigner =
  (topic: string, partition: number): PartitionAssigner =>
  () => ({
    name: 'OwnPartition',
    version: 0,
    assign: ({ members }) =>
      Promise.resolve(
        members.map(({ memberId }) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: 0,
            assignment: { [topic]: [partition] },
            userData: Buffer.alloc(0),
          }),
        })),
      ),
    protocol: ({ topics }) => ({
      name: 'OwnPartition',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 0, topics, userData: Buffer.alloc(0) }),
    }),
  });
