import type { BrokersSurvey, ChangedSetting, TopicsSurvey } from '@loyalty/messaging';

/** The profile of partition counts: for one machine, or for production. */
export type PartitionProfile = 'local' | 'production';

/** The result for the topics, with all differences from their declarations. */
export interface TopicsReport extends TopicsSurvey {
  readonly partitions: PartitionProfile;
  readonly replication: number;
  readonly created: readonly string[];
  readonly changed: readonly ChangedSetting[];
  readonly brokers: BrokersSurvey;
}

/** Returns true when differences must be corrected before services can rely on the topics. */
export const isAmiss = ({ missing, differences, brokers }: TopicsReport): boolean =>
  missing.length > 0 ||
  differences.length > 0 ||
  (brokers.outcome === 'compared' && brokers.differences.some(({ isGrave }) => isGrave));
