import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const checkout = resolve(__dirname, '../../..');
const script = join(checkout, 'packages/contracts/scripts/generate.mjs');
const pages = 'docs/reference';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loyalty-derived-'));
  for (const path of ['schemas', pages]) cpSync(join(checkout, path), join(root, path), { recursive: true });
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const check = () => spawnSync(process.execPath, [script, '--check', `--root=${root}`], { encoding: 'utf8' });

const change = (path: string, from: string, to: string): void => {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(root, path), text.replace(from, to));
};

const bytesIn = (top: string, folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(top, folder)).map((name) => [name, readFileSync(join(top, folder, name), 'utf8')]),
  );

// One test, because each run of the script takes seconds.
test('derived files are named when a schema has changed and when they were edited; derived again they are the bytes that are committed', () => {
  change('schemas/errors.json', 'Something went wrong', 'Something else');
  writeFileSync(join(root, pages, 'topics.md'), '');
  const { status, stderr } = check();
  expect(status).toBe(1);
  const named = stderr.split('\n').map((line) => line.trim());
  const wrong = [`${pages}/errors.md`, `${pages}/topics.md`];
  expect(named.filter((path) => wrong.includes(path))).toEqual(wrong);
  expect(named).not.toContain(`${pages}/permissions.md`);

  cpSync(join(checkout, 'schemas'), join(root, 'schemas'), { recursive: true });
  execFileSync(process.execPath, [script, `--root=${root}`]);
  expect(bytesIn(root, pages)).toEqual(bytesIn(checkout, pages));
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});
