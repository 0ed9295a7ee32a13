import type { Change, Cluster } from '../api-server/cluster.ts';
import { tallyOf, worstOf, type Tally } from './extremes.ts';
import { seenPod, type SeenPod } from './seen-pod.ts';

/** A change of an object, and the revision of the store, which orders all objects. */
interface Moment {
  readonly name: string;
  readonly revision: number;
}

interface Versioned {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string };
}

/** Follows pods, Deployments and Jobs of a namespace, change by change. */
export class NamespaceWatch {
  readonly #minReadyMs: ReadonlyMap<string, number>;
  readonly #pods = new Map<string, SeenPod>();
  readonly #worst = new Map<string, Tally>();
  readonly #versions = new Map<string, string>();
  readonly #unschedulable = new Map<string, string>();
  readonly #templates = new Map<string, string>();
  readonly #doneJobs = new Set<string>();
  readonly #ends: readonly (() => void)[];
  #changed: Moment[] = [];
  #done: Moment[] = [];

  constructor(cluster: Cluster, namespace: string, minReadyMs: ReadonlyMap<string, number>) {
    this.#minReadyMs = minReadyMs;
    const follow = (group: string, kind: string, onChange: (change: Change) => void) =>
      cluster.watch(`${group}/namespaces/${namespace}/${kind}`, onChange);
    this.#ends = [
      follow('/api/v1', 'pods', (change) => {
        this.#seePod(change);
      }),
      follow('/apis/apps/v1', 'deployments', (change) => {
        this.#seeDeployment(change);
      }),
      follow('/apis/batch/v1', 'jobs', (change) => {
        this.#seeJob(change);
      }),
    ];
  }

  /** A new phase: what was seen before counts no longer. */
  begin(): void {
    this.#worst.clear();
    this.#versions.clear();
    this.#unschedulable.clear();
    this.#changed = [];
    this.#done = [];
    for (const workload of this.#minReadyMs.keys()) this.#count(workload);
  }

  /** Pods that are there now, those that stop too. */
  pods(): readonly SeenPod[] {
    return [...this.#pods.values()].filter(({ isOver }) => !isOver);
  }

  /** Returns the worst tally of each workload in this phase. */
  worst(): ReadonlyMap<string, Tally> {
    return this.#worst;
  }

  /** Workloads by the ReplicaSets whose pods were seen in this phase. */
  versions(): ReadonlyMap<string, string> {
    return this.#versions;
  }

  /** Pods that no node took in this phase, and why. */
  unschedulable(): ReadonlyMap<string, string> {
    return this.#unschedulable;
  }

  /** Pods' templates that changed, and jobs that completed, in this phase. */
  moments(): { readonly changed: readonly Moment[]; readonly done: readonly Moment[] } {
    return { changed: this.#changed, done: this.#done };
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #seePod({ type, object }: Change): void {
    const pod = seenPod(object);
    if (type === 'DELETED') this.#pods.delete(pod.name);
    else this.#pods.set(pod.name, pod);
    if (pod.version !== '') this.#versions.set(pod.version, pod.workload);
    if (pod.unschedulable !== '' && !pod.isStopping) this.#unschedulable.set(pod.name, pod.unschedulable);
    if (this.#minReadyMs.has(pod.workload)) this.#count(pod.workload);
  }

  #count(workload: string): void {
    const pods = [...this.#pods.values()].filter((pod) => pod.workload === workload);
    const tally = tallyOf(pods, this.#minReadyMs.get(workload) ?? 0, Date.now());
    const before = this.#worst.get(workload);
    this.#worst.set(workload, before === undefined ? tally : worstOf(before, tally));
  }

  #seeDeployment({ object }: Change): void {
    const { spec } = object as { readonly spec: { readonly template: unknown } };
    const moment = momentOf(object as Versioned);
    const template = JSON.stringify(spec.template);
    if (this.#templates.get(moment.name) !== template) this.#changed.push(moment);
    this.#templates.set(moment.name, template);
  }

  #seeJob({ object }: Change): void {
    const { metadata, status } = object as Versioned & { readonly status: { completionTime?: string } };
    if (status.completionTime === undefined || this.#doneJobs.has(metadata.uid)) return;
    this.#doneJobs.add(metadata.uid);
    this.#done.push(momentOf({ metadata }));
  }
}

const momentOf = ({ metadata }: Versioned): Moment => ({
  name: metadata.name,
  revision: Number(metadata.resourceVersion),
});
