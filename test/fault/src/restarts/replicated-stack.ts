import { startOwnStack, type OwnStack } from '@loyalty/stack';
import { homeOf, root } from '../own-stack.ts';
import { deployDemo, portOf, stackThrough } from '../stack-through.ts';
import { ReadyProxy } from './ready-proxy.ts';
import { TcpDoor } from './tcp-door.ts';

/** Servers without services: those are started as replicas. */
export interface ReplicatedStack {
  /** Its API is the proxy, and its registry and Redis are behind the doors. */
  readonly stack: OwnStack;
  /** The stack without proxy and doors. */
  readonly infrastructure: OwnStack;
  readonly proxy: ReadyProxy;
  readonly registry: TcpDoor;
  readonly redis: TcpDoor;
  stop(): Promise<void>;
}

/** Starts the servers, the proxy and the doors, and deploys schemas and topics through them. */
export const startReplicatedStack = async (folder: string): Promise<ReplicatedStack> => {
  const infrastructure = await startOwnStack({ root, home: homeOf(folder), isInfraOnly: true });
  const local = infrastructure.now();
  const [proxy, registry, redis] = [
    await ReadyProxy.start(),
    await TcpDoor.open(portOf(local.schemaRegistryUrl)),
    await TcpDoor.open(portOf(local.redisUrl)),
  ];
  const stack = stackThrough(infrastructure, {
    baseUrl: `http://127.0.0.1:${proxy.port.toString()}/v1`,
    schemaRegistryUrl: registry.through(local.schemaRegistryUrl),
    redisUrl: redis.through(local.redisUrl),
  });
  const stop = async (): Promise<void> => {
    await proxy.stop();
    await infrastructure.stop();
    await Promise.all([registry.close(), redis.close()]);
  };
  await deployDemo(stack).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  return { stack, infrastructure, proxy, registry, redis, stop };
};
