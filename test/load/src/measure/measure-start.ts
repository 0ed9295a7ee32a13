import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack } from '@loyalty/stack';
import { localJsonOf } from '../loyaltyctl.ts';
import type { BenchRun } from './bench-run.ts';

/** The unit of a process's start time that Linux reports to programs (USER_HZ), in ticks a second. */
const ticksPerSecond = 100;
const pollMs = 10;
const patienceMs = 60_000;
/** The stack restarts a service at once only after it was ready for five seconds. */
const healthyMs = 6_000;

/**
 * Measures the time from a service's spawn until it is ready: alone beside the others at rest, then all at once. They are
 * stopped by SIGTERM and started again by the stack.
 */
export const measureStart = async (run: BenchRun): Promise<void> => {
  const names = Object.keys(run.stack.services);
  run.say(`Starts of ${names.length.toString()} services`);
  for (let round = 1; round <= run.options.rounds; round += 1) {
    run.say(`Round ${round.toString()} of ${run.options.rounds.toString()}`);
    for (const name of names) {
      await pause(healthyMs);
      const { readyS } = await restart(run, name);
      run.figures.add('engine', { title: `start alone: ${name}`, unit: 's' }, readyS);
      run.say(`  ${name.padEnd(20)} ${readyS.toFixed(2)} s`);
    }
    await pause(healthyMs);
    await measureAllAtOnce(run, names);
  }
};

const measureAllAtOnce = async (run: BenchRun, names: readonly string[]): Promise<void> => {
  const starts = await Promise.all(names.map((name) => restart(run, name)));
  const firstS = Math.min(...starts.map(({ startedS }) => startedS));
  const allS = Math.max(...starts.map(({ startedS, readyS }) => startedS + readyS)) - firstS;
  run.figures.add('engine', { title: 'start of all at once', unit: 's' }, allS);
  for (const [at, name] of names.entries())
    run.figures.add('engine', { title: `start beside all: ${name}`, unit: 's' }, starts[at]?.readyS ?? NaN);
  const each = names.map((name, at) => `${name} ${(starts[at]?.readyS ?? NaN).toFixed(2)}`);
  run.say(`  all at once ${allS.toFixed(2)} s: ${each.join(', ')}`);
};

interface Start {
  /** When the process started, in seconds since the machine's boot. */
  readonly startedS: number;
  readonly readyS: number;
}

/** Ends the service, and waits until its successor is ready. */
const restart = async (run: BenchRun, name: string): Promise<Start> => {
  const before = processOf(run, name).pid;
  if (before !== null) process.kill(before, 'SIGTERM');
  const deadlineMs = performance.now() + patienceMs;
  while (performance.now() < deadlineMs) {
    const { pid, port } = processOf(run, name);
    if (pid !== null && pid !== before && (await isReady(port))) {
      const startedS = startedAtS(pid);
      return { startedS, readyS: uptimeS() - startedS };
    }
    await pause(pollMs);
  }
  throw new Error(`${name} is not ready after ${(patienceMs / 1_000).toString()} s`);
};

const processOf = (
  { stack }: BenchRun,
  name: string,
): { readonly pid: number | null; readonly port: number } =>
  readLocalStack(localJsonOf(stack)).services[name] ?? { pid: null, port: 0 };

const isReady = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port.toString()}/health/ready`)).ok;
  } catch {
    return false;
  }
};

const startedAtS = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid.toString()}/stat`, 'latin1');
  // The third field follows the last bracket; the start is the 22nd.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / ticksPerSecond;
};

const uptimeS = (): number => Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]);
