import {
  authorization,
  captureOf,
  countedBy,
  environmentId,
  factIn,
  lapseOf,
  lotIn,
  memberId,
  redeem,
  replyIn,
  run,
  tenARand,
  voidOf,
} from './testing/run-burn-batch.ts';
import { BeyondShare } from '@loyalty/streams';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { testAtMs } from '@loyalty/testkit/engine';
import { startBurnCounters } from './usecases/burn-handler.ts';

const transactionId = '0198c0de-7a11-7000-8000-000000000001';

/** 50 points of a lot that ends in 60 days. */
const storedRedeem = (given: Readonly<Record<string, unknown>> = {}, pointsRedeemed = 50) => ({
  environmentId,
  transactionRef: 'a',
  transactionId,
  memberId,
  response: Buffer.from(
    JSON.stringify({ campaignId: tenARand.id, pointsRedeemed, discountAmount: 500, state: 'AUTHORIZED' }),
  ),
  pointsRefunded: null,
  discountReversed: null,
  description: 'Ten a rand',
  fromLots: [[0, lotIn(60, 1).expiresOn, pointsRedeemed]],
  spentAtMs: testAtMs,
  openUntilMs: testAtMs + 600_000,
  author: null,
  capturedAtMs: null,
  capturedBy: null,
  ...given,
});

const stored = (given: Readonly<Record<string, unknown>> = {}) => ({
  responses: { 'redeems-to-refund': () => [storedRedeem(given)] },
});

const bodiesOf = ({ effects }: Awaited<ReturnType<typeof run>>) => effects.replies.map(replyIn);

test('an authorization is counted in the round trip of the accounts, and opens a row (D186)', async () => {
  const { tx, effects, plan } = await run([authorization('a')], { firstLots: [lotIn(3, 60)] });
  expect(tx.names).toEqual([
    'accounts-lock',
    'lots-first',
    'database-time',
    'open-redemptions-count',
    'config-versions',
    'budgets-claim',
    'budgets-spend',
    'transactions-insert',
    'accounts-update',
    'postings-insert',
    'lots-update',
    'open-redemptions-write',
  ]);
  const [reply] = effects.replies.map(replyIn);
  expect(reply?.body).toMatchObject({
    state: 'AUTHORIZED',
    expiresAt: new Date(testAtMs + 600_000).toISOString(),
  });
  expect(effects.facts.map(factIn)).toMatchObject([{ type: 'transaction.authorized', data: reply?.body }]);
  expect(plan.requests.transactions).toMatchObject([{ operation: 'redeem', ref: 'a' }]);
  expect(tx.valuesOf('open-redemptions-write').slice(1)).toEqual([
    [memberId],
    ['a'],
    [(reply?.body as { redeemTransactionId: string }).redeemTransactionId],
    [50],
    [testAtMs + 600_000],
  ]);
});

test('of a redeem and an authorization with one reference one is stored, the other gets its bytes (D186)', async () => {
  const { plan, effects } = await run([redeem('a'), authorization('a')]);
  expect(plan.requests.transactions).toHaveLength(1);
  expect(effects.replies.map(replyIn)).toMatchObject([
    { body: { state: 'PROCESSED' }, replayed: false },
    { body: { state: 'PROCESSED' }, replayed: true },
  ]);
});

test('the 21st open one of a batch is refused (D187)', async () => {
  const given = { responses: { 'open-redemptions-count': () => [{ environmentId, memberId, open: 19 }] } };
  const ran = await run([authorization('a'), authorization('b')], given);
  expect(bodiesOf(ran)).toMatchObject([{ code: null }, { code: 'LIMIT_EXCEEDED', body: { limit: 20 } }]);
});

test.each([
  ['an authorization', authorization],
  ['a redeem', redeem],
])('%s reads further lots where the first ones are past their time (D334)', async (_what, ask) => {
  const past = Array.from({ length: 16 }, (_, day) => lotIn(-day - 1, 100));
  const allLots = [...past, lotIn(9, 60)];
  const ran = await run([ask('a')], {
    firstLots: past,
    allLots,
    account: { pointsBalance: 1_660 },
  });
  expect(ran.tx.names).toContain('lots-all');
  expect(ran.plan.requests.postings.map(({ posting }) => posting.fromLots)).toMatchObject([
    [{ expiresOn: lotIn(9, 1).expiresOn, points: 50 }],
  ]);
});

