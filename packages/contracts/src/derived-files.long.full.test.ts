import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const checkout = resolve(__dirname, '../../..');
const script = join(checkout, 'packages/contracts/scripts/generate.mjs');
const generated = 'packages/contracts/src/generated';
const ofClient = 'packages/client/src/generated';

describe('derived files', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loyalty-derived-'));
    for (const path of ['schemas', generated, ofClient, 'docs/reference']) {
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
    writeFileSync(join(root, ofClient, 'forgotten.ts'), '');
    const { status, stderr } = check();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `${ofClient}/forgotten.ts\n  ${generated}/forgotten.ts\n  ${generated}/topics.ts`,
    );
  });

  it('of the client are the same bytes when they are derived anew, and follow the contract', () => {
    rmSync(join(root, ofClient), { recursive: true });
    execFileSync(process.execPath, [script, `--root=${root}`]);
    const text = (name: string, folder: string) => readFileSync(join(folder, ofClient, name), 'utf8');
    for (const name of readdirSync(join(checkout, ofClient)))
      expect([name, text(name, root)]).toEqual([name, text(name, checkout)]);
    const document = join(root, 'schemas/http/openapi.yaml');
    writeFileSync(document, readFileSync(document, 'utf8').replace('x-retry: safe', 'x-retry: never'));
    expect(check().stderr).toContain(`${ofClient}/operations.ts`);
  });
});
