import { eventually } from '@loyalty/testkit/runs';
import { evict } from '../controllers/evict.ts';
import { whileCordoned } from '../controllers/nodes.ts';
import { neverBelowBudget } from './judgements.ts';
import type { Subject } from './subject.ts';
import { untilThrough } from './until-through.ts';

/** How a drain went. */
export interface Drained {
  readonly taken: number;
  readonly refused: number;
  readonly breaches: readonly string[];
}

/** Empties nodes of the pods of an installation by the Eviction API, as `kubectl drain` does. */
export const drain = async (subject: Subject, nodes: readonly string[]): Promise<Drained> => {
  subject.watch.begin();
  const count = { taken: 0, refused: 0 };
  return whileCordoned(subject.cluster, nodes, async () => {
    const stuck: string[] = [];
    await eventually(
      `${nodes.join(', ')} have no pod of ${subject.namespace}`,
      async () => {
        stuck.push(...(await evictAll(subject, nodes, count)));
        return stuck.length > 0 || podsOn(subject, nodes).length === 0;
      },
      { withinMs: 600_000, everyMs: 500 },
    );
    const waiting = stuck.length > 0 ? [] : await untilThrough(subject);
    const { taken, refused } = count;
    return { taken, refused, breaches: [stuck, waiting, neverBelowBudget(subject)].flat() };
  });
};

const podsOn = ({ watch }: Subject, nodes: readonly string[]) =>
  watch.pods().filter(({ node }) => nodes.includes(node));

/** Asks once for each pod. Returns why the drain can never end; a refusal is asked again. */
const evictAll = async (
  subject: Subject,
  nodes: readonly string[],
  count: { taken: number; refused: number },
): Promise<readonly string[]> => {
  const { cluster, namespace, watch } = subject;
  for (const { name, isStopping } of podsOn(subject, nodes)) {
    if (isStopping) continue;
    const verdict = await evict(cluster, namespace, name);
    count[verdict] += 1;
  }
  const waiting = [...watch.unschedulable()].map(([pod, why]) => `${pod} is on no node: ${why}`);
  return waiting.length > 0 ? waiting : closedBudgets(subject);
};

interface Budget {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly status: {
    readonly observedGeneration?: number;
    readonly disruptionsAllowed: number;
    readonly currentHealthy: number;
    readonly expectedPods: number;
    readonly disruptedPods?: object;
  };
}

/** Budgets that allow nothing although every pod is well and none is on its way out. */
const closedBudgets = async ({ cluster, namespace }: Subject): Promise<readonly string[]> => {
  const budgets = await cluster.list(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`);
  return (budgets as readonly Budget[])
    .filter(({ metadata, status }) => status.observedGeneration === metadata.generation && isClosed(status))
    .map(({ metadata }) => `${metadata.name} lets no pod go, and all are ready`);
};

const isClosed = ({
  disruptionsAllowed,
  currentHealthy,
  expectedPods,
  disruptedPods = {},
}: Budget['status']) =>
  disruptionsAllowed === 0 && currentHealthy === expectedPods && Object.keys(disruptedPods).length === 0;
