import { factCodec, headers as names, replyCodec, type RedeemRequest } from '@loyalty/contracts';
import { createEngineBatch, createMessageWriter } from '@loyalty/engine';
import { memberKeyOf, type CampaignId } from '@loyalty/kernel';
import type { OutgoingMessage } from '@loyalty/messaging';
import type { Account, Campaign, Lot } from '@loyalty/rules';
import { createMetrics } from '@loyalty/telemetry';
import {
  MemoryCache,
  MemoryProgramme,
  quickClock,
  replyHeaders,
  ScriptedTransaction,
  testAccount,
  testAtMs,
  testBytes,
  testCampaign,
  testMessage,
  testSnapshot,
  type ScriptedAnswer,
} from '@loyalty/testkit';
import { fingerprintOf } from '@loyalty/contracts';
import { ClockLead } from './usecases/clock-lead.ts';
import { createBurnKind } from './usecases/burn-kind.ts';

const { environmentId, secret } = testSnapshot();
const idOf = (n: number) => `0198c0de-1111-7000-8000-00000000000${n.toString()}` as CampaignId;
const tenARand = testCampaign({ name: 'Ten a rand', redemptionRule: { pointsPerRand: 10 } });
const { memberId } = testAccount();
const memberKey = memberKeyOf(secret, 'customer-1');
const dayMs = 86_400_000;

const redeem = (transactionRef: string, given: Partial<RedeemRequest> = {}): RedeemRequest => ({
  ...{ transactionRef, memberRef: 'customer-1', amountCents: 1_000_000, pointsRequested: 50 },
  ...{ campaignId: null, storeRef: null, maxDiscountPercentOfBasket: null },
  ...given,
});

/** Points that expire in so many days. */
const lotIn = (days: number, points: number): Lot => {
  const expiresAtMs = testAtMs + days * dayMs;
  return {
    slidingDays: 0,
    expiresOn: Math.floor(expiresAtMs / dayMs),
    points,
    expiresAtMs,
    addedAtMs: testAtMs,
  };
};

interface Given {
  readonly account?: Partial<Account> | null;
  readonly campaigns?: readonly Campaign[];
  readonly firstLots?: readonly Lot[];
  readonly allLots?: readonly Lot[];
  readonly answers?: Readonly<Record<string, ScriptedAnswer>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How far this process' clock is ahead of the records. */
  readonly aheadMs?: number;
}

const rowsOf = (lots: readonly Lot[]) => lots.map((lot) => ({ ...lot, environmentId, memberId }));

const answersOf = ({ account = {}, firstLots = [], allLots = [], answers = {} }: Given) => {
  const { memberId: id, ...rest } = testAccount({ pointsBalance: 1_000, ...account });
  return {
    'accounts-lock': () => (account === null ? [] : [{ environmentId, memberKey, id, ...rest }]),
    'lots-first': () => rowsOf(firstLots),
    'lots-all': () => rowsOf(allLots),
    ...answers,
  };
};

/** What these redeems come to as one batch, stored, with a database that stores whatever it is given. */
const run = async (bodies: readonly RedeemRequest[], given: Given = {}) => {
  const { campaigns = [tenARand], headers = {}, aheadMs = 0 } = given;
  const programme = new MemoryProgramme(testSnapshot({ campaigns }));
  const clock = { ...quickClock(), now: () => testAtMs + aheadMs };
  const handler = createEngineBatch(createBurnKind({ programme, clock, clockLead: new ClockLead(clock) }), {
    ...{ programme, cache: new MemoryCache(), clock },
    metrics: createMetrics({ service: 'burn-test' }),
    writer: createMessageWriter({ replyId: 1, factId: 2 }),
  });
  const tx = new ScriptedTransaction(answersOf(given));
  const messages = bodies.map((body) => testMessage(body, { headers: { ...replyHeaders, ...headers } }));
  const plan = await handler.decide(tx, messages);
  await handler.storeShared?.(tx, plan);
  await handler.store(tx, plan);
  return { plan, tx, programme, effects: handler.effectsOf(plan) };
};

