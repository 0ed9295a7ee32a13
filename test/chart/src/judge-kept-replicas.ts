import { printLine, type Verdicts } from '@loyalty/stack';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { deploymentsOf, type Labels } from './manifest.ts';
import { production } from './rendered.ts';
import { objectsIn, type Helm } from './tools/helm.ts';

/** One workload in the cluster before an upgrade. */
interface Live {
  readonly replicas: number;
  readonly annotations?: Labels;
  readonly hasScaler: boolean;
}

interface Case {
  readonly name: string;
  readonly live: Live;
  /** Replicas that the upgrade gives, for a minimum of 3 and 2 and a maximum of 8 and 6; undefined: nothing. */
  readonly says: readonly [number | undefined, number | undefined];
}

const kept = { 'loyalty/replicas': 'kept' };

const cases: readonly Case[] = [
  {
    name: 'a scaler that is switched on finds the replicas that run',
    live: { replicas: 5, hasScaler: false },
    says: [5, 5],
  },
  {
    name: 'the same at the next upgrade',
    live: { replicas: 4, annotations: kept, hasScaler: true },
    says: [4, 4],
  },
  { name: 'what was stopped begins with the minimum', live: { replicas: 0, hasScaler: false }, says: [3, 2] },
  { name: 'no more than the maximum is kept', live: { replicas: 20, hasScaler: false }, says: [8, 6] },
  {
    name: 'what a scaler always had stays the scaler’s',
    live: { replicas: 6, hasScaler: true },
    says: [undefined, undefined],
  },
];

/** One for each kind of scaler. */
const workloads = ['loyalty-ingress-checkout', 'loyalty-webhook-dispatcher'];

/** D158: Kubernetes makes 1 of replicas that are no longer given. A stand-in of the API shows helm what runs. */
export const judgeKeptReplicas = async (helm: Helm, verdicts: Verdicts): Promise<void> => {
  printLine('Replicas while a scaler takes over');
  for (const { name, live, says } of cases) {
    const seen = await replicasWith(helm, live);
    verdicts.judge(name, JSON.stringify(seen) === JSON.stringify(says), JSON.stringify(seen));
  }
};

const replicasWith = async (helm: Helm, live: Live): Promise<readonly (number | undefined)[]> => {
  const server = serve(live);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
    const { stdout } = await promisify(execFile)(helm.path, helm.templateArgs(address, production), {
      maxBuffer: 2 ** 28,
    });
    const deployments = deploymentsOf(objectsIn(stdout));
    return workloads.map((name) => deployments.find(({ metadata }) => metadata.name === name)?.spec.replicas);
  } finally {
    server.close();
  }
};

const resources: Readonly<Record<string, readonly [string, string]>> = {
  '/apis/apps/v1': ['deployments', 'Deployment'],
  '/apis/autoscaling/v2': ['horizontalpodautoscalers', 'HorizontalPodAutoscaler'],
  '/apis/keda.sh/v1alpha1': ['scaledobjects', 'ScaledObject'],
};

const serve = (live: Live): Server =>
  createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const found = listOf(path) ?? objectAt(path, live);
    response.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(found ?? { kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 }),
    );
  });

const listOf = (path: string): unknown => {
  const [name, kind] = resources[path] ?? [];
  if (name === undefined) return null;
  return {
    kind: 'APIResourceList',
    groupVersion: path.slice('/apis/'.length),
    resources: [{ name, kind, namespaced: true, verbs: ['get'] }],
  };
};

const objectAt = (path: string, { replicas, annotations, hasScaler }: Live): unknown => {
  const name = path.split('/').at(-1) ?? '';
  if (!workloads.includes(name)) return null;
  if (path.includes('/deployments/'))
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, annotations }, spec: { replicas } };
  return hasScaler
    ? { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name } }
    : null;
};
