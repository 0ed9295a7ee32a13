import type { Secret } from './secrets.ts';

/** SCRAM proves the password without sending it; PLAIN sends it, within TLS. */
export type SaslMechanism = 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';

/** How a client of Kafka connects. */
export interface KafkaSecurity {
  /** Null: in the clear. */
  readonly tls: {
    /** PEM. Null: the authorities of Node judge. */
    readonly ca: Secret | null;
  } | null;
  /** Null: brokers know the client by nothing. */
  readonly sasl: {
    readonly mechanism: SaslMechanism;
    readonly username: string;
    readonly password: Secret;
  } | null;
}
