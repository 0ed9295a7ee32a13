import { allMigrations } from '@loyalty/service/migrations';
import { launchService, readLocalStack, type StartedService } from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { migrate } from '@loyalty/storage/migrate';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createScratchDatabase, joinStack } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { createDoor, type Door } from '@loyalty/testkit/servers';
import { activateCampaigns, createTestTenant } from '../support/tenant.ts';

const doors: Door[] = [];
const services: StartedService[] = [];
let db: Database;

beforeAll(() => {
  const url = readLocalStack().databaseUrl;
  db = createDatabase({ url, applicationName: 'starts-test', poolMax: 1, logger: silentLogger });
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await Promise.all(doors.splice(0).map((door) => door.close()));
});
afterAll(() => db.close());

/** A closed way to a part of the stack. */
const doorTo = async (url: string): Promise<Door> => {
  const door = await createDoor(url);
  doors.push(door);
  return door;
};

const launch = async (name: string, env: Record<string, string>): Promise<StartedService> => {
  const service = await launchService({ name, env });
  services.push(service);
  return service;
};

interface Readiness {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, string>>;
}

/** Null before the admin port responds. */
const readinessOf = async ({ adminPort }: StartedService): Promise<Readiness | null> => {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort.toString()}/health/ready`);
    const body = (await response.json()) as Omit<Readiness, 'status'>;
    return { ...body, status: response.status };
  } catch {
    return null;
  }
};

const untilReady = (service: StartedService): Promise<void> =>
  eventually('it is ready', async () => (await readinessOf(service))?.status === 200);

const untilWaitingFor = (service: StartedService, what: RegExp): Promise<void> =>
  eventually(`it says that it waits for ${what.source}`, async () => {
    const readiness = await readinessOf(service);
    return readiness?.status === 503 && what.test(readiness.details['start'] ?? '');
  });

/** The variable of each part, its address, and what a process says that waits for it. */
const awayOf = (part: 'Kafka' | 'Postgres' | 'the registry') => {
  const { kafkaBrokers, databaseUrl, schemaRegistryUrl } = readLocalStack();
  switch (part) {
    case 'Kafka':
      return { variable: 'KAFKA_BROKERS', url: `tcp://${kafkaBrokers}`, said: /waiting for Kafka/ };
    case 'Postgres':
      return {
        variable: 'DATABASE_URL',
        url: databaseUrl,
        said: /waiting for Postgres and its schema \(.*ECONNREFUSED/,
      };
    case 'the registry':
      // By another address it is another registry, whose ids are not stored.
      return {
        variable: 'SCHEMA_REGISTRY_URL',
        url: schemaRegistryUrl,
        said: /waiting for the schema registry \(.*ECONNREFUSED/,
      };
  }
};

const addressOf = (variable: string, door: Door): string =>
  variable === 'KAFKA_BROKERS' ? `127.0.0.1:${door.port.toString()}` : door.url;

test.each([
  ['ingress', 'Kafka'],
  ['ingress', 'Postgres'],
  ['ingress', 'the registry'],
  ['earn-engine', 'Kafka'],
  ['earn-engine', 'Postgres'],
  ['earn-engine', 'the registry'],
] as const)('%s starts while %s is away: it says so, and serves once it is back', async (name, part) => {
  const { variable, url, said } = awayOf(part);
  const door = await doorTo(url);
  const service = await launch(name, { [variable]: addressOf(variable, door) });
  await untilWaitingFor(service, said);
  expect((await fetch(`http://127.0.0.1:${service.adminPort.toString()}/health/live`)).status).toBe(200);
  await door.open();
  await untilReady(service);
});

test('ingress serves without Redis', async () => {
  const door = await doorTo(readLocalStack().redisUrl);
  const service = await launch('ingress', { REDIS_URL: door.url });
  await untilReady(service);
  expect((await readinessOf(service))?.details['cache']).toBe('not connected');
});

test('▲ an ingress for tills serves', async () => {
  const service = await launch('ingress', { INGRESS_ROLE: 'checkout' });
  await untilReady(service);
  expect((await readinessOf(service))?.checks).toMatchObject({ replies: 'ok' });
});

test('▲ an ingress for management calls serves without Kafka, and stops', async () => {
  const door = await doorTo(`tcp://${readLocalStack().kafkaBrokers}`);
  const env = { INGRESS_ROLE: 'management', KAFKA_BROKERS: addressOf('KAFKA_BROKERS', door) };
  const service = await launch('ingress', env);
  await untilReady(service);
  expect((await readinessOf(service))?.checks).toMatchObject({ replies: 'unavailable' });
  service.kill('SIGTERM');
  expect(await service.ended).toEqual({ how: 'exit', code: 0 });
});

