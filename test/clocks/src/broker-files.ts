import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a broker listens; the controller is the first broker's. */
export interface Ports {
  readonly controller: number;
  readonly broker: number;
}

/** What brokers are started with. */
export interface BrokerFiles {
  readonly java: string;
  /** The arguments that start a broker; its log is made when it is asked for first. */
  argumentsOf(nodeId: number, ports: Ports): Promise<readonly string[]>;
}

const java = 'java';

/** Makes the folder of a new cluster under `home`, for the jars of the local stack. */
export const createBrokerFiles = (root: string, home: string): BrokerFiles => {
  const jars = join(root, '.loyalty/cache/kafka-4.3.1');
  if (!existsSync(jars)) throw new Error(`${jars} is missing: run npm start once, which fetches Kafka.`);
  const folder = join(home, 'cluster');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const log4j = join(folder, 'log4j2.properties');
  writeFileSync(log4j, log4jProperties);
  const options = ['-Xmx384m', `-Dlog4j2.configurationFile=${log4j}`, '-cp', join(jars, '*')];
  const clusterId = `A${randomBytes(16).toString('base64url').slice(1)}`;
  return {
    java,
    argumentsOf: async (nodeId, ports) => {
      const path = join(folder, `server-${nodeId.toString()}.properties`);
      if (!existsSync(path)) {
        writeFileSync(path, propertiesOf(nodeId, ports, join(folder, `log-${nodeId.toString()}`)));
        const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', path];
        await run(java, [...options, ...tool]);
      }
      return [...options, 'kafka.Kafka', path];
    },
  };
};

const log4jProperties = `rootLogger.level=WARN
rootLogger.appenderRef.stdout.ref=stdout
appender.stdout.type=Console
appender.stdout.name=stdout
appender.stdout.layout.type=PatternLayout
appender.stdout.layout.pattern=%d{ISO8601} %p %m (%c{1})%n
logger.server.name=kafka.server
logger.server.level=INFO
`;

const propertiesOf = (nodeId: number, { controller, broker }: Ports, logDir: string): string => {
  const [plain, own] = [
    `PLAINTEXT://127.0.0.1:${broker.toString()}`,
    `CONTROLLER://127.0.0.1:${controller.toString()}`,
  ];
  const isController = nodeId === 1;
  return `process.roles=${isController ? 'broker,controller' : 'broker'}
node.id=${nodeId.toString()}
controller.quorum.voters=1@127.0.0.1:${controller.toString()}
controller.listener.names=CONTROLLER
listeners=${isController ? `${plain},${own}` : plain}
advertised.listeners=${plain}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${logDir}
auto.create.topics.enable=false
message.max.bytes=2097152
default.replication.factor=3
min.insync.replicas=1
offsets.topic.replication.factor=3
offsets.topic.num.partitions=3
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
log.cleaner.dedupe.buffer.size=4194304
leader.imbalance.check.interval.seconds=1
leader.imbalance.per.broker.percentage=0
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
`;
};
