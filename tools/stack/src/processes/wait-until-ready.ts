import { setTimeout as pause } from 'node:timers/promises';
import type { StackPart } from '../parts/part.ts';
import type { TiedProcess } from './tied-process.ts';

/** Ten times what a slow laptop needs. */
const readyTimeoutMs = 60_000;
const pollMs = 25;

/** Waits until the part is ready. Returns false when its process ends before, after a minute, or on `signal`. */
export const becomesReady = async (
  part: StackPart,
  process: TiedProcess,
  signal?: AbortSignal,
): Promise<boolean> => {
  const deadline = Date.now() + readyTimeoutMs;
  const ended = process.ended.then(() => 'ended' as const);
  while (Date.now() < deadline && signal?.aborted !== true) {
    const answer = await Promise.race([ended, part.isReady()]);
    if (answer === 'ended') return false;
    if (answer) return true;
    await pause(pollMs);
  }
  return false;
};
