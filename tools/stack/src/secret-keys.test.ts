import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSecretKeys } from './home-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-keys-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a stack makes its key once, for its owner alone', () => {
  const path = join(folder, 'secret-keys');
  ensureSecretKeys(path);
  const made = readFileSync(path, 'utf8');
  expect(made).toMatch(/^local:[A-Za-z0-9+/]{43}=\n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  ensureSecretKeys(path);
  expect(readFileSync(path, 'utf8')).toBe(made);
});
