import { randomUUID } from 'node:crypto';
import { startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { createApi, type Api } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { countLetters } from '../support/dead-letters.ts';
import { inParallel } from '../support/in-parallel.ts';
import { openNeighbour, type Neighbour } from '../support/neighbour.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

const eventKey = 'door.passed';
/** This many dead letters of one partition within a minute would park it. */
const manyEvents = 150;

let tenant: TestTenant;
let neighbour: Neighbour;
let letters: number;
beforeAll(async () => {
  tenant = await createTestTenant('Passes the door');
  neighbour = await openNeighbour();
  await tenant.live.post('/event-definitions', { key: eventKey, name: 'Passed', properties: {} });
  letters = await countLetters();
});

/** Returns `count` characters of two UTF-16 units each; each `nth` gives another text. */
const emoji = (count: number, nth = 0): string =>
  '😀'.repeat(count - 2) + String.fromCodePoint(0x1f600 + Math.trunc(nth / 64), 0x1f600 + (nth % 64));

const eventOf = (ref: string, customerId: string = randomUUID()) => ({
  eventKey,
  ref,
  payload: { customerId },
});

const only = (status: number, count: number): number[] => Array<number>(count).fill(status);

/** Runs `work` beside a neighbour tenant, which must not be affected. `work` must leave no dead letter. */
const besideNeighbour = async <T>(work: () => Promise<T>): Promise<T> => {
  const working = work();
  const statuses = await neighbour.statusesBeside(working);
  expect(statuses).toEqual(only(200, statuses.length));
  expect(await countLetters()).toBe(letters);
  return working;
};

describe('▲ references are counted in code points by every part (D75)', () => {
  test('a flood of events with references of 128 emoji is processed', async () => {
    const events = Array.from({ length: manyEvents }, (_, nth) => eventOf(emoji(128, nth)));
    const responses = await besideNeighbour(() =>
      inParallel(events, 8, (event) => tenant.live.post('/events', event)),
    );
    expect(responses.map(({ status }) => status)).toEqual(only(200, manyEvents));
    const refs = responses.map(({ body }) => (body as { ref?: string }).ref);
    expect(refs).toEqual(events.map(({ ref }) => ref));
  });

  test('receipts whose every reference has 255 emoji are processed, alone, in bulk and simulated', async () => {
    const [memberRef, storeRef] = [emoji(255, 1), emoji(255, 2)];
    const line = { sku: emoji(255, 3), quantity: 1, unitPrice: 1, categories: [emoji(255, 4)] };
    const receiptOf = (nth: number) => ({
      transactionRef: emoji(255, nth),
      memberRef,
      storeRef,
      amount: 100,
      products: [line],
    });
    const bulk = createBulk(tenant.tenantId, tenant.keys.live);
    const [alone, simulated, { results }] = await besideNeighbour(() =>
      Promise.all([
        tenant.live.post('/transactions/evaluate', receiptOf(5)),
        tenant.test.post('/transactions/simulate', receiptOf(6)),
        bulk([receiptOf(7), receiptOf(8)]),
      ]),
    );
    expect([alone.status, simulated.status, ...results.map(({ status }) => status)]).toEqual(only(200, 4));
    expect(results.map(({ transactionRef }) => transactionRef)).toEqual([emoji(255, 7), emoji(255, 8)]);
    const found = await tenant.live.get(`/members?ref=${encodeURIComponent(memberRef)}`);
    expect(found.body.members.map(({ externalRef }) => externalRef)).toEqual([memberRef]);
  });

  test('the result of an event that no caller waited for is at its Location', async () => {
    const event = eventOf(emoji(255, 9), emoji(255, 10));
    const accepted = await tenant.live.post('/events', event, { Prefer: 'respond-async' });
    expect(accepted.status).toBe(202);
    const path = (accepted.headers.get('Location') ?? '').split(tenant.tenantId)[1] ?? '';
    await eventually('it is decided', async () => (await tenant.live.get(path)).status === 200);
    expect((await tenant.live.get(path)).body).toMatchObject({ ref: event.ref, state: 'PROCESSED' });
  });

  test.each([
    ['/ref', eventOf(emoji(256))],
    ['/ref', eventOf('a\0')],
    ['/payload/customerId', eventOf(randomUUID(), emoji(256))],
  ])('an event whose %s is too long or cannot be stored is refused there', async (pointer, event) => {
    const { body } = await tenant.live.post('/events', event);
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', context: { errors: [{ pointer }] } });
  });
});

describe('▲ an ingress whose clock runs ahead uses the database’s clock (D76)', () => {
  const aheadMs = 2 * 60_000;
  let ahead: StartedService;
  let api: Api;
  beforeAll(async () => {
    // A machine whose clock runs ahead of the database's.
    const clock = encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${String(aheadMs)}`);
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${clock}` };
    ahead = await startService({ name: 'ingress', env });
    api = createApi(tenant.tenantId, tenant.keys.live, `${originOf(ahead)}/v1`);
  });
  afterAll(() => ahead.stop());

  const originOf = ({ httpPort }: StartedService): string => `http://127.0.0.1:${String(httpPort)}`;

  const boundMs = 5 * 60_000;
  /** A process' estimate of the database's clock lags by the time of a round trip. */
  const marginMs = 2_000;
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

  /** A purchase at the latest time that ingress accepts. */
  const latest = (memberRef: string = randomUUID()) => ({
    transactionRef: randomUUID(),
    memberRef,
    amount: 100,
    occurredAt: inMs(boundMs - marginMs),
  });

  test('receipts at its bound are processed', async () => {
    const bulk = createBulk(tenant.tenantId, tenant.keys.live);
    const items = Array.from({ length: 1_000 }, () => latest('in-bulk'));
    const [alone, { results }] = await besideNeighbour(() =>
      Promise.all([
        inParallel(Array.from({ length: 20 }), 4, () => api.post('/transactions/evaluate', latest())),
        bulk(items, {}, originOf(ahead)),
      ]),
    );
    const statuses = [...alone, ...results].map(({ status }) => status);
    expect(statuses).toEqual(only(200, statuses.length));
  });

  test('so are events of members', async () => {
    const member = await tenant.test.post('/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef: randomUUID(),
      amount: 100,
    });
    const test = createApi(tenant.tenantId, tenant.keys.test, `${originOf(ahead)}/v1`);
    const { occurredAt } = latest();
    const event = { type: 'BIRTHDAY', occurredAt };
    const answer = await besideNeighbour(() => test.post(`/members/${member.body.memberId}/events`, event));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['before 2000', () => '1999-12-31T23:59:59.999Z'],
    ['beyond the bound, which its own clock would let in', () => inMs(boundMs + marginMs)],
  ])('a receipt of a time %s is refused at the door', async (_, occurredAt) => {
    const receipt = { ...latest(), occurredAt: occurredAt() };
    const { body } = await api.post('/transactions/evaluate', receipt);
    const context = { errors: [{ pointer: '/occurredAt' }] };
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', context });
  });
});
