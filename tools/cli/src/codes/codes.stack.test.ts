import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type MemberId, randomId, type TierId } from '@loyalty/kernel';
import type { InvariantFinding } from '@loyalty/tables/checks/invariant-checks';
import { readLowPools } from '@loyalty/tables/rewards';
import { insertRewards } from '@loyalty/tables/rewards/granted-rewards';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import type { Reject } from '../files/rejects-file.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let folder: ReturnType<typeof createTemporaryFolder>;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  folder = createTemporaryFolder();
});
afterAll(async () => {
  folder.remove();
  await scratch.drop();
});

const fileOf = (content: string | Buffer): string => {
  const path = join(folder.path, `${randomId()}.txt`);
  writeFileSync(path, content);
  return path;
};
const lineOf = (path: string, ...flags: readonly string[]) => [
  'codes',
  'import',
  path,
  ...flags,
  ...system.place,
];
const run = (path: string, ...flags: readonly string[]) => system.documentOf(...lineOf(path, ...flags));
const codesIn = async (pool: string): Promise<string[]> => {
  const rows = await system.db.query<{ code: string }>(
    'SELECT c.code FROM pool_codes c JOIN code_pools p ON p.id = c.pool_id WHERE p.name = $1 ORDER BY c.place',
    [pool],
  );
  return rows.map(({ code }) => code);
};

test('a file becomes a pool in its order, and the next file is added after it', async () => {
  const first = await run(
    fileOf(gzipSync('\uFEFFB-2\r\n  A 1 \n\nB-2')),
    '--pool',
    'films',
    '--low-below',
    '4',
  );
  expect(first).toMatchObject({
    document: {
      read: 3,
      added: 2,
      duplicates: 1,
      rejected: 0,
      pool: { remaining: 2, lowBelow: 4, isLow: true },
    },
    exitCode: 0,
  });
  const second = fileOf('0\nA 1\nC,x\n');
  const { out } = await system.loyaltyctl(lineOf(second, '--pool', 'films'));
  expect(out).toMatch(/^2 codes added, 1 were known already, 0 are no codes; the pool has 4 now; /);
  expect(await codesIn('films')).toEqual(['B-2', 'A 1', '0', 'C,x']);
  expect(await run(second, '--pool', 'films')).toMatchObject({ document: { added: 0, duplicates: 3 } });
});

