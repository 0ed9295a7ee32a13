import type { NodeId } from '@loyalty/stack';
import { say } from '../say.ts';
import type { ClusterView, Leaders } from './cluster-view.ts';

export const repliesTopic = 'loyalty.replies';
const groups = ['earn-engine', 'burn-engine'];

/** The partitions on which ingresses have got replies since then. */
const ownReplies = async (view: ClusterView, endsBefore: readonly number[]): Promise<number[]> =>
  (await view.ends(repliesTopic)).flatMap((end, partition) =>
    end > (endsBefore[partition] ?? 0) ? [partition] : [],
  );

/**
 * Returns the broker to strike. The first one is the only controller. The one that leads the reply partition of this ingress is spared:
 * {@link placeReplies} does not spare it.
 */
export const chooseStruck = async (
  view: ClusterView,
  leaders: Leaders,
  endsBefore: readonly number[],
): Promise<NodeId> => {
  const leading = (await ownReplies(view, endsBefore)).map(
    (partition) => leaders.get(repliesTopic)?.[partition],
  );
  const coordinators = await view.coordinators(groups);
  const candidates = ([2, 3] as const).filter((nodeId) => !leading.includes(nodeId));
  const isCoordinator = (nodeId: NodeId): boolean => [...coordinators.values()].includes(nodeId);
  const nodeId = candidates.find((candidate) => !isCoordinator(candidate)) ?? candidates[0] ?? 3;
  const roles = groups.filter((group) => coordinators.get(group) === nodeId);
  say(
    `  broker ${nodeId.toString()} is struck; replies are led by ${leading.join(', ')}; it coordinates ` +
      (roles.length === 0 ? 'no engines' : roles.join(' and ')),
  );
  return nodeId;
};

/** Returns the broker that leads the reply partition of one ingress, and of no other: they are moved there. */
export const placeReplies = async (view: ClusterView, endsBefore: readonly number[]): Promise<NodeId> => {
  const partitions = await ownReplies(view, endsBefore);
  const places = [
    [2, 1, 3],
    [3, 1, 2],
    [1, 2, 3],
  ] as const;
  const wanted = partitions.map((partition, at) => ({ partition, replicas: places[at % 3] ?? places[0] }));
  for (const { partition, replicas } of wanted) await view.lead(repliesTopic, partition, replicas);
  say(
    `  broker 2 is struck; replies are led by ${wanted.map(({ replicas: [leader] }) => leader.toString()).join(', ')}`,
  );
  return 2;
};
