import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { printProgress } from '../print-line.ts';
import { runToEnd, spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { layoutFor } from '../settings.ts';
import { type BrokerSecurity, newClusterId, programsOf, shortLivedFlags } from './kafka-broker.ts';
import { fetchKafka } from './kafka.ts';
import { freePort } from './ports.ts';

interface BrokerOptions {
  /** Default: anybody may do anything, in the clear. */
  readonly security?: BrokerSecurity;
  /** The default is the version of the local stack. */
  readonly version?: string;
}

interface SingleBroker {
  readonly address: string;
  /** It may not be ready yet. */
  start(): Promise<TiedProcess>;
  /** Throws a Fault when it fails. */
  runTool(title: string, ...args: string[]): Promise<void>;
}

/**
 * Plans a cluster of one broker. Its jars are fetched if they are missing; old content under `home` is
 * deleted.
 */
export const planBroker = async (
  root: string,
  home: string,
  { security, version }: BrokerOptions,
): Promise<SingleBroker> => {
  const layout = layoutFor(root, home);
  const context = { layout, javaHome: '', isLasting: false, say: printProgress };
  const jars = await fetchKafka(context, version);
  const folder = join(home, 'broker');
  rmSync(folder, { recursive: true, force: true });
  const ports = { broker: await freePort(), controller: await freePort() };
  const { prepare, command, tool } = programsOf({
    nodeId: 1,
    brokers: 1,
    ports,
    ...(security !== undefined && { security }),
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
