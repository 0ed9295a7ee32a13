import type { BrokersSurvey, ChangedSetting, TopicsSurvey } from '@loyalty/messaging';

/** How many partitions topics are made with: for one machine, or for production. */
export type PartitionProfile = 'local' | 'production';

/** What became of the topics, and what is not as it is declared. */
export interface TopicsReport extends TopicsSurvey {
  readonly partitions: PartitionProfile;
  readonly replication: number;
  readonly created: readonly string[];
  readonly changed: readonly ChangedSetting[];
  readonly brokers: BrokersSurvey;
}

/** True where something must be done before services may lean on it. */
export const isAmiss = ({ missing, differences, brokers }: TopicsReport): boolean =>
  missing.length > 0 ||
  differences.length > 0 ||
  (brokers.outcome === 'compared' && brokers.differences.some(({ isGrave }) => isGrave));
