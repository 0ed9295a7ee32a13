import { boundedResponse, compareResponses, pointsOf } from './compare-responses.ts';

const told = { transactionId: 't', pointsAwarded: 10, pointsBalance: 110, campaigns: [{ campaignId: 'c' }] };

test.each([{}, { state: 'PROCESSED' }])(
  'what is stored as it was told, and perhaps says more, differs in nothing',
  (more) => {
    expect(compareResponses(told, { ...told, ...more })).toBeNull();
  },
);

test.each([
  ['another balance', { pointsBalance: 90 }, { pointsPublished: 10, pointsStored: 10, isBalanceOnly: true }],
  ['other points', { pointsAwarded: 7 }, { pointsPublished: 10, pointsStored: 7, isBalanceOnly: false }],
  [
    'another campaign for as many points',
    { campaigns: [{ campaignId: 'd' }] },
    { pointsPublished: 10, pointsStored: 10, isBalanceOnly: false },
  ],
])('what is stored with %s is told with both answers', (_, changes, expected) => {
  const stored = { ...told, ...changes };
  expect(compareResponses(told, stored)).toEqual({ published: told, stored, ...expected });
});

test('points move the balance: a redeem takes them, and what is no number moves nothing', () => {
  expect(pointsOf({ pointsRedeemed: 20 })).toBe(-20);
  expect(pointsOf({ pointsAwarded: 5 })).toBe(5);
  expect(pointsOf({ pointsAwarded: 'many' })).toBe(0);
});

test('▲ an answer is kept within bounds: without its lists where it is long, and without what Postgres cannot store', () => {
  const campaigns = Array.from({ length: 200 }, () => ({ campaignId: 'c'.repeat(36) }));
  expect(boundedResponse({ ...told, campaigns })).toEqual({
    transactionId: 't',
    pointsAwarded: 10,
    pointsBalance: 110,
  });
  expect(boundedResponse({ text: 'x'.repeat(5_000) })).toEqual({});
  expect(boundedResponse({ text: '\u0000' })).toEqual({});
});
