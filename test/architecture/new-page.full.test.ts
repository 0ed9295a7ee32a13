import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** What the program reads and the compiler needs. */
const copied = [
  'services/console/ui',
  'services/console/scripts/class-types.mjs',
  'test/console/every-page.screen.test.ts',
  'tools/compact-tables.mjs',
  'tools/new.mjs',
  'tools/new-page.mjs',
];
const linked = ['node_modules', 'packages', 'tsconfig.base.json', '.prettierrc.json', 'package.json'];

let copy = '';
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-page-'));
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true });
  for (const path of linked) symlinkSync(join(root, path), join(copy, path));
});
afterAll(() => {
  rmSync(copy, { recursive: true });
});

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(copy, program), ...args], { cwd: copy, encoding: 'utf8' });

test('npm run new makes a page that compiles, and none that exists', () => {
  expect(run('tools/new.mjs', 'page', 'gift-cards')).toContain(
    'services/console/ui/pages/gift-cards is made',
  );
  run('services/console/scripts/class-types.mjs');
  const buildInfo = join(copy, 'pages.tsbuildinfo');
  const project = 'services/console/ui/tsconfig.json';
  run('node_modules/@typescript/native/bin/tsc', '--project', project, '--tsBuildInfoFile', buildInfo);
  expect(() => run('tools/new.mjs', 'page', 'gift-cards')).toThrow('Command failed');
});
