import type { Cluster } from '../api-server/cluster.ts';
import { inNamespace, namespaceNamed } from '../api-server/namespaces.ts';
import { replicasOf } from '../controllers/autoscalers.ts';
import { NamespaceWatch } from '../controllers/namespace-watch.ts';
import { processesMaxOf } from '../policies/scaling.ts';
import { deploymentsOf, type Manifest } from '../manifest.ts';

/** One Deployment of a release. */
export interface Workload {
  /** The name of the workload in the chart's values. */
  readonly name: string;
  readonly deployment: string;
  readonly replicas: number;
  /** At once, in a rollout. */
  readonly processesMax: number;
  readonly minReadyMs: number;
}

/** An installation in a namespace of its own, with the release after it, and what is seen of it. */
export interface Subject {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly objects: readonly Manifest[];
  readonly next: readonly Manifest[];
  readonly workloads: readonly Workload[];
  readonly watch: NamespaceWatch;
}

interface Given {
  readonly namespace: string;
  readonly objects: readonly Manifest[];
  readonly next: readonly Manifest[];
}

/** Makes the namespace, and follows it from its first object on. */
export const createSubject = async (
  cluster: Cluster,
  { namespace, objects, next }: Given,
): Promise<Subject> => {
  await cluster.apply(namespaceNamed(namespace));
  const own = (all: readonly Manifest[]): readonly Manifest[] =>
    all.map((object) => inNamespace(object, namespace));
  const workloads = workloadsOf(objects);
  const minReady = new Map(workloads.map(({ name, minReadyMs }) => [name, minReadyMs]));
  const watch = new NamespaceWatch(cluster, namespace, minReady);
  return { cluster, namespace, objects: own(objects), next: own(next), workloads, watch };
};

/** Gives the nodes back: its pods stop while others are tried. */
export const removeSubject = async ({ cluster, namespace, watch }: Subject): Promise<void> => {
  watch.close();
  await cluster.remove(namespaceNamed(namespace));
};

const workloadsOf = (objects: readonly Manifest[]): readonly Workload[] => {
  const replicas = replicasOf(objects);
  return deploymentsOf(objects).map(({ metadata, spec }) => ({
    name: spec.template.metadata.labels?.['app.kubernetes.io/name'] ?? '',
    deployment: metadata.name,
    replicas: replicas.get(metadata.name) ?? 1,
    processesMax: processesMaxOf(replicas.get(metadata.name) ?? 1, spec),
    minReadyMs: (spec.minReadySeconds ?? 0) * 1_000,
  }));
};
