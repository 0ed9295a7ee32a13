import { printLine, type Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { planted } from '../faults/fault.ts';
import { serverFaults } from '../faults/server-faults.ts';
import type { Manifest } from '../manifest.ts';
import { exampleFiles, valueFiles } from '../rendered.ts';
import { root } from '../root.ts';
import { objectsIn } from '../tools/helm.ts';
import type { Applied, Cluster } from './cluster.ts';
import { definitions } from './definitions.ts';
import { inHookOrder } from './hook-order.ts';
import { inNamespace, namespaceNamed, priorityClass } from './namespaces.ts';
import { startCluster } from './start-cluster.ts';

/** Shows every object to a real API server, in a namespace where pods are held to «restricted». */
export const judgeOnApiServer = async (
  rendered: ReadonlyMap<string, readonly Manifest[]>,
  verdicts: Verdicts,
): Promise<void> => {
  const { cluster, stop } = await startCluster();
  try {
    await prepare(cluster, definitions(), verdicts);
    for (const [file, objects] of rendered) {
      const name = basename(file);
      const own = inHookOrder(objects).map((object) => inNamespace(object, namespaceOf(file)));
      await judgeObjects(cluster, { name, objects: own, isExample: false }, verdicts);
    }
    for (const file of exampleFiles) {
      const objects = objectsIn(readFileSync(join(root, file), 'utf8'));
      await judgeObjects(cluster, { name: basename(file), objects, isExample: true }, verdicts);
    }
    await judgeFaults(cluster, rendered.get('deploy/helm/values/production.yaml') ?? [], verdicts);
  } finally {
    await stop();
  }
};

/** Each value file is an installation of its own: helm deletes a hook's job before it makes the next. */
const namespaceOf = (file: string): string => basename(file, '.yaml');

/** Namespaces of the chart and of the examples, and what a cluster has anyway. */
const surroundings: readonly Manifest[] = [
  ...[...valueFiles.map(namespaceOf), 'loyalty', 'kafka', 'databases', 'gateways'].map(namespaceNamed),
  priorityClass,
];

const prepare = async (cluster: Cluster, known: readonly Manifest[], verdicts: Verdicts): Promise<void> => {
  printLine('API server');
  const refused = new Map<string, string>();
  for (const object of [...surroundings, ...known]) {
    const { isTaken, message } = await cluster.apply(object);
    if (!isTaken) refused.set(object.metadata.name, message);
  }
  const taken = known.filter(({ metadata }) => !refused.has(metadata.name));
  for (const { metadata } of taken)
    await eventually(`${metadata.name} is established`, () => cluster.isEstablished(metadata.name));
  const problems = [...refused].map(([name, message]) => `${name}: ${message}`).join('; ');
  verdicts.judge(`knows ${known.length.toString()} kinds of other operators`, refused.size === 0, problems);
};

/** Objects that are shown to the server together. */
interface Shown {
  readonly name: string;
  readonly objects: readonly Manifest[];
  /** Then objects that nobody defines here are named, and not judged. */
  readonly isExample: boolean;
}

/** Stores the objects one after the other, as helm does; a pod is refused where its account is not there yet. */
const judgeObjects = async (
  cluster: Cluster,
  { name, objects, isExample }: Shown,
  verdicts: Verdicts,
): Promise<void> => {
  const results: (Applied & { readonly of: Manifest })[] = [];
  for (const object of objects) results.push(Object.assign(await cluster.apply(object), { of: object }));
  const judged = results.filter(({ isKnown }) => isKnown || !isExample);
  const left = new Set(results.filter((result) => !judged.includes(result)).map(({ of }) => of.kind));
  if (left.size > 0)
    printLine(`  Skipped in ${name}, because nobody defines them here: ${[...left].join(', ')}`);
  if (judged.length === 0 && isExample) return;
  const problems = judged.flatMap(problemsIn);
  const seen =
    problems.length === 0 ? `${judged.length.toString()} objects` : problems.slice(0, 3).join('; ');
  const isWhole = problems.length === 0 && judged.length > 0;
  verdicts.judge(`${name}: every object is taken without a warning`, isWhole, seen);
};

/** Said of every Service without an address, because the server itself fills in the field. */
const ofTheServerItself = 'spec.SessionAffinity is ignored for headless services';

const problemsIn = ({ isTaken, message, warnings, of }: Applied & { readonly of: Manifest }) =>
  (isTaken ? warnings.filter((text) => !text.includes(ofTheServerItself)) : [message]).map(
    (text) => `${of.kind} ${of.metadata.name}: ${text}`,
  );

/** A fault is caught where it is refused, or warned of. */
const judgeFaults = async (
  cluster: Cluster,
  objects: readonly Manifest[],
  verdicts: Verdicts,
): Promise<void> => {
  printLine('Planted: seen by the API server');
  for (const fault of serverFaults) {
    const { isTaken, isKnown, message, warnings } = await cluster.apply(planted(objects, fault), {
      isDry: true,
    });
    const isCaught = isKnown && (!isTaken || warnings.length > 0);
    verdicts.judge(fault.name, isCaught, isTaken ? (warnings[0] ?? 'not seen') : message.slice(0, 160));
  }
};
