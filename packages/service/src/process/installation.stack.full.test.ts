import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKafka, type Kafka } from '@loyalty/kafka';
import { describeCluster } from '@loyalty/kafka/metadata';
import { giveRegistryId, readRegistryId } from '@loyalty/kafka/registry';
import { isWrongSetting, type Part, randomId } from '@loyalty/kernel';
import { type Installation, readInstallation, recordInstallation } from '@loyalty/storage/installation';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, joinStack, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { createDoor } from '@loyalty/testkit/servers';
import { createOwnInstallation } from './installation.ts';
import { ProcessPhase } from './process-phase.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL = '' } = process.env;

const clientOf = (brokers: string): Kafka =>
  createKafka({ brokers: brokers.split(','), clientId: 'installation-test', logger: silentLogger });

let scratch: ScratchDatabase;
let own: Installation;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  await joinStack(scratch.db);
  own = await readInstallation(scratch.db);
});
afterEach(() => scratch.drop());

const record = (met: { readonly clusterId?: string; readonly registryId?: string }): Promise<void> =>
  recordInstallation(scratch.db, own, {
    clusterId: met.clusterId ?? own.clusterId ?? '',
    registryId: met.registryId ?? own.registryId ?? '',
  });

interface Meeting {
  readonly kafka?: Kafka;
  readonly needsKafka?: boolean;
  readonly registryUrl?: string;
}

const meet = ({ kafka = clientOf(KAFKA_BROKERS), needsKafka = true, registryUrl }: Meeting = {}) => {
  const phase = new ProcessPhase(silentLogger);
  const fatal: unknown[] = [];
  const config = { databaseUrl: scratch.url, schemaRegistryUrl: registryUrl ?? SCHEMA_REGISTRY_URL };
  const context = { config, logger: silentLogger, phase, onFatal: (reason: unknown) => fatal.push(reason) };
  const installation = createOwnInstallation(context, { name: 'installation-test', kafka, needsKafka });
  return { ...installation, phase, fatal, kafka };
};

const start = ({ part }: { readonly part: Part }): Promise<unknown> =>
  (part.start?.(new AbortController().signal) ?? Promise.resolve()).then(
    () => null,
    (failure: unknown) => failure,
  );

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A registry with this id; null: without one. */
const startRegistry = async (id: string | null): Promise<string> => {
  const server = createServer(({ url = '' }, response) => {
    if (id === null) response.writeHead(404).end('{}');
    else if (url.endsWith('/versions')) response.end('[3,7]');
    else if (url.endsWith('/versions/3')) {
      const symbols = [`id_${id.replaceAll('-', '_')}`];
      response.end(
        JSON.stringify({ id: 1, schema: JSON.stringify({ type: 'enum', name: 'RegistryId', symbols }) }),
      );
    } else response.writeHead(500).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
};

test('▲ a process meets its own Kafka and registry, whose ids it has then (D131)', async () => {
  const met = meet();
  expect(met.cacheSecret()).toBeNull();
  expect(await start(met)).toBeNull();
  expect(met.clusterId()).toBe((await describeCluster(met.kafka)).clusterId);
  expect(met.cacheSecret()).toHaveLength(32);
  await expect(met.confirmRegistry()).resolves.toBeUndefined();
  await record({ clusterId: 'another' });
  expect(await start(meet())).not.toBeNull();
  expect(met.fatal).toEqual([]);
});

test('▲ a process that meets another Kafka cluster ends as for a wrong setting, and names both', async () => {
  await record({ clusterId: 'of-another-installation' });
  const met = meet();
  const failure = await start(met);
  expect(isWrongSetting(failure)).toBe(true);
  expect(failure).toMatchObject({
    code: 'OTHER_KAFKA',
    message: expect.stringContaining(
      `Database ${own.databaseId} belongs to Kafka cluster of-another-installation, but KAFKA_BROKERS leads to cluster ${own.clusterId ?? ''}:`,
    ) as string,
  });
  expect(met.fatal).toEqual([]);
});

test('▲ a process that meets another registry ends as for a wrong setting, and names both', async () => {
  const other = randomId();
  const failure = await start(meet({ registryUrl: await startRegistry(other) }));
  expect(isWrongSetting(failure)).toBe(true);
  expect(failure).toMatchObject({
    code: 'OTHER_REGISTRY',
    message: expect.stringContaining(
      `Database ${own.databaseId} belongs to schema registry ${own.registryId ?? ''}, but SCHEMA_REGISTRY_URL leads to registry ${other}:`,
    ) as string,
  });
});

test('a registry that is away, or has lost its data with its id, holds up no start, and is asked nothing else', async () => {
  const door = await createDoor(SCHEMA_REGISTRY_URL);
  for (const registryUrl of [door.url, await startRegistry(null)]) {
    const met = meet({ registryUrl });
    expect(await start(met)).toBeNull();
    await expect(met.confirmRegistry()).rejects.toMatchObject({ code: 'REGISTRY_UNAVAILABLE', retry: true });
    expect(met.fatal).toEqual([]);
  }
});

test('▲ a Kafka that was away at the start, and leads elsewhere then, ends the process', async () => {
  await record({ clusterId: 'of-another-installation' });
  const door = await createDoor(`tcp://${KAFKA_BROKERS}`);
  const met = meet({ kafka: clientOf(`127.0.0.1:${door.port.toString()}`), needsKafka: false });
  expect(await start(met)).toBeNull();
  expect(met.fatal).toEqual([]);
  await door.open();
  await expect(describeCluster(met.kafka)).rejects.toMatchObject({ code: 'OTHER_KAFKA' });
  expect(met.fatal).toContainEqual(expect.objectContaining({ code: 'OTHER_KAFKA' }));
  await door.close();
});

test('a database without a record of its Kafka makes a process wait, and say so', async () => {
  await scratch.db.query('UPDATE installation SET kafka_cluster_id = NULL, registry_id = NULL');
  const met = meet();
  const started = start(met);
  await eventually('it names the way out', () =>
    (met.phase.check().detail ?? '').includes('run «loyaltyctl deploy»'),
  );
  await joinStack(scratch.db);
  expect(await started).toBeNull();
});

test('▲ a copy of the database that was given another Kafka has other keys in Redis', async () => {
  const [first, second] = [meet(), meet()];
  await start(first);
  await record({ clusterId: 'of-the-copy' });
  await start(second);
  expect(second.cacheSecret()).not.toBeNull();
  expect(second.cacheSecret()).not.toEqual(first.cacheSecret());
});

test('a registry keeps the first id that it was given', async () => {
  const { registryId } = own;
  expect(await readRegistryId(SCHEMA_REGISTRY_URL)).toBe(registryId);
  expect(await giveRegistryId(SCHEMA_REGISTRY_URL, randomId())).toBe(registryId);
});
