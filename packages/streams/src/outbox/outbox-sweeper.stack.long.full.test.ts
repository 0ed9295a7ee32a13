import { randomInt } from 'node:crypto';
import { type Part, randomId } from '@loyalty/kernel';
import { createDatabase, type Database, tryAdvisoryLock } from '@loyalty/storage';
import { deleteOutbox, insertOutbox, outboxLockClass, readOutboxIds } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';
import { createTopics } from '@loyalty/kafka/admin';
import { createKafka } from '@loyalty/kafka';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { ProducerPort } from '@loyalty/kafka';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { readLog } from '@loyalty/kafka/read-log';
import { FactPublisher, type ProducerQueue } from './fact-publisher.ts';
import { type OutboxOwner, registerOutboxOwner } from './outbox-owner.ts';
import { createOutboxSweeper } from './outbox-sweeper.ts';
import { packMessages } from './packed-messages.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '', DATABASE_URL: databaseUrl = '' } = process.env;
const kafka = createKafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'messaging-test',
  logger: silentLogger,
});
const topic = `test.outbox.${randomId()}`;

let db: Database;
let facts: CoalescingProducer;
let owner: OutboxOwner;
let sweeper: Part | undefined;

beforeAll(async () => {
  db = createDatabase({
    url: databaseUrl,
    applicationName: 'messaging-test',
    poolMax: 2,
    logger: silentLogger,
  });
  // The topic stays: an engine on the same stack may publish to it, and would wait for ever for a missing
  // one.
  await createTopics(kafka, [{ name: topic, partitions: 1, replicationFactor: 1, config: {} }]);
  facts = new CoalescingProducer({
    kafka,
    acks: -1,
    logger: silentLogger,
    patienceMs: Infinity,
    waitingMax: 1_000,
  });
  await facts.start();
});
afterAll(async () => {
  await facts.stop();
  await db.close();
});
beforeEach(async () => {
  owner = registerOutboxOwner(databaseUrl, silentLogger);
  await owner.start?.();
});
afterEach(async () => {
  await sweeper?.stop?.();
  await deleteOutbox(db, await readOutboxIds(db, owner.owner, 1_000));
  await owner.stop?.();
});

/** The real producer, with a set number of failures. */
const failingProducer = () => {
  const failing = { times: 0 };
  const producer: ProducerPort = {
    send: (messages) => {
      if (failing.times === 0) return facts.send(messages);
      failing.times -= 1;
      return Promise.reject(new Error('Kafka is unavailable'));
    },
    stop: () => Promise.resolve(),
  };
  return { producer, failing };
};

/** Produces to a cluster that never responds. */
const silentProducer = (): { readonly producer: ProducerPort; readonly asked: Promise<void> } => {
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const send = (): Promise<void> => {
    ask();
    return new Promise(() => undefined);
  };
  return { producer: { send, stop: () => Promise.resolve() }, asked };
};

/** A publisher on whose way to Kafka these rows are. */
const publisherTracking = (...rows: readonly number[]): FactPublisher => {
  const publisher = new FactPublisher({ producer: silentProducer().producer, logger: silentLogger });
  for (const row of rows) publisher.publish(row, []);
  return publisher;
};

const startSweeper = async (publisher = publisherTracking()) => {
  const { producer, failing } = failingProducer();
  await startSweeperWith(producer, publisher);
  return failing;
};

const startSweeperWith = async (
  producer: ProducerPort,
  publisher: FactPublisher,
  metrics = createMetrics({ service: 'test' }),
): Promise<void> => {
  const { owner: number } = owner;
  sweeper = createOutboxSweeper({
    database: db,
    databaseUrl,
    owner: number,
    publisher,
    producer,
    logger: silentLogger,
    metrics,
  });
  await sweeper.start?.();
};

const messageOf = (value: string): OutgoingMessage => ({
  topic,
  key: null,
  value: Buffer.from(value),
  headers: {},
});

/** Leaves a row as a batch does whose COMMIT succeeded and whose response was lost: no process tracks it. */
const leaveRow = (by: number, ...values: string[]): Promise<number> =>
  db.transaction((tx) => insertOutbox(tx, by, packMessages(values.map(messageOf))));

/** Returns which of these texts are on the topic, in the order of its log. */
const publishedOf = async (...values: string[]): Promise<string[]> => {
  const all: string[] = [];
  await readLog(kafka, { topic, onRecord: ({ value }) => all.push(String(value)) });
  return all.filter((value) => values.includes(value));
};

