import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api } from '../support/api.ts';
import { createBulk } from '../support/bulk.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { loyaltyctlJson, startLoyaltyctl } from '../support/loyaltyctl.ts';
import { read } from '../support/sources.ts';
import {
  activateCampaigns,
  balancesOf,
  createTestTenant,
  liftWriteLimit,
  type TestTenant,
} from '../support/tenant.ts';

const given = (points: number, conditions: object) => ({
  name: `Of ${points.toString()}`,
  earningRule: { type: 'FIXED_POINTS', points },
  conditions,
});
const all = (...conditions: object[]) => ({ operator: 'AND', conditions });

/** Each gives another power of two, so what a receipt earns says which of them fired. */
const programme = [
  given(1, { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] }),
  given(2, all({ field: 'time', op: 'gte', value: '17:00' }, { field: 'time', op: 'lt', value: '19:00' })),
  given(4, { field: 'date', op: 'eq', value: '2024-11-29' }),
  given(8, { field: 'day_of_month', op: 'gte', value: 30 }),
  given(16, { field: 'store_ref', op: 'in', value: ['cape-1', 'cape-2'] }),
  given(
    32,
    all(
      { field: 'attributes.channel', op: 'eq', value: 'online' },
      { field: 'attributes.discount', op: 'neq', value: 'STAFF' },
    ),
  ),
  given(64, {
    operator: 'OR',
    conditions: [
      { field: 'store_ref', op: 'exists', value: false },
      all(
        { field: 'attributes.code', op: 'exists', value: true },
        { field: 'weekday', op: 'neq', value: 'FRI' },
      ),
    ],
  }),
  given(
    128,
    all(
      { field: 'purchase_number', op: 'eq', value: 1 },
      { field: 'days_since_last_txn', op: 'neq', value: 0 },
      { field: 'tier_id', op: 'eq', value: null },
      { field: 'store_ref', op: 'neq', value: 'x' },
    ),
  ),
];

interface ExplainedCampaign {
  readonly reason: string;
  readonly failed: readonly { readonly field: string; readonly found: unknown }[];
}

