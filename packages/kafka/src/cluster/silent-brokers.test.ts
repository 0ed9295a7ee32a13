import { KafkaJSRequestTimeoutError } from 'kafkajs';
import type { Broker, BrokerConnectionPool, Cluster, KafkajsExchange } from '../kafkajs/internals.ts';
import { nodesToAsk, passOverSilentBrokers } from './silent-brokers.ts';

const joinGroupKey = 11;
const metadataKey = 3;

/** A broker whose requests end when the test says so. */
class TestBroker {
  isOpen = true;
  readonly ends: ((failure?: Error) => void)[] = [];
  readonly connectionPool: BrokerConnectionPool = {
    pool: [
      {
        requestQueue: { requestTimeout: 10_000 },
        versions: null,
        send: <Response>() => Promise.reject<Response>(new Error('requests are those of the pool')),
        rejectRequests: () => {
          this.isOpen = false;
        },
      },
    ],
    send: <Response>() =>
      new Promise<Response>((resolve, reject) => {
        this.ends.push((failure) => {
          if (failure === undefined) resolve(undefined as Response);
          else reject(failure);
        });
      }),
    destroy: () => Promise.resolve(),
  };

  isConnected(): boolean {
    return this.isOpen;
  }

  send(apiKey: number): Promise<unknown> {
    const exchange: KafkajsExchange<unknown> = {
      request: { apiKey },
      response: { decode: () => Promise.resolve(null), parse: () => Promise.resolve(null) },
    };
    return this.connectionPool.send(exchange);
  }
}

const brokers: Record<string, TestBroker> = {};
const late = new KafkaJSRequestTimeoutError('no response', {
  broker: 'test',
  clientId: 'test',
  correlationId: 1,
  createdAt: 0,
  pendingDuration: 0,
  sentAt: 0,
});

beforeEach(async () => {
  const cluster = {
    connectionPoolBuilder: {
      build: (at: { readonly host: string }) => Promise.resolve(brokers[at.host]?.connectionPool),
    },
    brokerPool: { brokers },
  } as unknown as Cluster;
  passOverSilentBrokers(cluster);
  for (const host of ['1', '2', '3']) {
    brokers[host] = new TestBroker();
    await cluster.connectionPoolBuilder.build({ host, port: 9092 });
  }
});

const brokerOf = (nodeId: string): TestBroker => {
  const broker = brokers[nodeId];
  if (broker === undefined) throw new Error(`there is no broker ${nodeId}`);
  return broker;
};

const order = (): readonly string[] => nodesToAsk(brokers as unknown as Record<string, Broker>);

const fail = async (broker: TestBroker, apiKey: number): Promise<unknown> => {
  const request = broker.send(apiKey).catch((failure: unknown) => failure);
  broker.ends.at(-1)?.(late);
  return request;
};

test('▲ a broker that did not respond is asked last, though it is connected again, until it responds', async () => {
  const frozen = brokerOf('2');
  expect(await fail(frozen, metadataKey)).toMatchObject({ name: 'KafkaJSConnectionError' });
  expect(frozen.isOpen).toBe(false);
  frozen.isOpen = true;
  for (let round = 0; round < 20; round += 1) expect(order().at(-1)).toBe('2');
  const request = frozen.send(metadataKey);
  frozen.ends.at(-1)?.();
  await request;
  expect(Array.from({ length: 50 }, () => order().at(-1))).toContain('1');
});

test('connected brokers are asked before others', () => {
  brokerOf('1').isOpen = false;
  for (let round = 0; round < 20; round += 1) expect(order().at(-1)).toBe('1');
});

test('▲ a request that is late behind a join leaves the connection open', async () => {
  const coordinator = brokerOf('1');
  const join = coordinator.send(joinGroupKey);
  expect(await fail(coordinator, metadataKey)).toMatchObject({ name: 'KafkaJSRequestTimeoutError' });
  expect(coordinator.isOpen).toBe(true);
  coordinator.ends[0]?.();
  await join;
  await fail(coordinator, metadataKey);
  expect(coordinator.isOpen).toBe(false);
});

test('a request has three seconds, and a join as long as it asks for', async () => {
  const { connectionPool } = brokerOf('1');
  expect(connectionPool.pool[0]?.requestQueue.requestTimeout).toBe(3_000);
  const asked: number[] = [];
  const send = (exchange: { readonly requestTimeout?: number }): Promise<never> => {
    asked.push(exchange.requestTimeout ?? 0);
    return Promise.reject(new Error('refused'));
  };
  const pool = { pool: [], send, destroy: () => Promise.resolve() } as unknown as BrokerConnectionPool;
  const cluster = {
    connectionPoolBuilder: { build: () => Promise.resolve(pool) },
    brokerPool: {},
  } as unknown as Cluster;
  const { connectionPoolBuilder } = passOverSilentBrokers(cluster);
  const guarded = await connectionPoolBuilder.build();
  const response = { decode: () => Promise.resolve(null), parse: () => Promise.resolve(null) };
  const join = { request: { apiKey: joinGroupKey }, response, requestTimeout: 65_000 };
  await expect(guarded.send(join)).rejects.toThrow('refused');
  await expect(guarded.send({ request: { apiKey: 14 }, response })).rejects.toThrow('refused');
  await expect(guarded.send({ request: { apiKey: metadataKey }, response })).rejects.toThrow('refused');
  expect(asked).toEqual([65_000, 10_000, 0]);
});