const rowsLeft = (by: number): Promise<number[]> => readOutboxIds(db, by, 1_000);

test('▲ an untracked row of a living owner is published and deleted; a tracked one stays', async () => {
  const remembered = await leaveRow(owner.owner, 'on its way');
  await leaveRow(owner.owner, 'forgotten', 'with another fact');
  await startSweeper(publisherTracking(remembered));
  await eventually('the forgotten one is gone', async () => (await rowsLeft(owner.owner)).length === 1);
  const published = await publishedOf('on its way', 'forgotten', 'with another fact');
  expect(published).toEqual(['forgotten', 'with another fact']);
  expect(await rowsLeft(owner.owner)).toEqual([remembered]);
});

test('▲ an orphaned row stays while Kafka is unreachable, and is published in the end', async () => {
  const failing = await startSweeper();
  failing.times = 1;
  await leaveRow(owner.owner, 'late');
  await eventually('it is gone', async () => (await rowsLeft(owner.owner)).length === 0);
  expect(failing.times).toBe(0);
  expect(await publishedOf('late')).toEqual(['late']);
});

test('the rows of another owner are left alone while it lives, and published once it is dead', async () => {
  const another = randomInt(1, 2 ** 31);
  const alive = await tryAdvisoryLock(databaseUrl, outboxLockClass, another);
  await leaveRow(another, 'of another');
  await leaveRow(owner.owner, 'ours');
  await startSweeper();
  await eventually('ours is published', async () => (await rowsLeft(owner.owner)).length === 0);
  expect(await rowsLeft(another)).toHaveLength(1);
  await alive?.release();
  // By this sweeper, or by that of an engine on the same stack.
  await eventually('no row is left', async () => (await rowsLeft(another)).length === 0);
  expect(await publishedOf('of another')).toEqual(['of another']);
});

test('a sweeper that waits for a silent Kafka stops all the same, and the rows stay', async () => {
  const row = await leaveRow(owner.owner, 'not heard');
  const { producer, asked } = silentProducer();
  await startSweeperWith(producer, publisherTracking());
  await asked;
  await sweeper?.stop?.();
  expect(await rowsLeft(owner.owner)).toEqual([row]);
});

/** A producer whose queue is full of what a broker does not take, until it is opened. */
const stalledProducer = () => {
  const queue = { isStalled: true, waiting: 1_000_000, waitingBytes: 0 };
  const producer: ProducerPort & ProducerQueue = {
    send: (messages) => facts.send(messages),
    stop: () => Promise.resolve(),
    get waiting() {
      return queue.waiting;
    },
    get waitingBytes() {
      return queue.waitingBytes;
    },
    get isStalled() {
      return queue.isStalled;
    },
  };
  return { producer, open: () => Object.assign(queue, { isStalled: false, waiting: 0 }) };
};

test('▲ rows that were left while Kafka took nothing are published from the outbox in their order, and what comes later behind them', async () => {
  const { producer, open } = stalledProducer();
  const publisher = new FactPublisher({ producer, logger: silentLogger });
  const metrics = createMetrics({ service: 'test' });
  await startSweeperWith(producer, publisher, metrics);
  const values = Array.from({ length: 60 }, (_, n) => `left ${n.toString()}`);
  for (const value of values.slice(0, -1)) {
    const row = await leaveRow(owner.owner, value);
    await publisher.waitForCapacity();
    publisher.publish(row, [messageOf(value)]);
  }
  expect(publisher.unpublished).toBe(59);
  expect((await metrics.render()).body).toContain('loyalty_outbox_unpublished_rows 59');
  expect(await publishedOf(...values)).toEqual([]);
  open();
  const last = values.at(-1) ?? '';
  publisher.publish(await leaveRow(owner.owner, last), [messageOf(last)]);
  await eventually('all are published', () => publisher.unpublished === 0);
  expect(await publishedOf(...values)).toEqual(values);
});

test('published rows beyond those that batches delete are deleted by the hundred', async () => {
  const publisher = new FactPublisher({
    producer: { send: () => Promise.resolve(), stop: () => Promise.resolve() },
    logger: silentLogger,
  });
  for (let n = 0; n < 300; n += 1) publisher.publish(await leaveRow(owner.owner), []);
  await startSweeper(publisher);
  await eventually('only few are left', async () => (await rowsLeft(owner.owner)).length <= 256);
  expect(publisher.published()).toEqual(await rowsLeft(owner.owner));
});
