import { existsSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@loyalty/kernel';
import { spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { layoutFor } from '../settings.ts';
import { type BrokerPlan, type BrokerPrograms, newClusterId, programsOf } from './kafka-broker.ts';
import { kafkaJars } from './kafka.ts';
import { freePort } from './ports.ts';

/** The ids of the brokers. The first one is also the controller. */
export const nodeIds = [1, 2, 3] as const;
export type NodeId = (typeof nodeIds)[number];

/** A cluster whose brokers are started and stopped one by one. Topics have three copies. */
export interface KafkaCluster {
  readonly brokers: string;
  logDirOf(nodeId: NodeId): string;
  /** Waits until the broker accepts connections. Throws a Fault if it ends before that. */
  start(nodeId: NodeId, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves once the broker has ended, for whatever reason. */
  ended(nodeId: NodeId): Promise<void>;
  stop(nodeId: NodeId): Promise<void>;
  /** Resolves once the broker has ended. */
  kill(nodeId: NodeId): Promise<void>;
  /** Freezes the broker. Returns the function that lets it continue. */
  freeze(nodeId: NodeId): () => void;
  stopAll(): Promise<void>;
}

type ClusterOptions = Pick<BrokerPlan, 'hasEligibleLeaders'>;

/** Plans a cluster. Old content under `home` is deleted. */
export const planCluster = async (
  root: string,
  home: string,
  options: ClusterOptions = {},
): Promise<KafkaCluster> => {
  const [ports, programs] = await planBrokers(root, home, options);
  const running = new Map<NodeId, TiedProcess>();
  const end = async (nodeId: NodeId, how: (process: TiedProcess) => Promise<unknown>): Promise<void> => {
    const process = running.get(nodeId);
    if (process !== undefined) await how(process);
    running.delete(nodeId);
  };
  const stop = (nodeId: NodeId): Promise<void> => end(nodeId, (process) => process.stop());
  return {
    brokers: nodeIds.map((nodeId) => `127.0.0.1:${ports[nodeId].toString()}`).join(','),
    logDirOf: (nodeId) => programs[nodeId].logDir,
    start: async (nodeId, env = {}) => {
      await programs[nodeId].prepare();
      const command = programs[nodeId].command();
      const broker = spawnTied({ ...command, env: { ...command.env, ...env }, graceMs: 20_000 });
      running.set(nodeId, broker);
      await takesConnections(ports[nodeId], broker);
    },
    ended: async (nodeId) => {
      await running.get(nodeId)?.ended;
    },
    stop,
    kill: (nodeId) =>
      end(nodeId, async (process) => {
        process.kill('SIGKILL');
        await process.ended;
      }),
    freeze: (nodeId) => {
      const process = running.get(nodeId);
      process?.kill('SIGSTOP');
      return () => process?.kill('SIGCONT');
    },
    stopAll: async () => {
      for (const nodeId of nodeIds.toReversed()) await stop(nodeId);
    },
  };
};

type OfEach<T> = Readonly<Record<NodeId, T>>;

const planBrokers = async (
  root: string,
  home: string,
  options: ClusterOptions,
): Promise<[OfEach<number>, OfEach<BrokerPrograms>]> => {
  const layout = layoutFor(root, home);
  const jars = kafkaJars({ layout });
  if (!existsSync(jars))
    throw new Fault('NO_KAFKA', `${jars} is missing: run npm start once, which fetches Kafka.`);
  const folder = join(home, 'cluster');
  rmSync(folder, { recursive: true, force: true });
  const clusterId = newClusterId();
  const controller = await freePort();
  const ports = { 1: await freePort(), 2: await freePort(), 3: await freePort() };
  const programs = (nodeId: NodeId): BrokerPrograms => {
    const name = `kafka-${nodeId.toString()}`;
    return programsOf({
      ...options,
      nodeId,
      brokers: nodeIds.length,
      isShortLived: true,
      ports: { broker: ports[nodeId], controller },
      clusterId,
      jars,
      java: 'java',
      folder: join(folder, name),
      logPath: join(layout.logDir, `${name}.log`),
    });
  };
  return [ports, { 1: programs(1), 2: programs(2), 3: programs(3) }];
};

/** Ten times what a slow machine needs. */
const connectTimeoutMs = 120_000;

const takesConnections = async (port: number, broker: TiedProcess): Promise<void> => {
  const untilMs = performance.now() + connectTimeoutMs;
  const ended = broker.ended.then(() => true);
  while (!(await connects(port))) {
    const hasEnded = await Promise.race([ended, pause(100, false)]);
    if (hasEnded || performance.now() > untilMs)
      throw new Fault('NO_KAFKA', `No broker listens on port ${port.toString()}.`);
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
