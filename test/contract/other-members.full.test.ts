import { randomUUID } from 'node:crypto';
import type { OperationId } from '@loyalty/contracts/http';
import { type Asked, askFor } from '../support/ask.ts';
import type { Received } from '../support/contract.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let strict: TestTenant;
beforeAll(async () => {
  [tenant, strict] = await Promise.all([opened('Whose references'), opened('Whose references, strictly')]);
  const place = ['--tenant', strict.tenantId, '--mode', 'test'];
  await loyaltyctlJson('settings', 'set', 'rejectMismatch', 'true', ...place);
});

const eventKey = 'fuel.purchase';

const opened = async (name: string): Promise<TestTenant> => {
  const made = await createTestTenant(name);
  await activateCampaigns(made.test, [
    { name: 'Ten', earningRule: { type: 'FIXED_POINTS', points: 10 }, redemptionRule: { pointsPerRand: 1 } },
  ]);
  const properties = { litres: { type: 'number', minimum: 0 } };
  await made.test.post('/event-definitions', { key: eventKey, name: 'Fuel', properties });
  return made;
};

interface Person {
  readonly memberRef: string;
  readonly memberId: string;
}

type Call = readonly [OperationId, Asked];
type CallFor = (person: Person, ref: string) => Call;

const async = { prefer: 'respond-async' };

const evaluate =
  (given: object = {}, headers = {}): CallFor =>
  ({ memberRef }, transactionRef) => [
    'evaluateTransaction',
    { body: { transactionRef, memberRef, amount: 15_000, ...given }, headers },
  ];

const bulk =
  (given: object = {}, headers = {}): CallFor =>
  ({ memberRef }, transactionRef) => [
    'bulkEvaluateTransactions',
    { body: { items: [{ transactionRef, memberRef, amount: 15_000, ...given }] }, headers },
  ];

const redeem =
  (given: object = {}, headers = {}): CallFor =>
  ({ memberRef }, transactionRef) => [
    'redeemPoints',
    { body: { transactionRef, memberRef, amount: 15_000, pointsRequested: 3, ...given }, headers },
  ];

const event =
  (payload: object = {}, headers = {}): CallFor =>
  ({ memberRef }, ref) => [
    'submitEvent',
    { body: { eventKey, ref, payload: { customerId: memberRef, litres: 1, ...payload } }, headers },
  ];

const lifecycle =
  (given: object = {}): CallFor =>
  ({ memberId }, ref) => [
    'submitLifecycleEvent',
    { ids: { memberId }, body: { type: 'SIGNUP', ref, ...given } },
  ];

const adjust =
  (given: object = {}): CallFor =>
  ({ memberId }, ref) => [
    'adjustPoints',
    { ids: { memberId }, body: { points: 5, reason: 'Sorry', ref, ...given } },
  ];

/** Repeats while the service responds 503, as a till does. */
const send = async (at: TestTenant, [operationId, asked]: Call): Promise<Received> => {
  for (;;) {
    const answer = await askFor(at, operationId, asked);
    if (answer.status !== 503) return answer;
  }
};

const enrolled = async (at: TestTenant): Promise<Person> => {
  const memberRef = `person-${randomUUID()}`;
  const { text } = await send(at, evaluate()({ memberRef, memberId: '' }, randomUUID()));
  return { memberRef, memberId: (JSON.parse(text) as { memberId: string }).memberId };
};

/** The status and the code; of a bulk call those of its only item. */
const judgedOf = ({ status, text }: Received): readonly [number, string | undefined] => {
  interface Judged {
    readonly status?: number;
    readonly code?: string;
    readonly problem?: { readonly code: string };
    readonly results?: readonly [Judged];
  }
  const body = JSON.parse(text) as Judged;
  const [item] = body.results ?? [];
  return item === undefined ? [status, body.code] : [item.status ?? 0, item.problem?.code];
};

const operationOf: Readonly<Partial<Record<OperationId, string>>> = {
  redeemPoints: 'redeem',
  submitEvent: 'event',
  submitLifecycleEvent: 'event',
  adjustPoints: 'adjust',
};

const found = async (at: TestTenant, [operationId]: Call, ref: string): Promise<string> => {
  const operation = operationOf[operationId] ?? 'evaluate';
  if (operation === 'adjust') return '';
  return (
    await askFor(at, 'getTransaction', { ids: { transactionRef: ref }, query: `?operation=${operation}` })
  ).text;
};

type Case = readonly [string, CallFor, CallFor];

