import { inNamespace } from '../api-server/namespaces.ts';
import { autoscalersOfKeda } from '../controllers/autoscalers.ts';
import { applyRelease } from '../controllers/release.ts';
import { hooksCameFirst, neverAbove, neverBelow, noMoreProcesses, spreadOverZones } from './judgements.ts';
import type { Subject } from './subject.ts';
import { untilThrough } from './until-through.ts';

/** Installs the release, and returns what is wrong: hooks, pods without a node, zones. */
export const install = async (subject: Subject): Promise<readonly string[]> => {
  const { cluster, namespace, objects, watch } = subject;
  watch.begin();
  const refused = await applyRelease(cluster, objects, 'pre-install');
  for (const object of autoscalersOfKeda(objects))
    await cluster.apply(inNamespace(object, namespace), { manager: 'keda' });
  const waiting = refused.length > 0 ? [] : await untilThrough(subject);
  const found = [refused, waiting, hooksCameFirst(subject)].flat();
  return found.length > 0 ? found : spreadOverZones(subject);
};

/** Applies the next release, and returns what was wrong at any moment. */
export const rollOut = async (subject: Subject): Promise<readonly string[]> => {
  subject.watch.begin();
  const refused = await applyRelease(subject.cluster, subject.next, 'pre-upgrade');
  const waiting = await untilThrough(subject);
  return [refused, waiting, hooksCameFirst(subject), serving(subject)].flat();
};

/** Applies the former release again, as `helm rollback` does, and returns what was wrong at any moment. */
export const rollBack = async (
  subject: Subject,
  former: ReadonlyMap<string, string>,
): Promise<readonly string[]> => {
  const { cluster, objects, watch } = subject;
  watch.begin();
  const refused = await applyRelease(cluster, objects, 'pre-rollback');
  const waiting = await untilThrough(subject);
  const strange = watch
    .pods()
    .filter(({ version, isStopping }) => !isStopping && version !== '' && !former.has(version))
    .map(({ name }) => `${name} is of no former ReplicaSet`);
  const hooks = watch.moments().done.map(({ name }) => `${name} ran`);
  return [refused, waiting, strange, hooks, serving(subject)].flat();
};

const serving = (subject: Subject): readonly string[] =>
  [neverBelow(subject), neverAbove(subject), noMoreProcesses(subject), spreadOverZones(subject)].flat();
