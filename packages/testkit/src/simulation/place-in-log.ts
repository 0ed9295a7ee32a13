import type { GroupPartition } from '@loyalty/storage';

/** What a position's key says. */
export const placeInLog = (key: string): GroupPartition => {
  const [consumerGroup = '', topic = '', partition = ''] = key.split('/');
  return { consumerGroup, topic, partition: Number(partition) };
};
