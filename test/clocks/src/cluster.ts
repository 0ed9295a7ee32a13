import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, spawnTied, type TiedProcess } from '@loyalty/stack';
import { createBrokerFiles } from './broker-files.ts';
import { environmentWith } from './config.ts';

/** Three brokers; the first is the controller too. Topics have three replicas, and a broker that is back soon leads again. */
export const nodeIds = [1, 2, 3] as const;
export type NodeId = (typeof nodeIds)[number];

/** A cluster whose brokers are started and stopped one by one. */
export interface Cluster {
  /** Their addresses, by commas. */
  readonly brokers: string;
  /** Starts a broker with these variables on top of our own, and waits until it takes connections. */
  start(nodeId: NodeId, env?: Readonly<Record<string, string>>): Promise<void>;
  stop(nodeId: NodeId): Promise<void>;
  stopAll(): Promise<void>;
}

/** Plans the cluster on free ports, with its logs under `home`. */
export const planCluster = async (root: string, home: string): Promise<Cluster> => {
  const files = createBrokerFiles(root, home);
  const controller = await freePort();
  const ports = new Map<NodeId, number>();
  for (const nodeId of nodeIds) ports.set(nodeId, await freePort());
  const portOf = (nodeId: NodeId): number => ports.get(nodeId) ?? 0;
  const running = new Map<NodeId, TiedProcess>();
  const stop = async (nodeId: NodeId): Promise<void> => {
    await running.get(nodeId)?.stop();
    running.delete(nodeId);
  };
  return {
    brokers: nodeIds.map((nodeId) => `127.0.0.1:${portOf(nodeId).toString()}`).join(','),
    start: async (nodeId, env = {}) => {
      const args = await files.argumentsOf(nodeId, { controller, broker: portOf(nodeId) });
      const logPath = join(home, 'logs', `kafka-${nodeId.toString()}.log`);
      const program = { command: files.java, args, env: environmentWith(env), logPath, graceMs: 20_000 };
      running.set(nodeId, spawnTied(program));
      await takesConnections(portOf(nodeId));
    },
    stop,
    stopAll: async () => {
      for (const nodeId of nodeIds.toReversed()) await stop(nodeId);
    },
  };
};

/** Ten times what a slow machine needs. */
const patienceMs = 120_000;

const takesConnections = async (port: number): Promise<void> => {
  const untilMs = performance.now() + patienceMs;
  while (!(await connects(port))) {
    if (performance.now() > untilMs) throw new Error(`no broker listens on ${port.toString()}`);
    await pause(100);
  }
};

const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const end = (isOpen: boolean) => () => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
