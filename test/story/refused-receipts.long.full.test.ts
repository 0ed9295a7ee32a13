import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { loyaltyctl } from '../../tools/cli/src/testing/loyaltyctl-on-stack.ts';
import type { Api } from '../support/api.ts';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';

interface Receipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
}

interface Report {
  readonly sent: number;
  readonly stored: number | null;
  readonly repeated: number | null;
  readonly differing: number | null;
  readonly refused: Readonly<Record<string, number>> | null;
  readonly undecided: number | null;
  readonly rejected: number;
  readonly refusedFile: string | null;
  readonly differingFile: string | null;
  readonly unfinished: string | null;
}

let folder: string;
let shop: TestTenant;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refused-'));
  shop = await createShop('Refused receipts');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const tenPoints = { name: 'Ten points', earningRule: { type: 'FIXED_POINTS', points: 10 } };

const createShop = async (name: string): Promise<TestTenant> => {
  const tenant = await createTestTenant(name);
  await activateCampaigns(tenant.live, [tenPoints]);
  return tenant;
};

const receipt = (transactionRef: string, given: Partial<Receipt> = {}): Receipt => ({
  transactionRef,
  memberRef: `of-${transactionRef}`,
  amount: 15_000,
  ...given,
});

const linesOf = (receipts: readonly object[]): string =>
  receipts.map((one) => `${JSON.stringify(one)}\n`).join('');

let files = 0;
const fileOf = (content: string | Buffer): string => {
  files += 1;
  const path = join(folder, `receipts-${files.toString()}.ndjson`);
  writeFileSync(path, content);
  return path;
};

interface Run {
  readonly code: number;
  readonly report: Report;
  readonly stderr: string;
}

/** Runs in this process, because starting loyaltyctl takes longer than what it does here. */
const runOn = async (
  { tenantId }: TestTenant,
  line: readonly string[],
  input?: Buffer,
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const whole = ['receipts', 'stream', ...line, '--tenant', tenantId];
  const { exitCode, out, err } = await loyaltyctl(whole, input === undefined ? {} : { input: [input] });
  return { code: exitCode, stdout: out, stderr: err };
};

const stream = async (file: string, ...flags: readonly string[]): Promise<Run> => {
  const { code, stdout, stderr } = await runOn(shop, [file, '--json', ...flags]);
  if (stdout === '') throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report, stderr };
};

const rowsOf = (path: string | null): unknown[] =>
  path === null
    ? []
    : readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((row) => JSON.parse(row) as unknown);

/** Enrols a member who then has the state. */
const memberWho = async (is: 'suspended' | 'erased' | 'full', memberRef: string): Promise<string> => {
  const { body } = await shop.live.post('/members', { externalRef: memberRef });
  const member = `/members/${body.id}`;
  if (is === 'suspended') await shop.live.post(`${member}/suspend`);
  if (is === 'erased') await shop.live.delete(member);
  if (is === 'full')
    await shop.live.post(`${member}/ledger/adjust`, { points: Number.MAX_SAFE_INTEGER - 5, reason: 'Full' });
  return body.id;
};

const viaHttp = () => ['--via', 'http', '--base-url', readLocalStack().baseUrl, '--key', shop.keys.live];

const nothingElse = { stored: 0, repeated: 0, differing: 0, refused: {}, undecided: 0, rejected: 0 };

const ways: readonly (readonly [string, () => readonly string[]])[] = [
  ['through Kafka', () => []],
  ['via http', viaHttp],
];

