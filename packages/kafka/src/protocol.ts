/** Parts of the group protocol, for tests that join a group as a member of their own making. */

export { findCoordinator, openCluster } from './cluster/kafka-cluster.ts';
export { encodeAssignment, encodeMember } from './group/assignor.ts';
