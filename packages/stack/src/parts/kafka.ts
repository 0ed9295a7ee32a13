import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import type { StackContext } from '../context.ts';
import { runToEnd } from '../processes/run-to-end.ts';
import type { ProcessCommand } from '../processes/tied-process.ts';
import { copyWithDependenciesGoal, fetchOnce } from './maven.ts';
import type { StackPart } from './part.ts';
import { probe } from './probe.ts';

const kafkaVersion = '4.3.1';
const log4jVersion = '2.25.5';
const heapMax = '-Xmx512m';

/** The ports of the one broker: for clients, and for its own controller. */
export interface KafkaPorts {
  readonly broker: number;
  readonly controller: number;
}

/** One Kafka broker that is its own controller (KRaft), with its log under the stack's data. */
export const createKafka = (context: StackContext, ports: KafkaPorts): StackPart => {
  const { dataDir, logDir, cacheDir } = context.layout;
  const folder = join(dataDir, 'kafka');
  const logPath = join(logDir, 'kafka.log');
  const files = { server: join(folder, 'server.properties'), log4j: join(folder, 'log4j2.properties') };
  const java = (...args: string[]): ProcessCommand & { logPath: string } => ({
    command: join(context.javaHome, 'bin/java'),
    args: [
      heapMax,
      `-Dlog4j2.configurationFile=${files.log4j}`,
      '-cp',
      join(cacheDir, cacheFolder, '*'),
      ...args,
    ],
    env: inheritedEnvironment(),
    logPath,
  });
  return {
    name: 'kafka',
    port: ports.broker,
    logPath,
    fetch: () => fetchKafka(context),
    prepare: async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(files.server, serverProperties(ports, join(folder, 'log')));
      writeFileSync(files.log4j, log4jProperties);
      if (existsSync(join(folder, 'log/meta.properties'))) return;
      const format = java('kafka.tools.StorageTool', 'format', '-t', newClusterId(), '-c', files.server);
      await runToEnd('Formatting the log of Kafka', format);
    },
    command: () => java('kafka.Kafka', files.server),
    isReady: () => knowsItself(ports.broker),
  };
};

const cacheFolder = `kafka-${kafkaVersion}`;

const fetchKafka = async (context: StackContext): Promise<void> => {
  const log4j = { group: 'org.apache.logging.log4j', version: log4jVersion };
  await fetchOnce(context, {
    folder: cacheFolder,
    title: `Kafka ${kafkaVersion} (44 MB)`,
    goal: (target) =>
      copyWithDependenciesGoal(
        [
          { group: 'org.apache.kafka', name: 'kafka_2.13', version: kafkaVersion },
          { ...log4j, name: 'log4j-slf4j-impl' },
          { ...log4j, name: 'log4j-core' },
        ],
        target,
      ),
  });
};

/** Kafka's ids are 16 bytes in base64url; one that begins with a dash would be read as an option. */
const newClusterId = (): string => {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
};

/**
 * Each line departs from a default that is made for a cluster of three, or that makes one wait: for the first join of
 * a group, and after a kill for the controller to believe that the broker before is gone (9 s by default).
 */
const serverProperties = (ports: KafkaPorts, logDir: string): string => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${String(ports.controller)}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${String(ports.broker)},CONTROLLER://127.0.0.1:${String(ports.controller)}
advertised.listeners=PLAINTEXT://127.0.0.1:${String(ports.broker)}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${logDir}
auto.create.topics.enable=false
message.max.bytes=2097152
default.replication.factor=1
min.insync.replicas=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
log.cleaner.dedupe.buffer.size=4194304
broker.heartbeat.interval.ms=500
broker.session.timeout.ms=3000
`;

const log4jProperties = `rootLogger.level=WARN
rootLogger.appenderRef.stdout.ref=stdout
appender.stdout.type=Console
appender.stdout.name=stdout
appender.stdout.layout.type=PatternLayout
appender.stdout.layout.pattern=%d{ISO8601} %p %m (%c{1})%n
logger.server.name=kafka.server
logger.server.level=INFO
`;

const metadataRequest = (): Buffer => {
  const body = Buffer.alloc(15);
  body.writeInt16BE(3, 0); // API key: Metadata
  body.writeInt16BE(4, 2); // version
  body.writeInt32BE(1, 4); // correlation id
  body.writeInt16BE(-1, 8); // no client id
  body.writeInt32BE(0, 10); // no topics
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
};

/** Ready is when the broker's own metadata name one broker: itself, registered and unfenced. */
const knowsItself = (port: number): Promise<boolean> =>
  probe({
    port,
    send: metadataRequest(),
    // size(4), correlation id(4), throttle time(4), then the number of brokers(4)
    judge: (received) => (received.length < 16 ? undefined : received.readInt32BE(12) === 1),
  });
