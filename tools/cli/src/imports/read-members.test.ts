import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openLineSource } from '../files/line-source.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type FaultyMember, type MemberReading, readMembers } from './read-members.ts';
import { scanMembers } from './scan-members.ts';

let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const open = async (bytes: string | Buffer, renamed: Readonly<Record<string, string>> = {}) => {
  const path = join(folder.path, 'members');
  writeFileSync(path, bytes);
  return readMembers(await openLineSource(path, Readable.from([])), new Map(Object.entries(renamed)));
};

const readAll = async (...given: Parameters<typeof open>): Promise<MemberReading[]> => {
  const members: MemberReading[] = [];
  for await (const chunk of await open(...given)) members.push(...chunk);
  return members;
};

/** Members as the API takes them; of others their line and what is wrong. */
const shown = async (...given: Parameters<typeof open>): Promise<unknown[]> =>
  (await readAll(...given)).map((reading) =>
    reading.outcome === 'read'
      ? reading.member
      : [reading.line, ...reading.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim())],
  );

const thandi = { externalRef: 'c-1', name: 'Thandi', balance: 1_200 };
const tables: readonly [string, string | Buffer][] = [
  ['NDJSON', `${JSON.stringify(thandi)}\n\n`],
  ['NDJSON that begins with a list', '{"lots":[{"points":1,"expiresAt":"2099-12-31"}],"externalRef":"c-1"}'],
  ['CSV', 'externalRef,name,balance\nc-1,Thandi,1200\n'],
  ['CSV of Excel', '\uFEFFexternalRef;name;balance\r\nc-1;Thandi;1200\r\n;;\r\n'],
  ['CSV with tabs', 'externalRef\tname\tbalance\nc-1\tThandi\t1200'],
  ['CSV in a gzip', gzipSync('externalRef,name,balance\nc-1,Thandi,1200\n')],
];

test.each(tables)('%s is read', async (what, bytes) => {
  const lots = [{ points: 1, expiresAt: '2099-12-31' }];
  expect(await shown(bytes)).toEqual([what.endsWith('list') ? { lots, externalRef: 'c-1' } : thandi]);
});

test('a quoted cell may have separators, doubled marks and line ends, also over the end of a chunk', async () => {
  const row = '"c-1","Nkosi, ""Thandi""\r\nDurban"\r\n';
  const bytes = `externalRef,name\r\n${row}"c-2",\r\n`;
  expect(await shown(bytes)).toEqual([
    { externalRef: 'c-1', name: 'Nkosi, "Thandi"\nDurban' },
    { externalRef: 'c-2' },
  ]);
  const many = await readAll(`externalRef,name\r\n${row.repeat(20_000)}`);
  expect(many).toHaveLength(20_000);
  expect(many.every(({ outcome }) => outcome === 'read')).toBe(true);
  expect(many.at(-1)).toMatchObject({ line: 40_000 });
});

test('each field of a line has a column, and an empty cell is absent', async () => {
  const segmentId = '0198c0de-2222-7000-8000-000000000011';
  const consent = { channels: ['EMAIL'], granted: true, source: 'form', grantedAt: '2020-01-01' };
  const card = { campaignId: segmentId, stamps: 3 };
  const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  const columns = {
    externalRef: 'c-1',
    isSuspended: 'TRUE',
    lots: '500@2099-12-31|200@365d',
    lifetimePoints: ' 8600 ',
    'purchases.spendCents': '4310050',
    'purchases.count': '37',
    'purchases.lastOn': '2025-11-02',
    segmentIds: `${segmentId}|${segmentId}`,
    consents: quoted([consent]),
    stampCards: quoted([card]),
    references: 'c-1-card | c-1-phone',
    email: ' ',
  };
  const bytes = `${Object.keys(columns).join()}\n${Object.values(columns).join()}\n`;
  expect(await shown(bytes)).toEqual([
    {
      externalRef: 'c-1',
      isSuspended: true,
      lots: [
        { points: 500, expiresAt: '2099-12-31' },
        { points: 200, slidingDays: 365 },
      ],
      lifetimePoints: 8_600,
      purchases: { spendCents: 4_310_050, count: 37, lastOn: '2025-11-02' },
      segmentIds: [segmentId, segmentId],
      consents: [consent],
      stampCards: [card],
      references: [{ reference: 'c-1-card' }, { reference: 'c-1-phone' }],
    },
  ]);
});

test('references with kinds and states are JSON, and one that a spreadsheet has rounded is refused', async () => {
  const lost = { reference: 'c-1-card', kind: 'CARD', state: 'BLOCKED' };
  const cell = `"${JSON.stringify([lost]).replaceAll('"', '""')}"`;
  expect(await shown(`externalRef,references\nc-1,${cell}\nc-2,6001|6.00149E+15\nc-3,[6001\n`)).toEqual([
    { externalRef: 'c-1', references: [lost] },
    [3, '/references is a number that a spreadsheet has rounded: save the column as text'],
    [4, '/references must be JSON, as the API takes it'],
  ]);
});

