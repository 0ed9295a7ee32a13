import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './lock.ts';

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
