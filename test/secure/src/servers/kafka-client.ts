import { readFileSync } from 'node:fs';
import { Kafka, logLevel } from 'kafkajs';

export interface ClientOptions {
  readonly address: string;
  readonly caPath: string;
  readonly user: string;
  readonly password: string;
  /** How often a failed request is tried again. Default: that of kafkajs. */
  readonly retries?: number;
}

/** Returns a client of kafkajs that knows nothing of our code, as a partner's. */
export const createClient = ({ address, caPath, user, password, retries }: ClientOptions): Kafka =>
  new Kafka({
    brokers: [address],
    ssl: { ca: readFileSync(caPath, 'utf8') },
    sasl: { mechanism: 'scram-sha-512', username: user, password },
    ...(retries === undefined ? {} : { retry: { retries } }),
    logLevel: logLevel.NOTHING,
  });
