import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@loyalty/kernel';
import { localJsonPath } from '../config.ts';
import { type LocalProcess, readLocalStack } from '../local-stack.ts';
import { readyTimeoutMs } from './supervisor.ts';

const pollMs = 25;

/**
 * Kills a part with SIGKILL. Throws a Fault if it is not running, or has not restarted within the time of a
 * start.
 */
export const killPart = async (name: string, path: string = localJsonPath()): Promise<void> => {
  const victim = processOf(name, path);
  if (victim?.pid == null) throw new Fault('NOT_RUNNING', `${name} is not a running part of ${path}.`);
  process.kill(victim.pid, 'SIGKILL');
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    const now = processOf(name, path);
    if (now?.isServing === true && now.pid !== victim.pid) return;
    await pause(pollMs);
  }
  throw new Fault('NOT_BACK', `${name} did not come back within ${String(readyTimeoutMs)} ms.`);
};

const processOf = (name: string, path: string): LocalProcess | undefined => {
  const stack = readLocalStack(path);
  return stack.parts[name] ?? stack.services[name];
};
