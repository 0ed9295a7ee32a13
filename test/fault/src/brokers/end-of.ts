import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnStack } from '@loyalty/stack';

/** The end of a service that was asked to stop. */
export interface ServiceEnd {
  readonly name: string;
  readonly tookMs: number;
  /** The end of the process as the stack reports it: `exit code 0`. */
  readonly code: string;
}

const patienceMs = 30_000;

/** Sends SIGTERM to a service and waits for its end. */
export const endOf = async (stack: OwnStack, name: string, pid: number | null): Promise<ServiceEnd> => {
  if (pid === null) return { name, tookMs: 0, code: 'does not run' };
  const before = codesOf(stack, name).length;
  const beganMs = performance.now();
  process.kill(pid, 'SIGTERM');
  for (;;) {
    const tookMs = performance.now() - beganMs;
    const code = codesOf(stack, name)[before];
    if (code !== undefined) return { name, tookMs, code };
    if (tookMs > patienceMs) return { name, tookMs, code: 'no end' };
    await pause(100);
  }
};

/** Reads how often a service has ended, and how, from the stack's own log. */
const codesOf = (stack: OwnStack, name: string): string[] =>
  [...readFileSync(join(stack.home, 'stack.log'), 'utf8').matchAll(/(\S+) ended \(([^)]+)\)/g)].flatMap(
    ([, ended, code = '']) => (ended === name ? [code] : []),
  );
