import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@loyalty/kernel';
import { inheritedEnvironment } from '../config.ts';
import { type LocalStack, readLocalStack } from '../local-stack.ts';
import { spawnTied } from './tied-process.ts';

export interface OwnStack {
  /** Returns the present state: a part that was killed has another process. */
  now(): LocalStack;
  readonly localJsonPath: string;
  readonly home: string;
  stop(): Promise<void>;
}

interface OwnStackOptions {
  readonly root: string;
  /** No other stack uses this folder. */
  readonly home: string;
  /** If true, the stack has none of our services, topics and schema. */
  readonly isInfraOnly?: boolean;
  /** These are, for instance, the DATABASE_URL of a part that runs already. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Includes a build, and downloads that are not cached. */
const startTimeoutMs = 300_000;

/** Starts a stack on free ports, without data of an earlier one. Throws a Fault if it does not start. */
export const startOwnStack = async (options: OwnStackOptions): Promise<OwnStack> => {
  const { root, home, isInfraOnly = false, variables = {} } = options;
  const localJsonPath = join(home, 'local.json');
  const logPath = join(home, 'stack.log');
  rmSync(localJsonPath, { force: true });
  const main = join(root, 'tools/stack/bin/start.mjs');
  const stack = spawnTied({
    command: process.execPath,
    args: [main, '--fresh', '--free-ports', ...(isInfraOnly ? ['--infra-only'] : []), '--home', home],
    env: { ...inheritedEnvironment(), ...variables },
    cwd: root,
    logPath,
    graceMs: 30_000,
  });
  const ended = stack.ended.then(() => true);
  const untilMs = performance.now() + startTimeoutMs;
  while (!existsSync(localJsonPath)) {
    const isOver = await Promise.race([ended, pause(200, false)]);
    if (!isOver && performance.now() < untilMs) continue;
    await stack.stop();
    throw new Fault('STACK_NOT_STARTED', `The stack did not start: see ${logPath}.`);
  }
  return { now: () => readLocalStack(localJsonPath), localJsonPath, home, stop: () => stack.stop() };
};