test('a line that is no code is reported by number and written to a file, and the others are added', async () => {
  const path = fileOf(`ok\nA\tB\n\n${'x'.repeat(256)}\n${'y'.repeat(255)}\n`);
  const { exitCode, err } = await system.loyaltyctl(lineOf(path, '--pool', 'odd'));
  expect(exitCode).toBe(1);
  expect(err).toBe('line 2: has a control character in it\nline 4: must have 1 to 255 characters\n');
  const rejects = readFileSync(`${path}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rejects.map((text) => (JSON.parse(text) as Reject).line)).toEqual([2, 4]);
  expect(await codesIn('odd')).toEqual(['ok', 'y'.repeat(255)]);
});

test('many codes come in several chunks, and a run that was cut short is repeated to the same end', async () => {
  const codes = Array.from({ length: 23_000 }, (_, place) => `many-${place.toString()}`);
  // The state after a run that ended after its first chunk.
  await run(fileOf(codes.slice(0, 10_000).join('\n')), '--pool', 'many');
  expect(await run(fileOf(codes.join('\n')), '--pool', 'many')).toMatchObject({
    document: { read: 23_000, added: 13_000, duplicates: 10_000, pool: { remaining: 23_000 } },
  });
  expect(await codesIn('many')).toEqual(codes);
  // A reward waits for its code behind a thousand of them at most.
  const transactions = await system.db.query<{ codes: number }>(
    `SELECT count(*)::int AS codes FROM pool_codes WHERE code LIKE 'many-%' GROUP BY xmin`,
  );
  expect(Math.max(...transactions.map(({ codes: count }) => count))).toBe(1_000);
});

test('pools are shown with their remaining codes, and low ones are marked', async () => {
  await run(fileOf('1\n2\n'), '--pool', 'scarce', '--low-below', '3');
  await run(fileOf('3\n'), '--pool', 'enough', '--low-below', '1');
  const low = await readLowPools(system.db);
  const names = low.filter(({ name }) => name === 'scarce' || name === 'enough');
  expect(names).toMatchObject([{ name: 'scarce', remaining: 2 }]);
  const { out } = await system.loyaltyctl(['codes', 'pools', ...system.place]);
  expect(out).toMatch(/^POOL +LEFT +LOW BELOW\n/);
  expect(out).toMatch(/\nenough +1 +1\n/);
  expect(out).toMatch(/\nscarce +2 +3 +low\n/);
});

/** Stores a reward that found its pool empty. */
const failReward = async (memberId: MemberId, pool: string): Promise<string> => {
  const id = randomId();
  const grant = {
    rewardType: 'GIFT_CARD',
    value: {},
    validDays: null,
    tierId: randomId() as TierId,
  } as const;
  const { db, environmentId } = system;
  await db.transaction((tx) =>
    insertRewards(tx, [{ environmentId, memberId, reward: { id, ...grant }, atMs: Date.now() }]),
  );
  await db.query(
    `UPDATE rewards SET state = 'FAILED', failed_at = now(), failure_reason = 'POOL_EMPTY', provider = $2 WHERE id = $1`,
    [id, pool],
  );
  return id;
};

test('with --retry-failed the rewards that found the pool empty are requested again, and published', async () => {
  const memberId = await system.enrol('waits');
  const rewardId = await failReward(memberId, 'refilled');
  await failReward(memberId, 'still empty');
  const readOutbox = () => system.db.query('SELECT 1 FROM outbox');
  const before = await readOutbox();
  const path = fileOf('refill-1\n');
  expect(await run(path, '--pool', 'refilled')).toMatchObject({ document: { retried: 0 } });
  expect(await run(path, '--pool', 'refilled', '--retry-failed')).toMatchObject({ document: { retried: 1 } });
  expect(await readOutbox()).toHaveLength(before.length + 1);
  const pending = await system.db.query(`SELECT id FROM rewards WHERE state = 'PENDING_FULFILMENT'`);
  expect(pending).toEqual([{ id: rewardId }]);
});

test('a missing file creates no pool', async () => {
  const { exitCode, err } = await system.loyaltyctl(lineOf('nowhere.txt', '--pool', 'unmade'));
  expect([exitCode, err]).toEqual([1, expect.stringContaining('There is no file')]);
  const { out } = await system.loyaltyctl(['codes', 'pools', ...system.place]);
  expect(out).not.toContain('unmade');
});

test.each([
  ['generator', /generator is the name of an HTTP provider, or of the generator/],
  ['x'.repeat(65), /is no name of a pool/],
])('a pool cannot be called %s', async (name, sentence) => {
  const { exitCode, err } = await system.loyaltyctl(lineOf(fileOf('A'), '--pool', name));
  expect([exitCode, err]).toEqual([1, expect.stringMatching(sentence)]);
});

test('I18 check finds a pool with a wrong number of codes', async () => {
  const findings = async (): Promise<InvariantFinding[]> => {
    const { document } = await system.documentOf('check');
    const { checks } = document as { readonly checks: InvariantFinding[] };
    return checks.filter(({ promise }) => promise.includes('pool'));
  };
  await run(fileOf('check-1\n'), '--pool', 'checked');
  expect(await findings()).toMatchObject([{ invariant: 'I18', violations: 0 }]);
  await system.db.query(`UPDATE code_pools SET remaining = 2 WHERE name = 'checked'`);
  expect(await findings()).toMatchObject([
    { violations: 1, examples: [`${system.environmentId.toString()}/checked`] },
  ]);
});
