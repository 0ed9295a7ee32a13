import type { TrialName } from '../trials/trials.ts';
import type { Fault } from './fault.ts';

const spreads = 'spec.template.spec.topologySpreadConstraints';

/** Mistakes that an API server takes, and that show once controllers act; `isStrict`: where pods wait for a place that fits. */
export const controllerFaults: readonly (Fault & {
  readonly trial: TrialName;
  readonly isStrict?: boolean;
})[] = [
  {
    name: 'a spread over what no node has',
    kind: 'Deployment',
    path: `${spreads}.0`,
    value: { maxSkew: 1, topologyKey: 'topology.kubernetes.io/rack', whenUnsatisfiable: 'DoNotSchedule' },
    trial: 'install',
  },
  {
    name: 'more processors than a node has',
    kind: 'Deployment',
    path: 'spec.template.spec.containers.0.resources.requests.cpu',
    value: '16',
    trial: 'install',
  },
  {
    name: 'a deploy that is no hook',
    kind: 'Job',
    nameEnds: '-deploy',
    path: 'metadata.annotations',
    value: {},
    trial: 'install',
  },
  {
    name: 'a rollout that stops a pod first',
    kind: 'Deployment',
    path: 'spec.strategy.rollingUpdate.maxUnavailable',
    value: 1,
    trial: 'rollout',
  },
  {
    name: 'replicas that an apply takes back from the autoscaler',
    kind: 'Deployment',
    path: 'spec.replicas',
    value: 1,
    trial: 'rollout',
  },
  {
    name: 'a budget that lets no pod go',
    kind: 'PodDisruptionBudget',
    path: 'spec.maxUnavailable',
    value: 0,
    trial: 'drained node',
  },
  {
    name: 'a budget that lets two go at once',
    kind: 'PodDisruptionBudget',
    path: 'spec.maxUnavailable',
    value: 2,
    trial: 'one at a time',
  },
  {
    name: 'a budget that keeps pods which are not ready',
    kind: 'PodDisruptionBudget',
    path: 'spec.unhealthyPodEvictionPolicy',
    trial: 'unready',
  },
  {
    name: 'a spread that counts nodes which are drained',
    kind: 'Deployment',
    path: `${spreads}.0.nodeTaintsPolicy`,
    trial: 'drained zone',
    isStrict: true,
  },
];
