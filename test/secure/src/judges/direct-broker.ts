import type { Kafka } from 'kafkajs';

/** One connection to a broker, whose requests are sent as they are: nothing is looked up or retried before. */
export interface DirectBroker {
  /** Each resolves to null where the broker did it, and to the name of the broker's error otherwise. */
  write(topic: string): Promise<string | null>;
  read(topic: string): Promise<string | null>;
  join(groupId: string): Promise<string | null>;
  close(): Promise<void>;
}

interface Broker {
  produce(asked: object): Promise<unknown>;
  fetch(asked: object): Promise<unknown>;
  joinGroup(asked: object): Promise<unknown>;
}

interface Cluster {
  connect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findControllerBroker(): Promise<Broker>;
  disconnect(): Promise<void>;
}

/** Connects with kafkajs' own, private client of a cluster: its public one looks topics and groups up before. */
export const connectDirectly = async (kafka: Kafka): Promise<DirectBroker> => {
  const cluster = clusterOf(kafka);
  await cluster.connect();
  await cluster.refreshMetadata();
  const broker = await cluster.findControllerBroker();
  const partition = 0;
  const messages = [{ key: Buffer.from('key'), value: Buffer.from('value'), timestamp: Date.now() }];
  const fetched = { partition, fetchOffset: '0', maxBytes: 1_000 };
  return {
    write: (topic) =>
      errorOf(
        broker.produce({
          acks: -1,
          timeout: 5_000,
          topicData: [{ topic, partitions: [{ partition, messages }] }],
        }),
      ),
    read: (topic) =>
      errorOf(
        broker.fetch({
          maxWaitTime: 1,
          minBytes: 0,
          maxBytes: 1_000,
          topics: [{ topic, partitions: [fetched] }],
        }),
      ),
    join: (groupId) =>
      errorOf(
        broker.joinGroup({
          groupId,
          memberId: '',
          sessionTimeout: 10_000,
          rebalanceTimeout: 10_000,
          protocolType: 'consumer',
          groupProtocols: [{ name: 'range', metadata: Buffer.alloc(0) }],
        }),
      ),
    close: () => cluster.disconnect(),
  };
};

const createClusterName = 'private:Kafka:createCluster';

const clusterOf = (kafka: Kafka): Cluster => {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === createClusterName,
  );
  if (symbol === undefined) throw new Error('this version of kafkajs is not known');
  const create = (kafka as unknown as Record<symbol, (options: object) => Cluster>)[symbol];
  if (create === undefined) throw new Error('this version of kafkajs is not known');
  return create({ allowAutoTopicCreation: false });
};

const errorOf = (request: Promise<unknown>): Promise<string | null> =>
  request.then(
    () => null,
    (failure: unknown) => (failure as { readonly type?: string }).type ?? String(failure),
  );
