import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, readLocalStack, startOwnStack, type LocalStack, type OwnStack } from '@loyalty/stack';
import { loyaltyctl } from '../../../fault/src/loyaltyctl.ts';
import { TcpDoor } from '../../../fault/src/restarts/tcp-door.ts';
import { home, root } from './root.ts';

/** Servers without services, and doors before two of them that can be closed. */
export interface DooredStack {
  /** The stack as services see it: Postgres and Redis behind the doors, the API at the port of our ingress. */
  readonly stack: OwnStack;
  /** The same servers without doors: what plants and looks uses these. */
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
  const stack = through(infrastructure, {
    baseUrl: `http://127.0.0.1:${httpPort.toString()}/v1`,
    databaseUrl: database.through(databaseUrl),
    redisUrl: redis.through(redisUrl),
  });
  const stop = async (): Promise<void> => {
    await infrastructure.stop();
    await Promise.all([database.close(), redis.close()]);
  };
  await deploy(stack).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  return { stack, infrastructure, database, redis, httpPort, stop };
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
  addresses: Pick<LocalStack, 'baseUrl' | 'databaseUrl' | 'redisUrl'>,
): OwnStack => {
  const localJsonPath = join(stack.home, 'through-doors.json');
  writeFileSync(localJsonPath, JSON.stringify(Object.assign(stack.now(), addresses)));
  return {
    home: stack.home,
    localJsonPath,
    now: () => readLocalStack(localJsonPath),
    stop: () => stack.stop(),
  };
};
