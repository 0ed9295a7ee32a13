import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planBroker, type TiedProcess } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import type { Authority } from './authority.ts';
import { createClient, type ClientOptions } from './kafka-client.ts';
import type { PasswordFiles } from './passwords.ts';

/** The user of Kafka who may do everything. Nothing of ours uses it but the operator who adds rules. */
export const administrator = 'admin';
/**
 * kafkajs proves itself again 10 s before its time is up, and only when it sends something. With less than a minute it may come
 * too late.
 */
export const reauthenticationMs = 60_000;

/** A broker with TLS, SCRAM and an authorizer without rules. */
export interface SecuredKafka {
  readonly address: string;
  readonly process: TiedProcess;
  /** Gives a user another password; his connections stay. */
  changePassword(user: string, password: string): Promise<void>;
}

export interface KafkaOptions {
  readonly root: string;
  readonly home: string;
  readonly authority: Authority;
  readonly passwords: PasswordFiles;
  readonly users: readonly string[];
}

/** The name of a user's password file. */
export const kafkaSecret = (user: string): string => `kafka-${user}`;

export const startKafka = async (options: KafkaOptions): Promise<SecuredKafka> => {
  const { root, home, authority, passwords, users } = options;
  const { bothPath } = await authority.sign('broker');
  const security = {
    keyPath: bothPath,
    authorityPath: authority.caPath,
    subject: 'CN=broker',
    administrator,
    passwords: new Map([administrator, ...users].map((user) => [user, passwords.of(kafkaSecret(user))])),
    reauthenticationMs,
  };
  const broker = await planBroker(root, home, { security });
  const process = await broker.start();
  const client = clientOptions(broker.address, options);
  await eventually('the broker knows its administrator', () => isKnown(client), { everyMs: 500 });
  const adminPath = join(home, 'admin.properties');
  writeFileSync(adminPath, adminProperties(options), { mode: 0o600 });
  return {
    address: broker.address,
    process,
    changePassword: (user, password) =>
      broker.runTool(
        `Changing the password of ${user}`,
        'kafka.admin.ConfigCommand',
        '--bootstrap-server',
        broker.address,
        '--command-config',
        adminPath,
        '--alter',
        '--entity-type',
        'users',
        '--entity-name',
        user,
        '--add-config',
        `SCRAM-SHA-512=[password=${password}]`,
      ),
  };
};

const clientOptions = (address: string, { authority, passwords }: KafkaOptions): ClientOptions => ({
  address,
  caPath: authority.caPath,
  user: administrator,
  password: passwords.of(kafkaSecret(administrator)),
});

const isKnown = async (options: ClientOptions): Promise<boolean> => {
  const admin = createClient({ ...options, retries: 0 }).admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length === 1;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
};

const adminProperties = ({ authority, passwords }: KafkaOptions): string =>
  `security.protocol=SASL_SSL
sasl.mechanism=SCRAM-SHA-512
sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="${administrator}" password="${passwords.of(kafkaSecret(administrator))}";
ssl.truststore.type=PEM
ssl.truststore.location=${authority.caPath}
`;