test('a capture deletes the row, and moves nothing (D189)', async () => {
  const { tx, effects, plan } = await run([captureOf('a')], stored());
  expect(plan.requests.postings).toEqual([]);
  expect(tx.names).not.toContain('budgets-claim');
  expect(tx.valuesOf('open-redemptions-close')).toEqual([[environmentId], [memberId], ['a']]);
  const [reply] = effects.replies.map(replyIn);
  expect(reply?.body).toMatchObject({ state: 'CAPTURED', pointsRedeemed: 50 });
  expect(effects.facts.map(factIn)).toMatchObject([
    { type: 'transaction.captured', ledgerSeq: null, data: reply?.body },
  ]);
});

test('▲ of a capture, a void and a lapse in one batch the first ends it, whatever the order (D187, D189, D190)', async () => {
  const ends = async (...bodies: Parameters<typeof run>[0]) => {
    const { plan, tx, effects } = await run(bodies, { ...stored(), recordsAtMs: bodies.map(() => 700_000) });
    return [
      effects.replies.map(replyIn).map(({ code, body }) => code ?? (body as { state: string }).state),
      plan.requests.postings.map(({ posting }) => posting.type),
      tx.valuesOf('open-redemptions-close').at(-1),
    ];
  };
  // A lapse that finds nothing open says nothing, although the test awaits a reply.
  expect(await ends(captureOf('a'), lapseOf('a'))).toEqual([['CAPTURED'], [], ['a']]);
  expect(await ends(lapseOf('a'), captureOf('a'))).toEqual([
    ['VOIDED', 'INVALID_STATE_TRANSITION'],
    ['REFUND'],
    ['a'],
  ]);
  expect(await ends(captureOf('a'), voidOf('a'), voidOf('a'))).toEqual([
    ['CAPTURED', 'VOIDED', 'VOIDED'],
    ['REFUND'],
    ['a'],
  ]);
  expect(await ends(lapseOf('a'), voidOf('a'))).toEqual([['VOIDED', 'VOIDED'], ['REFUND'], ['a']]);
});

test('a void gives the discount back beside the budget, and says what came back of the redeem (D190)', async () => {
  const { tx } = await run([voidOf('a')], stored());
  expect(tx.valuesOf('budgets-give-back').slice(1)).toEqual([[tenARand.id], [500]]);
  expect(tx.valuesOf('refunded-redeems-write').slice(1)).toEqual([[transactionId], [memberId], [50], [500]]);
});

test('▲ a lapse is never early: by the record’s own time nothing happens before it has passed (D187)', async () => {
  const early = await run([lapseOf('a')], { ...stored(), recordsAtMs: [600_000] });
  expect([early.effects.replies, early.plan.requests.transactions]).toEqual([[], []]);
  const late = await run([lapseOf('a')], { ...stored(), recordsAtMs: [600_001] });
  expect(late.effects.facts.map(factIn)).toMatchObject([
    { type: 'transaction.voided', data: { reason: 'EXPIRED' } },
  ]);
});

test('▲ a redeem of another credential is voided within its time, its own one for ever (D303)', async () => {
  const author = Buffer.from('pone');
  const minuteMs = 60_000;
  const refusal = { code: 'VOID_TOO_LATE', context: { voidableUntil: new Date(testAtMs).toISOString() } };
  const voids = async (by: string | null, row: object, recordsAtMs = [1]) => {
    const headers: Record<string, string> = by === null ? {} : { loyalty_author: by };
    const { plan } = await run([voidOf('a')], {
      ...stored({ openUntilMs: null, author, ...row }),
      headers,
      recordsAtMs,
      voidWithinMinutes: 0,
    });
    const [outcome] = plan.outcomes;
    return outcome?.outcome === 'refused'
      ? { code: outcome.code, context: outcome.context }
      : outcome?.outcome;
  };
  expect(await voids('pone', {})).toBe('processed');
  expect(await voids('ptwo', {})).toEqual(refusal);
  expect(await voids(null, {})).toEqual(refusal);
  expect(await voids('ptwo', {}, [0])).toBe('processed');
  // Captured later by another: from then on, and for both.
  const captured = { capturedAtMs: testAtMs + minuteMs, capturedBy: Buffer.from('pthree') };
  expect(await voids('ptwo', captured, [minuteMs])).toBe('processed');
  expect(await voids('ptwo', captured, [minuteMs + 1])).toMatchObject({ code: 'VOID_TOO_LATE' });
  expect(await voids('pthree', captured, [minuteMs + 1])).toBe('processed');
  // What is still open may be ended by anybody.
  expect(await voids('ptwo', { openUntilMs: testAtMs + 600_000 })).toBe('processed');
});

