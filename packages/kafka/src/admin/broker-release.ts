import type { Kafka } from 'kafkajs';
import { clusterOf } from '../kafkajs/internals.ts';

/**
 * A release of Kafka's brokers. Brokers do not tell their release, only which versions of each request they
 * accept.
 */
export type BrokerRelease = 'before 3.9' | '3.9' | '4';

type RequestVersions = Readonly<
  Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
>;

const fetchKey = 1;

/**
 * Returns the release by the versions of requests. 4.0 removed Fetch before version 4 (KIP-896), and 3.9
 * added version 17 (KIP-853). JoinGroup does not distinguish them, because 4.0.1 brought its first versions
 * back (KAFKA-19444).
 */
export const releaseOf = (versions: RequestVersions): BrokerRelease => {
  const { minVersion, maxVersion } = versions[fetchKey] ?? { minVersion: 0, maxVersion: 0 };
  if (minVersion >= 4) return '4';
  return maxVersion >= 17 ? '3.9' : 'before 3.9';
};

/** Returns the release of the first broker that responds. This needs no right. */
export const readBrokerRelease = async (kafka: Kafka): Promise<BrokerRelease> => {
  const { brokerPool } = clusterOf(kafka);
  await brokerPool.connect();
  try {
    return releaseOf(brokerPool.versions ?? {});
  } finally {
    await brokerPool.disconnect();
  }
};