const cases: readonly Case[] = [
  ['a receipt, with the same basket', evaluate(), evaluate()],
  ['a receipt, with another amount', evaluate(), evaluate({ amount: 1 })],
  ['a receipt, with lines', evaluate(), evaluate({ products: [{ sku: 'a', quantity: 1, unitPrice: 1 }] })],
  ['a receipt, by a caller who does not wait', evaluate(), evaluate({}, async)],
  ['a receipt, as an item of a bulk call', evaluate(), bulk()],
  ['a receipt, as an item of a bulk call that does not wait', evaluate(), bulk({ amount: 1 }, async)],
  ['an item of a bulk call', bulk(), evaluate()],
  ['an item of a bulk call, in another one', bulk(), bulk({ storeRef: 'store-1' })],
  ['a redeem', redeem(), redeem()],
  ['a redeem, for more points than there are', redeem(), redeem({ pointsRequested: 1_000 })],
  ['a redeem, by a caller who does not wait', redeem(), redeem({}, async)],
  ['an event', event(), event()],
  ['an event, with a payload that its definition refuses', event(), event({ litres: -1 })],
  ['an event, by a caller who does not wait', event(), event({ litres: 2 }, async)],
  ['an event, as a lifecycle event', event(), lifecycle()],
  ['a lifecycle event', lifecycle(), lifecycle()],
  [
    'a lifecycle event, of another type and time',
    lifecycle(),
    lifecycle({ type: 'BIRTHDAY', occurredAt: '2026-01-01' }),
  ],
  ['a lifecycle event, under no definition', lifecycle(), lifecycle({ eventKey: 'unknown.event' })],
  ['a lifecycle event, as an event', lifecycle(), event()],
  ['an adjustment', adjust(), adjust()],
  ['an adjustment, with other points', adjust(), adjust({ points: 1 })],
  ['an adjustment, of more points than there are', adjust(), adjust({ points: -1_000 })],
];

describe.each([
  ['while both are active', 0],
  ['after the first was erased', 1],
])('a reference of one member is refused to another, %s (D123):', (_, round) => {
  test.each(cases.map((one, place) => [...one, place] as const))(
    '%s',
    async (...[, firstOf, againOf, place]) => {
      // Each case once with `rejectMismatch`, and once without.
      const at = (place + round) % 2 === 0 ? tenant : strict;
      const [one, other] = await Promise.all([enrolled(at), enrolled(at)]);
      const ref = randomUUID();
      const call = firstOf(one, ref);
      const first = await send(at, call);
      expect(first.status).toBeLessThan(202);
      const stored = await found(at, call, ref);
      if (round === 1) await send(at, ['eraseMember', { ids: { memberId: one.memberId } }]);
      const refused = await send(at, againOf(other, ref));
      expect(judgedOf(refused)).toEqual([409, 'TRANSACTION_DUPLICATE']);
      for (const theirs of [one.memberRef, one.memberId, 'pointsBalance', 'pointsAwarded', 'balanceAfter'])
        expect(refused.text).not.toContain(theirs);
      expect(refused.headers.get('Idempotent-Replayed')).toBeNull();
      expect(await found(at, call, ref)).toBe(stored);
      const again = await send(at, call);
      expect([again.status, judgedOf(again)[0]]).toEqual([200, 200]);
      expect(again.text.replace('"replayed":true', '"replayed":false')).toBe(first.text);
    },
  );
});

test.each<[string, CallFor, CallFor]>([
  ['a receipt', evaluate(), evaluate({ amount: 1 })],
  ['an item of a bulk call', evaluate(), bulk({ amount: 1 })],
  ['a redeem', redeem(), redeem({ pointsRequested: 4 })],
  ['an event', event(), event({ litres: 2 })],
  ['a lifecycle event', lifecycle(), lifecycle({ type: 'BIRTHDAY' })],
  ['an adjustment', adjust(), adjust({ points: 1 })],
])(
  'another content for the same member is a mismatch, and 409 where that is set (D15): %s',
  async (...row) => {
    const [, firstOf, againOf] = row;
    for (const [at, status] of [
      [tenant, 200],
      [strict, 409],
    ] as const) {
      const one = await enrolled(at);
      const ref = randomUUID();
      await send(at, firstOf(one, ref));
      expect(judgedOf(await send(at, againOf(one, ref)))[0]).toBe(status);
    }
  },
);

test('items of one call with one reference for two members: the first is executed, the other is refused', async () => {
  const [one, other] = [await enrolled(tenant), await enrolled(tenant)];
  const item = { transactionRef: randomUUID(), memberRef: one.memberRef, amount: 100 };
  const strange = { ...item, memberRef: other.memberRef };
  const items = [item, strange, { ...item, amount: 1 }, strange];
  const statuses = async (sent: readonly object[]) => {
    const { text } = await send(tenant, ['bulkEvaluateTransactions', { body: { items: sent } }]);
    return (JSON.parse(text) as { results: { status: number }[] }).results.map(({ status }) => status);
  };
  expect(await statuses(items)).toEqual([200, 409, 200, 409]);
  // In another order too: the reference stays with its member.
  expect(await statuses([strange, item, strange])).toEqual([409, 200, 409]);
});

test('an event that names nobody, or a member who is not there, gets no response that is stored', async () => {
  const one = await enrolled(tenant);
  const ref = randomUUID();
  await send(tenant, event()(one, ref));
  const nobody = event({ customerId: undefined })(one, ref);
  expect(judgedOf(await send(tenant, nobody))).toEqual([400, 'VALIDATION_ERROR']);
  const gone = { ...one, memberId: randomUUID() };
  expect(judgedOf(await send(tenant, lifecycle()(gone, ref)))).toEqual([404, 'MEMBER_NOT_FOUND']);
  expect(judgedOf(await send(tenant, adjust()(gone, ref)))).toEqual([404, 'MEMBER_NOT_FOUND']);
  const unknown = ['submitEvent', { body: { eventKey: 'no.such', ref, payload: {} } }] as const;
  expect(judgedOf(await send(tenant, unknown))).toEqual([404, 'EVENT_DEFINITION_NOT_FOUND']);
});
