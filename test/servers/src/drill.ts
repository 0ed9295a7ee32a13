import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CtlRun,
  freePort,
  inheritedEnvironment,
  planBroker,
  planPostgres,
  printLine,
  spawnTied,
  startLoyaltyctl,
  startOwnStack,
  type Verdicts,
} from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { eventually, isRequired } from '@loyalty/testkit/runs';
import pg from 'pg';
import { debianRedis, postgresPackage, root, ServerMissing, wheelRedis } from './downloads.ts';

const about = `
Starts Postgres, Kafka and Redis in versions other than those of the local stack, in .loyalty/servers. Each must be refused
before anything is written, or work fully. Exit code 1: a promise was broken, or a version is missing that
LOYALTY_REQUIRE names.`;

/** The newest of each, as packages carry them. */
const postgres = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
} as const;

type PostgresVersion = keyof typeof postgres;

interface Together {
  readonly postgres: PostgresVersion;
  readonly kafka: string;
  readonly redis: 7 | 8;
}

/** Postgres 18, Kafka 4.3 and Redis 6.2 are those of `npm test`. */
const carried: readonly Together[] = [
  { postgres: 17, kafka: '3.9.1', redis: 7 },
  { postgres: 18, kafka: '4.0.0', redis: 8 },
];

export const drill = defineDrill({
  about,
  options: {},
  run: async (_, verdicts) => {
    rmSync(home, { recursive: true, force: true });
    for (const version of [15, 16] as const)
      await where(verdicts, `Postgres ${version.toString()}`, () => refusesPostgres(verdicts, version));
    await where(verdicts, 'Kafka 3.8', () => refusesKafka(verdicts, '3.8.1'));
    for (const one of carried)
      await where(
        verdicts,
        `Postgres ${one.postgres.toString()}, Kafka ${one.kafka}, Redis ${one.redis.toString()}`,
        () => carries(verdicts, one),
      );
  },
});

const home = join(root, '.loyalty/servers');

/** A server that no package carries here is named and left out. */
const where = async (verdicts: Verdicts, name: string, work: () => Promise<void>): Promise<void> => {
  printLine(name);
  try {
    await work();
  } catch (failure) {
    if (!(failure instanceof ServerMissing)) throw failure;
    printLine(`  Left out: ${failure.message}`);
    if (isRequired('servers')) verdicts.judge(`${name} is there`, false);
  }
};

interface Running {
  readonly address: string;
  stop(): Promise<void>;
}

const startPostgres = async (version: PostgresVersion): Promise<Running> => {
  const release = postgres[version];
  const server = await planPostgres(root, join(home, `postgres-${version.toString()}`), {
    version: release,
    folder: postgresPackage(release),
  });
  await server.prepare();
  const process = server.start();
  await eventually('Postgres serves', () =>
    counts(server.url, 'SELECT 1')
      .then(() => true)
      .catch(() => false),
  );
  return { address: server.url, stop: () => process.stop() };
};

const counts = async (url: string, text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0]?.['found'];
  } finally {
    await client.end();
  }
};

const startKafka = async (version: string): Promise<Running> => {
  const broker = await planBroker(root, join(home, `kafka-${version}`), { version });
  const process = await broker.start();
  return { address: broker.address, stop: () => process.stop() };
};

