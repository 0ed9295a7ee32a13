import type { Clock } from '@loyalty/kernel';
import type { Admin, ITopicConfig } from 'kafkajs';
import { untilKnown } from './until-known.ts';

/**
 * Creates topics and waits, for some ten seconds, until the broker knows them and their leaders. kafkajs waits for leaders too,
 * but it fails, although the topic is created, when a broker does not know the topic yet.
 */
export const createAndAwait = async (
  admin: Pick<Admin, 'createTopics' | 'fetchTopicMetadata'>,
  topics: ITopicConfig[],
  clock?: Pick<Clock, 'sleep'>,
): Promise<void> => {
  await admin.createTopics({ waitForLeaders: false, topics });
  const names = topics.map(({ topic }) => topic);
  const look = () => admin.fetchTopicMetadata({ topics: names });
  const isKnown = (): Promise<boolean> =>
    look().then(
      () => true,
      () => false,
    );
  if (!(await untilKnown(isKnown, clock))) await look();
};
