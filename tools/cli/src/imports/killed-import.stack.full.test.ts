import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLoyalty } from '@loyalty/client';
import { seededRandom } from '@loyalty/kernel/testing';
import { readLocalStack } from '@loyalty/stack';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { ImportReport } from './import-report.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
beforeAll(() => {
  folder = createTemporaryFolder();
});
afterAll(() => {
  folder.remove();
});

const source = 'old-programme';
const memberCount = sizeOf(2_500, 5_000);
const kills = sizeOf(4, 10);

const lines = Array.from({ length: memberCount }, (_, at) => ({
  externalRef: `customer-${at.toString().padStart(5, '0')}`,
  balance: at % 700,
  lots: at % 3 === 0 || at % 700 === 0 ? [] : [{ points: 1, expiresAt: '2099-12-31' }],
  lifetimePoints: (at % 700) * 2,
  name: `Member ${at.toString()}`,
  references: at % 4 === 0 ? [{ reference: `card-${at.toString()}`, kind: 'CARD' }] : [],
}));

const start = async () => {
  const tenant = await createTenantOnStack();
  const apiKey = await createKeyOnStack(tenant, 'test');
  const loyalty = createLoyalty({ baseUrl: readLocalStack().baseUrl, tenantId: tenant, apiKey });
  const place = ['--tenant', tenant, '--mode', 'test', '--key', apiKey];
  return { loyalty, place };
};
type Loyalty = Awaited<ReturnType<typeof start>>['loyalty'];

const readMemberCount = async (loyalty: Loyalty): Promise<number> => {
  const { imports } = await loyalty.listImports();
  return imports.find((one) => one.source === source)?.members ?? 0;
};

/** The number of members that are imported when the command is killed: never all, in any order of the runs. */
const drawKills = (): readonly number[] => {
  const random = seededRandom(7);
  const drawn = Array.from({ length: kills }, () => Math.floor(random() * (memberCount - 1_000)));
  return drawn.toSorted((one, other) => one - other);
};

const exportedLines = async (loyalty: Loyalty) => {
  const found: {
    readonly externalRef: string;
    readonly balance: number;
    readonly lifetime: number;
    readonly references: unknown;
  }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Loyalty['exportMembers']>> = await loyalty.exportMembers({
      limit: 1_000,
      ...(cursor !== null && { cursor }),
    });
    for (const { externalRef, balance = 0, lifetimePoints = 0, references = [] } of page.members)
      found.push({ externalRef, balance, lifetime: lifetimePoints, references });
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found.toSorted((one, other) => (one.externalRef < other.externalRef ? -1 : 1));
};

test('▲ an import whose command is killed again and again has each member of the file once, and closes (D341)', async () => {
  const { loyalty, place } = await start();
  const path = join(folder.path, 'members.ndjson');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const command = ['members', 'import', path, '--source', source, ...place];
  const main = join(process.cwd(), 'tools/cli/bin/loyaltyctl.mjs');
  for (const at of drawKills()) {
    const child = spawn(process.execPath, [main, ...command], { env: stackVariables(), stdio: 'ignore' });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    await eventually('some are imported', async () => (await readMemberCount(loyalty)) > at);
    child.kill('SIGKILL');
    const [exitCode] = await exited;
    expect(exitCode).toBeNull();
  }
  const { exitCode, out } = await loyaltyctl([...command, '--close', '--json']);
  const points = lines.reduce((sum, { balance }) => sum + balance, 0);
  const report = JSON.parse(out) as ImportReport;
  expect([exitCode, report]).toMatchObject([
    0,
    {
      members: memberCount,
      points,
      import: { members: memberCount, points, created: memberCount },
      closedAt: expect.any(String) as unknown,
    },
  ]);
  // A call that was on its way when the command was killed may have been stored since.
  expect(report.created + report.unchanged).toBe(memberCount);
  expect(report.unchanged).toBeGreaterThan(0);
  const sent = lines.map(({ externalRef, balance, lifetimePoints: lifetime, references }) => ({
    externalRef,
    balance,
    lifetime,
    references,
  }));
  expect(await exportedLines(loyalty)).toEqual(sent);
});
