import { subjectSchemas } from '@loyalty/contracts';
import { createKafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { randomId } from '@loyalty/kernel';
import { type Installation, readInstallation, recordInstallation } from '@loyalty/storage/installation';
import { AdvisoryLocks } from '@loyalty/storage';
import { insertPositions } from '@loyalty/storage/positions';
import { outboxLockClass } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import {
  createSchemaDatabase,
  createScratchDatabase,
  type ScratchDatabase,
  withDatabase,
} from '@loyalty/testkit/database';
import { explainingRegistry } from '../connections.ts';
import { captureRun } from '../testing/captured-run.ts';
import { documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import type { RegisteredSchema } from './deploy.ts';
import type { DeployedInstallation } from './installation.ts';
import type { ServerVerdict } from './server-checks.ts';
import type { TopicsReport } from './topics.ts';

const quiet = { clientId: 'deploy-test', logger: silentLogger };

interface Deployed {
  readonly migrations: readonly string[];
  readonly topics: TopicsReport;
  readonly schemas: readonly RegisteredSchema[];
  readonly installation: DeployedInstallation;
}

test('a deploy that is repeated changes nothing and gives the same schema ids', async () => {
  const first = await documentOf<Deployed>('deploy');
  const again = await documentOf<Deployed>('deploy', '--local');
  expect(again).toMatchObject({
    migrations: [],
    topics: {
      partitions: 'local',
      replication: 1,
      created: [],
      changed: [],
      missing: [],
      brokers: { outcome: 'compared', differences: [] },
    },
  });
  expect(again.schemas).toEqual(first.schemas);
  expect(again.installation).toEqual(first.installation);
  expect(again.schemas.map(({ subject }) => subject)).toEqual(subjectSchemas.map(({ subject }) => subject));
});

interface Checked {
  readonly servers: readonly ServerVerdict[];
}

test('a check judges Postgres and Redis, a line each', async () => {
  const run = await loyaltyctl(['deploy', '--check']);
  expect(run.out).toMatch(/^Postgres: version is 1[78][.\d]*: ok\.$/m);
  expect(run.out).toContain('Postgres: encoding is UTF8: ok.');
  expect(run.out).toMatch(/^Redis: redis_version is [\d.]+: ok\.$/m);
  const { servers } = await documentOf<Checked>('deploy');
  expect(servers.filter(({ level }) => level === 'refuse')).toEqual([]);
});

test.each(['deploy', 'migrate'])(
  '▲ %s refuses a database that cannot serve before its first step',
  async (command) => {
    const variables = stackVariables();
    const url = new URL(variables['DATABASE_URL'] ?? '');
    const name = `ascii_${randomId().replaceAll('-', '_')}`;
    const tables = "SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    await withDatabase(url.href, (db) =>
      db.query(
        `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
      ),
    );
    url.pathname = `/${name}`;
    try {
      const run = await captureRun([command], {
        variables: Object.assign({}, variables, { DATABASE_URL: url.href }),
      });
      expect(run.exitCode).toBe(1);
      expect(run.err).toContain(
        'Refused: encoding of Postgres is SQL_ASCII, but must be UTF8: create the database',
      );
      expect(await withDatabase(url.href, (db) => db.query(tables))).toEqual([{ tables: 0 }]);
    } finally {
      await withDatabase(variables['DATABASE_URL'] ?? '', (db) =>
        db.query(`DROP DATABASE ${name} WITH (FORCE)`),
      );
    }
  },
);

test('several deploys at once take turns', async () => {
  const runs = await Promise.all([loyaltyctl(['migrate']), loyaltyctl(['migrate']), loyaltyctl(['migrate'])]);
  expect(runs.map(({ exitCode, out }) => [exitCode, out])).toEqual(
    runs.map(() => [0, 'Schema: up to date.\n']),
  );
});

test('contract steps are an act of their own, and a schema without open ones stays as it is', async () => {
  const { exitCode, out } = await loyaltyctl(['migrate', '--contract']);
  expect([exitCode, out]).toEqual([0, 'Schema: up to date.\n']);
});

test('text that is ordered by bytes already stays as it is', async () => {
  const { exitCode, out } = await loyaltyctl(['migrate', '--text-by-bytes']);
  expect([exitCode, out]).toEqual([0, 'Schema: up to date.\n']);
});

test('topics that have other partitions are named with the way out, stay as they are, and fail the command', async () => {
  const flags = ['--partitions', 'production', '--replication', '1', '--json'];
  const run = await loyaltyctl(['topics', 'create', ...flags]);
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain('Differs: partitions of loyalty.receipts is 12, but 48 is declared.');
  expect(run.err).toContain('«loyaltyctl topics create --add-partitions» adds them');
  const { differences } = (JSON.parse(run.out) as Deployed).topics;
  expect(differences).toContainEqual({
    topic: 'loyalty.receipts',
    setting: 'partitions',
    is: '12',
    declared: '48',
  });
});

test('a check names a stream that has other settings, and writes nothing; who alters changes them', async () => {
  const kafka = createKafka({ brokers: [stackVariables()['KAFKA_BROKERS'] ?? ''], ...quiet });
  const name = `loyalty.receipts.${randomId()}.live`;
  const config = { 'compression.type': 'gzip' };
  await createTopics(kafka, [{ name, partitions: 1, replicationFactor: 1, config }]);
  const own = (differences: TopicsReport['differences']) => differences.filter(({ topic }) => topic === name);
  for (let time = 0; time < 2; time += 1) {
    const check = await loyaltyctl(['deploy', '--check', '--json']);
    expect(check.exitCode).toBe(1);
    const { topics } = JSON.parse(check.out) as Deployed;
    expect(own(topics.differences)).toContainEqual({
      topic: name,
      setting: 'compression.type',
      is: 'gzip',
      declared: 'uncompressed',
    });
    expect(check.err).toContain('To correct settings, run «loyaltyctl deploy --alter»');
  }
  const altered = JSON.parse((await loyaltyctl(['topics', 'create', '--alter', '--json'])).out) as Deployed;
  expect(own(altered.topics.differences)).toEqual([]);
  const again = JSON.parse((await loyaltyctl(['deploy', '--check', '--json'])).out) as Deployed;
  expect(own(again.topics.differences)).toEqual([]);
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [name] });
  await admin.disconnect();
});

test('who only compares makes nothing: a topic that is missing is named', async () => {
  const run = await loyaltyctl(['topics', 'create', '--topics', 'check', '--json']);
  const { topics } = JSON.parse(run.out) as Deployed;
  expect(topics).toMatchObject({ created: [], changed: [], missing: [] });
  const clash = await loyaltyctl(['topics', 'create', '--topics', 'check', '--alter']);
  expect(clash.exitCode).toBe(2);
});

test('a breaking change of a schema is refused in a sentence that says what to do', async () => {
  const url = stackVariables()['SCHEMA_REGISTRY_URL'] ?? '';
  const registry = createSchemaRegistry(url);
  const subject = `loyalty.test-${randomId()}-value`;
  const schemaText = (type: string): string =>
    JSON.stringify({ type: 'record', name: 'Test', fields: [{ name: 'amount', type }] });
  await registry.register(subject, schemaText('long'));
  await expect(
    explainingRegistry(url, () => registry.register(subject, schemaText('string'))),
  ).rejects.toThrow(
    new RegExp(
      `^${subject}: the change breaks a reader or a writer \\(.+\\)\\. A schema may only gain fields`,
    ),
  );
});

const on = ({ url }: ScratchDatabase, line: readonly string[]) =>
  captureRun(line, { variables: { ...stackVariables(), DATABASE_URL: url } });

/** Records those of the stack, but for the other one. */
const recordOther = async (
  { db }: ScratchDatabase,
  other: { readonly clusterId?: string; readonly registryId?: string },
): Promise<Installation> => {
  const { clusterId, registryId } = (await documentOf<Deployed>('deploy')).installation;
  await recordInstallation(db, await readInstallation(db), {
    clusterId: other.clusterId ?? clusterId,
    registryId: other.registryId ?? registryId,
  });
  return readInstallation(db);
};

test('▲ the first deploy records the Kafka and the registry of a database, also of a new one (D131)', async () => {
  const { installation: own } = await documentOf<Deployed>('deploy');
  const scratch = await createScratchDatabase();
  const run = await on(scratch, ['deploy', '--json']);
  expect([run.exitCode, run.err]).toEqual([0, '']);
  const { clusterId, registryId } = own;
  expect((JSON.parse(run.out) as Deployed).installation).toMatchObject({ clusterId, registryId });
  expect(await readInstallation(scratch.db)).toMatchObject({ clusterId, registryId });
  await scratch.drop();
});

test('▲ a deploy to another Kafka does nothing and names both, until it is adopted; no service may run then', async () => {
  const scratch = await createSchemaDatabase();
  const before = await recordOther(scratch, { clusterId: 'of-another-installation' });
  const { clusterId } = (await documentOf<Deployed>('deploy')).installation;
  for (const line of [['deploy'], ['deploy', '--check'], ['positions', 'list'], ['erasures', 'reapply']]) {
    const refused = await on(scratch, line);
    expect([line, refused.exitCode]).toEqual([line, 1]);
    expect(refused.err).toContain(
      `Database ${before.databaseId} belongs to Kafka cluster of-another-installation, but KAFKA_BROKERS leads to cluster ${clusterId}:`,
    );
    expect(refused.err).toContain('«loyaltyctl deploy --adopt-kafka»');
  }
  expect(await readInstallation(scratch.db)).toEqual(before);
  const lock = await new AdvisoryLocks(scratch.url).tryLock(outboxLockClass, 7);
  const running = await on(scratch, ['deploy', '--adopt-kafka']);
  expect([running.exitCode, running.err]).toEqual([
    1,
    expect.stringContaining('1 services are running on this database'),
  ]);
  await lock?.release();
  expect((await on(scratch, ['deploy', '--adopt-kafka'])).exitCode).toBe(0);
  expect(await readInstallation(scratch.db)).toEqual({ ...before, clusterId });
  expect((await on(scratch, ['deploy'])).exitCode).toBe(0);
  await scratch.drop();
});

test('▲ a deploy to another registry does nothing and names both, until it is adopted', async () => {
  const scratch = await createSchemaDatabase();
  const other = randomId();
  const before = await recordOther(scratch, { registryId: other });
  const { registryId } = (await documentOf<Deployed>('deploy')).installation;
  for (const line of [['deploy'], ['schemas', 'register']]) {
    const refused = await on(scratch, line);
    expect([line, refused.exitCode]).toEqual([line, 1]);
    expect(refused.err).toContain(
      `Database ${before.databaseId} belongs to schema registry ${other}, but SCHEMA_REGISTRY_URL leads to registry ${registryId}:`,
    );
  }
  expect((await on(scratch, ['deploy', '--adopt-registry'])).exitCode).toBe(0);
  expect(await readInstallation(scratch.db)).toEqual({ ...before, registryId });
  await scratch.drop();
});

test('▲ an installation of a release before belongs to the Kafka that it has read', async () => {
  const scratch = await createSchemaDatabase();
  const place = { topic: 'loyalty.evaluate', partition: 0, nextOffset: 7 };
  await insertPositions(scratch.db, { clusterId: 'read-before', consumerGroup: 'earn-engine' }, [place]);
  const refused = await on(scratch, ['deploy']);
  expect([refused.exitCode, refused.err]).toEqual([
    1,
    expect.stringContaining('belongs to Kafka cluster read-before'),
  ]);
  expect(await readInstallation(scratch.db)).toMatchObject({ clusterId: null, registryId: null });
  expect((await on(scratch, ['deploy', '--adopt-kafka'])).exitCode).toBe(0);
  await scratch.drop();
});
