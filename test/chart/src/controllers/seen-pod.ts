import type { Labels } from '../manifest.ts';

/** The state of a pod, as a watch tells of it. */
export interface SeenPod {
  readonly name: string;
  /** The name of its workload in the chart's values. */
  readonly workload: string;
  /** Its ReplicaSet; empty for a job's. */
  readonly version: string;
  readonly node: string;
  readonly isStopping: boolean;
  /** It has run to its end. */
  readonly isOver: boolean;
  readonly readySinceMs: number | null;
  /** Why no node takes it; empty otherwise. */
  readonly unschedulable: string;
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly message?: string;
  readonly lastTransitionTime: string;
}

interface Pod {
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

/** Returns what a pod of the API says of itself. */
export const seenPod = (object: unknown): SeenPod => {
  const { metadata, spec, status } = object as Pod;
  const { labels = {} } = metadata;
  return {
    name: metadata.name,
    workload: labels['app.kubernetes.io/name'] ?? '',
    version: labels['pod-template-hash'] ?? '',
    node: spec.nodeName ?? '',
    isStopping: metadata.deletionTimestamp !== undefined,
    isOver: ['Succeeded', 'Failed'].includes(status.phase ?? ''),
    readySinceMs: readySince(status),
    unschedulable: conditionOf(status, 'PodScheduled', 'False')?.message ?? '',
  };
};

const conditionOf = ({ conditions = [] }: Pod['status'], kind: string, state: string) =>
  conditions.find(({ type, status }) => type === kind && status === state);

const readySince = (status: Pod['status']): number | null => {
  const ready = conditionOf(status, 'Ready', 'True');
  return ready === undefined ? null : Date.parse(ready.lastTransitionTime);
};