const startRedis = async (version: 7 | 8): Promise<Running> => {
  const port = await freePort();
  const program = version === 7 ? debianRedis() : wheelRedis();
  // Debian's brings libraries of its own.
  const libraries = join(program, '../../lib/x86_64-linux-gnu');
  const process = spawnTied({
    command: program,
    args: ['--port', port.toString(), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    env: { ...inheritedEnvironment(), LD_LIBRARY_PATH: libraries },
    cwd: home,
    logPath: join(home, `redis-${version.toString()}.log`),
  });
  return { address: `redis://127.0.0.1:${port.toString()}`, stop: () => process.stop() };
};

const loyaltyctl = (words: readonly string[], variables: Readonly<Record<string, string>>): Promise<CtlRun> =>
  startLoyaltyctl({ root, env: { ...inheritedEnvironment(), ...variables } }, words).ended;

const tables = "SELECT count(*)::int AS found FROM pg_class WHERE relnamespace = 'public'::regnamespace";

const judgeRefusal = async (
  verdicts: Verdicts,
  { code, stderr }: CtlRun,
  { sentence, url }: { readonly sentence: RegExp; readonly url: string },
): Promise<void> => {
  const [said = ''] = stderr.split('\n');
  verdicts.judge('deploy refuses it with a sentence', code === 1 && sentence.test(said), said);
  const found = await counts(url, tables);
  verdicts.judge('and has written nothing', found === 0, `${String(found)} tables`);
};

const refusesPostgres = async (verdicts: Verdicts, version: PostgresVersion): Promise<void> => {
  const server = await startPostgres(version);
  try {
    const sentence = new RegExp(
      `^Refused: version of Postgres is ${version.toString()}\\.\\d+.*, but must be 17 or 18`,
    );
    const run = await loyaltyctl(['migrate'], { DATABASE_URL: server.address });
    await judgeRefusal(verdicts, run, { sentence, url: server.address });
  } finally {
    await server.stop();
  }
};

const refusesKafka = async (verdicts: Verdicts, version: string): Promise<void> => {
  const database = await startPostgres(17);
  const broker = await startKafka(version).catch(async (failure: unknown) => {
    await database.stop();
    throw failure;
  });
  try {
    const run = await loyaltyctl(['deploy'], {
      DATABASE_URL: database.address,
      KAFKA_BROKERS: broker.address,
      SCHEMA_REGISTRY_URL: 'http://127.0.0.1:9',
    });
    const sentence = /^Refused: version of Kafka is before 3\.9, but must be 3\.9 or 4/;
    await judgeRefusal(verdicts, run, { sentence, url: database.address });
  } finally {
    await broker.stop();
    await database.stop();
    rmSync(join(home, 'postgres-17'), { recursive: true, force: true });
  }
};

/** Runs all services, and sends a receipt twice. */
const carries = async (verdicts: Verdicts, versions: Together): Promise<void> => {
  const running: Running[] = [];
  try {
    const [database, broker, cache] = [
      await noted(running, startPostgres(versions.postgres)),
      await noted(running, startKafka(versions.kafka)),
      await noted(running, startRedis(versions.redis)),
    ];
    const variables = {
      DATABASE_URL: database.address,
      KAFKA_BROKERS: broker.address,
      REDIS_URL: cache.address,
    };
    const place = join(home, `stack-${versions.kafka}`);
    const stack = await startOwnStack({ root, home: place, variables });
    running.push({ address: '', stop: () => stack.stop() });
    verdicts.judge('every service starts', true);
    await judgeReceipt(verdicts, stack.now().baseUrl);
    const check = await loyaltyctl(['deploy', '--check'], {
      ...variables,
      SCHEMA_REGISTRY_URL: stack.now().schemaRegistryUrl,
    });
    const kafka = versions.kafka.startsWith('4') ? '4' : '3.9';
    const lines = [
      `Postgres: version is ${versions.postgres.toString()}.`,
      `Kafka: version is ${kafka}: ok.`,
      `Redis: redis_version is ${versions.redis.toString()}.`,
    ];
    const lacking = lines.filter((line) => !check.stdout.includes(line));
    verdicts.judge('deploy --check names the versions', lacking.length === 0, lacking.join(' '));
    const books = await loyaltyctl(['check'], variables);
    verdicts.judge('`check` finds nothing', books.code === 0, books.stderr.split('\n')[0]);
  } finally {
    for (const each of running.toReversed()) await each.stop();
  }
};

const noted = async (running: Running[], starting: Promise<Running>): Promise<Running> => {
  const started = await starting;
  running.push(started);
  return started;
};

const demo = '/tenants/0198c0de-0000-7000-8000-000000000001/transactions/evaluate';

const judgeReceipt = async (verdicts: Verdicts, baseUrl: string): Promise<void> => {
  const send = () =>
    fetch(`${baseUrl}${demo}`, {
      method: 'POST',
      headers: { 'X-API-Key': 'sk_live_demo', 'Content-Type': 'application/json' },
      body: JSON.stringify({ transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 15_000 }),
    });
  const first = await send();
  const text = await first.text();
  verdicts.judge(
    'the first receipt earns 155 points',
    first.ok && text.includes('"pointsAwarded":155'),
    text.slice(0, 80),
  );
  const again = await send();
  const isSame = (await again.text()) === text && again.headers.get('idempotent-replayed') === 'true';
  verdicts.judge('sent again it gets the same bytes', isSame);
};
