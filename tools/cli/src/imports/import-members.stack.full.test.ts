import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { randomId } from '@loyalty/kernel';
import { eventually } from '@loyalty/testkit/runs';
import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { ImportReport, RejectedMember } from './import-report.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let place: string[];
beforeAll(async () => {
  folder = createTemporaryFolder();
  const tenant = await createTenantOnStack();
  place = ['--tenant', tenant, '--mode', 'test', '--key', await createKeyOnStack(tenant, 'test')];
});
afterAll(() => {
  folder.remove();
});

const fileOf = (lines: readonly string[], name = `${randomId()}.ndjson`): string => {
  const path = join(folder.path, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const linesOf = (count: number, prefix = randomId()): string[] =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      externalRef: `${prefix}-${at.toString()}`,
      balance: at,
      lots: at === 0 ? [] : [{ points: 1, expiresAt: '2099-12-31' }],
      lifetimePoints: at * 10,
    }),
  );
const sourceOf = (): string => `source-${randomId().slice(-12)}`;
const commandOf = (file: string, source: string, ...flags: readonly string[]): string[] => [
  'members',
  'import',
  file,
  '--source',
  source,
  ...place,
  ...flags,
];
/** Ignores standard error, where a slow machine shows progress. */
const reportOf = async (...given: Parameters<typeof commandOf>) => {
  const { exitCode, out } = await loyaltyctl([...commandOf(...given), '--json']);
  return { exitCode, ...(JSON.parse(out) as ImportReport & { readonly closedAt: string | null }) };
};
const findImport = async (source: string): Promise<string> => {
  const { out, err } = await loyaltyctl(['api', 'getImport', '--source', source, ...place]);
  return out + err;
};
const pointsOf250 = (250 * 249) / 2;

test('250 members are checked, imported, unchanged when they are sent again, and closed', async () => {
  const [file, source] = [fileOf(linesOf(250)), sourceOf()];
  const base = { exitCode: 0, members: 250, points: pointsOf250, rejected: 0, closedAt: null };
  const checked = await reportOf(file, source, '--check');
  expect(checked).toMatchObject({ ...base, created: 250, import: null });
  expect(await findImport(source)).toContain('IMPORT_NOT_FOUND');
  expect(checked.tiers).toEqual([{ tierId: null, name: null, members: 250, points: pointsOf250 }]);
  expect(await reportOf(file, source)).toMatchObject({ ...base, created: 250, import: { members: 250 } });
  const { exitCode, out, err } = await loyaltyctl(commandOf(file, source));
  expect([exitCode, out]).toEqual([
    0,
    '250 members with 31,125 points in the file, 0 created, 0 added to members, 250 unchanged, 0 rejected.\n',
  ]);
  expect(err).toContain(
    `echo '{"members":250,"points":31125}' | loyaltyctl api closeImport --source ${source}`,
  );
  const closed = await reportOf(file, source, '--close');
  expect(closed).toMatchObject({ exitCode: 0, unchanged: 250, closedAt: expect.any(String) as string });
  const late = await loyaltyctl(commandOf(file, source));
  expect([late.exitCode, late.err]).toEqual([1, expect.stringContaining(`The import ${source} is closed`)]);
});

test('members come with their further references, and an export has them as an import takes them (D345)', async () => {
  const [one, two] = [randomId(), randomId()];
  const lines = [
    {
      externalRef: one,
      balance: 5,
      references: [{ reference: `${one}-card`, kind: 'CARD', state: 'BLOCKED' }],
    },
    {
      externalRef: two,
      balance: 1,
      references: [{ reference: `${two}-card` }, { reference: `${two}-phone` }],
    },
  ];
  const [file, source] = [fileOf(lines.map((line) => JSON.stringify(line))), sourceOf()];
  expect(await reportOf(file, source, '--check')).toMatchObject({
    exitCode: 0,
    created: 2,
    referencesAdded: 3,
  });
  const { out } = await loyaltyctl(commandOf(file, source));
  expect(out).toContain('0 added to members, 3 further references given to them, 0 unchanged');
  expect(await reportOf(file, source)).toMatchObject({ exitCode: 0, unchanged: 2, referencesAdded: 0 });
  const taken = [{ externalRef: randomId(), references: [{ reference: `${one}-card` }] }];
  expect(await reportOf(fileOf(taken.map((line) => JSON.stringify(line))), source)).toMatchObject({
    exitCode: 1,
    rejected: 1,
  });
  const exported = join(folder.path, 'exported.ndjson');
  await loyaltyctl(['members', 'export', '--out', exported, ...place]);
  const rows = readFileSync(exported, 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row) as { readonly externalRef: string; readonly references?: unknown });
  const referencesOf = (ref: string) => rows.find(({ externalRef }) => externalRef === ref)?.references;
  expect([referencesOf(one), referencesOf(two)]).toEqual(lines.map(({ references }) => references));
});

test('a check has members and points by tier, by the names of the tiers', async () => {
  const body = fileOf([
    JSON.stringify({ name: 'Gold', minLifetimePoints: 1_000, sortOrder: 1, benefits: [] }),
  ]);
  const created = await loyaltyctl(['api', 'createTier', '--body', body, ...place]);
  expect(created).toMatchObject({ exitCode: 0 });
  const { out } = await loyaltyctl(commandOf(fileOf(linesOf(150)), sourceOf(), '--check'));
  expect(out).toMatch(/150 would be created.*\ntier +members +points\nGold +50 +6,225\nnone +100 +4,950\n$/);
});

