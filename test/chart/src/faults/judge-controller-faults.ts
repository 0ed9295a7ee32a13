import { printLine, type Verdicts } from '@loyalty/stack';
import type { Cluster } from '../api-server/cluster.ts';
import type { Manifest } from '../manifest.ts';
import type { Releases } from '../trials/releases.ts';
import { install } from '../trials/rollouts.ts';
import { createSubject, removeSubject } from '../trials/subject.ts';
import { trials } from '../trials/trials.ts';
import { sample } from '../trials/sample.ts';
import { controllerFaults } from './controller-faults.ts';
import { plant } from './fault.ts';

type ControllerFault = (typeof controllerFaults)[number];

/** Installs one workload with each mistake in a namespace of its own, and looks whether its trial notices. */
export const judgeControllerFaults = async (
  cluster: Cluster,
  releases: Releases,
  verdicts: Verdicts,
): Promise<void> => {
  printLine('Planted: seen once controllers act');
  const together = controllerFaults.filter(({ trial }) => !trial.startsWith('drained'));
  // A drain changes nodes, so each has them for itself.
  const alone = controllerFaults.filter(({ trial }) => trial.startsWith('drained'));
  for (const faults of [together, ...alone.map((fault) => [fault])]) {
    const found = await Promise.all(
      faults.map(async (fault) => [fault.name, await breachesOf(cluster, releases, fault)] as const),
    );
    for (const [name, [first]] of found)
      verdicts.judge(name, first !== undefined, first?.slice(0, 160) ?? 'not seen');
  }
};

/** A namespace has only letters and dashes. */
const namespaceOf = ({ name }: ControllerFault): string => name.replaceAll(' ', '-').slice(0, 60);

const breachesOf = async (
  cluster: Cluster,
  { production, next, strict }: Releases,
  fault: ControllerFault,
): Promise<readonly string[]> => {
  const withFault = (objects: readonly Manifest[]) => plant(ofSample(objects), fault);
  const objects = fault.isStrict === true ? strict : production;
  const given = { namespace: namespaceOf(fault), objects: withFault(objects), next: withFault(next) };
  const subject = await createSubject(cluster, given);
  try {
    const early = await install(subject);
    if (fault.trial === 'install') return early;
    // Seen too early is seen by another than the trial.
    return early.length > 0 ? [] : await trials[fault.trial](subject);
  } finally {
    await removeSubject(subject);
  }
};

/** The objects of one workload, and the hook before it. */
const ofSample = (objects: readonly Manifest[]): readonly Manifest[] =>
  objects.filter(({ metadata }) => [`loyalty-${sample}`, 'loyalty-deploy'].includes(metadata.name));
