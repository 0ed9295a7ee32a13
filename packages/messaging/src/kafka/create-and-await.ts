import { systemClock, type Clock } from '@loyalty/kernel';
import type { Admin, ITopicConfig } from 'kafkajs';

/** Far longer than a loaded broker needs to learn of a topic from its controller. */
const tries = 100;
const everyMs = 100;

/**
 * Creates topics and waits, for some ten seconds, until the broker knows them and their leaders. kafkajs waits for leaders too,
 * but it fails, although the topic is created, when a broker does not know the topic yet.
 */
export const createAndAwait = async (
  admin: Pick<Admin, 'createTopics' | 'fetchTopicMetadata'>,
  topics: ITopicConfig[],
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<void> => {
  await admin.createTopics({ waitForLeaders: false, topics });
  const names = topics.map(({ topic }) => topic);
  const look = () => admin.fetchTopicMetadata({ topics: names });
  for (let left = tries; left > 1; left -= 1) {
    const isKnown = await look().then(
      () => true,
      () => false,
    );
    if (isKnown) return;
    await clock.sleep(everyMs);
  }
  await look();
};
