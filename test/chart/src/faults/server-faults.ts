import type { Fault } from './fault.ts';

const container = 'spec.template.spec.containers.0';

/** Mistakes that an API server refuses, or warns of in a namespace that is labelled «restricted». */
export const serverFaults: readonly Fault[] = [
  { name: 'a number as a word', kind: 'Deployment', path: 'spec.minReadySeconds', value: 'ten' },
  { name: 'a field that does not exist', kind: 'Deployment', path: 'spec.minReadySecond', value: 10 },
  {
    name: 'a port that is none',
    kind: 'Deployment',
    path: `${container}.ports.0.containerPort`,
    value: 99_999,
  },
  {
    name: 'a quantity that is none',
    kind: 'Deployment',
    path: `${container}.resources.limits.memory`,
    value: '1gb',
  },
  {
    name: 'a variable twice',
    kind: 'Deployment',
    path: `${container}.env.+`,
    value: { name: 'ADMIN_PORT', value: '9091' },
  },
  {
    name: 'a mount without a volume',
    kind: 'Deployment',
    path: `${container}.volumeMounts.+`,
    value: { name: 'cache', mountPath: '/cache' },
  },
  {
    name: 'a selector that does not select its pods',
    kind: 'Deployment',
    path: 'spec.selector.matchLabels.role',
    value: 'other',
  },
  { name: 'root', kind: 'Deployment', path: `${container}.securityContext.runAsUser`, value: 0 },
  {
    name: 'rights that may be gained',
    kind: 'Deployment',
    path: `${container}.securityContext.allowPrivilegeEscalation`,
    value: true,
  },
  {
    name: 'a job that starts again for ever',
    kind: 'Job',
    path: 'spec.template.spec.restartPolicy',
    value: 'Always',
  },
  { name: 'a time that is none', kind: 'CronJob', path: 'spec.schedule', value: '61 3 * * *' },
  { name: 'a budget that says two things', kind: 'PodDisruptionBudget', path: 'spec.minAvailable', value: 1 },
  {
    name: 'fewer replicas at most than at least',
    kind: 'HorizontalPodAutoscaler',
    path: 'spec.maxReplicas',
    value: 1,
  },
  {
    name: 'a behaviour that KEDA does not know',
    kind: 'ScaledObject',
    path: 'spec.fallback.behavior',
    value: 'keep',
  },
];
