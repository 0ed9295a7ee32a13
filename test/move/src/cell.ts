import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@loyalty/contracts';
import {
  inheritedEnvironment,
  type LocalStack,
  loyaltyctlJson,
  type StartedService,
  startOwnStack,
  startService,
} from '@loyalty/stack';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';

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
const loyaltyctlPath = join(root, 'tools/cli/bin/loyaltyctl.mjs');
/** Starts cell `n` in `.loyalty/move/<n>`. */
export const startCell = async (n: number, secretKeysFile: string | null): Promise<Cell> => {
  const home = join(root, '.loyalty/move', n.toString());
  const variables = secretKeysFile === null ? {} : { SECRET_KEYS_FILE: secretKeysFile };
  const stack = await startOwnStack({ root, home, isInfraOnly: true, variables });
  const services: StartedService[] = [];
  const stop = async (): Promise<void> => {
    for (const service of services) await service.stop();
    await stack.stop();
  };
  try {
    return await cellOn(n, stack.now(), { localJsonPath: stack.localJsonPath, services, stop });
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
  const env = {
    ...inheritedEnvironment(),
    LOYALTY_LOCAL_JSON: localJsonPath,
    SECRET_KEYS_FILE: local.secretKeysFile,
  };
  const loyaltyctl = <T>(...args: string[]): Promise<T> => loyaltyctlJson<T>({ root, env }, args);
  await loyaltyctl('deploy');
  await loyaltyctl('cell', 'set', n.toString());
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
    loyaltyctl,
    killAt: (sentence, ...args) => killAt(env, sentence, args),
    stop: async () => {
      await db.close();
      await stop();
    },
  };
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