const bytesOf = ({ value }: OutgoingMessage): Buffer => value ?? Buffer.alloc(0);
const replyIn = (message: OutgoingMessage) => {
  const { code, body, replayed } = replyCodec.readerFor(replyCodec.schemaText)(bytesOf(message));
  return { code, replayed, body: body === null ? null : (JSON.parse(body.toString()) as unknown) };
};
const factIn = (message: OutgoingMessage) => {
  const { type, ledgerSeq, data } = factCodec.readerFor(factCodec.schemaText)(bytesOf(message));
  return { type, ledgerSeq, data: JSON.parse(data.toString()) as unknown };
};

test('two redeems of a member see each other: of the same points the second finds none', async () => {
  const { plan, tx, effects } = await run([redeem('a'), redeem('b')], { account: { pointsBalance: 70 } });
  expect(plan.requests.postings.map(({ posting }) => [posting.type, posting.seq, posting.points])).toEqual([
    ['REDEEM', 4, -50],
  ]);
  expect(tx.valuesOf('accounts-update').slice(2, 5)).toEqual([[20], [400], [4]]);
  expect(effects.replies.map(replyIn)).toMatchObject([
    { code: null, body: { pointsRedeemed: 50, discountAmount: 500, balanceBefore: 70, balanceAfter: 20 } },
    { code: 'INSUFFICIENT_POINTS', body: { available: 20, requested: 50 } },
  ]);
});

test('the fact carries the whole answer, and the seq of its entry (D73)', async () => {
  const { effects } = await run([redeem('a')]);
  const [reply] = effects.replies.map(replyIn);
  expect(effects.facts.map(factIn)).toEqual([
    { type: 'transaction.redeemed', ledgerSeq: 4, data: reply?.body },
  ]);
});

test('members and lots travel together, then versions; what is spent is stored before the rest', async () => {
  const { tx } = await run([redeem('a')], { firstLots: [lotIn(3, 20)] });
  expect(tx.names).toEqual([
    ...['accounts-lock', 'lots-first', 'config-versions', 'budgets-lock', 'budgets-spend'],
    ...['transactions-insert', 'accounts-update', 'postings-insert', 'lots-delete'],
  ]);
});

test('nobody is enrolled by burning, and what is refused stores nothing', async () => {
  const { tx, effects } = await run([redeem('a')], { account: null });
  expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'MEMBER_NOT_FOUND' }]);
  expect(tx.names).toEqual(['accounts-lock', 'lots-first', 'config-versions', 'answers-read']);
});

describe('lots', () => {
  const many = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));

  it('are emptied in the order of their dates, over all redeems of the batch, each written once', async () => {
    const { plan } = await run([redeem('a'), redeem('b')], { firstLots: [lotIn(9, 200), lotIn(3, 60)] });
    expect(
      plan.writes.lots.map(({ expiresOn, points }) => [expiresOn - lotIn(0, 1).expiresOn, points]),
    ).toEqual([
      [9, 160],
      [3, 0],
    ]);
    expect(
      plan.requests.postings.map(({ posting }) => posting.fromLots?.map(({ points }) => points)),
    ).toEqual([[50], [10, 40]]);
  });

  it('are read whole where the first ones may not hold what the batch asks of the member', async () => {
    const allLots = [...many, lotIn(99, 500)];
    const { tx, plan } = await run([redeem('a')], { firstLots: many, allLots });
    expect(tx.valuesOf('lots-all')).toEqual([environmentId, [memberId]]);
    expect(plan.writes.lots.filter(({ points }) => points > 0)).toMatchObject([{ points: 482 }]);
  });

  it.each([
    ['the first ones hold enough', Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 20))],
    ['there are no more', many.slice(1)],
  ])('are not read again where %s', async (_why, firstLots) => {
    expect((await run([redeem('a')], { firstLots })).tx.names).not.toContain('lots-all');
  });

  it('of a sliding kind do not count as enough: they only come between', async () => {
    const sliding: Lot = {
      slidingDays: 30,
      expiresOn: 0,
      points: 900,
      expiresAtMs: null,
      addedAtMs: testAtMs,
    };
    expect((await run([redeem('a')], { firstLots: [...many, sliding] })).tx.names).toContain('lots-all');
  });
});

