import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack, spawnTied } from '@loyalty/stack';
import { environmentWith } from '../config.ts';
import { root } from '../root.ts';

/** Kafka, a registry, Postgres and Redis on this machine, for containers in its network. */
export interface Infrastructure {
  /** The settings of services. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const home = join(root, '.loyalty/images-stack');
const localJsonPath = join(home, 'local.json');
/** With a build, and the fetching of what is not cached. */
const startPatienceMs = 300_000;

/** Starts the parts on free ports, with nothing in them. */
export const startInfrastructure = async (): Promise<Infrastructure> => {
  rmSync(localJsonPath, { force: true });
  const main = join(root, 'packages/stack/bin/start.mjs');
  const stack = spawnTied({
    command: process.execPath,
    args: [main, '--fresh', '--free-ports', '--infra-only', '--home', home],
    env: environmentWith({}),
    cwd: root,
    logPath: join(home, 'stack.log'),
    graceMs: 30_000,
  });
  const ended = stack.ended.then(() => true);
  const untilMs = performance.now() + startPatienceMs;
  while (!existsSync(localJsonPath)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (isOver || performance.now() > untilMs)
      throw new Error(`the stack did not start: see ${home}/stack.log`);
  }
  const local = readLocalStack(localJsonPath);
  return {
    variables: {
      KAFKA_BROKERS: local.kafkaBrokers,
      SCHEMA_REGISTRY_URL: local.schemaRegistryUrl,
      DATABASE_URL: local.databaseUrl,
      REDIS_URL: local.redisUrl,
      // The file is closed to the containers' user.
      SECRET_KEYS: readFileSync(local.secretKeysFile, 'utf8').trim(),
    },
    stop: async () => {
      await stack.stop();
    },
  };
};
