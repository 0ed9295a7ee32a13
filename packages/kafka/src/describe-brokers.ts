import type { Admin, ConfigResourceTypes, Kafka } from 'kafkajs';
import { withAdmin } from './with-admin.ts';

/** The values of some settings of one broker. */
export interface BrokerSettings {
  readonly broker: number;
  readonly values: ReadonlyMap<string, string | null>;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- kafkajs' names of Kafka's numbers cannot be imported by an ES module.
const brokerResource: ConfigResourceTypes = 4;

/** Returns these settings of each broker. Throws where the brokers do not return them. */
export const readBrokerSettings = (kafka: Kafka, names: readonly string[]): Promise<BrokerSettings[]> =>
  withAdmin(kafka, async (admin) => {
    const { brokers } = await admin.describeCluster();
    return describeBrokers(admin, brokers, names);
  });

export const describeBrokers = async (
  admin: Pick<Admin, 'describeConfigs'>,
  brokers: readonly { readonly nodeId: number }[],
  names: readonly string[],
): Promise<BrokerSettings[]> => {
  const resources = brokers.map(({ nodeId }) => ({
    type: brokerResource,
    name: nodeId.toString(),
    configNames: [...names],
  }));
  const described = await admin.describeConfigs({ includeSynonyms: false, resources });
  return described.resources.map(({ resourceName, configEntries }) => ({
    broker: Number(resourceName),
    values: new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
  }));
};