test('a rejected and a different line are written with their text, and the others are imported', async () => {
  const source = sourceOf();
  const [first = '', ...others] = linesOf(5);
  await reportOf(fileOf([first]), source);
  const different = first.replace('"balance":0', '"balance":77');
  const expired = '{"externalRef":"expired","balance":5,"lots":[{"points":5,"expiresAt":"2020-01-01"}]}';
  const file = fileOf([different, expired, 'nonsense', ...others]);
  const report = await reportOf(file, source, '--close');
  expect(report).toMatchObject({ exitCode: 1, created: 4, different: 1, rejected: 2, closedAt: null });
  const rows = readFileSync(`${file}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row) as RejectedMember)).toMatchObject([
    { line: 3, outcome: 'REJECTED', code: 'VALIDATION_ERROR', externalRef: null, text: 'nonsense' },
    { line: 1, outcome: 'DIFFERENT', code: null, errors: [], text: different },
    { line: 2, outcome: 'REJECTED', code: 'LOT_EXPIRED', externalRef: 'expired', text: expired },
  ]);
});

test('a file that has a reference twice is not sent', async () => {
  const [one = '', two = ''] = linesOf(2);
  const [file, source] = [fileOf([one, two, one]), sourceOf()];
  const { exitCode, err } = await loyaltyctl(commandOf(file, source));
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(/^line 3: \/externalRef is also that of line 1\nReferences come twice/),
  ]);
  expect(existsSync(`${file}.rejects.ndjson`)).toBe(true);
  expect(await findImport(source)).toContain('IMPORT_NOT_FOUND');
  // A file that was mended leaves no rejects of the run before.
  writeFileSync(file, `${one}\n${two}\n`);
  expect((await reportOf(file, source)).exitCode).toBe(0);
  expect(existsSync(`${file}.rejects.ndjson`)).toBe(false);
});

test('a check of a file that has a reference twice judges and counts the first line of each', async () => {
  const [one = '', two = '', three = ''] = linesOf(3);
  const expired = '{"externalRef":"old","balance":5,"lots":[{"points":5,"expiresAt":"2020-01-01"}]}';
  const file = fileOf([one, two, expired, two.replace('"balance":1', '"balance":70'), three, two]);
  const report = await reportOf(file, sourceOf(), '--check');
  expect(report).toMatchObject({ exitCode: 1, created: 3, different: 0, rejected: 3, import: null });
  expect(report.tiers).toEqual([{ tierId: null, name: null, members: 3, points: 3 }]);
  expect(report.unfinished).toContain('the import would send nothing: leave one line of each');
  const rows = readFileSync(`${file}.rejects.ndjson`, 'utf8').trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row) as RejectedMember).map(({ line, code }) => [line, code])).toEqual([
    [4, 'DUPLICATE_LINE'],
    [6, 'DUPLICATE_LINE'],
    [3, 'LOT_EXPIRED'],
  ]);
});

test('Ctrl-C ends after the call in progress, and the same command goes on', async () => {
  const [file, source] = [fileOf(linesOf(3_000)), sourceOf()];
  const main = join(process.cwd(), 'tools/cli/dist/main.js');
  const child = spawn(process.execPath, [main, ...commandOf(file, source)], { env: { ...stackVariables() } });
  const err = text(child.stderr);
  const record = async () => {
    const { out } = await loyaltyctl(['api', 'getImport', '--source', source, ...place]);
    return out === '' ? 0 : (JSON.parse(out) as { members: number }).members;
  };
  await eventually('some are imported', async () => (await record()) > 0);
  child.kill('SIGINT');
  const [exitCode] = (await once(child, 'close')) as [number];
  expect([exitCode, await err]).toEqual([1, expect.stringMatching(/Stopped\. Run the same command again/)]);
  const before = await record();
  expect(before).toBeLessThan(3_000);
  const again = await reportOf(file, source);
  expect(again).toMatchObject({ exitCode: 0, created: 3_000 - before, unchanged: before });
});

test('a CSV comes by standard input too, and a key of the other mode sends nothing', async () => {
  const prefix = randomId();
  const input = [`\uFEFFno;points\r\n${prefix}-1;5\r\n`, `"${prefix}-2";\r\n`];
  const columns = ['--columns', 'no=externalRef,points=balance'];
  const { exitCode, out } = await loyaltyctl(commandOf('-', sourceOf(), ...columns), { input });
  expect([exitCode, out]).toEqual([
    0,
    expect.stringMatching(/^2 members with 5 points in the file, 2 created/),
  ]);
  const faulty = { input: ['no;points\n', `${prefix}-3;1.5\n`, `${prefix}-4;1\n`] };
  expect(await loyaltyctl(commandOf('-', sourceOf(), ...columns, '--check'), faulty)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('line 2: «points» must be a whole number') as unknown,
  });
  const live = commandOf(fileOf(linesOf(1)), sourceOf()).map((word) => (word === 'test' ? 'live' : word));
  expect(await loyaltyctl(live)).toMatchObject({ exitCode: 2, out: '' });
});
