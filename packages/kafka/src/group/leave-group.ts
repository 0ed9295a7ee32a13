import { findCoordinator, type ClusterClient } from '../cluster/kafka-cluster.ts';
import { errorTypeOf } from '../cluster/kafka-errors.ts';

/**
 * Makes a member leave its group: this process, or one that is dead. `cluster` must not be the one over which this process joins: a
 * coordinator serves the requests of one connection in turn, and a join may wait for the very member that is to leave.
 */
export const leaveGroup = async (
  cluster: ClusterClient,
  groupId: string,
  memberId: string,
): Promise<void> => {
  const coordinator = await findCoordinator(cluster, groupId);
  await coordinator.leaveGroup({ groupId, memberId }).catch((failure: unknown) => {
    // It has left already, or its session has ended.
    if (errorTypeOf(failure) !== 'UNKNOWN_MEMBER_ID') throw failure;
  });
};
