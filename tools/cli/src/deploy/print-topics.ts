import type { BrokersSurvey, ChangedSetting, TopicDifference } from '@loyalty/messaging';
import type { CommandContext } from '../session.ts';
import type { TopicsReport } from './topics-report.ts';

/** Prints created and changed topics as the result, and differences on standard error with advice. */
export const printTopics = (task: CommandContext, report: TopicsReport): void => {
  const { created, changed, missing, differences, brokers } = report;
  if (created.length > 0) task.say(`Topics: made ${created.join(', ')}.`);
  else if (missing.length === 0) task.say('Topics: all there.');
  printChanges(task, changed);
  if (missing.length > 0) task.note(`Missing: ${missing.join(', ')}. «loyaltyctl topics create» makes them.`);
  for (const { topic, setting, is, declared } of differences)
    task.note(`Differs: ${setting} of ${topic} is ${is}, declared is ${declared}.`);
  for (const line of waysOut(differences)) task.note(line);
  printBrokers(task, brokers);
};

/** Prints one line for all changed settings; none without a change. */
export const printChanges = (task: CommandContext, changed: readonly ChangedSetting[]): void => {
  const texts = changed.map(({ topic, setting, from, to }) => `${setting} of ${topic} was ${from}, is ${to}`);
  if (texts.length > 0) task.say(`Settings of topics: ${texts.join('; ')}.`);
};

/** Returns the advice for an operator: a sentence for each kind of difference. */
const waysOut = (differences: readonly TopicDifference[]): string[] => {
  const ofPartitions = differences.filter(({ setting }) => setting === 'partitions');
  const places = new Set(['partitions', 'replication']);
  const kinds: [boolean, string][] = [
    [
      differences.some(({ setting }) => !places.has(setting)),
      'Settings: «loyaltyctl deploy --alter» changes them; or declare them in schemas/topics.json.',
    ],
    [
      ofPartitions.some(({ is, declared }) => Number(is) < Number(declared)),
      'Too few partitions: «loyaltyctl topics create --add-partitions» adds them. Members change partition, and the order of ' +
        'theirs does not hold meanwhile: behind an empty backlog (docs/mechanisms/streams.md, «Adding partitions»).',
    ],
    [
      ofPartitions.some(({ is, declared }) => Number(is) > Number(declared)),
      'Too many partitions: Kafka takes none away. Declare as many in schemas/topics.json, or name the profile with --partitions.',
    ],
    [
      differences.some(({ setting }) => setting === 'replication'),
      'Too few copies: kafka-reassign-partitions.sh gives more; or name what is meant with --replication.',
    ],
  ];
  return kinds.flatMap(([isThere, text]) => (isThere ? [text] : []));
};

const printBrokers = (task: CommandContext, brokers: BrokersSurvey): void => {
  if (brokers.outcome === 'refused') {
    task.note(
      `Brokers do not tell their settings (${brokers.reason}): compare them yourself with packages/cli/README.md, «Topics as declared».`,
    );
    return;
  }
  for (const { broker, setting, is, needed, why, isGrave } of brokers.differences)
    task.note(
      `${isGrave ? 'Differs' : 'Warning'}: ${setting} of broker ${broker.toString()} is ${is}, needed is ${needed}: ${why}.`,
    );
};
