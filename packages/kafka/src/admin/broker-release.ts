import type { Kafka } from 'kafkajs';
import { clusterOf } from '../kafkajs/internals.ts';

/** Brokers do not tell their release, but which versions of each request they take. */
export type BrokerRelease = 'before 3.9' | '3.9' | '4';

type RequestVersions = Readonly<
  Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
>;

const fetchKey = 1;
const joinGroupKey = 11;

/** 4.0 took the first versions of most requests away (KIP-896); the last version of Fetch is of 3.9 (KIP-853). */
export const releaseOf = (versions: RequestVersions): BrokerRelease => {
  if ((versions[joinGroupKey]?.minVersion ?? 0) >= 2) return '4';
  return (versions[fetchKey]?.maxVersion ?? 0) >= 17 ? '3.9' : 'before 3.9';
};

/** Of the broker that responds first. Needs no right. */
export const readBrokerRelease = async (kafka: Kafka): Promise<BrokerRelease> => {
  const { brokerPool } = clusterOf(kafka);
  await brokerPool.connect();
  try {
    return releaseOf(brokerPool.versions ?? {});
  } finally {
    await brokerPool.disconnect();
  }
};
