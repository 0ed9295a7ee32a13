import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, rotateLogs, takeLock } from './home-folder.ts';

describe('the lock of a home folder', () => {
  let folder = '';
  let path = '';
  const write = (holder: unknown): void => {
    writeFileSync(path, JSON.stringify(holder));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    path = join(folder, 'lock.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is held by one stack and free again after it', () => {
    const lock = takeLock(path);
    expect(lock.wasStale).toBe(false);
    expect(() => takeLock(path)).toThrow(
      `A stack runs in ${folder} already (process ${String(process.pid)})`,
    );
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it('of a process that has ended is stale', () => {
    const { pid } = spawnSync('/bin/sh', ['-c', 'exit 0']);
    write({ pid, began: 'once' });
    expect(takeLock(path).wasStale).toBe(true);
  });

  it('of a process whose id was reused is stale', () => {
    write({ pid: process.pid, began: 'before the last start of this machine' });
    expect(takeLock(path).wasStale).toBe(true);
  });

  it('that cannot be read holds nothing', () => {
    writeFileSync(path, '{');
    expect(takeLock(path).wasStale).toBe(true);
  });
});

describe('log files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'logs-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('of the last run are kept once, and older ones are dropped', () => {
    const path = join(folder, 'kafka.log');
    for (const text of ['first', 'second']) {
      writeFileSync(path, text);
      rotateLogs(folder);
    }
    expect(readdirSync(folder)).toEqual(['kafka.previous.log']);
    expect(readFileSync(join(folder, 'kafka.previous.log'), 'utf8')).toBe('second');
  });

  it('show their last lines, and nothing where there is no file', () => {
    const path = join(folder, 'kafka.log');
    writeFileSync(path, 'one\ntwo\nthree\n');
    expect(lastLines(path, 2)).toBe('two\nthree');
    expect(lastLines(join(folder, 'other.log'), 2)).toBe('');
  });
});
