import type { Policy } from '../policies/policy.ts';
import { hooksBringWhatTheyNeed } from '../policies/hooks.ts';
import { queriesSeeOneInstallation } from '../policies/monitoring.ts';
import { probesAskTheAdminPort } from '../policies/probes.ts';
import { connectionsFit, oneOwnerOfReplicas } from '../policies/scaling.ts';
import { graceIsEnough } from '../policies/stops.ts';
import type { Fault } from './fault.ts';

const container = 'spec.template.spec.containers.0';

/** Mistakes that no API server can see, with the policy that does. */
export const ownFaults: readonly (Fault & { readonly policy: Policy })[] = [
  {
    name: 'a probe of a port that the pod has not',
    kind: 'Deployment',
    path: `${container}.livenessProbe.httpGet.port`,
    value: 'health',
    policy: probesAskTheAdminPort,
  },
  {
    name: 'a probe of a page that does not exist',
    kind: 'Deployment',
    path: `${container}.readinessProbe.httpGet.path`,
    value: '/healthz',
    policy: probesAskTheAdminPort,
  },
  {
    name: 'a probe by HTTPS of a port that speaks HTTP',
    kind: 'Deployment',
    path: `${container}.livenessProbe.httpGet.scheme`,
    value: 'HTTPS',
    policy: probesAskTheAdminPort,
  },
  {
    name: 'a grace period as long as the drain',
    kind: 'Deployment',
    nameEnds: 'ingress-management',
    path: 'spec.template.spec.terminationGracePeriodSeconds',
    value: 50,
    policy: graceIsEnough,
  },
  {
    name: 'more connections than Postgres has',
    kind: 'HorizontalPodAutoscaler',
    path: 'spec.maxReplicas',
    value: 48,
    policy: connectionsFit,
  },
  {
    name: 'stops that outlast many successors, with a connection each',
    kind: 'Deployment',
    nameEnds: 'earn-engine-interactive',
    path: 'spec.template.spec.terminationGracePeriodSeconds',
    value: 600,
    policy: connectionsFit,
  },
  {
    name: 'a hook whose policy comes with it, not before',
    kind: 'NetworkPolicy',
    nameEnds: '-deploy',
    path: 'metadata.annotations',
    value: {},
    policy: hooksBringWhatTheyNeed,
  },
  {
    name: 'a probe of the public port',
    kind: 'Deployment',
    nameEnds: 'ingress-checkout',
    path: `${container}.readinessProbe.httpGet.port`,
    value: 'http',
    policy: probesAskTheAdminPort,
  },
  {
    name: 'replicas beside an autoscaler',
    kind: 'Deployment',
    nameEnds: 'ingress-checkout',
    path: 'spec.replicas',
    value: 3,
    policy: oneOwnerOfReplicas,
  },
  {
    name: 'a rule that sees every installation',
    kind: 'PrometheusRule',
    path: 'spec.groups.0.rules.0.expr',
    value: 'sum(loyalty_ready)',
    policy: queriesSeeOneInstallation,
  },
  {
    name: 'scaling by the load of every release in the namespace',
    kind: 'ScaledObject',
    path: 'spec.triggers.0.metadata.query',
    value: 'sum(loyalty_stream_lag_messages{namespace="loyalty"})',
    policy: queriesSeeOneInstallation,
  },
];
