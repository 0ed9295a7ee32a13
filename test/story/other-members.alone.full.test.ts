import { randomUUID } from 'node:crypto';
import { readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type Api, type ApiAnswer, createApi } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { sampleReceipts } from '../support/independent-points.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { type StreamingShop, streamingShops } from '../support/streaming-shop.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const eventKey = 'story.visit';
const shops = streamingShops();
let shop: TestTenant;
let streaming: StreamingShop;
let stored: StoredRows;
let forgetful: StartedService;
/**
 * This ingress has no Redis and knows no reference: engines find them in Postgres, or it does at the
 * deadline.
 */
let api: Api;

beforeAll(async () => {
  stored = openStoredRows();
  shop = await createTestTenant('Whose references');
  streaming = await shops.open('Whose references, streamed');
  await activateCampaigns(shop.live, [
    { name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 }, redemptionRule: { pointsPerRand: 1 } },
  ]);
  await shop.live.post('/event-definitions', { key: eventKey, name: 'Visit', properties: {} });
  const env = { REDIS_URL: 'redis://127.0.0.1:1', REQUEST_DEADLINE_MS: '1000' };
  forgetful = await startService({ name: 'ingress', env });
  const baseUrl = `http://127.0.0.1:${forgetful.httpPort.toString()}/v1`;
  api = createApi(shop.tenantId, shop.keys.live, baseUrl);
});
afterAll(async () => {
  await forgetful.stop();
  await shops.stop();
  await stored.close();
});

const enrolled = async (): Promise<string> => {
  const memberRef = `person-${randomUUID()}`;
  await shop.live.post('/transactions/evaluate', { transactionRef: randomUUID(), memberRef, amount: 100 });
  return memberRef;
};

type Send = (by: Api, memberRef: string, ref: string, given?: object) => Promise<ApiAnswer>;

const operations: Readonly<Record<string, Send>> = {
  evaluate: (by, memberRef, transactionRef, given) =>
    by.post('/transactions/evaluate', { transactionRef, memberRef, amount: 100, ...given }),
  redeem: (by, memberRef, transactionRef, given) =>
    by.post('/transactions/redeem', { transactionRef, memberRef, amount: 100, pointsRequested: 1, ...given }),
  event: (by, memberRef, ref, given) =>
    by.post('/events', { eventKey, ref, payload: { customerId: memberRef, ...given } }),
};

const rows = Object.entries(operations);
const refused = [409, 'TRANSACTION_DUPLICATE'];

test.each(rows)(
  'a reference that Postgres alone knows is refused to another member: %s (D123)',
  async (_, send) => {
    const [one, other] = [await enrolled(), await enrolled()];
    const ref = randomUUID();
    const first = await send(api, one, ref);
    expect(first.status).toBe(200);
    const strange = await send(api, other, ref);
    expect([strange.status, strange.body.code]).toEqual(refused);
    const mine = await send(api, one, ref, { amount: 99 });
    expect([mine.text, mine.headers.get('Idempotency-Mismatch')]).toEqual([first.text, 'true']);
  },
);

test.each(rows)(
  'a response that is found at the deadline is refused to another member: %s',
  async (name, send) => {
    const [one, other] = [await enrolled(), await enrolled()];
    const ref = randomUUID();
    const first = await send(shop.live, one, ref);
    const engine = readLocalStack().services[name === 'redeem' ? 'burn-engine' : 'earn-engine']?.pid ?? NaN;
    process.kill(engine, 'SIGSTOP');
    const responses = await Promise.all([send(api, other, ref), send(api, one, ref, { amount: 99 })]).finally(
      () => process.kill(engine, 'SIGCONT'),
    );
    const [strange, mine] = responses;
    expect([strange.status, strange.body.code]).toEqual(refused);
    expect(strange.text).not.toContain(first.body.memberId);
    expect([mine.text, mine.headers.get('Idempotency-Mismatch')]).toEqual([first.text, 'true']);
  },
);

test('of fifty members at once with one reference one gets a response, and the others are refused', async () => {
  const [ref, tag] = [randomUUID(), randomUUID()];
  const members = Array.from({ length: 50 }, (_, at) => `crowd-${tag}-${at.toString()}`);
  const responses = await Promise.all(
    members.map((memberRef) =>
      shop.live.post('/transactions/evaluate', { transactionRef: ref, memberRef, amount: 100 }),
    ),
  );
  const statuses = responses.map(({ status }) => status).filter((status) => status !== 503);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
});

test('an item of a bulk call that Postgres alone knows is refused to another member', async () => {
  const [one, other] = [await enrolled(), await enrolled()];
  const item = { transactionRef: randomUUID(), memberRef: one, amount: 100 };
  await shop.live.post('/transactions/evaluate', item);
  const bulk = createBulk(shop.tenantId, shop.keys.live);
  const origin = `http://127.0.0.1:${forgetful.httpPort.toString()}`;
  const strange = { ...item, memberRef: other };
  const { results } = await bulk([strange, item, strange, { ...item, amount: 1 }], {}, origin);
  expect(results.map(({ status, replayed, mismatch }) => [status, replayed, mismatch])).toEqual([
    [409, false, false],
    [200, true, false],
    [409, false, false],
    [200, true, true],
  ]);
});

test('a streamed receipt with the reference of another member is refused, is kept as such, and changes nothing', async () => {
  const { tenant, producer } = streaming;
  const [sample] = sampleReceipts();
  if (sample === undefined) throw new Error('the sample is empty');
  const receipt = { ...sample, transactionRef: randomUUID(), memberRef: `streamed-${randomUUID()}` };
  const strange = { ...receipt, memberRef: `stranger-${randomUUID()}` };
  const sendOne = (one: typeof receipt) =>
    producer.send([{ key: one.memberRef, value: producer.write(one), partition: 0 }]);
  await sendOne(receipt);
  const path = `/transactions/${receipt.transactionRef}`;
  await eventually('it is stored', async () => (await tenant.live.get(path)).status === 200, {
    everyMs: 250,
  });
  const first = await tenant.live.get(path);
  await sendOne(strange);
  const failures = () =>
    stored.rowsOf<{ code: string }>('SELECT code FROM refused_records WHERE ref = $1', [
      receipt.transactionRef,
    ]);
  await eventually('the refusal is kept', async () => (await failures()).length === 1, {
    everyMs: 250,
  });
  expect(await failures()).toEqual([{ code: 'TRANSACTION_DUPLICATE' }]);
  expect((await tenant.live.get(path)).text).toBe(first.text);
  expect((await tenant.live.get(`/members?ref=${strange.memberRef}`)).body.members).toEqual([]);
});
