import type { Kafka } from 'kafkajs';
import { clusterOf } from '../kafkajs/internals.ts';

/** Brokers do not tell their release, but which versions of each request they take. */
export type BrokerRelease = 'before 3.9' | '3.9' | '4';

type RequestVersions = Readonly<
  Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
>;

const fetchKey = 1;

/**
 * 4.0 took Fetch before version 4 away (KIP-896); version 17 is of 3.9 (KIP-853). JoinGroup does not tell them apart:
 * 4.0.1 brought its first versions back (KAFKA-19444).
 */
export const releaseOf = (versions: RequestVersions): BrokerRelease => {
  const { minVersion, maxVersion } = versions[fetchKey] ?? { minVersion: 0, maxVersion: 0 };
  if (minVersion >= 4) return '4';
  return maxVersion >= 17 ? '3.9' : 'before 3.9';
};

/** Returns the release of the broker that responds first. It needs no right. */
export const readBrokerRelease = async (kafka: Kafka): Promise<BrokerRelease> => {
  const { brokerPool } = clusterOf(kafka);
  await brokerPool.connect();
  try {
    return releaseOf(brokerPool.versions ?? {});
  } finally {
    await brokerPool.disconnect();
  }
};