describe.each(ways)('receipts streamed %s', (way, flags) => {
  const ref = (name: string): string => `${way}: ${name}`;

  test.each([
    ['suspended', 'MEMBER_SUSPENDED'],
    ['erased', 'MEMBER_ERASED'],
    ['full', 'POINTS_OVERFLOW'],
  ] as const)('of a member who is %s are refused, counted by code and kept', async (state, code) => {
    const memberRef = ref(`who is ${state}`);
    await memberWho(state, memberRef);
    const [good, bad, worse] = ['good', 'bad', 'worse'].map((name) => receipt(ref(`${state} ${name}`)));
    const lines = [good, { ...bad, memberRef }, { ...worse, memberRef }];
    const { code: exit, report } = await stream(fileOf(linesOf(lines as Receipt[])), ...flags());
    expect(report).toMatchObject({ ...nothingElse, sent: 3, stored: 1, refused: { [code]: 2 } });
    expect(exit).toBe(1);
    const rows = rowsOf(report.refusedFile) as { line: number }[];
    expect(rows.toSorted((one, other) => one.line - other.line)).toEqual([
      { line: 2, transactionRef: bad?.transactionRef, code, text: JSON.stringify(lines[1]) },
      { line: 3, transactionRef: worse?.transactionRef, code, text: JSON.stringify(lines[2]) },
    ]);
  });

  test('a second time are repeated, and that is no fault', async () => {
    const file = fileOf(linesOf(['a', 'b', 'c'].map((name) => receipt(ref(`twice ${name}`)))));
    expect(await stream(file, ...flags())).toMatchObject({
      code: 0,
      report: { ...nothingElse, sent: 3, stored: 3 },
    });
    expect(await stream(file, ...flags())).toMatchObject({
      code: 0,
      report: { ...nothingElse, sent: 3, repeated: 3 },
    });
  });

  test.each([false, true])(
    'with content other than that of their references are counted and kept (rejectMismatch %s)',
    async (rejectMismatch) => {
      await setLiveSettings(shop, { rejectMismatch });
      const name = ref(`differs ${rejectMismatch.toString()}`);
      await stream(fileOf(linesOf([receipt(name)])), ...flags());
      const other = receipt(name, { amount: 15_001 });
      const { code, report } = await stream(fileOf(linesOf([receipt(name), other])), ...flags());
      expect([code, report]).toMatchObject([1, { ...nothingElse, sent: 2, repeated: 1, differing: 1 }]);
      expect(rowsOf(report.differingFile)).toEqual([
        { line: 2, transactionRef: name, text: JSON.stringify(other) },
      ]);
      await setLiveSettings(shop, { rejectMismatch: false });
    },
  );

  test('whose reference is another member’s earn nothing, and that is reported', async () => {
    const name = ref('of another');
    await stream(fileOf(linesOf([receipt(name)])), ...flags());
    const taken = receipt(name, { memberRef: ref('a stranger') });
    const { code, report } = await stream(fileOf(linesOf([taken])), ...flags());
    expect([code, report]).toMatchObject([1, { ...nothingElse, sent: 1, differing: 1 }]);
  });

  test('twice in one file count once', async () => {
    const same = [receipt(ref('same')), receipt(ref('same'))];
    const { code, report } = await stream(fileOf(linesOf(same)), ...flags(), ...serially(way));
    expect([code, report]).toMatchObject([0, { ...nothingElse, sent: 2, stored: 1, repeated: 1 }]);
  });

  test('once refused and then accepted are stored', async () => {
    const memberRef = ref('who comes back');
    const id = await memberWho('suspended', memberRef);
    const file = fileOf(linesOf([receipt(ref('again'), { memberRef })]));
    expect(await stream(file, ...flags())).toMatchObject({ report: { refused: { MEMBER_SUSPENDED: 1 } } });
    await shop.live.post(`/members/${id}/reinstate`);
    expect(await stream(file, ...flags())).toMatchObject({
      code: 0,
      report: { ...nothingElse, sent: 1, stored: 1, refusedFile: null },
    });
  });

  test.each([
    ['an empty file', '', /has no lines: nothing was sent/],
    ['blank lines', '\n \n\r\n', /has no lines: nothing was sent/],
    ['an empty gzip', gzipSync(''), /has no lines: nothing was sent/],
    ['a byte order mark', '\uFEFF', /has no lines: nothing was sent/],
  ])('that are none, as %s, are a fault', async (_, content, sentence) => {
    const { code, report } = await stream(fileOf(content), ...flags());
    expect([code, report]).toMatchObject([1, { ...nothingElse, sent: 0 }]);
    expect(report.unfinished).toMatch(sentence);
  });

  test('from a line beyond the end are none', async () => {
    const file = fileOf(linesOf([receipt(ref('one')), receipt(ref('two'))]));
    const { code, report } = await stream(file, '--from-line', '3', ...flags());
    expect([code, report]).toMatchObject([1, { sent: 0 }]);
    expect(report.unfinished).toMatch(/ends with line 2: there is nothing from line 3 on/);
  });
});

