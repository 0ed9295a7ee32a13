import { textOf } from '@loyalty/kernel';
import type { Admin, ConfigResourceTypes, Kafka } from 'kafkajs';
import { groupTimes } from './consumer-session.ts';
import { withAdmin } from './with-admin.ts';

/** A broker setting that this system depends on and that has another value. */
export interface BrokerDifference {
  readonly broker: number;
  readonly setting: string;
  readonly is: string;
  readonly needed: string;
  /** The effect on this system. */
  readonly why: string;
  /** True when nothing works, or acknowledged messages are lost; otherwise the value is only unwise. */
  readonly isGrave: boolean;
}

/** The comparison of the brokers' settings. */
export type BrokersSurvey =
  | { readonly outcome: 'compared'; readonly differences: readonly BrokerDifference[] }
  /** The brokers do not return their settings: a managed cluster, perhaps, or this process lacks the rights. */
  | { readonly outcome: 'refused'; readonly reason: string };

interface Need extends Pick<BrokerDifference, 'setting' | 'needed' | 'why' | 'isGrave'> {
  readonly holds: (value: string) => boolean;
}

const { sessionTimeout } = groupTimes;

/** The broker settings that this system depends on. Settings that topics can have themselves are declared with the topics. */
const brokerNeeds: readonly Need[] = [
  {
    setting: 'group.min.session.timeout.ms',
    needed: `at most ${sessionTimeout.toString()}`,
    why: 'every consumer is refused',
    isGrave: true,
    holds: (value) => Number(value) <= sessionTimeout,
  },
  {
    setting: 'group.max.session.timeout.ms',
    needed: `at least ${sessionTimeout.toString()}`,
    why: 'every consumer is refused',
    isGrave: true,
    holds: (value) => Number(value) >= sessionTimeout,
  },
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
    why: 'a deleted topic comes back with other settings when any client still requests it',
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

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- kafkajs' names of Kafka's numbers cannot be imported by an ES module.
const brokerResource: ConfigResourceTypes = 4;

/** Compares the settings of each broker with the needed ones. Writes nothing. */
export const surveyBrokers = (kafka: Kafka): Promise<BrokersSurvey> => withAdmin(kafka, compareBrokers);

export const compareBrokers = async (
  admin: Pick<Admin, 'describeCluster' | 'describeConfigs'>,
): Promise<BrokersSurvey> => {
  const { brokers } = await admin.describeCluster();
  const configNames = brokerNeeds.map(({ setting }) => setting);
  const resources = brokers.map(({ nodeId }) => ({
    type: brokerResource,
    name: nodeId.toString(),
    configNames,
  }));
  try {
    const described = await admin.describeConfigs({ includeSynonyms: false, resources });
    const differences = described.resources.flatMap(({ resourceName, configEntries }) =>
      brokerDifferences(
        Number(resourceName),
        new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
      ),
    );
    return { outcome: 'compared', differences };
  } catch (failure) {
    return { outcome: 'refused', reason: textOf(failure) };
  }
};

/** Returns the differences of one broker. A setting that the broker does not know is no difference. */
export const brokerDifferences = (
  broker: number,
  values: ReadonlyMap<string, string | null>,
): BrokerDifference[] =>
  brokerNeeds.flatMap(({ holds, ...need }) => {
    const is = values.get(need.setting) ?? null;
    return is === null || holds(is) ? [] : [{ broker, is, ...need }];
  });
