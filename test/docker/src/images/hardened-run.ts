import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@loyalty/stack';
import type { Docker } from '../run-with-docker.ts';
import { printed, run } from '../run.ts';

/** A container that may write a small /tmp only, without capabilities and without a way to get any. */
const hardening = (
  '--read-only --cap-drop ALL --security-opt no-new-privileges --user 65532 ' +
  '--tmpfs /tmp:size=16m --pids-limit 128 --network host'
).split(' ');

export type Variables = Readonly<Record<string, string>>;

const environmentWords = (variables: Variables): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Runs a command's image to its end. */
export const runCommand = (
  { docker }: Docker,
  image: string,
  args: readonly string[],
  variables: Variables,
): Promise<string> =>
  printed(docker, ['run', '--rm', ...hardening, ...environmentWords(variables), image, ...args]);

/** How a service came up and went down. */
export interface ServiceRun {
  /** The milliseconds from the start of the container until it was ready; null if it never was. */
  readonly readyMs: number | null;
  /** From SIGTERM to its end. */
  readonly stopMs: number;
  readonly exitCode: number;
  readonly lastWords: string;
}

/** Ten times what a loaded machine needs. */
const readyPatienceMs = 60_000;

/** Starts a service's image, waits until it is ready, and ends it with SIGTERM while it has nothing to do. */
export const runService = async (
  { docker }: Docker,
  image: string,
  variables: Variables,
): Promise<ServiceRun> => {
  const adminPort = (await freePort()).toString();
  const own = { ADMIN_PORT: adminPort, HTTP_PORT: (await freePort()).toString(), STOP_PAUSE_MS: '0' };
  const begunAt = performance.now();
  const environment = [...environmentWords(variables), ...environmentWords(own)];
  const id = await printed(docker, ['run', '--detach', ...hardening, ...environment, image]);
  try {
    const readyMs = await readyAfter(`http://127.0.0.1:${adminPort}/health/ready`, begunAt);
    const signalledAt = performance.now();
    await run(docker, ['kill', '--signal', 'TERM', id]);
    const exitCode = Number(await printed(docker, ['wait', id]));
    const stopMs = performance.now() - signalledAt;
    const { stdout } = await run(docker, ['logs', '--tail', '3', id]);
    return { readyMs, stopMs, exitCode, lastWords: stdout.trim() };
  } finally {
    await run(docker, ['rm', '--force', id]);
  }
};

const readyAfter = async (url: string, begunAt: number): Promise<number | null> => {
  while (performance.now() - begunAt < readyPatienceMs) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return performance.now() - begunAt;
    await pause(50);
  }
  return null;
};
