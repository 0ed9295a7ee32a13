import type { NodeId } from '@loyalty/stack';
import { say } from '../say.ts';
import type { ClusterView, Leaders } from './cluster-view.ts';

export const repliesTopic = 'loyalty.replies';
const groups = ['earn-engine', 'burn-engine'];

/**
 * Returns the broker to strike. The first one is the only controller. The one that leads the reply partition of this ingress is spared:
 * with it every reply would be lost, and a cell has several ingresses.
 */
export const chooseStruck = async (
  view: ClusterView,
  leaders: Leaders,
  endsBefore: readonly number[],
): Promise<NodeId> => {
  const grown = (await view.ends(repliesTopic)).flatMap((end, partition) =>
    end > (endsBefore[partition] ?? 0) ? [leaders.get(repliesTopic)?.[partition]] : [],
  );
  const coordinators = await view.coordinators(groups);
  const candidates = ([2, 3] as const).filter((nodeId) => !grown.includes(nodeId));
  const isCoordinator = (nodeId: NodeId): boolean => [...coordinators.values()].includes(nodeId);
  const nodeId = candidates.find((candidate) => !isCoordinator(candidate)) ?? candidates[0] ?? 3;
  const roles = groups.filter((group) => coordinators.get(group) === nodeId);
  say(
    `  broker ${nodeId.toString()} is struck; replies are led by ${grown.join(', ')}; it coordinates ` +
      (roles.length === 0 ? 'no engines' : roles.join(' and ')),
  );
  return nodeId;
};