test('a reference that two lines have is found, whichever of their references it is', async () => {
  const lines = [
    { externalRef: 'c-1', references: [{ reference: 'card' }] },
    { externalRef: 'card' },
    { externalRef: 'c-2', references: [{ reference: 'c-1' }, { reference: 'c-2' }] },
    { externalRef: 'c-3', references: [{ reference: 'phone' }] },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const { members, repeated } = await scanMembers(
    () => open(text),
    () => undefined,
  );
  expect(members).toBe(4);
  expect(
    repeated.map(({ line, errors }) => [
      line,
      ...errors.map(({ pointer, message }) => `${pointer} ${message}`),
    ]),
  ).toEqual([
    [2, '/externalRef is also that of line 1'],
    [3, '/references/0/reference is also that of line 1', '/references/1/reference is also that of line 3'],
  ]);
});

test('columns of other names are renamed, and one without a new name is left out', async () => {
  const bytes = 'no,Punkte,notes\nc-1,5,old\n';
  expect(await shown(bytes, { no: 'externalRef', Punkte: 'balance', notes: '' })).toEqual([
    { externalRef: 'c-1', balance: 5 },
  ]);
});

test.each<[string, string | Buffer, RegExp]>([
  ['a column that is no field', 'externalRef,points\n', /«points» is no field.*--columns points=FIELD/],
  ['no reference', 'name,balance\n', /No column is externalRef/],
  ['a column twice', 'externalRef,name,name\n', /Two columns are name/],
  ['a JSON array', `[${JSON.stringify(thandi)}]`, /seems to be a JSON array.*Nothing was sent/],
  ['UTF-16', Buffer.from('externalRef,name\nc-1,Thandi\n', 'utf16le'), /seems to be UTF-16LE/],
])('a file with %s is refused as a whole', async (_what, bytes, message) => {
  await expect(readAll(bytes)).rejects.toThrow(message);
});

test.each<[string, string | Buffer, string]>([
  ['a number below 0', 'c-1,-30', '/balance must not be negative'],
  ['decimals', 'c-1,1200.50', '/balance must be a whole number without separators, such as 1200'],
  ['thousands', 'c-1,"1,200"', '/balance must be a whole number without separators, such as 1200'],
  ['no reference', ',5', '/externalRef is required'],
  [
    'a rounded reference',
    '1.2E+12,5',
    '/externalRef is a number that a spreadsheet has rounded: save the column as text',
  ],
  ['a column too many', 'c-1,5,6', 'has 3 columns, but the first line has 2'],
  ['an open quotation mark', '"c-1,5', 'has a quotation mark that is never closed'],
  [
    'a stray quotation mark',
    'c"1,5',
    'has a quotation mark in it: put the cell in "…" and double the mark inside',
  ],
  [
    'Windows-1252',
    Buffer.from('M\u00FCller,5', 'latin1'),
    'is not UTF-8: save the sheet as «CSV UTF-8», or convert the file with iconv',
  ],
])('a line of CSV with %s is named, and the next one is read', async (_what, line, message) => {
  const bytes = Buffer.concat(['externalRef,balance\n', line, '\nc-9,7\n'].map((part) => Buffer.from(part)));
  expect(await shown(bytes)).toEqual([[2, message], { externalRef: 'c-9', balance: 7 }]);
});

test('lines of NDJSON that are no members are named as the API would name them', async () => {
  const lots = Array.from({ length: 901 }, () => ({ points: 1, expiresAt: '2099-12-31' }));
  const consent = { channels: ['EMAIL'], granted: true, source: 'form', grantedAt: '2020-01-01' };
  const consents = Array.from({ length: 100 }, () => consent);
  const lines = ['{"balance":5}', 'nonsense', '{"externalRef":"c-1","balance":-5}'];
  expect(await shown([...lines, JSON.stringify({ externalRef: 'c-2', lots, consents })].join('\n'))).toEqual([
    [1, '/externalRef is required'],
    [2, expect.stringContaining('must be JSON')],
    [3, expect.stringContaining('/balance ')],
    [4, 'must have at most 1,000 lots, consents, segments, stamp cards and references together'],
  ]);
});

test('a scan counts members and points, and finds a reference that comes twice with both lines', async () => {
  const faulty: FaultyMember[] = [];
  const bytes = 'externalRef,balance\nc-1,5\nc-2,x\nc-3,7\nc-1,9\nc-1,\n';
  const scanned = await scanMembers(
    () => open(bytes),
    (each) => faulty.push(each),
  );
  expect(faulty).toMatchObject([{ line: 3, externalRef: 'c-2' }]);
  expect(scanned).toMatchObject({
    members: 4,
    points: 21,
    repeated: [
      { line: 5, text: 'c-1,9', errors: [{ pointer: '/externalRef', message: 'is also that of line 2' }] },
      { line: 6, errors: [{ message: 'is also that of line 2' }] },
    ],
  });
});