describe('a deadline (D42)', () => {
  const headers = { [names.notAfter]: testAtMs.toString() };

  it('that has passed by this clock: not executed, kept, and told', async () => {
    const { tx, effects } = await run([redeem('a')], { headers, aheadMs: 1 });
    const context = { executed: false, notAfter: new Date(testAtMs).toISOString() };
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT', body: context }]);
    expect(effects.facts).toEqual([]);
    expect(tx.names).not.toContain('transactions-insert');
    const [, operations, refs, codes, contexts] = tx.valuesOf('failed-requests-insert');
    expect([operations, refs, codes]).toEqual([['redeem'], ['a'], ['PROCESSING_TIMEOUT']]);
    expect(JSON.parse((contexts as string[])[0] ?? '')).toEqual(context);
  });

  it('that has passed by the time of a record, though this clock was set back', async () => {
    const earlier = { [names.notAfter]: (testAtMs - 1).toString() };
    const { effects } = await run([redeem('a')], { headers: earlier, aheadMs: -60_000 });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT' }]);
  });

  it('▲ that has passed: no further lots are read, for those would take the longest', async () => {
    const firstLots = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));
    const late = await run([redeem('a')], { headers, firstLots, aheadMs: 1 });
    expect(late.tx.names).not.toContain('lots-all');
    expect((await run([redeem('a')], { headers, firstLots })).tx.names).toContain('lots-all');
  });

  it('that is now is met', async () => {
    const { effects } = await run([redeem('a')], { headers });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }]);
  });

  it('gives way to a stored answer, whatever the member may do by now', async () => {
    const stored = {
      environmentId,
      operation: 'redeem',
      ref: 'a',
      fingerprint: fingerprintOf(testBytes),
      answer: Buffer.from('{"was":1}'),
    };
    const { effects, tx } = await run([redeem('a')], {
      headers,
      aheadMs: 9_999,
      answers: { 'answers-read': () => [stored] },
    });
    expect(effects.replies.map(replyIn)).toEqual([{ code: null, replayed: true, body: { was: 1 } }]);
    expect(tx.names).not.toContain('failed-requests-insert');
  });
});

describe('a budget', () => {
  const bounded = (id: CampaignId) => ({ ...tenARand, id, maxBudgetCents: 700 });
  const campaigns = [{ ...tenARand, id: idOf(1) }, bounded(idOf(2)), bounded(idOf(3))];
  const budget = { spentCents: 0, maxBudgetCents: 700, alertThreshold: 0.8, alertedForCents: null };
  const answers = {
    'budgets-read': () => [idOf(2), idOf(3)].map((campaignId) => ({ environmentId, campaignId, ...budget })),
    'budgets-pause': () => [{ environmentId, campaignId: idOf(3) }],
  };

  it('of every bounded campaign is locked; the redeem that crosses it is honoured whole, and the next default takes over', async () => {
    const { plan, tx, programme, effects } = await run([redeem('a'), redeem('b'), redeem('c')], {
      campaigns,
      answers,
    });
    expect(tx.valuesOf('budgets-read')[1]).toEqual([idOf(3), idOf(2)]);
    expect(
      effects.replies.map(replyIn).map(({ body }) => (body as { campaignId: string }).campaignId),
    ).toEqual([idOf(3), idOf(3), idOf(2)]);
    expect(plan.writes.spendings).toMatchObject([
      { campaignId: idOf(3), cents: 1_000, alertedForCents: 700 },
      { campaignId: idOf(2), cents: 500 },
    ]);
    expect(effects.facts.map(factIn).map(({ type }) => type)).toEqual([
      ...Array.from({ length: 3 }, () => 'transaction.redeemed'),
      ...['campaign.budget_alert', 'campaign.budget_suspended'],
    ]);
    expect(programme.raised).toEqual([environmentId]);
  });
});

test('what no redeem may be is given up before anything is asked', async () => {
  const { plan, tx } = await run([redeem('a', { pointsRequested: 0 })]);
  expect(plan.rejected.map(({ rejection }) => rejection)).toEqual([
    { reason: 'INVALID_REDEEM', detail: '/pointsRequested must be an integer from 1 to 9007199254740991' },
  ]);
  expect(tx.names).toEqual([]);
});