test('▲ of a lost history a redeem may be voided, and an authorization captured, in the batch that decides it', async () => {
  const plain = await run([redeem('x'), voidOf('x')]);
  expect(plain.plan.requests.postings.map(({ posting }) => posting.points)).toEqual([-50, 50]);
  const { tx, plan } = await run([authorization('x'), captureOf('x')]);
  expect(plan.requests.transactions.map(({ operation }) => operation)).toEqual(['redeem', 'capture']);
  // It was never open for others to see.
  expect(tx.names).not.toContain('open-redemptions-write');
  expect(tx.names).not.toContain('open-redemptions-close');
});

test('a redeem that nobody knows is 404, and a capture has no deadline', async () => {
  const ran = await run([captureOf('a'), voidOf('b')]);
  expect(bodiesOf(ran)).toMatchObject([{ code: 'TRANSACTION_NOT_FOUND' }, { code: 'TRANSACTION_NOT_FOUND' }]);
  const late = await run([captureOf('a')], { ...stored(), headers: { loyalty_notAfter: '1' } });
  expect(bodiesOf(late)).toMatchObject([{ code: null }]);
});

test.each([
  { what: 'each lot that gets points back is a row and an entry', lots: 600, days: 1 },
  { what: 'each refund that ends at once is one more entry', lots: 400, days: -400 },
])('▲ voids are bounded in a batch: $what', async ({ lots, days }) => {
  const fromLots = Array.from({ length: lots }, (_, day) => [0, lotIn(days + day, 1).expiresOn, 1]);
  const redeems = ['a', 'b'].map((transactionRef) => storedRedeem({ transactionRef, fromLots }, lots));
  const given = { responses: { 'redeems-to-refund': () => redeems } };
  await expect(run([voidOf('a'), voidOf('b')], given)).rejects.toBeInstanceOf(BeyondShare);
  await expect(run([voidOf('a')], given)).resolves.toBeDefined();
});

test('▲ redeems that empty many lots are bounded in a batch', async () => {
  const firstLots = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 1));
  const allLots = Array.from({ length: 1_100 }, (_, day) => lotIn(day + 1, 1));
  const given = { firstLots, allLots, account: { pointsBalance: 2_000 } };
  const dear = redeem('a', { pointsRequested: 1_050 });
  await expect(run([dear, redeem('b')], given)).rejects.toBeInstanceOf(BeyondShare);
  await expect(run([dear], given)).resolves.toBeDefined();
});

test('captures, voids and lapses are counted, each once a batch', async () => {
  const ended = await run([captureOf('a'), voidOf('a'), voidOf('a')], stored());
  expect(countedBy(ended.plan).metrics).toEqual([
    ['loyalty_ended_redemptions_total', { outcome: 'captured' }, 1],
    ['loyalty_ended_redemptions_total', { outcome: 'voided' }, 1],
  ]);
  const lapsed = await run([lapseOf('a')], { ...stored(), recordsAtMs: [700_000] });
  expect(countedBy(lapsed.plan).metrics).toEqual([
    ['loyalty_ended_redemptions_total', { outcome: 'lapsed' }, 1],
  ]);
  expect(countedBy((await run([redeem('c')])).plan).metrics).toEqual([]);
});

test('the counters of burning begin at 0: a series that begins at 1 hides its first event', async () => {
  const metrics = createMetrics({ service: 'burn-test' });
  startBurnCounters(metrics);
  const { body } = await metrics.render();
  for (const series of [
    'loyalty_ended_redemptions_total{outcome="lapsed"}',
    'loyalty_returns_total{basis="SHARE"}',
    'loyalty_returned_points_total{outcome="forgiven"}',
  ])
    expect(body).toContain(`${series} 0\n`);
});

test('an authorization counts as a redeem, and what gives it back takes it away (D203)', async () => {
  const taken = await run([authorization('b'), redeem('c')]);
  expect(countedBy(taken.plan).activity).toEqual({
    pointsRedeemed: 100,
    discountCents: 2_000,
    costCents: 2_000,
  });
  const ended = await run([captureOf('a'), voidOf('a')], stored());
  expect(countedBy(ended.plan).activity).toEqual({
    pointsRedeemed: -50,
    discountCents: -1_000,
    costCents: -1_000,
  });
});
