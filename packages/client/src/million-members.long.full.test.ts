import { execFile, execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sizeOf } from '@loyalty/testkit/runs';
import { startModelServer } from './testing/model-api.ts';

const own = resolve(__dirname, '..');
const run = promisify(execFile);

/** The fewer of them would fill the heap three times over. */
const members = sizeOf(300_000, 1_000_000);
const pageOf = 200;

/** Returns a member as the API shows it. */
const member = (at: number): object => ({
  id: `0198c0de-0000-7000-8000-${at.toString().padStart(12, '0')}`,
  externalRef: `customer-${at.toString()}`,
  name: 'Thandi Nkosi',
  email: `thandi.${at.toString()}@example.com`,
  phone: '+27 82 555 0142',
  state: 'active',
  pointsBalance: at,
  lifetimePoints: at,
  enrolledAt: '2026-01-01T00:00:00.000Z',
  lastActivityAt: '2026-11-27T00:00:00.000Z',
});

/** How far Node collects lazily is its own affair, and differs by machine: so it ends where it would hold more than 60 MB. */
const heapOf60 = ['--max-old-space-size=54', '--max-semi-space-size=2'];

const program = `
import { createLoyalty } from ${JSON.stringify(pathToFileURL(join(own, 'dist/index.js')).href)};
const baseUrl = process.argv.at(-1);
const loyalty = createLoyalty({ baseUrl, tenantId: 'tenant', apiKey: 'k' });
let count = 0;
for await (const { pointsBalance } of loyalty.each.listMembers({ limit: ${pageOf.toString()} })) {
  if (pointsBalance !== count) throw new Error('out of order');
  count += 1;
}
console.log(count);`;

test('▲ an iteration over a million members, or fewer where somebody waits, holds one page, and stays within 60 MB of heap (D196)', async () => {
  execFileSync(process.execPath, [
    join(own, '../../node_modules/@typescript/native/bin/tsc'),
    '--build',
    own,
  ]);
  const server = await startModelServer({
    handle: ({ path }) => {
      const from = Number(new URL(path, 'http://model').searchParams.get('cursor') ?? 0);
      const to = from + pageOf;
      const page = Array.from({ length: pageOf }, (_, at) => member(from + at));
      return { status: 200, body: { members: page, nextCursor: to < members ? to.toString() : null } };
    },
  });
  try {
    const child = [...heapOf60, '--input-type=module', '--eval', program, '--', server.url];
    const { stdout } = await run(process.execPath, child, { env: { PATH: '/usr/bin:/bin' } });
    expect(Number(stdout)).toBe(members);
  } finally {
    await server.close();
  }
}, 600_000);
