import { rmSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@loyalty/contracts';
import { readRegistryId } from '@loyalty/kafka/registry';
import {
  type CtlRun,
  demoTenants,
  inheritedEnvironment,
  launchService,
  type LocalStack,
  type OwnStack,
  readLocalStack,
  type StartedService,
  startLoyaltyctl,
  startOwnStack,
  startService,
} from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { type Installation, readInstallation } from '@loyalty/storage/installation';
import { silentLogger } from '@loyalty/telemetry/logger';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

// Two whole installations, `live` and `staging`, whose tenants, environments and topics have the same numbers and names. Each way to cross
// them: staging's processes with one address of live's. The stack of the tests is live.

let staging: OwnStack;
let live: LocalStack;
let shop: TestTenant;
let stagingDb: Database;
let liveDb: Database;
let own: Installation;
let foreign: Installation;
const services: StartedService[] = [];

const ctlOn = (
  stack: OwnStack,
  line: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CtlRun> =>
  startLoyaltyctl(
    { root: stack.now().root, env: { ...inheritedEnvironment(), ...addressesOf(stack), ...env } },
    line,
  ).ended;

const addressesOf = (stack: OwnStack): Readonly<Record<string, string>> => {
  const { kafkaBrokers, schemaRegistryUrl, databaseUrl, secretKeysFile } = stack.now();
  return {
    LOYALTY_LOCAL_JSON: stack.localJsonPath,
    KAFKA_BROKERS: kafkaBrokers,
    SCHEMA_REGISTRY_URL: schemaRegistryUrl,
    DATABASE_URL: databaseUrl,
    SECRET_KEYS_FILE: secretKeysFile,
  };
};

const openDatabase = (url: string): Database =>
  createDatabase({ url, applicationName: 'crossed-test', poolMax: 1, logger: silentLogger });

beforeAll(async () => {
  live = readLocalStack();
  const home = join(live.root, '.loyalty/installations');
  rmSync(join(home, 'log'), { recursive: true, force: true });
  // Without the addresses that the runner gives to tests.
  const variables = { KAFKA_BROKERS: '', SCHEMA_REGISTRY_URL: '', DATABASE_URL: '', REDIS_URL: '' };
  staging = await startOwnStack({ root: live.root, home, isInfraOnly: true, variables });
  for (const line of [['deploy'], ['demo']]) {
    const { code, stderr } = await ctlOn(staging, line);
    if (code !== 0) throw new Error(`loyaltyctl ${line.join(' ')}: ${stderr}`);
  }
  [stagingDb, liveDb] = [openDatabase(staging.now().databaseUrl), openDatabase(live.databaseUrl)];
  [own, foreign] = [await readInstallation(stagingDb), await readInstallation(liveDb)];
  shop = await createTestTenant('Live beside staging');
  await activateCampaigns(shop.live, [{ name: 'One', earningRule: { type: 'FIXED_POINTS', points: 1 } }]);
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});
afterAll(async () => {
  await Promise.all([stagingDb.close(), liveDb.close()]);
  await staging.stop();
});

const crossed = async (name: string, env: Readonly<Record<string, string>>): Promise<StartedService> => {
  const service = await launchService({ name, env, stack: staging.now() });
  services.push(service);
  return service;
};

/** The lines that name a reason to end. */
const reasonsIn = ({ logPath }: StartedService): readonly string[] =>
  readFileSync(logPath, 'utf8')
    .split('\n')
    .filter((line) => /cannot start|must end/.test(line));

const countRows = (db: Database, table: string): Promise<number> =>
  db.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`).then(([row]) => row?.rows ?? 0);

const positionsOf = (db: Database): Promise<number> => countRows(db, 'stream_positions');

const eachEndsWith = async (env: Readonly<Record<string, string>>, sentence: string): Promise<void> => {
  const outcomes = await Promise.all(
    serviceNames.map(async (name) => {
      const service = await crossed(name, env);
      const ending = await service.ended;
      return { name, ending, sentences: reasonsIn(service).map((line) => line.includes(sentence)) };
    }),
  );
  const expected = { ending: { how: 'exit', code: 2 }, sentences: [true] };
  expect(outcomes).toEqual(serviceNames.map((name) => ({ name, ...expected })));
};

/** Tills of live, as long as `work` runs: each is served, at once and by live. */
const whileTillsAreServed = async (work: () => Promise<void>): Promise<void> => {
  const over = new AbortController();
  const tills = (async () => {
    for (let nth = 0; !over.signal.aborted || nth === 0; nth += 1) {
      const receipt = {
        transactionRef: crypto.randomUUID(),
        memberRef: `m-${(nth % 40).toString()}`,
        amount: 100,
      };
      const { status, body } = await shop.live.post('/transactions/evaluate', receipt);
      expect([status, (body as { pointsAwarded?: number }).pointsAwarded]).toEqual([200, 1]);
    }
  })();
  try {
    await work();
  } finally {
    over.abort('over');
    await tills;
  }
};

test('the two installations are two', () => {
  expect(own.databaseId).not.toBe(foreign.databaseId);
  expect(own.clusterId).not.toBe(foreign.clusterId);
  expect(own.registryId).not.toBe(foreign.registryId);
});

test('▲ database of one, Kafka of the other: each service ends with one sentence, no foreign receipt is decided, every till is served (D131)', async () => {
  await whileTillsAreServed(() =>
    eachEndsWith(
      { KAFKA_BROKERS: live.kafkaBrokers },
      `Database ${own.databaseId} belongs to Kafka cluster ${own.clusterId ?? ''}, but KAFKA_BROKERS leads to cluster ${foreign.clusterId ?? ''}:`,
    ),
  );
  expect([await countRows(stagingDb, 'transactions'), await positionsOf(stagingDb)]).toEqual([0, 0]);
});

test('▲ database of one, registry of the other: each service ends with one sentence', async () => {
  await eachEndsWith(
    { SCHEMA_REGISTRY_URL: live.schemaRegistryUrl },
    `Database ${own.databaseId} belongs to schema registry ${own.registryId ?? ''}, but SCHEMA_REGISTRY_URL leads to registry ${foreign.registryId ?? ''}:`,
  );
  expect(await positionsOf(stagingDb)).toBe(0);
});

test('▲ loyaltyctl with addresses of both refuses what would cross them', async () => {
  for (const line of [
    ['deploy'],
    ['positions', 'list'],
    ['dead-letters', 'replay', '--since', '1h', '--yes'],
  ]) {
    const { code, stderr } = await ctlOn(staging, line, { KAFKA_BROKERS: live.kafkaBrokers });
    expect([line, code]).toEqual([line, 1]);
    expect(stderr).toContain(`belongs to Kafka cluster ${own.clusterId ?? ''}`);
  }
  const { code, stderr } = await ctlOn(staging, ['deploy'], { SCHEMA_REGISTRY_URL: live.schemaRegistryUrl });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`belongs to schema registry ${own.registryId ?? ''}`),
  ]);
  expect(await readInstallation(stagingDb)).toEqual(own);
});

test('a registry that lost its data, and its id with them, is asked nothing until it has its id again', async () => {
  const { schemaRegistryUrl } = staging.now();
  for (const permanently of ['', '?permanent=true'])
    await fetch(`${schemaRegistryUrl}/subjects/loyalty.registry-id${permanently}`, { method: 'DELETE' });
  expect(await readRegistryId(schemaRegistryUrl)).toBeNull();
  const service = await startService({ name: 'tier-service', stack: staging.now() });
  services.push(service);
  const { code } = await ctlOn(staging, ['schemas', 'register']);
  expect([code, await readRegistryId(schemaRegistryUrl)]).toEqual([0, own.registryId]);
});

test('▲ one Redis for both: each serves its own tills from its own database (D131)', async () => {
  const env = { REDIS_URL: live.redisUrl };
  const [engine, ingress] = [
    await startService({ name: 'earn-engine', env, stack: staging.now() }),
    await startService({ name: 'ingress', env, stack: staging.now() }),
  ];
  services.push(engine, ingress);
  const [{ tenantId, liveKey }] = demoTenants;
  const evaluateOnce = async (origin: string, receipt: object) => {
    const response = await fetch(`${origin}/v1/tenants/${tenantId}/transactions/evaluate`, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(receipt),
    });
    return { status: response.status, body: (await response.json()) as { pointsAwarded?: number } };
  };
  // As a till does: again after a 503.
  const evaluate = async (origin: string, receipt: object) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await evaluateOnce(origin, receipt);
      if (answer.status !== 503 || tries === 30) return answer;
    }
  };
  const origins = {
    live: live.baseUrl.replace(/\/v1$/, ''),
    staging: `http://127.0.0.1:${ingress.httpPort.toString()}`,
  };
  // The same tenant, environment, reference and body; only what was bought before differs.
  const receipt = { transactionRef: crypto.randomUUID(), memberRef: 'crossed', amount: 15_000 };
  const first = await evaluate(origins.live, receipt);
  const second = await evaluate(origins.staging, receipt);
  expect([first.status, second.status]).toEqual([200, 200]);
  const repeated = {
    live: await evaluate(origins.live, receipt),
    staging: await evaluate(origins.staging, receipt),
  };
  expect(repeated).toEqual({ live: first, staging: second });
  const idOf = (db: Database) =>
    db.query<{ id: string }>('SELECT id FROM transactions WHERE ref = $1', [receipt.transactionRef]);
  const [ofLive, ofStaging] = [await idOf(liveDb), await idOf(stagingDb)];
  expect([ofLive.length, ofStaging.length]).toEqual([1, 1]);
  // Another body under the reference is a conflict where it was used, and nowhere else.
  const onlyLive = { ...receipt, transactionRef: crypto.randomUUID() };
  expect((await evaluate(origins.live, onlyLive)).status).toBe(200);
  expect((await evaluate(origins.staging, { ...onlyLive, amount: 20_000 })).status).toBe(200);
});
