import type { KafkaPorts } from './kafka-ports.ts';

/** How clients of a single broker prove who they are: SCRAM-SHA-512 within TLS. What a client may do, rules must allow. */
export interface BrokerSecurity {
  /** A PEM file with the broker's private key (PKCS 8) and its certificate, also for its own controller. */
  readonly keyPath: string;
  /** A PEM file with the authority of that certificate. */
  readonly authorityPath: string;
  /** The name in the certificate's subject, as in `CN=broker`. */
  readonly subject: string;
  /** The user who may do everything; the broker uses it too. */
  readonly administrator: string;
  /** The password of each user that exists from the start. */
  readonly passwords: ReadonlyMap<string, string>;
  /** A client proves itself again at least this often, in milliseconds. */
  readonly reauthenticationMs: number;
}

/** Returns the options with which the log is formatted, so that users exist before the broker first starts. */
export const scramCredentials = ({ passwords }: BrokerSecurity): readonly string[] =>
  [...passwords].flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);

/**
 * Returns the listeners of a broker that is its own controller. Between the two there is no SCRAM, whose credentials are in the
 * controller's log: both show the same certificate.
 */
export const securedWire = ({ broker, controller }: KafkaPorts, security: BrokerSecurity): string => {
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
