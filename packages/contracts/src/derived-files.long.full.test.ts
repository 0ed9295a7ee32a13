import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const checkout = resolve(__dirname, '../../..');
const script = join(checkout, 'packages/contracts/scripts/generate.mjs');
const generated = 'packages/contracts/src/generated';

describe('derived files', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loyalty-derived-'));
    for (const path of ['schemas', generated, 'docs/reference']) {
      cpSync(join(checkout, path), join(root, path), { recursive: true });
    }
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const check = () =>
    spawnSync(process.execPath, [script, '--check', `--root=${root}`], { encoding: 'utf8' });

  it('follow from the schemas as they are', () => {
    expect(check()).toEqual(expect.objectContaining({ status: 0, stderr: '' }));
  });

  it('are named when a schema has changed, and right again once derived', () => {
    const errors = join(root, 'schemas/errors.json');
    writeFileSync(errors, readFileSync(errors, 'utf8').replace('Something went wrong', 'Something else'));
    const drifted = check();
    expect(drifted.status).toBe(1);
    expect(drifted.stderr.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining(['docs/reference/errors.md', `${generated}/errors.ts`]),
    );
    execFileSync(process.execPath, [script, `--root=${root}`]);
    expect(check().status).toBe(0);
  });

  it('are named when they were edited, or are no longer derived', () => {
    writeFileSync(join(root, generated, 'topics.ts'), '');
    writeFileSync(join(root, generated, 'forgotten.ts'), '');
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain(`${generated}/forgotten.ts\n  ${generated}/topics.ts`);
  });
});
