import { execFile, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  readLocalStack,
  spawnTied,
  startService,
  type LocalStack,
  type StartedService,
} from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { environmentWith } from './config.ts';

const run = promisify(execFile);

/** One cell: a Kafka, a registry, a database, a cache and every service, on its own ports. */
export interface Cell {
  readonly local: LocalStack;
  readonly localJsonPath: string;
  readonly db: Database;
  /** The URL of its API. */
  readonly baseUrl: string;
  /** Runs loyaltyctl with --json and returns its output; throws when it fails. */
  loyaltyctl<T>(...args: string[]): Promise<T>;
  /** Starts loyaltyctl and kills it once it has printed this sentence. */
  killAt(sentence: string, ...args: string[]): Promise<void>;
  stop(): Promise<void>;
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const loyaltyctlPath = join(root, 'packages/cli/dist/main.js');
const serviceNames = [
  'earn-engine',
  'burn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
  'ingress',
];
/** Includes a build, and downloads that are not cached. */
const startPatienceMs = 300_000;

/** Starts cell `n` in `.loyalty/move/<n>`. */
export const startCell = async (n: number, secretKeysFile: string | null): Promise<Cell> => {
  const home = join(root, '.loyalty/move', n.toString());
  const localJsonPath = join(home, 'local.json');
  rmSync(localJsonPath, { force: true });
  const stack = spawnTied({
    command: process.execPath,
    args: [
      join(root, 'packages/stack/bin/start.mjs'),
      '--fresh',
      '--free-ports',
      '--infra-only',
      '--home',
      home,
    ],
    env: environmentWith(secretKeysFile === null ? {} : { SECRET_KEYS_FILE: secretKeysFile }),
    cwd: root,
    logPath: `${home}.log`,
    graceMs: 30_000,
  });
  const services: StartedService[] = [];
  const stop = async (): Promise<void> => {
    for (const service of services) await service.stop();
    await stack.stop();
  };
  try {
    await started(
      localJsonPath,
      stack.ended.then(() => true),
    );
    return await cellOn(n, readLocalStack(localJsonPath), { localJsonPath, services, stop });
  } catch (failure) {
    await stop();
    throw failure;
  }
};

interface Running {
  readonly localJsonPath: string;
  readonly services: StartedService[];
  readonly stop: () => Promise<void>;
}

const cellOn = async (
  n: number,
  local: LocalStack,
  { localJsonPath, services, stop }: Running,
): Promise<Cell> => {
  const env = environmentWith({ LOYALTY_LOCAL_JSON: localJsonPath, SECRET_KEYS_FILE: local.secretKeysFile });
  const ask = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [loyaltyctlPath, ...args], { env, maxBuffer: 2 ** 24 })).stdout;
  await ask('deploy');
  await ask('cell', 'set', n.toString());
  for (const name of serviceNames) services.push(await startService({ name, env: {}, stack: local }));
  const db = createDatabase({
    url: local.databaseUrl,
    applicationName: 'move-test',
    poolMax: 2,
    logger: silentLogger,
  });
  return {
    local,
    localJsonPath,
    db,
    baseUrl: `http://127.0.0.1:${(services.at(-1)?.httpPort ?? 0).toString()}/v1`,
    loyaltyctl: async <T>(...args: string[]) => JSON.parse(await ask(...args, '--json')) as T,
    killAt: (sentence, ...args) => killAt(env, sentence, args),
    stop: async () => {
      await db.close();
      await stop();
    },
  };
};

const started = async (path: string, ended: Promise<boolean>): Promise<void> => {
  const untilMs = performance.now() + startPatienceMs;
  while (!existsSync(path)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (isOver || performance.now() > untilMs) throw new Error(`the stack did not start: ${path}`);
  }
};

const killAt = (env: NodeJS.ProcessEnv, sentence: string, args: readonly string[]): Promise<void> =>
  new Promise((resolved, rejected) => {
    const child = spawn(process.execPath, [loyaltyctlPath, ...args], { env });
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes(sentence)) child.kill('SIGKILL');
    });
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    child.on('exit', (_, signal) => {
      if (signal === 'SIGKILL') resolved();
      else rejected(new Error(`loyaltyctl ${args.join(' ')} was to be killed and ended: ${said}`));
    });
  });
