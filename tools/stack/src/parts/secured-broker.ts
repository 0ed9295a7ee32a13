import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { runToEnd, spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { layoutFor } from '../settings.ts';
import { type BrokerSecurity, newClusterId, programsOf, shortLivedFlags } from './kafka-broker.ts';
import { kafkaJars } from './kafka.ts';
import { freePort } from './ports.ts';

interface SecuredBroker {
  readonly address: string;
  /** It may not be ready yet. */
  start(): Promise<TiedProcess>;
  /** Throws a Fault when it fails. */
  runTool(title: string, ...args: string[]): Promise<void>;
}

/** Old content under `home` is deleted. */
export const planSecuredBroker = async (
  root: string,
  home: string,
  security: BrokerSecurity,
): Promise<SecuredBroker> => {
  const layout = layoutFor(root, home);
  const jars = kafkaJars({ layout });
  if (!existsSync(jars))
    throw new Fault('NO_KAFKA', `${jars} is missing: run npm start once, which fetches Kafka.`);
  const folder = join(home, 'broker');
  rmSync(folder, { recursive: true, force: true });
  const ports = { broker: await freePort(), controller: await freePort() };
  const { prepare, command, tool } = programsOf({
    nodeId: 1,
    brokers: 1,
    ports,
    security,
    clusterId: newClusterId(),
    jars,
    java: 'java',
    folder,
    logPath: join(layout.logDir, 'kafka.log'),
  });
  return {
    address: `127.0.0.1:${ports.broker.toString()}`,
    start: async () => {
      await prepare();
      return spawnTied({ ...command(), graceMs: 20_000 });
    },
    runTool: (title, ...args) =>
      runToEnd(title, {
        ...tool(...shortLivedFlags, ...args),
        logPath: join(layout.logDir, 'kafka-tools.log'),
      }),
  };
};
