import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inheritedEnvironment } from '../config.ts';
import { readProcess } from './process-table.ts';
import { type ProcessCommand, spawnTied, tiedSpawn } from './tied-process.ts';

const env = inheritedEnvironment();
const shell = (script: string, more: Partial<ProcessCommand> = {}): ProcessCommand => ({
  command: '/bin/sh',
  args: ['-c', script],
  env,
  ...more,
});

const until = async (isTrue: () => boolean, what: string): Promise<void> => {
  const deadline = Date.now() + 10_000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await pause(20);
  }
};
/** Longer than the watcher's three seconds of grace, on a busy machine. */
const testTimeoutMs = 20_000;

const lives = (pid: number): boolean => readProcess(pid) !== undefined;
const untilGone = (pid: number): Promise<void> => until(() => !lives(pid), `the end of ${String(pid)}`);

describe('a tied process', () => {
  let folder = '';
  let logPath = '';
  const lines = (): string[] => {
    try {
      return readFileSync(logPath, 'utf8').split('\n').slice(0, -1);
    } catch {
      return [];
    }
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tied-'));
    logPath = join(folder, 'out.log');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('reports its exit code and writes to its log', async () => {
    const ending = await spawnTied(shell('echo out; echo err >&2; exit 7', { logPath })).ended;
    expect(ending).toEqual({ how: 'exit', code: 7 });
    expect(lines()).toEqual(['out', 'err']);
  });

  it('reports why it could not be started', async () => {
    const ending = await spawnTied({ ...shell(''), cwd: join(folder, 'nowhere') }).ended;
    expect(ending).toMatchObject({ how: 'error' });
  });

  it('is known by its own process id, so that a kill hits it and nothing else', async () => {
    const tied = spawnTied(shell('echo $$; exec sleep 60', { logPath }));
    await until(() => lines().length === 1, 'the first line');
    expect(lines()).toEqual([String(tied.pid)]);
    tied.kill('SIGKILL');
    expect(await tied.ended).toEqual({ how: 'signal', signal: 'SIGKILL' });
  });

  it('may end in its own way when it is stopped', async () => {
    const script = "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done";
    const tied = spawnTied(shell(script, { logPath }));
    await until(() => lines().includes('up'), 'the first line');
    await tied.stop();
    expect(lines()).toEqual(['up', 'bye']);
  });

  it('is killed with everything it started when it does not stop in time', async () => {
    const script = "trap '' TERM; sleep 60 & echo $!; while :; do sleep 0.05; done";
    const tied = spawnTied(shell(script, { logPath, graceMs: 100 }));
    await until(() => lines().length === 1, 'the first line');
    await tied.stop();
    expect(await tied.ended).toEqual({ how: 'signal', signal: 'SIGKILL' });
    await untilGone(Number(lines()[0]));
  });

  it('ends with everything that it started when it is killed', async () => {
    const tied = spawnTied(shell('sleep 60 & echo $!; exec sleep 60', { logPath }));
    await until(() => lines().length === 1, 'the first line');
    tied.kill('SIGKILL');
    await untilGone(Number(lines()[0]));
    expect(lives(Number(lines()[0]))).toBe(false);
  });

  it.each([
    ['listens to signals', 'sleep 60 & echo $$ $!; wait'],
    ['is deaf to signals', "trap '' TERM; sleep 60 & echo $$ $!; while :; do sleep 0.05; done"],
  ])(
    'that %s ends with its parent, also after kill -9 of the parent',
    async (_title, script) => {
      const [command, args, options] = tiedSpawn(shell(script), 'SIGTERM', 'inherit');
      const parentScript = `
      const [command, args, options] = JSON.parse(process.argv[1]);
      require('node:child_process').spawn(command, args, options);`;
      const parent = spawn(process.execPath, ['-e', parentScript, JSON.stringify([command, args, options])], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pids = await new Promise<readonly number[]>((resolve) => {
        parent.stdout.once('data', (chunk: Buffer) => {
          resolve(chunk.toString().trim().split(' ').map(Number));
        });
      });
      parent.stdout.destroy();
      expect(pids.map(lives)).toEqual([true, true]);
      parent.kill('SIGKILL');
      await until(() => !pids.some(lives), 'the end of both').finally(() => {
        pids.filter(lives).forEach((pid) => process.kill(pid, 'SIGKILL'));
      });
      expect(pids.map(lives)).toEqual([false, false]);
    },
    testTimeoutMs,
  );
});
