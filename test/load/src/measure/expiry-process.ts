import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Contender } from '../contender.ts';
import type { BenchRun } from './bench-run.ts';

/** A run of `loyaltyctl expire-points` for one tenant. */
export interface Expiry {
  readonly pid: number;
  /** Rejects unless the process exits with 0 or by the interruption. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Starts the expiry of a tenant's points. */
export const startExpiry = ({ stack }: BenchRun, { tenantId }: Contender): Expiry => {
  const main = join(stack.root, 'tools/cli/bin/loyaltyctl.mjs');
  const args = ['expire-points', '--tenant', tenantId, '--mode', 'live'];
  const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (code !== 0 && signal === null && code !== 130)
      throw new Error(`expire-points ended with ${String(code)}`);
  });
  return { pid: child.pid ?? 0, ended, stop: () => child.kill('SIGKILL') };
};
