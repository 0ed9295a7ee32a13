import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inheritedEnvironment } from '../config.ts';
import type { PartState, StackPart } from '../parts/part.ts';
import { Supervisor } from './supervisor.ts';

describe('a kept part', () => {
  let folder = '';
  let said: string[] = [];
  let states: PartState[] = [];

  const part = (script: string): StackPart => ({
    name: 'part',
    port: 0,
    logPath: join(folder, 'part.log'),
    command: () => ({ command: '/bin/sh', args: ['-c', script], env: inheritedEnvironment() }),
    isReady: () => Promise.resolve(logLines().at(-1) === 'ready'),
  });
  const logLines = (): string[] => readFileSync(join(folder, 'part.log'), 'utf8').trimEnd().split('\n');
  const keep = (script: string): Supervisor =>
    new Supervisor(part(script), {
      say: (sentence) => said.push(sentence),
      onChange: (_part, now) => states.push(now),
    });
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await pause(10);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
    writeFileSync(join(folder, 'part.log'), '');
    said = [];
    states = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is restarted when it is killed, and prints one line', async () => {
    const supervisor = keep('echo starting; sleep 0.1; echo ready; exec sleep 60');
    await supervisor.ready;
    const first = states.at(-1)?.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => states.at(-1)?.isServing === true && states.at(-1)?.pid !== first);
    expect(said[0]).toMatch(/^part ended \(SIGKILL\); starting it again in \d+ ms\.$/);
    expect(said[1]).toMatch(/^part is back after \d+ ms\.$/);
    await supervisor.stop();
    expect(states.at(-1)).toEqual({ pid: undefined, isServing: false });
  });

  it('is given up, with the end of its log, when it ends three times before it was ever ready', async () => {
    const supervisor = keep('echo the reason; exit 3');
    await expect(supervisor.ready).rejects.toThrow(
      /part does not start: part ended \(exit code 3\).*the reason/s,
    );
    expect(logLines()).toEqual(['the reason', 'the reason', 'the reason']);
  });

  it('is not restarted once it is stopped', async () => {
    const supervisor = keep('echo ready; exec sleep 60');
    await supervisor.ready;
    await supervisor.stop();
    expect(said).toEqual([]);
    expect(logLines()).toEqual(['ready']);
  });

  it('that is stopped before it is ready reports a failure', async () => {
    const supervisor = keep('echo starting; exec sleep 60');
    await until(() => states.length > 0);
    await Promise.all([
      supervisor.stop(),
      expect(supervisor.ready).rejects.toThrow('part was stopped before it was ready'),
    ]);
  });
});
