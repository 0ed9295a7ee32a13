import { containersOf, nameOf, podsOf, type Container, type PodSpec } from '../manifest.ts';
import type { Policy } from './policy.ts';

const user = 65_532;

/** True for what is broken, by the end of a sentence. */
type Breaches = Readonly<Record<string, boolean>>;

const brokenIn = (breaches: Breaches): readonly string[] =>
  Object.entries(breaches).flatMap(([breach, isBroken]) => (isBroken ? [breach] : []));

const rightsBreaches = ({ securityContext = {} }: Container): Breaches => ({
  'may gain rights': securityContext['allowPrivilegeEscalation'] !== false,
  'writes its root': securityContext['readOnlyRootFilesystem'] !== true,
  'may be root': securityContext['runAsNonRoot'] !== true || securityContext['runAsUser'] !== user,
  'keeps capabilities': JSON.stringify(securityContext['capabilities']) !== '{"drop":["ALL"]}',
});

const resourceBreaches = ({
  resources: { requests, limits } = {},
  volumeMounts = [],
}: Container): Breaches => ({
  'requests nothing': requests?.['cpu'] === undefined || requests['memory'] === undefined,
  'has no memory limit': limits?.['memory'] === undefined,
  'has a processor limit': limits?.['cpu'] !== undefined,
  'has no /tmp': !volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
});

const podBreaches = (spec: PodSpec): Breaches => {
  const tmp = spec.volumes?.find(({ name }) => name === 'tmp')?.emptyDir;
  const { securityContext = {} } = spec;
  return {
    'has a token': spec.automountServiceAccountToken !== false,
    'is given addresses of Services': spec.enableServiceLinks !== false,
    'may be root': securityContext['runAsNonRoot'] !== true,
    'has no seccomp profile':
      JSON.stringify(securityContext['seccompProfile']) !== '{"type":"RuntimeDefault"}',
    'runs under the account of others': (spec.serviceAccountName ?? 'default') === 'default',
    'has a /tmp on disk': tmp?.medium !== 'Memory' || tmp.sizeLimit !== '16Mi',
  };
};

/** The list of docs/operations.md, «Security». */
export const podsAreHardened: Policy = {
  promise: 'pods have no rights, no token, nothing to write but /tmp, and a bound of memory',
  breaches: (objects) =>
    podsOf(objects).flatMap(({ by, spec }) =>
      [
        podBreaches(spec),
        ...containersOf(spec).flatMap((one) => [rightsBreaches(one), resourceBreaches(one)]),
      ]
        .flatMap(brokenIn)
        .map((breach) => `${nameOf(by)} ${breach}`),
    ),
};
