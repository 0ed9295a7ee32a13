import { eventually } from '@loyalty/testkit/runs';
import type { Subject, Workload } from './subject.ts';

/** Longer than `progressDeadlineSeconds`. */
const withinMs = 1_500_000;

interface Deployment {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
  };
}

/**
 * Waits as `helm --wait` does, until every Deployment has its replicas, all available and of its newest
 * template. Returns why not.
 */
export const untilThrough = async ({
  cluster,
  namespace,
  workloads,
  watch,
}: Subject): Promise<readonly string[]> => {
  await eventually(
    `every Deployment of ${namespace} is through`,
    async () => {
      const found = await cluster.list(`/apis/apps/v1/namespaces/${namespace}/deployments`);
      const isThrough = workloads.every((workload) => stands(found as readonly Deployment[], workload));
      return isThrough || watch.unschedulable().size > 0;
    },
    { withinMs, everyMs: 500 },
  );
  return [...watch.unschedulable()].map(([pod, why]) => `${pod} is on no node: ${why}`);
};

/** Waits for the end of evicted pods, then for their successors: until then a Deployment may not have noticed. */
export const untilReplaced = async (
  subject: Subject,
  names: readonly string[],
): Promise<readonly string[]> => {
  const areGone = (): boolean => !subject.watch.pods().some(({ name }) => names.includes(name));
  await eventually(`${names.join(', ')} have stopped`, areGone, { withinMs, everyMs: 250 });
  return untilThrough(subject);
};

const stands = (found: readonly Deployment[], { deployment, replicas }: Workload): boolean => {
  const one = found.find(({ metadata }) => metadata.name === deployment);
  if (one === undefined) return false;
  const { observedGeneration, updatedReplicas, availableReplicas } = one.status;
  const counts = [one.spec.replicas, one.status.replicas, updatedReplicas, availableReplicas];
  return observedGeneration === one.metadata.generation && counts.every((count) => count === replicas);
};
