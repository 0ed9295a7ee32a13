import type { Admin, Kafka } from 'kafkajs';
import { textOf } from '@loyalty/kernel';
import { sessionTimeoutOf } from '../group/session-timeout.ts';
import { type BrokerSettings, describeBrokers, withAdmin } from '../metadata.ts';

interface BrokerDifference {
  readonly broker: number;
  readonly setting: string;
  readonly is: string;
  readonly needed: string;
  readonly why: string;
  /** True if nothing works, or acknowledged messages are lost; otherwise the value is only unwise. */
  readonly isGrave: boolean;
}

export type BrokersSurvey =
  | { readonly outcome: 'compared'; readonly differences: readonly BrokerDifference[] }
  /** A managed cluster, perhaps, or this process lacks the rights. */
  | { readonly outcome: 'refused'; readonly reason: string };

interface Need extends Pick<BrokerDifference, 'setting' | 'needed' | 'why' | 'isGrave'> {
  readonly holds: (value: string) => boolean;
}

/** If brokers do not allow the sessions asked for, consumers take the nearest that is allowed. */
const sessionNeeds = (sessionMs: number): readonly Need[] => [
  {
    setting: 'group.min.session.timeout.ms',
    needed: `at most ${sessionMs.toString()}, as KAFKA_SESSION_TIMEOUT_MS`,
    why: 'the partitions of a frozen process, or of a lost node, are silent for as long',
    isGrave: false,
    holds: (value) => Number(value) <= sessionMs,
  },
  {
    setting: 'group.max.session.timeout.ms',
    needed: `at least ${sessionMs.toString()}, as KAFKA_SESSION_TIMEOUT_MS`,
    why: 'sessions are shorter than asked for',
    isGrave: false,
    holds: (value) => Number(value) >= sessionMs,
  },
];

/** Settings that topics can have themselves are declared with the topics. */
const brokerNeeds: readonly Need[] = [
  {
    setting: 'group.coordinator.rebalance.protocols',
    needed: 'classic among them',
    why: 'every consumer is refused',
    isGrave: true,
    holds: (value) => value.split(',').includes('classic'),
  },
  {
    setting: 'unclean.leader.election.enable',
    needed: 'false',
    why: 'a broker that lacks what was acknowledged may lead',
    isGrave: true,
    holds: (value) => value === 'false',
  },
  {
    setting: 'auto.create.topics.enable',
    needed: 'false',
    why: 'a deleted topic is created again with other settings if any client still requests it',
    isGrave: false,
    holds: (value) => value === 'false',
  },
  {
    setting: 'message.max.bytes',
    needed: 'at least 2097152',
    why: 'topics created by hand accept smaller messages than declared ones',
    isGrave: false,
    holds: (value) => Number(value) >= 2_097_152,
  },
];

export const surveyBrokers = (kafka: Kafka): Promise<BrokersSurvey> =>
  withAdmin(kafka, (admin) => compareBrokers(admin, sessionTimeoutOf(kafka).ms));

export const compareBrokers = async (
  admin: Pick<Admin, 'describeCluster' | 'describeConfigs'>,
  sessionMs: number,
): Promise<BrokersSurvey> => {
  const { brokers } = await admin.describeCluster();
  const names = [...sessionNeeds(sessionMs), ...brokerNeeds].map(({ setting }) => setting);
  try {
    const described = await describeBrokers(admin, brokers, names);
    return {
      outcome: 'compared',
      differences: described.flatMap((broker) => brokerDifferences(broker, sessionMs)),
    };
  } catch (failure) {
    return { outcome: 'refused', reason: textOf(failure) };
  }
};

/** Returns the differences of one broker. A setting that the broker does not know is not a difference. */
export const brokerDifferences = (
  { broker, values }: BrokerSettings,
  sessionMs: number,
): BrokerDifference[] =>
  [...sessionNeeds(sessionMs), ...brokerNeeds].flatMap(({ holds, ...need }) => {
    const is = values.get(need.setting) ?? null;
    return is === null || holds(is) ? [] : [{ broker, is, ...need }];
  });
