import { creditCodec, factCodec } from '@loyalty/contracts';
import { memberKeyOf, type CampaignId } from '@loyalty/kernel';
import { testAtMs, testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { credit, memberEvent } from './testing/earn-bodies.ts';
import { bytesOf, known, receipts, run } from './testing/run-earn-batch.ts';

const { secret } = testSnapshot();
const tenPoints = testCampaign();
const rolling = testCampaign({
  earningRule: { type: 'FIXED_POINTS', points: 10, pointsExpiry: { type: 'ROLLING', days: 1 } },
});
const due = testAtMs + 86_400_000;

test('▲ the expiring points of two receipts of a member and day are one row of one statement', async () => {
  const { tx, plan } = await run(receipts('a', 'b'), { campaigns: [rolling] });
  expect(plan.requests.postings.map(({ posting }) => posting.expiresAtMs)).toEqual([due, due]);
  const [environments, , slidingDays, , expiries, points, added] = tx.valuesOf('lots-add');
  expect([environments, slidingDays, expiries, points, added]).toEqual([[7], [0], [due], [20], [testAtMs]]);
});

test('expiring points are stored under the members’ locks, without reading existing lots', async () => {
  const { tx } = await run(receipts('a'), { campaigns: [rolling] });
  expect(tx.names.filter((name) => name.startsWith('lots-'))).toEqual(['lots-add']);
});

test('entries show which points do not expire, and without expiring points no statement is sent', async () => {
  const both = await run(receipts('a'), {
    campaigns: [rolling, { ...tenPoints, id: '0198c0de-1111-7000-8000-000000000006' as CampaignId }],
  });
  expect(both.tx.valuesOf('lots-add')[5]).toEqual([10]);
  expect(both.plan.requests.postings.map(({ posting }) => posting.balanceAfter)).toEqual([10, 20]);
  const { tx } = await run(receipts('a'));
  expect(tx.names).not.toContain('lots-add');
  expect(tx.valuesOf('postings-insert').slice(11, 13)).toEqual([null, null]);
});

test('▲ points that wait are rows of one statement, under the receipt; without any none is sent (D182)', async () => {
  const waiting = testCampaign({ earningRule: { type: 'FIXED_POINTS', points: 10, pendingDays: 14 } });
  const { tx, plan, effects } = await run(receipts('a', 'b'), { campaigns: [waiting] });
  const [environments, members, transactions, ns, points, dues, expiries] =
    tx.valuesOf('pending-points-insert');
  expect(transactions).toEqual(plan.requests.transactions.map(({ id }) => id));
  expect([environments, ns, points, expiries]).toEqual([
    [7, 7],
    [0, 0],
    [10, 10],
    [null, null],
  ]);
  expect(new Set(members as readonly string[]).size).toBe(1);
  expect(dues).toEqual([testAtMs + 14 * 86_400_000, testAtMs + 14 * 86_400_000]);
  expect(plan.requests.postings).toEqual([]);
  expect(tx.valuesOf('members-enrol').slice(4, 7)).toEqual([[0], [0], [0]]);
  const said = effects.facts.map(({ value }) =>
    factCodec
      .readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0))
      .data.toString(),
  );
  expect(said.filter((data) => data.includes('"pointsPending":10'))).toHaveLength(2);
  expect((await run(receipts('a'), { campaigns: [rolling] })).tx.names).not.toContain(
    'pending-points-insert',
  );
});

test('▲ points of returns are deducted from entries, not from lots: what a lot gains is what is left, and none is read (D193)', async () => {
  const never = { ...tenPoints, id: '0198c0de-1111-7000-8000-000000000006' as CampaignId };
  const indebted = (pointsToDeduct: number) => ({
    'accounts-lock': known({ 'customer-1': { pointsToDeduct } }),
  });
  const { tx, plan, effects } = await run(receipts('a', 'b'), {
    campaigns: [rolling, never],
    responses: indebted(34),
  });
  expect(plan.requests.postings.map(({ posting: { type, points } }) => [type, points])).toEqual([
    ['EARN', 10],
    ['EARN', 10],
    ['RETURN', -20],
    ['EARN', 10],
    ['EARN', 10],
    ['RETURN', -14],
  ]);
  // All ten of both lots were deducted, and four of those that never expire.
  expect(tx.names.filter((name) => name.startsWith('lots-'))).toEqual([]);
  expect(tx.valuesOf('postings-insert')[13]).toBeNull();
  expect([2, 3, 11].map((at) => tx.valuesOf('accounts-update')[at])).toEqual([[106], [440], [0]]);
  const said = effects.facts.map(({ value }) =>
    factCodec
      .readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0))
      .data.toString(),
  );
  expect(said.map((data) => /"pointsDeducted":(\d+)/.exec(data)?.[1])).toEqual(['20', '14']);
  const some = await run(receipts('a'), { campaigns: [rolling], responses: indebted(4) });
  expect(some.tx.valuesOf('lots-add')[5]).toEqual([6]);
});

test('of a member without points to deduct nothing is written that was not written before (D193)', async () => {
  const responses = { 'accounts-lock': known({ 'customer-1': {} }) };
  const { tx } = await run(receipts('a'), { responses });
  expect(tx.valuesOf('accounts-update')[11]).toBeNull();
});

test('a referrer’s points expire by the rule that applied to the event', async () => {
  const pointsExpiry = { type: 'SLIDING', days: 30 } as const;
  const earningRule = { type: 'REFERRAL_BONUS', points: 20, referrerPoints: 30, pointsExpiry } as const;
  const event = memberEvent({ eventKey: null, lifecycleType: 'REFERRAL', referrerRef: 'customer-2' });
  const responses = { 'accounts-read': known({ 'customer-2': {} }) };
  const { effects } = await run([event], { campaigns: [testCampaign({ earningRule })], responses });
  const last = effects.facts.at(-1);
  const body = last && creditCodec.readerFor(creditCodec.schemaText)(bytesOf(last));
  expect(body?.awards).toMatchObject([{ points: 30, pointsExpiry: JSON.stringify(pointsExpiry) }]);
  const memberKey = memberKeyOf(secret, 'customer-2');
  const arrived = await run([credit({ ...body, memberKey })], {
    campaigns: [],
    responses: { 'accounts-lock': known({ 'customer-2': {} }) },
  });
  const [, , slidingDays, expiresOn, expiries, points] = arrived.tx.valuesOf('lots-add');
  expect([slidingDays, expiresOn, expiries, points]).toEqual([[30], [0], [null], [30]]);
});
