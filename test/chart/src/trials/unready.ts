import { eventually } from '@loyalty/testkit/runs';
import { evict } from '../controllers/evict.ts';
import type { Manifest } from '../manifest.ts';
import type { Subject } from './subject.ts';
import { untilReplaced } from './until-through.ts';

/** Makes every pod of a workload unready, evicts them all, and returns which were kept. */
export const letUnreadyGo = async (subject: Subject, workload: string): Promise<readonly string[]> => {
  const { cluster, namespace, watch } = subject;
  const pods = watch.pods().filter((pod) => pod.workload === workload && !pod.isStopping);
  watch.begin();
  for (const { name } of pods) await cluster.apply(illPod(name, namespace), { manager: 'drain' });
  await eventually(`no pod of ${workload} is ready`, () => watch.worst().get(workload)?.ready === 0);
  await untilBudgetKnows(subject, workload);
  const kept: string[] = [];
  for (const { name } of pods)
    if ((await evict(cluster, namespace, name)) === 'refused')
      kept.push(`${name} is not ready, and was kept`);
  if (kept.length > 0) return kept;
  return untilReplaced(
    subject,
    pods.map(({ name }) => name),
  );
};

/** kwok then writes that it is not ready. */
const illPod = (name: string, namespace: string): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, annotations: { 'chart/unready': 'true' } },
});

/** A budget that has not noticed would refuse by what it knew before. */
const untilBudgetKnows = async ({ cluster, namespace }: Subject, workload: string): Promise<void> => {
  const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  await eventually(`the budget of ${workload} knows that no pod is ready`, async () => {
    const budgets = (await cluster.list(path)) as readonly {
      readonly metadata: { readonly name: string };
      readonly status: { readonly currentHealthy: number };
    }[];
    return budgets.some(
      ({ metadata, status }) => metadata.name.endsWith(workload) && status.currentHealthy === 0,
    );
  });
};
