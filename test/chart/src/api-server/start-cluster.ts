import { freePort, inheritedEnvironment, spawnTied, type TiedProcess } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { findApiServer, findEtcd } from '../tools/kubernetes.ts';
import { Cluster } from './cluster.ts';

/** A cold start on busy cores. */
const withinMs = 120_000;

const home = join(root, '.loyalty/api-server');

export interface StartedCluster {
  readonly cluster: Cluster;
  /** The folder of its files, which the next start deletes. */
  readonly home: string;
  /** The file by which other programs find the cluster. */
  readonly kubeconfig: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server of the API with its store, on free ports of this machine: admission and schemas, and nothing that runs pods. */
export const startCluster = async (): Promise<StartedCluster> => {
  const programs = { etcd: findEtcd(), server: findApiServer() };
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const token = randomUUID();
  writeKeys(token);
  const [store, peers, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = spawnTied(etcdCommand(programs.etcd, store, peers));
  const server = spawnTied(serverCommand(programs.server, store, port));
  const cluster = new Cluster({ port, token });
  const kubeconfig = writeKubeconfig(port, token);
  const stop = async (): Promise<void> => {
    await server.stop();
    await etcd.stop();
  };
  try {
    await untilReady(cluster, [etcd, server]);
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { cluster, home, kubeconfig, stop };
};

const writeKeys = (token: string): void => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  writeFileSync(join(home, 'account.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(home, 'account.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(home, 'tokens.csv'), `${token},chart,1,system:masters\n`);
};

const writeKubeconfig = (port: number, token: string): string => {
  const path = join(home, 'kubeconfig');
  const server = { server: `https://127.0.0.1:${port.toString()}`, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'here', cluster: server }],
    users: [{ name: 'chart', user: { token } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'chart' } }],
    'current-context': 'here',
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
};

const untilReady = async (cluster: Cluster, processes: readonly TiedProcess[]): Promise<void> => {
  const ended = Promise.race(processes.map((process) => process.ended)).then(() => {
    throw new Error(`the API server ended; its log lies in ${home}`);
  });
  await Promise.race([ended, eventually('the API server is ready', () => cluster.isReady(), { withinMs })]);
};

const etcdCommand = (command: string, port: number, peers: number) => {
  const [client, peer] = [`http://127.0.0.1:${port.toString()}`, `http://127.0.0.1:${peers.toString()}`];
  return {
    command,
    args: [
      `--data-dir=${join(home, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      // What it holds is thrown away.
      '--unsafe-no-fsync',
    ],
    env: inheritedEnvironment(),
    cwd: home,
    logPath: join(home, 'etcd.log'),
  };
};

const serverCommand = (command: string, store: number, port: number) => ({
  command,
  args: [
    `--etcd-servers=http://127.0.0.1:${store.toString()}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port.toString()}`,
    `--cert-dir=${home}`,
    `--token-auth-file=${join(home, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://127.0.0.1',
    `--service-account-key-file=${join(home, 'account.pub')}`,
    `--service-account-signing-key-file=${join(home, 'account.key')}`,
    '--endpoint-reconciler-type=none',
    // Watches last as long as the test.
    '--min-request-timeout=14400',
  ],
  env: inheritedEnvironment(),
  cwd: home,
  logPath: join(home, 'api-server.log'),
});
