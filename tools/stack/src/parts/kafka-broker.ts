import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import { type ProcessCommand, runToEnd } from '../processes/tied-process.ts';

export interface BrokerPlan {
  readonly nodeId: number;
  /** The number of brokers. Each topic has that many copies, but at most three. */
  readonly brokers: number;
  readonly ports: KafkaPorts;
  /** The 16 bytes of the id in base64url. */
  readonly clusterId: string;
  /** If false, the only replica in sync leads again even when it has lost records, as before Kafka 4.1. */
  readonly hasEligibleLeaders?: boolean;
  /** The security. By default anybody may do anything, without encryption. */
  readonly security?: BrokerSecurity;
  /** True if the broker ends within minutes, so that compiling it well does not pay. */
  readonly isShortLived?: boolean;
  readonly folder: string;
  readonly java: string;
  readonly jars: string;
  readonly logPath: string;
}

export interface BrokerPrograms {
  readonly logDir: string;
  readonly prepare: () => Promise<void>;
  readonly command: () => ProcessCommand;
  /** Another program of Kafka's jars, by its class, such as `kafka.admin.ConfigCommand`. */
  readonly tool: (...args: string[]) => ProcessCommand;
}

/** Returns 16 bytes in base64url. Kafka would read an id that begins with a dash as an option. */
export const newClusterId = (): string => {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
};

export const programsOf = (plan: BrokerPlan): BrokerPrograms => {
  const { folder, java, jars, logPath } = plan;
  const files = { server: join(folder, 'server.properties'), log4j: join(folder, 'log4j2.properties') };
  const logDir = join(folder, 'log');
  const program = (...args: string[]): ProcessCommand & { logPath: string } => ({
    command: java,
    args: [
      heapMax,
      ...(plan.isShortLived === true ? shortLivedFlags : []),
      `-Dlog4j2.configurationFile=${files.log4j}`,
      '-cp',
      join(jars, '*'),
      ...args,
    ],
    env: inheritedEnvironment(),
    logPath,
  });
  return {
    logDir,
    prepare: async () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(files.server, serverProperties(plan, logDir));
      writeFileSync(files.log4j, log4jProperties);
      if (existsSync(join(logDir, 'meta.properties'))) return;
      const format = ['format', '-t', plan.clusterId, '-c', files.server, ...featuresOf(plan)];
      await runToEnd('Formatting the log of Kafka', program('kafka.tools.StorageTool', ...format));
    },
    command: () => program('kafka.Kafka', files.server),
    tool: program,
  };
};

const featuresOf = ({ hasEligibleLeaders = true, security }: BrokerPlan): readonly string[] => [
  ...(hasEligibleLeaders ? [] : ['--feature', 'eligible.leader.replicas.version=0']),
  ...(security === undefined ? [] : scramCredentials(security)),
];

const heapMax = '-Xmx512m';

/** The flags of a program that ends soon: three brokers that compile well take up two cores for a minute. */
export const shortLivedFlags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * Each line replaces a default that is meant for a cluster of three, or that makes a run wait: for a group's
 * first join, or after a kill, when the controller believes for 9 s that the old broker is alive. A broker
 * that returns soon leads again.
 */
const serverProperties = (plan: BrokerPlan, logDir: string): string => {
  const { nodeId, brokers, ports, security } = plan;
  const isController = nodeId === 1;
  const copies = String(Math.min(brokers, 3));
  return `process.roles=${isController ? 'broker,controller' : 'broker'}
node.id=${String(nodeId)}
controller.quorum.voters=1@127.0.0.1:${String(ports.controller)}
controller.listener.names=CONTROLLER
${security === undefined ? plainWire(plan) : securedWire(ports, security)}
log.dirs=${logDir}
auto.create.topics.enable=false
message.max.bytes=2097152
default.replication.factor=${copies}
min.insync.replicas=1
offsets.topic.replication.factor=${copies}
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
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

const plainWire = ({ nodeId, ports }: BrokerPlan): string => {
  const plain = `PLAINTEXT://127.0.0.1:${String(ports.broker)}`;
  const own = `CONTROLLER://127.0.0.1:${String(ports.controller)}`;
  return `listeners=${nodeId === 1 ? `${plain},${own}` : plain}
advertised.listeners=${plain}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT`;
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

/** The ports of Kafka. The controller is the first broker. */
export interface KafkaPorts {
  readonly broker: number;
  readonly controller: number;
}

/** The security of a broker: SCRAM-SHA-512 within TLS. */
export interface BrokerSecurity {
  /** The PEM of the broker's private key (PKCS 8) and its certificate, also for its own controller. */
  readonly keyPath: string;
  /** The PEM of the authority of that certificate. */
  readonly authorityPath: string;
  /** The subject of the certificate: `CN=broker`. */
  readonly subject: string;
  /** The name of the user who may do everything; the broker uses it, too. */
  readonly administrator: string;
  /** The passwords, which exist from the start. */
  readonly passwords: ReadonlyMap<string, string>;
  /** The maximum time after which a client must authenticate again. */
  readonly reauthenticationMs: number;
}

/** The log is formatted with them, so that users exist before the broker first starts. */
const scramCredentials = ({ passwords }: BrokerSecurity): readonly string[] =>
  [...passwords].flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);

/**
 * No SCRAM towards its own controller, whose log has the credentials: both show the same certificate.
 */
const securedWire = ({ broker, controller }: KafkaPorts, security: BrokerSecurity): string => {
  const { keyPath, authorityPath, subject, administrator, passwords, reauthenticationMs } = security;
  const password = passwords.get(administrator) ?? '';
  const login = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${administrator}" password="${password}";`;
  return `listeners=CLIENT://127.0.0.1:${String(broker)},CONTROLLER://127.0.0.1:${String(controller)}
advertised.listeners=CLIENT://127.0.0.1:${String(broker)}
listener.security.protocol.map=CLIENT:SASL_SSL,CONTROLLER:SSL
inter.broker.listener.name=CLIENT
sasl.enabled.mechanisms=SCRAM-SHA-512
sasl.mechanism.inter.broker.protocol=SCRAM-SHA-512
listener.name.client.scram-sha-512.sasl.jaas.config=${login}
listener.name.controller.ssl.client.auth=required
connections.max.reauth.ms=${String(reauthenticationMs)}
ssl.keystore.type=PEM
ssl.keystore.location=${keyPath}
ssl.truststore.type=PEM
ssl.truststore.location=${authorityPath}
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
allow.everyone.if.no.acl.found=false
super.users=User:${administrator};User:${subject}`;
};
