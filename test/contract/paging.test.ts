import { expectContract, send } from '../support/contract.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

interface Page {
  readonly status: number;
  readonly refs: readonly string[];
  readonly nextCursor: string | null;
}

const page = async (query: string, key = tenant.keys.test): Promise<Page> => {
  const path = `/v1/tenants/${tenant.tenantId}/members?${query}`;
  const answer = await send('GET', path, { headers: { 'X-API-Key': key } });
  expectContract('listMembers', answer);
  const { members = [], nextCursor = null } = JSON.parse(answer.text) as {
    members?: { externalRef: string }[];
    nextCursor?: string | null;
  };
  return { status: answer.status, refs: members.map(({ externalRef }) => externalRef), nextCursor };
};

const after = ({ nextCursor }: Page): string => `&cursor=${encodeURIComponent(nextCursor ?? '')}`;

const enrol = async (refs: readonly string[]): Promise<void> => {
  const items = refs.map((ref) => ({ transactionRef: `of-${ref}`, memberRef: ref, amount: 100 }));
  expect((await tenant.test.post('/transactions/evaluate/bulk', { items })).status).toBe(200);
};

const names = Array.from({ length: 7 }, (_, at) => `member-${String(at)}`);

beforeAll(async () => {
  tenant = await createTestTenant('Paging');
  await enrol(names);
});

test('pages hold every row once, newest first, and the last one says that it is (D11)', async () => {
  const first = await page('limit=3');
  const second = await page(`limit=3${after(first)}`);
  const last = await page(`limit=3${after(second)}`);
  expect([first, second, last].map(({ refs }) => refs.length)).toEqual([3, 3, 1]);
  const whole = await page('');
  expect([...first.refs, ...second.refs, ...last.refs]).toEqual(whole.refs);
  expect([...whole.refs].sort()).toEqual(names);
  expect([last.nextCursor, whole.nextCursor]).toEqual([null, null]);
});

test('a page that is exactly full and the last has no cursor', async () => {
  expect((await page('limit=7')).nextCursor).toBeNull();
  const first = await page('limit=4');
  expect(await page(`limit=3${after(first)}`)).toMatchObject({ status: 200, nextCursor: null });
});

test('a cursor shows the same rows again, also after newer ones came', async () => {
  const before = await page('limit=2');
  const [next, again] = [await page(`limit=2${after(before)}`), await page(`limit=2${after(before)}`)];
  expect(again).toEqual(next);
  await enrol(['newcomer']);
  expect((await page(`limit=2${after(before)}`)).refs).toEqual(next.refs);
  expect((await page('limit=1')).refs).toEqual(['newcomer']);
});

test('a cursor may be followed with another limit', async () => {
  const first = await page('search=member&limit=2');
  expect((await page(`search=member&limit=200${after(first)}`)).refs).toHaveLength(5);
});

test.each(['0', '201', '-1', '1.5', 'ten', '', '9007199254740993'])(
  'a limit of «%s» is answered 400',
  async (limit) => {
    expect((await page(`limit=${limit}`)).status).toBe(400);
  },
);

test('limits of 1 and 200 are granted', async () => {
  expect((await page('limit=1')).refs).toHaveLength(1);
  expect((await page('limit=200')).status).toBe(200);
});

test('a cursor of other filters, of another list or environment, or that nobody gave is answered 400', async () => {
  const first = await page('limit=2');
  const [text = ''] = after(first).split('&').slice(1);
  const cursor = text.replace('cursor=', '');
  const wrong = [
    `search=member&cursor=${cursor}`,
    `cursor=${cursor}x`,
    'cursor=abc',
    'cursor=',
    `${text}&${text}`,
  ];
  for (const query of wrong) expect((await page(query)).status).toBe(400);
  expect((await page(`cursor=${cursor}`, tenant.keys.live)).status).toBe(400);
  const campaigns = await tenant.test.get(`/campaigns?cursor=${cursor}`);
  expect(campaigns.body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
});

test('text to search for is taken as it is: wildcards are ordinary characters', async () => {
  for (const search of ['%25', '_', "'", '%5C']) expect((await page(`search=${search}`)).refs).toEqual([]);
  expect((await page('search=MEMBER-3')).status).toBe(200);
  expect((await page('ref=member-3')).refs).toEqual(['member-3']);
});
