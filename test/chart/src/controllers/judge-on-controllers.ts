import { printLine, type Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import type { Cluster } from '../api-server/cluster.ts';
import { priorityClass } from '../api-server/namespaces.ts';
import { judgeControllerFaults } from '../faults/judge-controller-faults.ts';
import type { Helm } from '../tools/helm.ts';
import { drain } from '../trials/drain.ts';
import { mostProcesses } from '../trials/judgements.ts';
import { evictOneAtATime } from '../trials/one-at-a-time.ts';
import { renderReleases, type Releases } from '../trials/releases.ts';
import { install, rollBack, rollOut } from '../trials/rollouts.ts';
import { sample } from '../trials/sample.ts';
import { createSubject, removeSubject, type Subject } from '../trials/subject.ts';
import { trials } from '../trials/trials.ts';
import { letUnreadyGo } from '../trials/unready.ts';
import { nodes } from './nodes.ts';
import { applyRelease } from './release.ts';
import { startControllers } from './start-controllers.ts';

/** Installs production on nodes that kwok plays, rolls it out and back, and drains its nodes. */
export const judgeOnControllers = async (helm: Helm, verdicts: Verdicts): Promise<void> => {
  const releases = renderReleases(helm);
  const { cluster, stop } = await startControllers();
  try {
    await prepare(cluster, verdicts);
    await judgeProduction(cluster, releases, verdicts);
    await judgeStrictSpread(cluster, releases, verdicts);
    await judgeControllerFaults(cluster, releases, verdicts);
  } finally {
    await stop();
  }
};

interface Node {
  readonly spec: { readonly taints?: unknown };
  readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const isReady = ({ spec, status: { conditions = [] } }: Node): boolean =>
  spec.taints === undefined && conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

const prepare = async (cluster: Cluster, verdicts: Verdicts): Promise<void> => {
  printLine('Controllers');
  for (const object of [priorityClass, ...nodes]) await cluster.apply(object, { manager: 'cluster' });
  const areReady = async (): Promise<boolean> => {
    const found = (await cluster.list('/api/v1/nodes')) as readonly Node[];
    return found.length === nodes.length && found.every(isReady);
  };
  await eventually('every node is ready', areReady, { withinMs: 300_000, everyMs: 500 });
  verdicts.judge(`${nodes.length.toString()} nodes in three zones are ready`, true);
};

const judgeProduction = async (cluster: Cluster, releases: Releases, verdicts: Verdicts): Promise<void> => {
  const { production: objects, next } = releases;
  const subject = await createSubject(cluster, { namespace: 'loyalty', objects, next });
  const judge = async (promise: string, act: Promise<readonly string[]>, seen = () => ''): Promise<void> => {
    const breaches = await act;
    verdicts.judge(promise, breaches.length === 0, breaches.slice(0, 3).join('; ') || seen());
  };
  const counts = () => `processes at most: ${mostProcesses(subject)}`;
  await judge('an install comes up after its hook, spread over zones', install(subject));
  await judge('helm test runs', applyRelease(cluster, subject.objects, 'test'));
  const former = new Map(subject.watch.versions());
  await judge(
    'a rollout never has less than replicas available, nor two pods more',
    rollOut(subject),
    counts,
  );
  await judge(
    'a rollback never has less either, and brings the former ReplicaSets back',
    rollBack(subject, former),
    counts,
  );
  await judgeDrain(subject, verdicts);
  await judge('of two evictions at once one is refused by 429', evictOneAtATime(subject, sample));
  await judge('pods that are not ready are let go', letUnreadyGo(subject, sample));
  await removeSubject(subject);
};

const judgeDrain = async (subject: Subject, verdicts: Verdicts): Promise<void> => {
  const on = (node: string) => subject.watch.pods().filter((pod) => pod.node === node).length;
  const [fullest] = nodes.map(({ metadata }) => metadata.name).toSorted((a, b) => on(b) - on(a));
  const { taken, refused, breaches } = await drain(subject, [fullest ?? '']);
  const seen = `${taken.toString()} evictions taken, ${refused.toString()} refused and asked again`;
  verdicts.judge(
    'a drained node is empty in the end, and no budget was broken',
    breaches.length === 0,
    breaches.slice(0, 3).join('; ') || seen,
  );
};

const judgeStrictSpread = async (
  cluster: Cluster,
  { strict, next }: Releases,
  verdicts: Verdicts,
): Promise<void> => {
  const subject = await createSubject(cluster, { namespace: 'strict', objects: strict, next });
  const breaches = [await install(subject), await trials['drained zone'](subject)].flat();
  verdicts.judge(
    'where pods wait for a place that fits, a drained zone leaves none waiting',
    breaches.length === 0,
    breaches.slice(0, 3).join('; '),
  );
  await removeSubject(subject);
};
