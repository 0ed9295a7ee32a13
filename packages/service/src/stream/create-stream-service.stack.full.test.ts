import { createKafka, type Kafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { readEndOffsets } from '@loyalty/kafka/metadata';
import { readLog } from '@loyalty/kafka/read-log';
import { type Lifecycle, type Part, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { readInstallation, recordInstallation } from '@loyalty/storage/installation';
import { migrate } from '@loyalty/storage/migrate';
import { insertOutbox, noOwner } from '@loyalty/storage/outbox';
import { packMessages } from '@loyalty/streams/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, createSchemaDatabase, joinStack } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { sendOnce } from '@loyalty/testkit/servers';
import { allMigrations } from '../migrations.ts';
import { createFollower, type Follow, stackConfig } from '../testing/follower.ts';

let db: Database;
let kafka: Kafka;
beforeAll(() => {
  kafka = createKafka({ brokers: stackConfig.kafkaBrokers, clientId: 'engine-test', logger: silentLogger });
  db = createDatabase({
    url: stackConfig.databaseUrl,
    applicationName: 'engine-test',
    poolMax: 1,
    logger: silentLogger,
  });
});
afterAll(() => db.close());

const createTopic = async (name: string): Promise<void> => {
  await createTopics(kafka, [{ name, partitions: 1, replicationFactor: 1, config: {} }]);
};

const send = (topic: string, ...values: readonly string[]): Promise<void> =>
  sendOnce(kafka, { topic, messages: values.map((value) => ({ value })) });

/** A part that records its start and stop, and the messages that were stored by then. */
const noting = (notes: string[], stored: readonly string[]): Part => ({
  name: 'noting',
  start: () => Promise.resolve(void notes.push(`started with ${stored.length.toString()}`)),
  stop: () => Promise.resolve(void notes.push(`stopped with ${stored.length.toString()}`)),
});

interface NotedFollow extends Follow {
  readonly notes?: string[];
}

const createNoted = ({ notes = [], ...follow }: NotedFollow) =>
  createFollower({ ...follow, parts: [noting(notes, follow.stored)] });

const startFollower = async (follow: NotedFollow): Promise<Lifecycle> => {
  const { lifecycle } = createNoted(follow);
  await lifecycle.start();
  return lifecycle;
};

test('a service of a group and a handler continues from its own position, and runs its parts around the batches', async () => {
  const topic = `test.follower.${randomId()}`;
  const stored: string[] = [];
  const notes: string[] = [];
  await createTopic(topic);
  await send(topic, 'one', 'two');
  const first = await startFollower({ topic, stored, notes });
  await eventually('both are stored', () => stored.length === 2);
  await first.stop();
  await send(topic, 'three');
  const second = await startFollower({ topic, stored, notes });
  await eventually('the third is stored', () => stored.length === 3);
  await second.stop();
  expect(stored).toEqual(['one', 'two', 'three']);
  expect(notes).toEqual(['started with 0', 'stopped with 2', 'started with 2', 'stopped with 3']);
  const positions = await db.query(
    'SELECT next_offset AS "nextOffset" FROM stream_positions WHERE consumer_group = $1',
    [topic],
  );
  expect(positions).toEqual([{ nextOffset: 3 }]);
});

test('▲ a stop publishes what was stored and deletes it from the outbox: nobody publishes it again', async () => {
  const [topic, factsTopic] = [`test.follower.${randomId()}`, `test.facts.${randomId()}`];
  const stored: string[] = [];
  await createTopic(topic);
  await createTopic(factsTopic);
  const values = Array.from({ length: 50 }, (_, n) => n.toString());
  const service = await startFollower({ topic, stored, factsTopic });
  await send(topic, ...values);
  await eventually('all are stored', () => stored.length === values.length);
  await service.stop();
  const rows = await db.query('SELECT FROM outbox WHERE position(convert_to($1, $2) IN messages) > 0', [
    factsTopic,
    'UTF8',
  ]);
  expect(rows).toHaveLength(0);
  const published: string[] = [];
  await readLog(kafka, { topic: factsTopic, onRecord: ({ value }) => published.push(String(value)) });
  expect(published).toEqual(values);
});

test('a service whose topic is missing waits for it, and then reads it', async () => {
  const topic = `test.follower.${randomId()}`;
  const stored: string[] = [];
  const { lifecycle, phase } = createNoted({ topic, stored });
  const started = lifecycle.start();
  await eventually('it waits for Kafka', () => (phase.check().detail ?? '').includes('waiting for Kafka ('));
  await createTopic(topic);
  expect(await started).toBe('started');
  await send(topic, 'one');
  await eventually('it is stored', () => stored.length === 1);
  await lifecycle.stop();
});

test('a service whose database has no schema at all asks whether it is the right one', async () => {
  const scratch = await createScratchDatabase();
  const databaseUrl = scratch.url;
  const { lifecycle, phase } = createNoted({
    topic: `test.follower.${randomId()}`,
    stored: [],
    databaseUrl,
  });
  const started = lifecycle.start();
  await eventually('it asks', () => (phase.check().detail ?? '').includes('is DATABASE_URL right?'));
  expect(phase.check().detail).toContain('the database has no schema');
  await lifecycle.stop();
  await started;
  await scratch.drop();
});

test('▲ a service whose database lacks a step of the schema reads nothing until it has it', async () => {
  const topic = `test.follower.${randomId()}`;
  await createTopic(topic);
  await send(topic, 'one');
  const lacking = '0020-registered-schemas';
  const scratch = await createScratchDatabase(allMigrations.filter(({ name }) => name !== lacking));
  await joinStack(scratch.db);
  const stored: string[] = [];
  const { lifecycle, phase } = createNoted({ topic, stored, databaseUrl: scratch.url });
  const started = lifecycle.start();
  await eventually('it names the step', () =>
    (phase.check().detail ?? '').includes(`the database lacks ${lacking}: run «loyaltyctl migrate»`),
  );
  expect(stored).toEqual([]);
  await migrate(scratch.url, allMigrations);
  expect(await started).toBe('started');
  await eventually('it is stored', () => stored.length === 1);
  await lifecycle.stop();
  await scratch.drop();
});

test('▲ a service of a database that belongs to another Kafka reads nothing, joins nothing and publishes nothing (D131)', async () => {
  const topic = `test.follower.${randomId()}`;
  await createTopic(topic);
  await send(topic, 'one');
  const scratch = await createSchemaDatabase();
  await joinStack(scratch.db);
  const own = await readInstallation(scratch.db);
  const other = { clusterId: 'of-another-installation', registryId: own.registryId ?? '' };
  await recordInstallation(scratch.db, own, other);
  const factsTopic = `test.facts.${randomId()}`;
  await createTopic(factsTopic);
  const fact = { topic: factsTopic, key: null, value: Buffer.from('of the other Kafka'), headers: {} };
  await insertOutbox(scratch.db, noOwner, packMessages([fact]));
  const [stored, notes]: [string[], string[]] = [[], []];
  const { lifecycle } = createNoted({ topic, stored, notes, databaseUrl: scratch.url });
  await expect(lifecycle.start()).rejects.toMatchObject({
    code: 'OTHER_KAFKA',
    message: expect.stringMatching(
      new RegExp(
        `^Database ${own.databaseId} belongs to Kafka cluster of-another-installation, but .* cluster ${own.clusterId ?? ''}:`,
      ),
    ) as string,
  });
  expect([stored, notes]).toEqual([[], []]);
  const admin = kafka.admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  await admin.disconnect();
  expect(groups.map(({ groupId }) => groupId)).not.toContain(topic);
  expect(await scratch.db.query('SELECT FROM outbox')).toHaveLength(1);
  expect(await readEndOffsets(kafka, factsTopic)).toEqual(new Map([[0, 0]]));
  await scratch.drop();
});
