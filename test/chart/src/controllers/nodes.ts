import type { Cluster } from '../api-server/cluster.ts';
import type { Manifest } from '../manifest.ts';

const zones = ['a', 'b', 'c'];
const perZone = 3;
/** The size of an ordinary machine with 8 cores. */
const size = { cpu: '8', memory: '32Gi', pods: '110' };

/** Names of the nodes of a zone. */
export const nodesOf = (zone: string): readonly string[] =>
  Array.from({ length: perZone }, (_, at) => `${zone}-${(at + 1).toString()}`);

/** The zone of a node. */
export const zoneOf = (node: string): string => node.split('-')[0] ?? '';

/** Every node, which kwok plays. */
export const nodes: readonly Manifest[] = zones.flatMap((zone) =>
  nodesOf(zone).map((name) => {
    const labels = {
      'kubernetes.io/hostname': name,
      'kubernetes.io/os': 'linux',
      'topology.kubernetes.io/zone': zone,
    };
    const status = { allocatable: size, capacity: size };
    return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status } as Manifest;
  }),
);

/** Keeps new pods from these nodes while the work runs, as `kubectl drain` does. */
export const whileCordoned = async <Result>(
  cluster: Cluster,
  names: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const cordon = async (spec: object): Promise<void> => {
    for (const name of names) {
      const object = { apiVersion: 'v1', kind: 'Node', metadata: { name }, spec };
      await cluster.apply(object, { manager: 'drain' });
    }
  };
  await cordon({ unschedulable: true });
  try {
    return await work();
  } finally {
    await cordon({});
  }
};
