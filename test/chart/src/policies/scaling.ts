import {
  deploymentsOf,
  nameOf,
  ofKind,
  selects,
  variableOf,
  type Container,
  type DeploymentSpec,
  type Labels,
  type Manifest,
} from '../manifest.ts';
import type { Policy, Surroundings } from './policy.ts';

interface Scaler {
  readonly scaleTargetRef: { readonly name: string };
  readonly minReplicaCount?: number;
  readonly maxReplicaCount?: number;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  readonly fallback?: { readonly behavior?: string };
  readonly triggers?: readonly {
    readonly name: string;
    readonly metricType: string;
    readonly metadata: Labels;
  }[];
}

const scalersOf = (objects: readonly Manifest[], target?: string): readonly (Manifest & { spec: Scaler })[] =>
  ['HorizontalPodAutoscaler', 'ScaledObject']
    .flatMap((kind) => ofKind(objects, kind) as (Manifest & { spec: Scaler })[])
    .filter(({ spec }) => target === undefined || spec.scaleTargetRef.name === target);

/** An apply would take back what the autoscaler decided. */
export const oneOwnerOfReplicas: Policy = {
  promise: 'a Deployment has either replicas or one autoscaler',
  breaches: (objects) =>
    deploymentsOf(objects)
      .filter(({ spec, metadata }) => {
        const scalers = scalersOf(objects, metadata.name).length;
        return spec.replicas === undefined ? scalers !== 1 : scalers !== 0;
      })
      .map(nameOf),
};

/** The most replicas that a Deployment may have. */
const replicasMaxOf = (objects: readonly Manifest[], name: string, replicas: number | undefined): number => {
  const [scaler] = scalersOf(objects, name);
  return Math.max(replicas ?? 1, scaler?.spec.maxReplicas ?? scaler?.spec.maxReplicaCount ?? 0);
};

/** The most processes that a rollout has at once: one more than replicas, and those that still stop, each for its grace period. */
export const processesMaxOf = (
  replicas: number,
  { minReadySeconds = 0, template }: DeploymentSpec,
): number => {
  const stops = Math.ceil((template.spec.terminationGracePeriodSeconds ?? 30) / Math.max(1, minReadySeconds));
  return replicas + 1 + Math.min(replicas, stops);
};

/** Otherwise the last pod of a rollout finds no connection, or an operator none. */
export const connectionsFit: Policy = {
  promise: 'a rollout of everything at once fits the connections of Postgres',
  breaches: (objects, surroundings) => {
    const sum = deploymentsOf(objects).reduce((total, { metadata, spec }) => {
      const pods = processesMaxOf(replicasMaxOf(objects, metadata.name, spec.replicas), spec);
      const [container] = spec.template.spec.containers;
      return total + pods * (container === undefined ? 0 : connectionsOf(container, surroundings));
    }, 0);
    const { connectionsMax } = surroundings;
    return sum <= connectionsMax
      ? []
      : [`${sum.toString()} connections, and there are ${connectionsMax.toString()}`];
  },
};

const connectionsOf = (container: Container, { services }: Surroundings): number => {
  const facts = services.find(({ service }) => service === container.name);
  const pool = facts?.settings.find(({ variable }) => variable === 'DATABASE_POOL_MAX');
  const usual = Number(pool?.defaultText ?? 0);
  const given = Number(variableOf(container, 'DATABASE_POOL_MAX') ?? usual);
  return (facts?.connectionsMax ?? 0) - usual + given;
};

/** KEDA takes an unavailable Prometheus for a load of 0 by default, and scales in during the outage. */
export const blindScalersKeepWhatRuns: Policy = {
  promise:
    'a ScaledObject without results keeps what runs, has two processes at least, and sums up no seconds',
  breaches: (objects) =>
    scalersOf(objects)
      .filter(({ kind }) => kind === 'ScaledObject')
      .flatMap((object) => breachesOf(object.spec).map((breach) => `${nameOf(object)}: ${breach}`)),
};

type Trigger = NonNullable<Scaler['triggers']>[number];

const breachesOf = ({ fallback, minReplicaCount = 0, maxReplicaCount = 100, triggers = [] }: Scaler) => {
  const breaches = {
    fallback: fallback?.behavior !== 'currentReplicasIfHigher',
    replicas: minReplicaCount < 2 || maxReplicaCount > 48,
    'no trigger': triggers.length === 0,
    'nothing is taken for 0': triggers.some(({ metadata }) => metadata['ignoreNullValues'] !== 'false'),
    'seconds are added up': triggers.some(sumsUpSeconds),
  };
  return Object.entries(breaches).flatMap(([breach, isBroken]) => (isBroken ? [breach] : []));
};

/** An average over processes divides by their number; for a lag that is wrong. */
const sumsUpSeconds = ({ metricType, metadata: { query = '' } }: Trigger): boolean =>
  metricType !== 'Value' && query.includes('_lag_seconds');

interface Budget {
  readonly maxUnavailable?: number;
  readonly unhealthyPodEvictionPolicy?: string;
  readonly selector: { readonly matchLabels: Labels };
}

/** A pod that is never ready must not keep a node from being drained. */
export const budgetsAndSpread: Policy = {
  promise:
    'every Deployment has a budget, and is spread over zones and hosts, each of its versions by itself',
  breaches: (objects) =>
    deploymentsOf(objects).flatMap((deployment) => {
      const { metadata, spec } = deployment.spec.template;
      const budgets = (ofKind(objects, 'PodDisruptionBudget') as (Manifest & { spec: Budget })[]).filter(
        (budget) =>
          selects(budget.spec.selector.matchLabels, metadata.labels ?? {}) &&
          budget.spec.maxUnavailable === 1 &&
          budget.spec.unhealthyPodEvictionPolicy === 'AlwaysAllow',
      );
      const spreads = (spec.topologySpreadConstraints ?? []).filter(
        ({ matchLabelKeys = [], nodeTaintsPolicy }) =>
          matchLabelKeys.includes('pod-template-hash') && nodeTaintsPolicy === 'Honor',
      );
      return [
        ...(budgets.length === 1 ? [] : [`${nameOf(deployment)}: budget`]),
        ...(spreads.length === 2 ? [] : [`${nameOf(deployment)}: spread`]),
      ];
    }),
};
