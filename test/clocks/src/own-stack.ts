import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  nodeIds,
  planCluster,
  readLocalStack,
  spawnTied,
  type KafkaCluster,
  type LocalStack,
} from '@loyalty/stack';
import { environmentWith } from './config.ts';

const run = promisify(execFile);

/** Three brokers, a registry, a database and a cache, with topics and schema; services are started one by one. */
export interface OwnStack {
  readonly cluster: KafkaCluster;
  readonly local: LocalStack;
  /** Runs loyaltyctl with --json and returns its output; throws when it fails. */
  loyaltyctl<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const home = join(root, '.loyalty/clocks');
const localJsonPath = join(home, 'local.json');
/** Includes a build, and downloads that are not cached. */
const startPatienceMs = 300_000;

/** Starts all parts in `.loyalty/clocks`, with right clocks. */
export const startOwnStack = async (): Promise<OwnStack> => {
  rmSync(localJsonPath, { force: true });
  const cluster = await planCluster(root, home);
  for (const nodeId of nodeIds) await cluster.start(nodeId);
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
    env: environmentWith({ KAFKA_BROKERS: cluster.brokers }),
    cwd: root,
    logPath: join(home, 'stack.log'),
    graceMs: 30_000,
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    await cluster.stopAll();
  };
  await started(stack.ended.then(() => true)).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  const local = readLocalStack(localJsonPath);
  await loyaltyctl(local, 'deploy');
  return { cluster, local, stop, loyaltyctl: (...args) => loyaltyctlJson(local, args) };
};

const started = async (ended: Promise<boolean>): Promise<void> => {
  const untilMs = performance.now() + startPatienceMs;
  while (!existsSync(localJsonPath)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (isOver || performance.now() > untilMs)
      throw new Error(`the stack did not start: see ${home}/stack.log`);
  }
};

const loyaltyctl = async ({ secretKeysFile }: LocalStack, ...args: string[]): Promise<string> => {
  const main = join(root, 'packages/cli/dist/main.js');
  const env = environmentWith({ LOYALTY_LOCAL_JSON: localJsonPath, SECRET_KEYS_FILE: secretKeysFile });
  return (await run(process.execPath, [main, ...args], { env, maxBuffer: 2 ** 24 })).stdout;
};

const loyaltyctlJson = async <T>(local: LocalStack, args: readonly string[]): Promise<T> =>
  JSON.parse(await loyaltyctl(local, ...args, '--json')) as T;
