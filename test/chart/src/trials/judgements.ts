import type { Tally } from '../controllers/extremes.ts';
import { zoneOf } from '../controllers/nodes.ts';
import type { Subject, Workload } from './subject.ts';

/** A sentence for each workload of which it does not hold. */
const each = (
  { workloads, watch }: Subject,
  judge: (tally: Tally, workload: Workload) => string | null,
): readonly string[] =>
  workloads.flatMap((workload) => {
    const tally = watch.worst().get(workload.name);
    const breach = tally === undefined ? 'was not seen' : judge(tally, workload);
    return breach === null ? [] : [`${workload.name} ${breach}`];
  });

/** At each change of a pod: as many pods are available as a Deployment has replicas. */
export const neverBelow = (subject: Subject): readonly string[] =>
  each(subject, ({ available }, { replicas }) =>
    available >= replicas ? null : `had ${available.toString()} of ${replicas.toString()} available`,
  );

/** One pod more than replicas, while it is replaced. */
export const neverAbove = (subject: Subject): readonly string[] =>
  each(subject, ({ pods }, { replicas }) =>
    pods <= replicas + 1 ? null : `had ${pods.toString()} pods for ${replicas.toString()} replicas`,
  );

/** The chart counts connections for so many. */
export const noMoreProcesses = (subject: Subject): readonly string[] =>
  each(subject, ({ processes }, { processesMax }) =>
    processes <= processesMax
      ? null
      : `had ${processes.toString()} processes, and the chart counts with ${processesMax.toString()}`,
  );

/** The budget of a workload lets one pod be away. */
export const neverBelowBudget = (subject: Subject): readonly string[] =>
  each(subject, ({ ready }, { replicas }) =>
    ready >= replicas - 1 ? null : `had ${ready.toString()} of ${replicas.toString()} ready`,
  );

/** No template of a pod changed before the hooks had completed, by the revisions of the store. */
export const hooksCameFirst = ({ watch }: Subject): readonly string[] => {
  const { changed, done } = watch.moments();
  if (done.length === 0) return ['no hook has completed'];
  const last = Math.max(...done.map(({ revision }) => revision));
  return changed
    .filter(({ revision }) => revision < last)
    .map(({ name }) => `${name} changed before its hook had completed`);
};

/** Zones differ by one pod at most, as `maxSkew` asks. */
export const spreadOverZones = ({ workloads, watch }: Subject): readonly string[] =>
  workloads.flatMap(({ name }) => {
    const pods = watch.pods().filter(({ workload, isStopping }) => workload === name && !isStopping);
    const counts = ['a', 'b', 'c'].map((zone) => pods.filter(({ node }) => zoneOf(node) === zone).length);
    return Math.max(...counts) - Math.min(...counts) <= 1 ? [] : [`${name}: ${counts.join(', ')} by zone`];
  });

/** Processes at once, by workload, those that still stop too. */
export const mostProcesses = ({ workloads, watch }: Subject): string =>
  workloads.map(({ name }) => `${name} ${(watch.worst().get(name)?.processes ?? 0).toString()}`).join(', ');
