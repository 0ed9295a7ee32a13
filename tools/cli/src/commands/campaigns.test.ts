import { text } from 'node:stream/consumers';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import { captureRun } from '../testing/captured-run.ts';

const tenantId = '0198c0de-0000-7000-8000-000000000001';
const id = '0198c0de-1111-7000-8000-000000000012';

const gives = { pointsEarned: 0, rewards: [], reason: null, state: 'ACTIVE', draft: null, campaignId: id };
const weekday = { field: 'weekday', op: 'in', value: ['MON', 'FRI'], found: 'SAT' };
const channel = { field: 'attributes.channel', op: 'eq', value: 'app', found: null };
const wine = { lines: { field: 'sku', op: 'eq', value: 'w' }, field: 'count', op: 'gte', value: 1, found: 0 };
const explained = {
  memberKnown: true,
  occurredAt: '2026-11-28T15:02:00.000Z',
  localTime: '2026-11-28T17:02',
  timeZone: 'Africa/Johannesburg',
  pointsAwarded: 20,
  pointsBalance: 20,
  campaigns: [
    { ...gives, campaignName: 'Ten\nwords', fired: true, pointsEarned: 20, rewards: [{}, {}] },
    { ...gives, campaignName: 'Dear', fired: false, reason: 'BELOW_MIN_SPEND' },
    {
      ...gives,
      campaignName: 'Happy hour',
      fired: false,
      state: 'DRAFT',
      reason: 'CONDITION_NOT_MET',
      failed: [
        { path: '/conditions/conditions/0', ...weekday },
        { path: '/conditions/conditions/1', ...channel },
        { path: '/conditions/conditions/2', ...wine },
      ],
    },
  ],
};

let server: TestServer;
let asked: { readonly path: string; readonly body: unknown }[];
let response: { readonly status: number; readonly body: unknown };
beforeEach(async () => {
  asked = [];
  response = { status: 200, body: explained };
  server = await startTestServer((request, sent) => {
    void text(request).then((body) => {
      asked.push({ path: request.url ?? '', body: JSON.parse(body) });
      sent.writeHead(response.status, { 'content-type': 'application/json' });
      sent.end(JSON.stringify(response.body));
    });
  });
});
afterEach(() => server.close());

const run = (input: string, ...more: readonly string[]) => {
  const place = ['--tenant', tenantId, '--mode', 'test', '--key', 'sk_test_x'];
  const line = ['campaigns', 'explain', '-', ...place, '--base-url', `${server.origin}/v1`, ...more];
  return captureRun(line, { input: [input] });
};

const receipt = { transactionRef: 'till-1', memberRef: 'anna', amount: 100 };

test('each campaign is one line: what it gives, the check that failed, what was found (D234)', async () => {
  const { exitCode, out, err } = await run(JSON.stringify(receipt));
  expect([exitCode, err]).toEqual([0, '']);
  expect(out.split('\n')).toEqual([
    '2026-11-28T17:02 Africa/Johannesburg, for a known member: 20 points.',
    'points  state   campaign    why',
    '20      ACTIVE  Ten words   fired, rewards: 2',
    '0       ACTIVE  Dear        BELOW_MIN_SPEND',
    '0       DRAFT   Happy hour  CONDITION_NOT_MET: weekday in ["MON","FRI"], found "SAT"; ' +
      'attributes.channel eq "app", found nothing; ' +
      'of lines {"field":"sku","op":"eq","value":"w"} count gte 1, found 0',
    '',
  ]);
});

test('what cut an award, who gives instead, and what limits left stand on its line (D241, D242)', async () => {
  const month = { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500, used: 480, left: 20 };
  const cut = {
    pointsEarned: 20,
    pointsBeforeCuts: 64,
    reducedBy: 'LIMIT',
    multiplier: 1.5,
    limits: [month],
  };
  const thousand = { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000, used: 412, left: 588 };
  const lost = { reason: 'OUTRANKED', pointsBeforeCuts: 200 };
  const campaigns = [
    { ...gives, campaignName: 'Weekend coffee', fired: true, ...cut },
    { ...gives, campaignName: 'Six bottles', fired: false, ...lost, by: id },
    { ...gives, campaignName: 'Beside a draft', fired: false, ...lost, by: null },
    { ...gives, campaignName: 'Late', fired: false, reason: 'CAP_REACHED', pointsBeforeCuts: 7 },
    { ...gives, campaignName: 'First', fired: true, pointsEarned: 5, limits: [thousand] },
  ];
  response = { status: 200, body: { ...explained, campaigns } };
  const { out } = await run(JSON.stringify(receipt));
  expect(out.split('\n').slice(2)).toEqual([
    '20      ACTIVE  Weekend coffee  fired, multiplied by 1.5, reduced by LIMIT from 64, 20 left of 500 POINTS per MONTH',
    `0       ACTIVE  Six bottles     OUTRANKED, instead of 200 points, in favour of ${id}`,
    '0       ACTIVE  Beside a draft  OUTRANKED, instead of 200 points, in favour of a draft',
    '0       ACTIVE  Late            CAP_REACHED, instead of 7 points',
    '5       ACTIVE  First           fired, 588 left of 1000 TIMES of all members',
    '',
  ]);
});

