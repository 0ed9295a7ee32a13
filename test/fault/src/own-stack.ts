import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readLocalStack, spawnTied, type LocalStack } from '@loyalty/stack';
import { environmentWith } from './config.ts';

/** The stack under test. Only this run uses it, and its data is dropped when it starts. */
export interface OwnStack {
  /** The current state: a part that was killed has another process. */
  now(): LocalStack;
  readonly localJsonPath: string;
  readonly home: string;
  stop(): Promise<void>;
}

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Includes a build, and downloads that are not cached. */
const startPatienceMs = 300_000;

/** Returns the path of a folder under `.loyalty` that no other stack uses. */
export const homeOf = (folder: string): string => join(root, '.loyalty', folder);

/**
 * Starts a stack in the folder of this name under `.loyalty` and waits until it serves. Environment variables such as
 * DATABASE_URL name parts that run already.
 */
export const startOwnStack = async (
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<OwnStack> => {
  const home = homeOf(folder);
  const localJsonPath = join(home, 'local.json');
  rmSync(localJsonPath, { force: true });
  const stack = spawnTied({
    command: process.execPath,
    args: [join(root, 'packages/stack/bin/start.mjs'), '--fresh', '--free-ports', '--home', home],
    env: environmentWith(variables),
    cwd: root,
    logPath: join(home, 'stack.log'),
    graceMs: 30_000,
  });
  const ended = stack.ended.then(() => true);
  const untilMs = Date.now() + startPatienceMs;
  while (!existsSync(localJsonPath)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (isOver || Date.now() > untilMs) throw new Error(`the stack did not start: see ${home}/stack.log`);
  }
  return { now: () => readLocalStack(localJsonPath), localJsonPath, home, stop: () => stack.stop() };
};
