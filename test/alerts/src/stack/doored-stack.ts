import { freePort, startOwnStack, type OwnStack } from '@loyalty/stack';
import { TcpDoor } from '../../../fault/src/restarts/tcp-door.ts';
import { deployDemo, portOf, stackThrough } from '../../../fault/src/stack-through.ts';
import { home, root } from './root.ts';

/** Servers without services, and doors before two of them that can be closed. */
export interface DooredStack {
  /** The stack as services see it: Postgres and Redis behind the doors, the API at the port of our ingress. */
  readonly stack: OwnStack;
  /** The same servers without the doors, for what sets up a test and looks at the result. */
  readonly infrastructure: OwnStack;
  readonly database: TcpDoor;
  readonly redis: TcpDoor;
  /** The port of ingress. */
  readonly httpPort: number;
  stop(): Promise<void>;
}

/** Starts the servers and the doors, and deploys schema, topics and the demo. */
export const startDooredStack = async (): Promise<DooredStack> => {
  const infrastructure = await startOwnStack({ root, home, isInfraOnly: true });
  const { databaseUrl, redisUrl } = infrastructure.now();
  const [database, redis] = [
    await TcpDoor.open(portOf(databaseUrl)),
    await TcpDoor.open(portOf(redisUrl)),
  ] as const;
  const httpPort = await freePort();
  const stack = stackThrough(infrastructure, {
    baseUrl: `http://127.0.0.1:${httpPort.toString()}/v1`,
    databaseUrl: database.through(databaseUrl),
    redisUrl: redis.through(redisUrl),
  });
  const stop = async (): Promise<void> => {
    await infrastructure.stop();
    await Promise.all([database.close(), redis.close()]);
  };
  await deployDemo(stack).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  return { stack, infrastructure, database, redis, httpPort, stop };
};
