import { goProgram } from './go-tools.ts';

const version = 'v0.34.0';

/** Modules that live in the repository of Kubernetes, and are released beside it. */
const staged = [
  'api apiextensions-apiserver apimachinery apiserver cli-runtime client-go cloud-provider cluster-bootstrap code-generator',
  'component-base component-helpers controller-manager cri-api cri-client csi-translation-lib dynamic-resource-allocation',
  'endpointslice externaljwt kms kube-aggregator kube-controller-manager kube-proxy kube-scheduler kubectl kubelet metrics',
  'mount-utils pod-security-admission sample-apiserver sample-cli-plugin sample-controller',
]
  .join(' ')
  .split(' ');

/** A program of Kubernetes, from the modules that its authors build with. */
const ofKubernetes = (name: string): string =>
  goProgram({
    name,
    version: '1.34.0',
    module: `module tools

go 1.24.0

require k8s.io/kubernetes v1.34.0

replace (
${staged.map((part) => `\tk8s.io/${part} => k8s.io/${part} ${version}`).join('\n')}
)
`,
    packagePath: `k8s.io/kubernetes/cmd/${name}`,
  });

/** Returns the path of the API server; it is built the first time, which takes minutes. */
export const findApiServer = (): string => ofKubernetes('kube-apiserver');

/** Returns the path of the controllers, built as above. */
export const findControllerManager = (): string => ofKubernetes('kube-controller-manager');

/** Returns the path of the scheduler, built as above. */
export const findScheduler = (): string => ofKubernetes('kube-scheduler');

/** Returns the path of kwok, which plays nodes; built as above. */
export const findKwok = (): string =>
  goProgram({
    name: 'kwok',
    version: '0.7.0',
    module: 'module tools\n\ngo 1.24.0\n\nrequire sigs.k8s.io/kwok v0.7.0\n',
    packagePath: 'sigs.k8s.io/kwok/cmd/kwok',
  });

/** Returns the path of etcd, built as above. */
export const findEtcd = (): string =>
  goProgram({
    name: 'etcd',
    version: '3.6.4',
    module: 'module tools\n\ngo 1.24.0\n\nrequire go.etcd.io/etcd/server/v3 v3.6.4\n',
    packagePath: 'go.etcd.io/etcd/server/v3',
  });
