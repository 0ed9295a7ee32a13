import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, rotateLogs } from './log-files.ts';

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
