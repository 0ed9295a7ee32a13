import { join } from 'node:path';
import type { StackContext } from '../settings.ts';
import { type KafkaPorts, newClusterId, programsOf } from './kafka-broker.ts';
import { copyWithDependenciesGoal, fetchOnce } from './maven.ts';
import { probe, type StackPart } from './part.ts';

const kafkaVersion = '4.3.1';
const log4jVersion = '2.25.5';

export const createKafka = (context: StackContext, ports: KafkaPorts): StackPart => {
  const { dataDir, logDir } = context.layout;
  const logPath = join(logDir, 'kafka.log');
  const { prepare, command } = programsOf({
    nodeId: 1,
    brokers: 1,
    ports,
    clusterId: newClusterId(),
    folder: join(dataDir, 'kafka'),
    logPath,
    java: join(context.javaHome, 'bin/java'),
    jars: kafkaJars(context),
  });
  return {
    name: 'kafka',
    port: ports.broker,
    logPath,
    prepare,
    command,
    fetch: async () => {
      await fetchKafka(context);
    },
    isReady: () => knowsItself(ports.broker),
  };
};

export const kafkaJars = ({ layout }: Pick<StackContext, 'layout'>): string =>
  join(layout.cacheDir, folderOf(kafkaVersion));

const folderOf = (version: string): string => `kafka-${version}`;

/** Fetches Kafka and returns the folder of its jars. */
export const fetchKafka = (context: StackContext, version = kafkaVersion): Promise<string> =>
  fetchOnce(context, {
    folder: folderOf(version),
    title: `Kafka ${version} (44 MB)`,
    goal: (target) =>
      copyWithDependenciesGoal(
        [{ group: 'org.apache.kafka', name: 'kafka_2.13', version }, ...loggersOf(version)],
        target,
      ),
  });

const log4j = { group: 'org.apache.logging.log4j', version: log4jVersion };

/** A version before 4.0 logs by the first version of log4j. */
const loggersOf = (version: string) =>
  version.startsWith('3.')
    ? [{ group: 'org.slf4j', name: 'slf4j-reload4j', version: '1.7.36' }]
    : [
        { ...log4j, name: 'log4j-slf4j-impl' },
        { ...log4j, name: 'log4j-core' },
      ];

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

/** The broker's own metadata name one broker: itself, registered and unfenced. */
const knowsItself = (port: number): Promise<boolean> =>
  probe({
    port,
    send: metadataRequest(),
    // size(4), correlation id(4), throttle time(4), then the number of brokers(4)
    judge: (received) => (received.length < 16 ? undefined : received.readInt32BE(12) === 1),
  });
