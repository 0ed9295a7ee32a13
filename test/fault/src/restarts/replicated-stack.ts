import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLocalStack, startOwnStack, type LocalStack, type OwnStack } from '@loyalty/stack';
import { loyaltyctl } from '../loyaltyctl.ts';
import { homeOf, root } from '../own-stack.ts';
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
  const stack = through(infrastructure, {
    baseUrl: `http://127.0.0.1:${proxy.port.toString()}/v1`,
    schemaRegistryUrl: registry.through(local.schemaRegistryUrl),
    redisUrl: redis.through(local.redisUrl),
  });
  const stop = async (): Promise<void> => {
    await proxy.stop();
    await infrastructure.stop();
    await Promise.all([registry.close(), redis.close()]);
  };
  await deploy(stack).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  return { stack, infrastructure, proxy, registry, redis, stop };
};

/** Does what `npm start` does before it starts services. */
const deploy = async (stack: OwnStack): Promise<void> => {
  for (const command of ['deploy', 'demo']) {
    const { code, stdout, stderr } = await loyaltyctl(stack, command);
    if (code !== 0) throw new Error(`loyaltyctl ${command}: ${stdout}${stderr}`);
  }
};

const portOf = (url: string): number => Number(new URL(url).port);

/** The same stack at other addresses, also for loyaltyctl. */
const through = (
  stack: OwnStack,
  addresses: Pick<LocalStack, 'baseUrl' | 'schemaRegistryUrl' | 'redisUrl'>,
): OwnStack => {
  const localJsonPath = join(stack.home, 'through-doors.json');
  writeFileSync(localJsonPath, JSON.stringify({ ...stack.now(), ...addresses }));
  return {
    home: stack.home,
    localJsonPath,
    now: () => readLocalStack(localJsonPath),
    stop: () => stack.stop(),
  };
};