/** Sends in order, so that the second receipt follows the first. */
const serially = (way: string): string[] => (way === 'via http' ? ['--concurrency', '1'] : []);

test('of 6,911 purchases whose reference is customer and day, 223 differ, and the report says 223', async () => {
  const first = Array.from({ length: 6_688 }, (_, n) =>
    receipt(`c${(n % 800).toString()}/day-${Math.floor(n / 800).toString()}`, {
      memberRef: `c${(n % 800).toString()}`,
      amount: 1_000 + n,
    }),
  );
  const second = first.slice(100, 323).map((one) => ({ ...one, amount: one.amount + 1 }));
  const file = fileOf(gzipSync(linesOf([...first, ...second])));
  const { code, report } = await stream(file);
  expect([code, report]).toMatchObject([1, { ...nothingElse, sent: 6_911, stored: 6_688, differing: 223 }]);
  expect(rowsOf(report.differingFile)).toHaveLength(223);
  const listed = await refusedOf(shop.live, '?code=TRANSACTION_DUPLICATE&limit=200');
  const day = listed.filter(({ transactionRef }) => transactionRef.includes('/day-'));
  expect(new Set(day.map(({ transactionRef }) => transactionRef)).size).toBe(223);
});

test('standard input is judged as a file, and what is not waited for is not known', async () => {
  const input = Buffer.from(linesOf([receipt('stdin'), receipt('stdin', { amount: 1 })]));
  const rejects = join(folder, 'bad.ndjson');
  const judged = await runOn(shop, ['-', '--json', '--rejects', rejects], input);
  expect([judged.code, JSON.parse(judged.stdout)]).toMatchObject([1, { sent: 2, stored: 1, differing: 1 }]);
  expect(rowsOf(join(folder, 'stdin.differing.ndjson'))).toHaveLength(1);
  const { report } = await stream(fileOf(linesOf([receipt('unknown')])), '--no-wait');
  expect(report).toMatchObject({ sent: 1, stored: null, repeated: null, refused: null, undecided: null });
});

test('the summary names environment and tenant, and each number', async () => {
  const memberRef = 'summary suspended';
  await memberWho('suspended', memberRef);
  const file = fileOf(linesOf([receipt('summary'), receipt('summary refused', { memberRef })]));
  const { stdout, stderr } = await runOn(shop, [file]);
  expect(stdout).toMatch(
    new RegExp(
      `^2 receipts sent to live of tenant ${shop.tenantId} in .* s \\(.*/s\\), all decided after .*, 1 stored, ` +
        '0 repeated, 0 repeated with different content, 1 refused: 1 MEMBER_SUSPENDED \\(see .*refused.ndjson\\), 0 rejected\\.\n$',
    ),
  );
  expect(stderr).toContain('line 2: MEMBER_SUSPENDED');
});

describe('the environment', () => {
  const key = (mode: 'live' | 'test') => ['--via', 'http', '--key', shop.keys[mode]];
  test.each([
    ['a live key with --mode test', () => [...key('live'), '--mode', 'test']],
    ['a test key with --mode live', () => [...key('test'), '--mode', 'live']],
    ['a test key without --mode', () => key('test')],
    ['a key without --via http', () => ['--key', shop.keys.test]],
    ['a key with --via kafka', () => ['--key', shop.keys.live, '--via', 'kafka']],
    ['an address without --via http', () => ['--base-url', 'http://127.0.0.1:1/v1']],
  ])('is refused before the first receipt: %s', async (name, flags) => {
    const line = [fileOf(linesOf([receipt(`mode ${name}`)])), ...flags()];
    const { code, stdout, stderr } = await runOn(shop, line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/is a (live|test) key, but --mode is (live|test)|work only with --via http/);
    for (const api of [shop.live, shop.test]) {
      const found = await api.get(`/transactions?transactionRef=${encodeURIComponent(`mode ${name}`)}`);
      expect(found.status).toBe(404);
    }
  });

  test('is the test environment for a test key with --mode test', async () => {
    const line = [fileOf(linesOf([receipt('in test')])), ...key('test'), '--mode', 'test'];
    const flags = ['--base-url', readLocalStack().baseUrl];
    const { code, stdout } = await runOn(shop, [...line, ...flags]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`sent to test of tenant ${shop.tenantId}`)]);
    expect((await shop.test.get('/transactions?transactionRef=in%20test')).status).toBe(200);
  });
});

