import type { GroupPartition } from '@loyalty/storage/positions';

/** Parses a position's key. */
export const placeInLog = (key: string): GroupPartition => {
  const [consumerGroup = '', topic = '', partition = ''] = key.split('/');
  return { consumerGroup, topic, partition: Number(partition) };
};