interface Bought {
  readonly occurredAt: string;
  readonly storeRef?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

const online = { channel: 'online' };

/**
 * Receipts in Johannesburg, two hours ahead of UTC, with what they earn as a first purchase. 29 November 2024
 * was a Friday.
 */
const bought: readonly (readonly [Bought, number])[] = [
  [{ occurredAt: '2024-11-29T14:59:59.999Z', storeRef: 'cape-1' }, 4 + 16 + 128],
  [{ occurredAt: '2024-11-29T15:00:00.000Z', storeRef: 'cape-2' }, 2 + 4 + 16 + 128],
  [{ occurredAt: '2024-11-29T16:59:59.999Z', storeRef: 'Cape-1' }, 2 + 4 + 128],
  [{ occurredAt: '2024-11-29T17:00:00.000Z' }, 4 + 64 + 128],
  [{ occurredAt: '2024-11-28T21:59:59.999Z', storeRef: 'x', attributes: online }, 32],
  [{ occurredAt: '2024-11-28T22:00:00.000Z', storeRef: 'x', attributes: online }, 4 + 32],
  [{ occurredAt: '2024-11-29T21:59:59.999Z', storeRef: 'x', attributes: { code: 'A' } }, 4],
  [{ occurredAt: '2024-11-29T22:00:00.000Z', storeRef: 'x', attributes: { code: 'A' } }, 1 + 8 + 64],
  [{ occurredAt: '2024-11-30T22:00:00.000Z', storeRef: 'x' }, 1],
  [
    {
      occurredAt: '2024-11-18T08:00:00.000Z',
      storeRef: 'x',
      attributes: { discount: 'STAFF', channel: 'online' },
    },
    0,
  ],
  [
    {
      occurredAt: '2024-11-18T08:00:00.000Z',
      storeRef: 'cape-1',
      attributes: { discount: 'GUEST', code: 'A', channel: 'online' },
    },
    16 + 32 + 64 + 128,
  ],
];

/** Returns the receipts of `bought` with references and members of one way of sending them. */
const receiptsOf = (way: string) =>
  bought.map(([receipt], n) => ({
    ...receipt,
    transactionRef: `${way}-${n.toString()}`,
    memberRef: `${way}-${n.toString()}`,
    amount: 100,
  }));

const expected = bought.map(([, earns]) => earns);

let tenant: TestTenant;
let producer: ForeignProducer;
beforeAll(async () => {
  tenant = await createTestTenant('Conditions');
  await liftWriteLimit(tenant);
  await setZone(tenant.test, 'Africa/Johannesburg');
  await activateCampaigns(tenant.test, programme);
  const line = ['stream', 'enable', '--tenant', tenant.tenantId, '--mode', 'test'];
  producer = await createForeignProducer((await loyaltyctlJson<{ topic: string }>(...line)).topic);
});
afterAll(() => producer.stop());

const setZone = async (api: Api, timeZone: string | null): Promise<void> => {
  const { status, text } = await api.patch('/settings', { timeZone });
  if (status !== 200) throw new Error(text);
};

/** Waits until all members of a way have what their receipts earn; returns what they have. */
const untilEarned = async (way: string): Promise<readonly (number | undefined)[]> => {
  let found: readonly (number | undefined)[] = [];
  const look = async (): Promise<boolean> => {
    const balances = await balancesOf(tenant.test);
    found = receiptsOf(way).map(({ memberRef }) => balances.get(memberRef));
    return JSON.stringify(found) === JSON.stringify(expected);
  };
  // An engine follows a new stream within 30 s and a few seconds.
  await eventually(`${way} earned`, look, { everyMs: 250 }).catch(() => undefined);
  return found;
};

const pointsOf = async (path: string): Promise<readonly number[]> => {
  const earned: number[] = [];
  for (const receipt of receiptsOf(path)) {
    const { status, body, text } = await tenant.test.post(`/transactions/${path}`, receipt);
    if (status !== 200) throw new Error(text);
    earned.push(body.pointsAwarded);
  }
  return earned;
};

describe('a receipt earns by the same conditions on every way in (D224)', () => {
  it.each(['explain', 'simulate', 'evaluate'])('%s', async (path) => {
    expect(await pointsOf(path)).toEqual(expected);
  });

  it('a bulk call', async () => {
    const { results } = await createBulk(tenant.tenantId, tenant.keys.test)(receiptsOf('bulk'));
    expect(results.map(({ body }) => body.pointsAwarded)).toEqual(expected);
  });

  it('a file of loyaltyctl', async () => {
    const lines = receiptsOf('file').map((receipt) => JSON.stringify(receipt));
    const args = ['receipts', 'stream', '-', '--tenant', tenant.tenantId, '--mode', 'test'];
    const { code, stderr } = await startLoyaltyctl(args, Buffer.from(lines.join('\n'))).ended;
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    expect(await untilEarned('file')).toEqual(expected);
  });

  it('a topic of the tenant’s own, where attributes in another order are a dead letter (D223)', async () => {
    const messages = receiptsOf('topic').map(({ storeRef, occurredAt, attributes = {}, ...receipt }) => ({
      ...receipt,
      storeRef: storeRef ?? null,
      occurredAt,
      products: [],
      attributes: Object.entries(attributes)
        .map(([name, value]) => ({ name, value }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }));
    const [first] = messages;
    if (first === undefined) throw new Error('no receipt');
    const attributes = [
      { name: 'code', value: 'A' },
      { name: 'channel', value: 'online' },
    ];
    const disordered = { ...first, transactionRef: 'disordered', memberRef: 'disordered', attributes };
    await producer.send(
      [disordered, ...messages].map((receipt) => ({
        key: receipt.memberRef,
        value: producer.write({ ...receipt, currency: 'ZAR' }),
      })),
    );
    expect(await untilEarned('topic')).toEqual(expected);
    const filter = ['--topic', producer.topic, '--reason', 'INVALID_RECEIPT'];
    let places: string[] = [];
    await eventually('it is given up', async () => {
      const found = await loyaltyctlJson<{ deadLetters: { place: string }[] }>(
        'dead-letters',
        'list',
        ...filter,
      );
      places = found.deadLetters.map(({ place }) => place);
      return places.length === 1;
    });
    const shown = await loyaltyctlJson<object>('dead-letters', 'show', places[0] ?? '');
    expect(JSON.stringify(shown)).toContain('/attributes/1/name');
  });
});

it('explain and simulate name the reason, and a receipt of HTTP repeated with its attributes in another order is the same', async () => {
  const receipt = { memberRef: 'nobody', amount: 100, occurredAt: '2024-11-18T08:00:00.000Z', storeRef: 'x' };
  const explained = await tenant.test.post('/transactions/explain', receipt);
  const judged = explained.body.campaigns as unknown as readonly ExplainedCampaign[];
  expect(judged.map(({ reason }) => reason)).toEqual(programme.map(() => 'CONDITION_NOT_MET'));
  // Monday, ten in the morning, a first purchase in another store.
  expect(judged.map(({ failed }) => failed.map(({ field, found }) => [field, found]))).toEqual([
    [['weekday', 'MON']],
    [['time', '10:00']],
    [['date', '2024-11-18']],
    [['day_of_month', 18]],
    [['store_ref', 'x']],
    [['attributes.channel', null]],
    [
      ['store_ref', 'x'],
      ['attributes.code', null],
    ],
    [['store_ref', 'x']],
  ]);
  const { body } = await tenant.test.post('/transactions/simulate', receipt);
  expect(body._debug?.campaignChecks.map(({ reason }) => reason)).toEqual(
    programme.map(() => 'CONDITION_NOT_MET'),
  );
  const repeated = Object.assign(receiptsOf('evaluate').at(-1) ?? {}, {
    attributes: { channel: 'online', code: 'A', discount: 'GUEST' },
  });
  const { headers } = await tenant.test.post('/transactions/evaluate', repeated);
  expect(headers.get('idempotent-replayed')).toBe('true');
  expect(headers.get('idempotency-mismatch')).toBeNull();
});

describe('the campaigns of docs/integration.md', () => {
  const [, text = '[]'] = /^```json run\n([^]*?)^```/m.exec(read('docs/integration.md')) ?? [];
  const campaigns = JSON.parse(text) as readonly { readonly name: string }[];
  let shop: TestTenant;
  let ids: readonly string[];
  beforeAll(async () => {
    shop = await createTestTenant('As documented');
    await setZone(shop.test, 'Africa/Johannesburg');
    ids = await activateCampaigns(shop.test, campaigns);
    // A member on each side of the second purchase.
    for (const [memberRef, count] of Object.entries({ once: 1, often: 2 }))
      for (let n = 0; n < count; n += 1)
        await shop.test.post('/transactions/evaluate', {
          transactionRef: randomUUID(),
          memberRef,
          amount: 100,
          occurredAt: '2026-11-01T12:00:00+02:00',
        });
  });

  /** Names of those that fire at a local time of Johannesburg. */
  const firedAt = async (local: string, receipt: object): Promise<readonly string[]> => {
    const sent = { memberRef: 'often', amount: 10_000, occurredAt: `${local}+02:00`, ...receipt };
    const { body } = await shop.test.post('/transactions/explain', sent);
    const judged = body.campaigns as unknown as readonly { campaignName: string; fired: boolean }[];
    expect(judged).toHaveLength(ids.length);
    return judged.filter(({ fired }) => fired).map(({ campaignName }) => campaignName);
  };

  it.each<[string, object, readonly string[]]>([
    ['2026-11-25T17:00:00', { storeRef: 'cape-1' }, ['Happy hour']],
    ['2026-11-25T19:00:00', { storeRef: 'cape-1' }, []],
    ['2026-11-25T17:00:00', { storeRef: 'cape-9' }, []],
    ['2026-11-21T17:00:00', { storeRef: 'cape-1' }, []],
    ['2026-11-27T00:00:00', {}, ['Black Friday']],
    ['2026-11-25T12:00:00', { attributes: { channel: 'online' } }, ['Online, but no staff']],
    ['2026-11-25T12:00:00', { attributes: { channel: 'online', discount: 'STAFF' } }, []],
    ['2026-12-01T00:00:00', {}, ['First and last of the month']],
    ['2026-11-30T23:59:59', {}, ['First and last of the month']],
    ['2026-11-25T12:00:00', { memberRef: 'nobody' }, ['Welcome']],
    ['2026-12-01T23:59:59', { memberRef: 'once' }, ['Second visit', 'First and last of the month']],
    ['2026-12-02T02:00:00', { memberRef: 'once' }, []],
  ])('fire as they say, at %s with %j', async (local, receipt, names) => {
    expect(campaigns).toHaveLength(6);
    expect(await firedAt(local, receipt)).toEqual(names);
  });
});