test('lines that earn stand with their units and what they cost, the first ten by their places', async () => {
  const places = (count: number) => Array.from({ length: count }, (_, place) => place * 2);
  const earns = (lines: readonly number[]) => ({ earns: { lines, quantity: 2.5, spendCents: 6_400 } });
  const campaigns = [
    { ...gives, campaignName: 'Two', fired: true, pointsEarned: 64, ...earns([0, 3]) },
    { ...gives, campaignName: 'Ten', fired: true, ...earns(places(10)) },
    { ...gives, campaignName: 'All', fired: true, ...earns(places(500)) },
    { ...gives, campaignName: 'None', fired: false, reason: 'PRODUCT_MISMATCH', ...earns([]) },
  ];
  response = { status: 200, body: { ...explained, campaigns } };
  const { out } = await run(JSON.stringify(receipt));
  expect(out.split('\n').slice(2)).toEqual([
    '64      ACTIVE  Two       fired, on lines 0 3: 2.5 units, 6400 cents',
    '0       ACTIVE  Ten       fired, on lines 0 2 4 6 8 10 12 14 16 18: 2.5 units, 6400 cents',
    '0       ACTIVE  All       fired, on lines 0 2 4 6 8 10 12 14 16 18 and 490 more: 2.5 units, 6400 cents',
    '0       ACTIVE  None      PRODUCT_MISMATCH, no line earns',
    '',
  ]);
});

test('campaigns that are named go along, and --json is what the API said', async () => {
  const other = id.replace('12', '13');
  const { out } = await run(
    JSON.stringify(receipt),
    '--campaign',
    id.toUpperCase(),
    '--campaign',
    other,
    '--json',
  );
  expect(JSON.parse(out)).toEqual(explained);
  expect(asked).toEqual([
    {
      path: `/v1/tenants/${tenantId}/transactions/explain`,
      body: { ...receipt, campaignIds: [id, other] },
    },
  ]);
});

test('without a campaign it says so, in UTC without a time zone', async () => {
  response = {
    status: 200,
    body: { ...explained, timeZone: null, memberKnown: false, pointsAwarded: 0, campaigns: [] },
  };
  const { out } = await run(JSON.stringify(receipt));
  expect(out).toBe('2026-11-28T17:02 UTC, for an unknown member: 0 points.\nNo campaign is active.\n');
});

test.each([
  ['{"memberRef": "anna"', /This receipt cannot be explained: it /],
  ['{"memberRef": "anna"}', /This receipt cannot be explained: \/amount /],
  ['{"memberRef": "", "amount": 100}', /This receipt cannot be explained: \/memberRef /],
  [`"${'x'.repeat(300_000)}"`, /must not be longer than/],
])('what is no receipt is sent nowhere: $#', async (input, sentence) => {
  const { exitCode, out, err } = await run(input);
  expect([exitCode, out]).toEqual([1, '']);
  expect(err).toMatch(sentence);
  expect(asked).toEqual([]);
});

test('a refusal says which part of the body, or why', async () => {
  const errors = [{ pointer: '/campaignIds/0', message: 'must be the id of a campaign' }];
  const problem = { type: 'about:blank', title: 'x', detail: 'Not valid.', instance: 'x', requestId: 'x' };
  response = {
    status: 400,
    body: { ...problem, status: 400, code: 'VALIDATION_ERROR', context: { errors } },
  };
  expect((await run(JSON.stringify(receipt), '--campaign', id)).err).toContain(
    '/campaignIds/0 must be the id of a campaign',
  );
  response = { status: 403, body: { ...problem, status: 403, code: 'FORBIDDEN', context: {} } };
  const { exitCode, err } = await run(JSON.stringify(receipt));
  expect([exitCode, err]).toEqual([
    1,
    'loyaltyctl: The API did not explain the receipt (403 FORBIDDEN Not valid).\n',
  ]);
});
