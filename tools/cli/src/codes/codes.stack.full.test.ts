import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type MemberId, randomId, type TierId } from '@loyalty/kernel';
import type { InvariantFinding } from '@loyalty/tables/checks';
import { insertRewards } from '@loyalty/tables/granted-rewards';
import { readLowPools } from '@loyalty/tables/rewards';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import type { Reject } from '../files/rejects-file.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { CodesReport } from './import-codes.ts';

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
  const second = fileOf('0\nA 1\n"C,x"\n');
  const { out } = await system.loyaltyctl(lineOf(second, '--pool', 'films'));
  expect(out).toMatch(/^2 codes added, 1 already known, 0 rejected; the pool now has 4 left; /);
  expect(await codesIn('films')).toEqual(['B-2', 'A 1', '0', 'C,x']);
  expect(await run(second, '--pool', 'films')).toMatchObject({ document: { added: 0, duplicates: 3 } });
});

test('a line that is no code is reported by number and written to a file, and the others are added', async () => {
  const path = fileOf(`ok\nA\u0007B\n\n${'x'.repeat(256)}\n${'y'.repeat(255)}\n`);
  const { exitCode, err } = await system.loyaltyctl(lineOf(path, '--pool', 'odd'));
  expect(exitCode).toBe(1);
  expect(err).toBe(
    'line 2: has an invisible character in it (U+0007): remove it, or pass --lines if it belongs to the code\n' +
      'line 4: must have 1 to 255 characters\n',
  );
  const rejects = readFileSync(`${path}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rejects.map((text) => (JSON.parse(text) as Reject).line)).toEqual([2, 4]);
  expect(await codesIn('odd')).toEqual(['ok', 'y'.repeat(255)]);
});

test('the first column of a CSV is read, and what may be meant otherwise is refused with its line', async () => {
  const file = fileOf(
    [
      'Voucher Code,Value,Address',
      'CSV-1,10,"12 High St\nLondon"',
      '"CSV,2",10,x',
      'CSV\u00A03,10,x',
      'CSV-4;10;x',
      "'CSV-5',10,x",
      'CSV-6,10,x,y',
      'CSV-7,10,x',
    ].join('\r\n'),
  );
  const { exitCode, out, err } = await system.loyaltyctl(lineOf(file, '--pool', 'csv'));
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^3 codes added, 0 already known, 5 rejected \(see /);
  expect(err.split('\n')).toEqual([
    expect.stringMatching(/^line 1: «Voucher Code» looks like a header: pass --header/),
    expect.stringMatching(/^line 5: has an invisible character in it \(U\+00A0, no-break space\)/),
    expect.stringMatching(/^line 6: has a semicolon in it: pass --separator semicolon/),
    expect.stringMatching(/^line 7: has quotation marks that CSV does not use/),
    expect.stringMatching(/^line 8: has 4 columns, but the first line has 3/),
    expect.stringMatching(/^3 lines have more than one column\. Only the first column was read/),
    '',
  ]);
  expect(await codesIn('csv')).toEqual(['CSV-1', 'CSV,2', 'CSV-7']);
  const again = await run(file, '--pool', 'csv', '--header');
  expect(again).toMatchObject({
    document: { added: 0, duplicates: 3, rejected: 4, furtherColumns: 3 },
    exitCode: 1,
  });
});

test('--separator and --lines read what is meant otherwise', async () => {
  const semicolons = fileOf('SEP-1;10,50\nSEP-2;20,50\n');
  expect(await run(semicolons, '--pool', 'separated', '--separator', 'semicolon')).toMatchObject({
    document: { added: 2, rejected: 0, furtherColumns: 2, unfinished: null, nextLine: null },
    exitCode: 0,
  });
  const odd = fileOf('code\nL,1\nL;2\n"L"3\n  L\u00A04 \n');
  expect(await run(odd, '--pool', 'lines', '--lines')).toMatchObject({ document: { added: 5 }, exitCode: 0 });
  expect(await codesIn('lines')).toEqual(['code', 'L,1', 'L;2', '"L"3', 'L\u00A04']);
  const { exitCode, err } = await system.loyaltyctl(lineOf(odd, '--pool', 'lines', '--lines', '--header'));
  expect([exitCode, err]).toEqual([2, expect.stringMatching(/cannot be used with/)]);
});

test.each<[string, string | Buffer, RegExp]>([
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004…[Content_Types].xml'),
    /seems to be an Excel workbook .* «CSV UTF-8»/,
  ],
  ['UTF-16', Buffer.from('\uFEFFA-1\r\nA-2\r\n', 'utf16le'), /seems to be UTF-16: convert it with «iconv/],
  [
    'a JSON array',
    '[\n"A-1",\n"A-2"\n]',
    /seems to be a JSON array: convert it to lines with «jq -r '\.\[\]'»/,
  ],
  ['JSON lines', '{"code":"A-1"}\n', /seems to be JSON/],
  ['a page', '<!doctype html><html>', /seems to be HTML: a server may have sent a web page/],
  ['a gzip within a gzip', gzipSync(gzipSync('A-1\n')), /seems to be a gzip inside a gzip/],
])('%s is no list, and makes no pool', async (what, content, sentence) => {
  const { exitCode, out, err } = await system.loyaltyctl(lineOf(fileOf(content), '--pool', `no ${what}`));
  expect([exitCode, out, err]).toEqual([1, '', expect.stringMatching(sentence)]);
  expect(err).toContain('Nothing was done');
  const { out: pools } = await system.loyaltyctl(['codes', 'pools', ...system.place]);
  expect(pools).not.toContain(`no ${what}`);
});

test.each<[string, (gzip: Buffer) => Buffer, number, RegExp]>([
  [
    'a wrong checksum',
    (gzip) => Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)]),
    2_000,
    /wrong checksum/,
  ],
  ['its end missing', (gzip) => gzip.subarray(0, -8), 2_000, /incomplete/],
  ['half of it missing', (gzip) => gzip.subarray(0, gzip.length / 2), 0, /incomplete/],
])(
  'a gzip with %s is imported up to there, and the document says the next line',
  async (what, broken, all, reason) => {
    const codes = Array.from({ length: 2_000 }, (_, place) => `${what}-${(place ** 3).toString()}\n`);
    const { document, exitCode } = await run(fileOf(broken(gzipSync(codes.join('')))), '--pool', what);
    const { added, nextLine, unfinished } = document as CodesReport;
    expect(exitCode).toBe(1);
    expect(added).toBeGreaterThan(500);
    expect(added).toBe(all === 0 ? added : all);
    expect(nextLine).toBe(added + 1);
    expect(unfinished).toMatch(reason);
    expect(unfinished).toContain(`continue with line ${String(nextLine)}, or run the command again`);
    const whole = await run(fileOf(gzipSync(codes.join(''))), '--pool', what);
    expect(whole).toMatchObject({ document: { added: 2_000 - added, duplicates: added }, exitCode: 0 });
  },
);

test('a file without a line is found', async () => {
  const { exitCode, err } = await system.loyaltyctl(lineOf(fileOf('\n \n'), '--pool', 'empty'));
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/^There are no lines in .*\.txt\.\n$/)]);
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
  ['generator', /generator is already the name of an HTTP provider or of the built-in generator/],
  ['x'.repeat(65), /cannot be the name of a pool/],
  ['\u00A0x', /cannot be the name of a pool/],
])('a pool cannot be called %s', async (name, sentence) => {
  const { exitCode, err } = await system.loyaltyctl(lineOf(fileOf('A'), '--pool', name));
  expect([exitCode, err]).toEqual([1, expect.stringMatching(sentence)]);
});

test('I18 check finds a pool with a wrong number of codes', async () => {
  const findings = async (): Promise<InvariantFinding[]> => {
    const { document } = await system.documentOf('check', '--all');
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
