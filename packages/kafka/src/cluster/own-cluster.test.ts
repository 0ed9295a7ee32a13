import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createKafka, type Kafka } from '../client.ts';
import { clusterOf } from '../kafkajs/internals.ts';
import { describeCluster } from '../metadata.ts';
import { BrokerConnection } from '../producer/broker-connection.ts';
import { requireCluster } from './own-cluster.ts';

const [produceKey, metadataKey, apiVersionsKey] = [0, 3, 18];

/** One broker of a cluster. It writes down which requests came, and responds to questions. */
class TestBroker {
  readonly requests: number[] = [];
  readonly #clusterId: string;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(clusterId: string) {
    this.#clusterId = clusterId;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let unread = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        unread = Buffer.concat([unread, bytes]);
        while (unread.length >= 4 && unread.length >= 4 + unread.readInt32BE(0)) {
          const end = 4 + unread.readInt32BE(0);
          this.#respond(socket, unread.subarray(4, end));
          unread = unread.subarray(end);
        }
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #respond(socket: Socket, request: Buffer): void {
    const key = request.readInt16BE(0);
    this.requests.push(key);
    const body = key === apiVersionsKey ? versions : key === metadataKey ? this.#metadata() : null;
    if (body === null) return;
    const head = Buffer.alloc(8);
    head.writeInt32BE(4 + body.length, 0);
    head.writeInt32BE(request.readInt32BE(4), 4);
    socket.write(Buffer.concat([head, body]));
  }

  /** Version 6: throttle time, one broker, the cluster's id, the controller, no topics. */
  #metadata(): Buffer {
    return Buffer.concat([
      int32(0),
      int32(1),
      int32(1),
      text('127.0.0.1'),
      int32(this.port),
      int16(-1),
      text(this.#clusterId),
      int32(1),
      int32(0),
    ]);
  }
}

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([int16(value.length), Buffer.from(value)]);

const versions = Buffer.concat([
  int16(0),
  int32(3),
  ...[
    [produceKey, 3, 7],
    [metadataKey, 0, 12],
    [apiVersionsKey, 0, 3],
  ].flatMap((numbers) => numbers.map(int16)),
  int32(0),
]);

const brokers: TestBroker[] = [];
const connections: BrokerConnection[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  await Promise.all(brokers.splice(0).map((broker) => broker.stop()));
});

const startBroker = async (clusterId: string, port = 0): Promise<TestBroker> => {
  const broker = await new TestBroker(clusterId).start(port);
  brokers.push(broker);
  return broker;
};

const clientOf = (port: number): Kafka =>
  createKafka({ brokers: [`127.0.0.1:${port.toString()}`], clientId: 'own-test', logger: silentLogger });

const refusals: string[] = [];
const requireOwn = (kafka: Kafka): void => {
  refusals.length = 0;
  requireCluster(kafka, {
    clusterId: 'own',
    refuse: (found) => {
      refusals.push(found);
      return new Error(`it leads to ${found}`);
    },
  });
};

const open = async (kafka: Kafka, port: number): Promise<BrokerConnection> => {
  const connection = await BrokerConnection.open({
    cluster: clusterOf(kafka),
    at: { host: '127.0.0.1', port },
    nodeId: 1,
    requestTimeoutMs: 1_000,
  });
  connections.push(connection);
  return connection;
};

const message = { key: null, value: Buffer.from('for our own followers'), headers: {} };
/** The test broker never acknowledges. */
const produce = (connection: BrokerConnection): Promise<unknown> =>
  connection.produce({
    acks: -1,
    timeout: 500,
    topicData: [{ topic: 'loyalty.facts', partitions: [{ partition: 0, messages: [message] }] }],
  });

test('▲ a broker of another cluster gets no request but those that ask who it is (D131)', async () => {
  const other = await startBroker('other');
  const kafka = clientOf(other.port);
  requireOwn(kafka);
  await expect(produce(await open(kafka, other.port))).rejects.toThrow('it leads to other');
  await expect(describeCluster(kafka)).rejects.toThrow('it leads to other');
  expect(new Set(other.requests)).toEqual(new Set([apiVersionsKey, metadataKey]));
  expect(new Set(refusals)).toEqual(new Set(['other']));
});

test('▲ a connection is asked once; a broker that comes to belong to another cluster is met when it is opened again', async () => {
  const own = await startBroker('own');
  const { port } = own;
  const kafka = clientOf(port);
  requireOwn(kafka);
  const connection = await open(kafka, port);
  await Promise.all([connection.readMetadata([]), connection.readMetadata([])]);
  await connection.readMetadata([]);
  expect(own.requests).toEqual([apiVersionsKey, metadataKey, metadataKey, metadataKey, metadataKey]);
  await own.stop();
  const other = await startBroker('other', port);
  await expect(produce(connection)).rejects.toThrow();
  await expect(produce(await open(kafka, port))).rejects.toThrow('it leads to other');
  expect(other.requests).not.toContain(produceKey);
  expect(refusals).toContain('other');
});

test('a client that requires no cluster asks for none', async () => {
  const broker = await startBroker('any');
  const connection = await open(clientOf(broker.port), broker.port);
  await expect(produce(connection)).rejects.toThrow();
  expect(broker.requests).toEqual([apiVersionsKey, produceKey]);
});
