import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { randomId } from '@loyalty/kernel';
import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
let place: string[];
let otherPlace: string[];

const placeOfNew = async (): Promise<string[]> => {
  const tenant = await createTenantOnStack();
  return ['--tenant', tenant, '--mode', 'test', '--key', await createKeyOnStack(tenant, 'test')];
};

beforeAll(async () => {
  folder = createTemporaryFolder();
  place = await placeOfNew();
  otherPlace = await placeOfNew();
  const lines = Array.from({ length: 120 }, (_, at) =>
    JSON.stringify({
      externalRef: `customer-${at.toString()}`,
      name: at === 7 ? '=1+1' : `Name ${at.toString()}`,
      balance: at,
      lots: at < 2 ? [] : [{ points: 2, expiresAt: '2099-12-31' }],
      lifetimePoints: at * 10,
      consents: [{ channels: ['SMS'], granted: true, source: 'a form', grantedAt: '2025-01-01' }],
    }),
  );
  writeFileSync(join(folder.path, 'members.ndjson'), `${lines.join('\n')}\n`);
  const file = join(folder.path, 'members.ndjson');
  await loyaltyctl(['members', 'import', file, '--source', 'first', ...place]);
});
afterAll(() => {
  folder.remove();
});

const exportTo = async (name: string, ...more: readonly string[]) => {
  const path = join(folder.path, name);
  const { exitCode, out, err } = await loyaltyctl(['members', 'export', '--out', path, ...place, ...more]);
  return { path, exitCode, out, err };
};

const membersOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const sorted = (members: readonly Record<string, unknown>[]) =>
  members
    .map(({ externalRef, name, balance, lots, lifetimePoints, consents }) =>
      JSON.stringify({ externalRef, name, balance, lots, lifetimePoints, consents }),
    )
    .toSorted();

test('members are exported, as NDJSON and as CSV, and another environment imports both (D342)', async () => {
  const ndjson = await exportTo('all.ndjson.gz');
  expect(ndjson).toMatchObject({ exitCode: 0, out: `120 records are in ${ndjson.path}.\n` });
  const members = membersOf(gunzipSync(readFileSync(ndjson.path)).toString());
  expect(members).toHaveLength(120);
  const csv = await exportTo('all.csv');
  for (const [source, { path }] of Object.entries({ csv, ndjson })) {
    const command = ['members', 'import', path, '--source', source, ...otherPlace];
    expect((await loyaltyctl([...command, '--check', '--json'])).exitCode).toBe(0);
  }
  await loyaltyctl(['members', 'import', csv.path, '--source', 'csv', ...otherPlace]);
  const there = await loyaltyctl(['members', 'export', ...otherPlace]);
  expect(sorted(membersOf(there.out))).toEqual(sorted(members));
});

test('▲ only its owner reads the file, a spreadsheet gets no formula, and nothing is left of a failure', async () => {
  const { path } = await exportTo('people.csv', '--spreadsheet');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain("'=1+1");
  const key = await createKeyOnStack(place[1] ?? '', 'test', 'till');
  const failed = join(folder.path, 'failed.csv');
  const refused = await loyaltyctl([
    'members',
    'export',
    '--out',
    failed,
    ...place.slice(0, 4),
    '--key',
    key,
  ]);
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('FORBIDDEN');
  expect([existsSync(failed), existsSync(`${failed}.part`)]).toEqual([false, false]);
});

test('each list is exported, and everything about one member', async () => {
  for (const list of ['ledger', 'transactions', 'rewards']) {
    const { path, exitCode } = await exportTo(`${list}.csv`, '--list', list);
    expect([list, exitCode, readFileSync(path, 'utf8').split('\n').length]).toEqual([
      list,
      0,
      list === 'ledger' ? 121 : 2,
    ]);
  }
  const { out } = await loyaltyctl(['members', 'export', 'customer-3', ...place]);
  const records = membersOf(out);
  expect(records[0]).toMatchObject({
    section: 'member',
    record: { externalRef: 'customer-3', name: 'Name 3' },
  });
  expect(records.map(({ section }) => section)).toEqual(
    expect.arrayContaining(['opening', 'ledger', 'consent', 'lot']),
  );
  const device = await loyaltyctl(['members', 'export', '--out', '/dev/null', ...place]);
  expect([device.exitCode, statSync('/dev/null').isCharacterDevice()]).toEqual([0, true]);
  const saved = await loyaltyctl([
    'members',
    'export',
    'customer-3',
    '--out',
    join(folder.path, 'one.ndjson'),
    ...place,
  ]);
  expect(saved.out).toMatch(/ records are in .*one\.ndjson: 1 member, 1 consent, .*1 ledger/);
  const unknown = await loyaltyctl(['members', 'export', `nobody-${randomId()}`, ...place]);
  expect([unknown.exitCode, unknown.err.includes('There is no member')]).toEqual([1, true]);
});
