import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack, spawnTied, type LocalStack, type TiedProcess } from '@loyalty/stack';
import { environmentWith } from '../config.ts';

/** The stack's own registry, in the clear, and what the stack knows of itself. */
export interface PlainRegistry {
  readonly local: LocalStack;
  readonly process: TiedProcess;
}

/** Includes a build, and downloads that are not cached. */
const startPatienceMs = 300_000;

/** Starts the registry as `npm start` does, with the other parts at these addresses. */
export const startPlainRegistry = async (
  root: string,
  home: string,
  others: Readonly<Record<'KAFKA_BROKERS' | 'DATABASE_URL' | 'REDIS_URL', string>>,
): Promise<PlainRegistry> => {
  const localJsonPath = join(home, 'local.json');
  rmSync(localJsonPath, { force: true });
  const process = spawnTied({
    command: globalThis.process.execPath,
    args: [
      join(root, 'packages/stack/bin/start.mjs'),
      '--fresh',
      '--free-ports',
      '--infra-only',
      '--home',
      home,
    ],
    env: environmentWith(others),
    cwd: root,
    logPath: join(home, 'stack.log'),
    graceMs: 30_000,
  });
  const ended = process.ended.then(() => true);
  const untilMs = performance.now() + startPatienceMs;
  while (!existsSync(localJsonPath)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (isOver || performance.now() > untilMs)
      throw new Error(`the registry did not start: see ${home}/stack.log`);
  }
  return { local: readLocalStack(localJsonPath), process };
};
