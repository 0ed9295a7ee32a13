import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { giftCampaign } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

interface Log {
  readonly id: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code: string | null;
  readonly requestBody: unknown;
  readonly requestBodyOmitted: string | null;
  readonly responseBody: unknown;
  readonly responseBodyOmitted: string | null;
  readonly at: string;
}

interface LogPage {
  readonly requestLogs: readonly Log[];
  readonly nextCursor: string | null;
}

let tenant: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Request logs story');
  stored = openStoredRows();
});
afterAll(() => stored.close());

const pageOf = async (api: Api, query: string): Promise<LogPage> => {
  const { status, text } = await api.get(`/request-logs${query}`);
  expect([status, text]).toEqual([200, text]);
  return JSON.parse(text) as LogPage;
};

/** Reads the whole list, page by page. */
const listOf = async (api: Api, query: string): Promise<Log[]> => {
  const logs: Log[] = [];
  for (let cursor = ''; ;) {
    const page = await pageOf(api, `${query}${cursor}`);
    logs.push(...page.requestLogs);
    if (page.nextCursor === null) return logs;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

/** Waits for the log of a request with this id. */
const logOf = async (api: Api, requestId: string): Promise<Log> => {
  let found: Log | undefined;
  await eventually('the request is logged', async () => {
    found = (await listOf(api, '?limit=200')).find((log) => log.requestId === requestId);
    return found !== undefined;
  });
  if (found === undefined) throw new Error('there is no such log');
  return found;
};

const named = (requestId: string) => ({ 'X-Request-Id': requestId });

test('a request with a test key is listed with both bodies, within a second or two', async () => {
  const requestId = randomUUID();
  const receipt = { transactionRef: randomUUID(), memberRef: 'card-1', amount: 9_999, storeRef: 'store-7' };
  const { body } = await tenant.test.post('/transactions/evaluate', receipt, named(requestId));
  const log = await logOf(tenant.test, requestId);
  expect(log).toMatchObject({
    method: 'POST',
    path: `/v1/tenants/${tenant.tenantId}/transactions/evaluate`,
    status: 200,
    code: null,
    requestBody: receipt,
    requestBodyOmitted: null,
    responseBody: { transactionId: body.transactionId, memberId: body.memberId },
    responseBodyOmitted: null,
  });
  expect(Math.abs(Date.parse(log.at) - Date.now())).toBeLessThan(600_000);
});

test('a refusal is listed with its code, and filters find it page by page', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const requestId of ids)
    await tenant.test.post('/transactions/simulate', { memberRef: 'card-1', amount: -1 }, named(requestId));
  await logOf(tenant.test, ids[2] ?? '');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const refused = await listOf(tenant.test, `?status=400&path=/transactions/simulate&since=${since}&limit=1`);
  expect(refused.map(({ requestId }) => requestId)).toEqual(ids.toReversed());
  expect(refused[0]).toMatchObject({
    code: 'VALIDATION_ERROR',
    requestBody: { memberRef: 'card-1', amount: -1 },
    responseBody: { code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/amount' }] } },
  });
  const until = new Date(Date.now() - 3_600_000).toISOString();
  expect(await listOf(tenant.test, `?status=400&until=${until}`)).toEqual([]);
  const { nextCursor } = await pageOf(tenant.test, '?status=400&limit=1');
  const elsewhere = await tenant.test.get(`/request-logs?limit=1&cursor=${String(nextCursor)}`);
  expect(elsewhere.body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
});

test('▲ secrets of webhooks, keys and codes of rewards are in no log, nor in its row (D82)', async () => {
  const ids = { webhook: randomUUID(), made: randomUUID(), reward: randomUUID(), event: randomUUID() };
  const secret = `whsec_${Buffer.from('a secret of twenty-four').toString('base64')}`;
  const webhook = { url: 'https://hooks.invalid/', secret, events: ['reward.issued'] };
  await tenant.test.post('/webhooks', webhook, named(ids.webhook));
  const unsaid = { url: webhook.url, events: webhook.events };
  const made = (await tenant.test.post('/webhooks', unsaid, named(ids.made))).body.secret;
  await activateCampaigns(tenant.test, [giftCampaign]);
  const receipt = { transactionRef: randomUUID(), memberRef: 'card-2', amount: 100 };
  const { body } = await tenant.test.post('/transactions/evaluate', receipt);
  const [rewardId = ''] = body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  let code = '';
  await eventually('the reward has its code', async () => {
    code = (await tenant.test.get(`/rewards/${rewardId}`, named(ids.reward))).body.value.code ?? '';
    return code !== '';
  });
  await tenant.test.get(`/rewards/${code}`, named(`the code ${code}`));
  const payload = { customerId: 'card-2', note: `my key is ${tenant.keys.test}` };
  await tenant.test.post('/events', { eventKey: 'none', ref: randomUUID(), payload }, named(ids.event));
  expect(await logOf(tenant.test, ids.event)).toMatchObject({
    requestBody: { payload: { customerId: 'card-2', note: 'my key is [removed]' } },
  });
  expect(await logOf(tenant.test, ids.webhook)).toMatchObject({ requestBody: { secret: '[removed]' } });
  expect(await logOf(tenant.test, ids.made)).toMatchObject({ responseBody: { secret: '[removed]' } });
  expect(await logOf(tenant.test, ids.reward)).toMatchObject({ responseBody: { id: rewardId } });
  const rows = await stored.rowsOf<{ text: string }>(
    `SELECT concat_ws(' ', request_id, path, convert_from(request_body, 'UTF8'), convert_from(response_body, 'UTF8')) AS text
       FROM request_logs WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'test')`,
    [tenant.tenantId],
  );
  const all = rows.map(({ text }) => text).join('\n');
  for (const kept of [secret, made, code, tenant.keys.test]) expect(all).not.toContain(kept);
  expect(all).toContain('/rewards/[removed]');
});

test('bodies of lists, of bulk calls and of the logs themselves are not kept, nor long ones', async () => {
  const ids = { list: randomUUID(), bulk: randomUUID(), logs: randomUUID(), long: randomUUID() };
  await tenant.test.get('/members?search=somebody', named(ids.list));
  await tenant.test.post('/transactions/evaluate/bulk', { items: [] }, named(ids.bulk));
  await tenant.test.get('/request-logs?limit=1', named(ids.logs));
  const long = { memberRef: 'card-1', amount: 1, storeRef: 'x'.repeat(17_000) };
  await tenant.test.post('/transactions/simulate', long, named(ids.long));
  const omitted = async (id: string) => {
    const { requestBody, requestBodyOmitted, responseBodyOmitted, path } = await logOf(tenant.test, id);
    expect(requestBody).toBeNull();
    expect(path).not.toContain('?');
    return [requestBodyOmitted, responseBodyOmitted];
  };
  expect(await omitted(ids.list)).toEqual([null, 'NOT_KEPT']);
  expect(await omitted(ids.bulk)).toEqual(['NOT_KEPT', 'NOT_KEPT']);
  expect(await omitted(ids.logs)).toEqual([null, 'NOT_KEPT']);
  expect(await omitted(ids.long)).toEqual(['TOO_LONG', null]);
});

const countOf = async (mode: 'test' | 'live'): Promise<number> => {
  const [row] = await stored.rowsOf<{ count: number }>(
    `SELECT count(*)::int AS count FROM request_logs
      WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = $2)`,
    [tenant.tenantId, mode],
  );
  return row?.count ?? -1;
};

test('▲ nothing of a request with a live key is stored, and a live key gets 403 TEST_KEY_REQUIRED (D8)', async () => {
  for (let at = 0; at < 5; at += 1) {
    await tenant.live.post('/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef: 'x',
      amount: 1,
    });
    expect((await tenant.live.get('/request-logs')).body).toMatchObject({
      status: 403,
      code: 'TEST_KEY_REQUIRED',
    });
  }
  // A later request with a test key is written after them.
  const requestId = randomUUID();
  await tenant.test.get('/members/nobody', named(requestId));
  await logOf(tenant.test, requestId);
  expect(await countOf('live')).toBe(0);
});

test('▲ a flood with one test key leaves the logs of another environment alone (D118)', async () => {
  const flooding = await createTestTenant('Request logs flood');
  const mine: string[] = [];
  let isOver = false;
  const flood = Promise.all(
    Array.from({ length: 16 }, async () => {
      while (!isOver) await flooding.test.get('/members/nobody');
    }),
  );
  for (let at = 0; at < 20; at += 1) {
    const requestId = randomUUID();
    mine.push(requestId);
    await tenant.test.get('/members/nobody', named(requestId));
  }
  isOver = true;
  await flood;
  await logOf(tenant.test, mine.at(-1) ?? '');
  const logged = (await listOf(tenant.test, '?path=/members/nobody&limit=200')).map(
    ({ requestId }) => requestId,
  );
  expect(mine.filter((requestId) => !logged.includes(requestId))).toEqual([]);
});

test('▲ I14 an erased member is in no log, and a later request for them is listed without its bodies', async () => {
  const externalRef = `erased-${randomUUID()}`;
  const requestId = randomUUID();
  const { body } = await tenant.test.post(
    '/members',
    { externalRef, email: 'a@b.example' },
    named(requestId),
  );
  expect(await logOf(tenant.test, requestId)).toMatchObject({ requestBody: { externalRef } });
  await tenant.test.delete(`/members/${body.id}`);
  expect(JSON.stringify(await listOf(tenant.test, '?limit=200'))).not.toContain(externalRef);
  const later = randomUUID();
  await tenant.test.post('/transactions/simulate', { memberRef: externalRef, amount: 1 }, named(later));
  expect(await logOf(tenant.test, later)).toMatchObject({
    status: 403,
    code: 'MEMBER_ERASED',
    requestBody: null,
    requestBodyOmitted: 'NOT_KEPT',
    responseBody: null,
  });
});