interface Refused {
  readonly operation: string;
  readonly transactionRef: string;
  readonly code: string;
  readonly context: object;
  readonly memberId: string | null;
  readonly at: string;
}

/** Reads all pages. */
const refusedOf = async (api: Api, query: string): Promise<Refused[]> => {
  const found: Refused[] = [];
  let cursor: string | null = null;
  do {
    const after = cursor === null ? '' : `${query === '' ? '?' : '&'}cursor=${cursor}`;
    const { status, text } = await api.get(`/transactions/refused${query}${after}`);
    expect([status, text]).toEqual([200, text]);
    const page = JSON.parse(text) as { readonly refused: Refused[]; readonly nextCursor: string | null };
    found.push(...page.refused);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
};

describe('the list of what was refused', () => {
  let other: TestTenant;
  let memberId: string;
  const refs = ['list a', 'list b', 'list c'];
  beforeAll(async () => {
    other = await createTestTenant('Refused elsewhere');
    const memberRef = 'list suspended';
    memberId = await memberWho('suspended', memberRef);
    await stream(fileOf(linesOf(refs.map((name) => receipt(name, { memberRef })))));
    const accepted = await shop.live.post('/transactions/evaluate', receipt('list async', { memberRef }), {
      Prefer: 'respond-async',
    });
    if (accepted.status !== 202) throw new Error(accepted.text);
    await eventually('it is refused', async () => {
      const listed = await refusedOf(shop.live, '?code=MEMBER_SUSPENDED&limit=200');
      return listed.some(({ transactionRef }) => transactionRef === 'list async');
    });
  });

  test('names reference, code and member, newest first, page by page', async () => {
    const isOurs = ({ transactionRef }: Refused): boolean => transactionRef.startsWith('list ');
    const whole = (await refusedOf(shop.live, '?limit=200')).filter(isOurs);
    expect(whole[0]).toEqual({
      operation: 'evaluate',
      transactionRef: 'list async',
      code: 'MEMBER_SUSPENDED',
      context: {},
      memberId,
      source: null,
      at: expect.any(String) as string,
    });
    expect(whole.map(({ transactionRef }) => transactionRef).toSorted()).toEqual(
      [...refs, 'list async'].toSorted(),
    );
    expect((await refusedOf(shop.live, '?limit=1')).filter(isOurs)).toEqual(whole);
  });

  test('is narrowed by code and time', async () => {
    const codes = async (query: string): Promise<Set<string>> =>
      new Set((await refusedOf(shop.live, query)).map(({ code }) => code));
    expect(await codes('?code=MEMBER_SUSPENDED')).toEqual(new Set(['MEMBER_SUSPENDED']));
    expect(await codes('?code=NO_SUCH_CODE')).toEqual(new Set());
    expect(await codes(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual(new Set());
    for (const query of ['since=yesterday', 'limit=0', 'cursor=x', 'code=member_suspended', 'code=%00'])
      expect((await shop.live.get(`/transactions/refused?${query}`)).status).toBe(400);
  });

  test('is the environment’s own (I9)', async () => {
    expect(await refusedOf(shop.test, '')).toEqual([]);
    expect(await refusedOf(other.live, '')).toEqual([]);
  });

  test('hides no receipt whose reference is the name of the list', async () => {
    const { status, text } = await shop.live.post('/transactions/evaluate', receipt('refused'));
    expect(status).toBe(200);
    expect((await shop.live.get('/transactions?transactionRef=refused')).text).toBe(text);
    const again = await shop.live.post(
      '/transactions/evaluate',
      receipt('refused 2', { memberRef: 'list suspended' }),
      {
        Prefer: 'respond-async',
      },
    );
    expect(again.headers.get('Location')).toContain('/transactions/refused%202?operation=evaluate');
  });
});
