import { freePort, inheritedEnvironment, spawnTied, type TiedProcess } from '@loyalty/stack';
import { join } from 'node:path';
import { startCluster, type StartedCluster } from '../api-server/start-cluster.ts';
import { root } from '../root.ts';
import { findControllerManager, findKwok, findScheduler } from '../tools/kubernetes.ts';

/** All that act on objects of the chart, or keep nodes and namespaces. */
const controllers = [
  'cronjob disruption deployment endpointslice garbage-collector horizontal-pod-autoscaler job namespace',
  'node-lifecycle pod-garbage-collector replicaset serviceaccount taint-eviction',
]
  .join(' ')
  .split(' ')
  .map((name) => `${name}-controller`);

/** Starts a cluster whose controllers and scheduler are real; kwok plays its nodes. */
export const startControllers = async (): Promise<StartedCluster> => {
  const programs = { manager: findControllerManager(), scheduler: findScheduler(), kwok: findKwok() };
  const started = await startCluster();
  const processes = [
    program(started, programs.manager, managerFlags(started)),
    program(started, programs.scheduler, schedulerFlags(started)),
    program(started, programs.kwok, kwokFlags(started, await freePort())),
  ];
  const stop = async (): Promise<void> => {
    for (const process of processes) await process.stop();
    await started.stop();
  };
  return { cluster: started.cluster, home: started.home, kubeconfig: started.kubeconfig, stop };
};

const program = ({ home }: StartedCluster, command: string, args: readonly string[]): TiedProcess => {
  const [name = ''] = command.split('/').slice(-1);
  const env = inheritedEnvironment();
  return spawnTied({ command, args, env, cwd: home, logPath: join(home, `${name}.log`) });
};

const managerFlags = ({ home, kubeconfig }: StartedCluster): readonly string[] => [
  `--kubeconfig=${kubeconfig}`,
  `--controllers=${controllers.join(',')}`,
  `--service-account-private-key-file=${join(home, 'account.key')}`,
  '--leader-elect=false',
  '--secure-port=0',
  // A scaler's minimum is seen at once; its metrics are nowhere.
  '--horizontal-pod-autoscaler-sync-period=1s',
  // On busy cores a heartbeat may be late.
  '--node-monitor-grace-period=10m',
];

const schedulerFlags = ({ kubeconfig }: StartedCluster): readonly string[] => [
  `--kubeconfig=${kubeconfig}`,
  '--leader-elect=false',
  '--secure-port=0',
];

const kwokFlags = ({ kubeconfig }: StartedCluster, port: number): readonly string[] => [
  `--kubeconfig=${kubeconfig}`,
  `--config=${join(root, 'test/chart/stages.yaml')}`,
  '--manage-all-nodes=true',
  // Heartbeats; without them its nodes are lost in the end.
  '--node-lease-duration-seconds=40',
  `--server-address=127.0.0.1:${port.toString()}`,
];