test('▲ an engine of one lane joins the groups of that lane alone', async () => {
  const engine = await launch('earn-engine', { LANES: 'interactive' });
  await untilReady(engine);
  const groups = [...(await metricsOf(engine)).matchAll(/^loyalty_assigned_partitions\{group="([^"]+)"\}/gm)];
  expect(groups.map(([, group]) => group).toSorted()).toEqual(['earn-engine', 'earn-engine-events']);
});

test('a stop in the middle of a wait ends at once, with 0', async () => {
  const door = await doorTo(readLocalStack().databaseUrl);
  const service = await launch('earn-engine', { DATABASE_URL: door.url });
  await untilWaitingFor(service, /waiting for Postgres/);
  const beganMs = performance.now();
  service.kill('SIGTERM');
  expect(await service.ended).toEqual({ how: 'exit', code: 0 });
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test.each([
  ['ingress', { SECRET_KEYS: 'not a key', SECRET_KEYS_FILE: '' }],
  ['ingress', { JWT_JWKS_URL: 'ftp://somewhere', JWT_PUBLIC_KEY_FILE: '' }],
  ['ingress', { JWT_JWKS_URL: 'http://idp.example/keys', JWT_PUBLIC_KEY_FILE: '' }],
  ['webhook-dispatcher', { EGRESS_DENY_CIDRS: 'everything' }],
  ['fulfilment', { DNS_SERVERS: 'nowhere' }],
])('%s ends with 2 for a setting that is found wrong when it is used: %p', async (name, env) => {
  const service = await launch(name, env);
  expect(await service.ended).toEqual({ how: 'exit', code: 2 });
});

test('▲ an engine that starts while the registry is unavailable reads the schemas from Postgres, and serves within five seconds', async () => {
  const { schemaRegistryUrl } = readLocalStack();
  const door = await doorTo(schemaRegistryUrl);
  const stored = (url: string): string => url.replace(/\/$/, '');
  await db.query(
    `INSERT INTO registered_schemas (registry, subject, fingerprint, schema_id, schema)
     SELECT $2, subject, fingerprint, schema_id, schema FROM registered_schemas WHERE registry = $1`,
    [stored(schemaRegistryUrl), stored(door.url)],
  );
  const beganMs = performance.now();
  const engine = await launch('earn-engine', { SCHEMA_REGISTRY_URL: door.url });
  await untilReady(engine);
  const tookMs = performance.now() - beganMs;
  process.stdout.write(`an engine is ready ${tookMs.toFixed(0)} ms after its start without the registry\n`);
  // The promise is for a quiet machine.
  expect(tookMs).toBeLessThan(15_000);
  const tenant = await createTestTenant('Without a registry');
  await activateCampaigns(tenant.live, [{ name: 'One', earningRule: { type: 'FIXED_POINTS', points: 1 } }]);
  await eventually('both engines decide', async () => {
    const bodies = Array.from({ length: 40 }, (_, at) => ({
      transactionRef: crypto.randomUUID(),
      memberRef: `m-${at.toString()}`,
      amount: 100,
    }));
    const responses = await Promise.all(
      bodies.map((body) => tenant.live.post('/transactions/evaluate', body)),
    );
    expect(responses.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    return (await storedBy(engine)) > 0;
  });
  await db.query('DELETE FROM registered_schemas WHERE registry = $1', [stored(door.url)]);
});

const metricsOf = async ({ adminPort }: StartedService): Promise<string> =>
  (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();

const storedBy = async (service: StartedService): Promise<number> => {
  const text = await metricsOf(service);
  const counts = [...text.matchAll(/^loyalty_messages_total\{[^}]*outcome="stored"[^}]*\} (\d+)/gm)];
  return counts.reduce((total, [, count]) => total + Number(count), 0);
};

test('▲ a service that is there before its migration is unready, names it, and goes on once it has run', async () => {
  const steps = allMigrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const last = steps.findLast(({ phase }) => phase !== 'contract')?.name ?? '';
  const scratch = await createScratchDatabase(steps.filter(({ name }) => name !== last));
  try {
    await joinStack(scratch.db);
    const service = await launch('ingress', { DATABASE_URL: scratch.url });
    await untilWaitingFor(service, new RegExp(`the database lacks ${last}: run «loyaltyctl migrate»`));
    await migrate(scratch.url, allMigrations);
    await untilReady(service);
    expect((await readinessOf(service))?.details['start']).toBeUndefined();
    await service.stop();
  } finally {
    await scratch.drop();
  }
});
