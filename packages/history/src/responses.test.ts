import { boundedResponse, compareResponses, pointsOf } from './responses.ts';

const published = {
  transactionId: 't',
  memberCreated: true,
  pointsAwarded: 10,
  pointsBalance: 110,
  campaigns: [{ campaignId: 'c' }],
};

test.each([{}, { state: 'PROCESSED' }])(
  'a stored response with all published fields, and perhaps more, is no difference',
  (more) => {
    expect(compareResponses(published, { ...published, ...more })).toBeNull();
  },
);

test.each([
  ['another balance', { pointsBalance: 90 }, { pointsPublished: 10, pointsStored: 10, isBalanceOnly: true }],
  [
    'another request as the one that enrolled the member, and another balance',
    { memberCreated: false, pointsBalance: 90 },
    { pointsPublished: 10, pointsStored: 10, isBalanceOnly: true },
  ],
  ['other points', { pointsAwarded: 7 }, { pointsPublished: 10, pointsStored: 7, isBalanceOnly: false }],
  [
    'another campaign for as many points',
    { campaigns: [{ campaignId: 'd' }] },
    { pointsPublished: 10, pointsStored: 10, isBalanceOnly: false },
  ],
])('a stored response with %s is reported with both responses', (_, changes, expected) => {
  const stored = { ...published, ...changes };
  expect(compareResponses(published, stored)).toEqual({ published, stored, ...expected });
});

test.each(['pointsPending', 'pointsDeducted', 'pointsToDeduct', 'pointsClaimable'])(
  '▲ %s is absent at 0: a response that has it alone differs in more than its balance (D194)',
  (name) => {
    const stored = { ...published, [name]: 5, pointsBalance: 105 };
    for (const [one, other] of [
      [published, stored],
      [stored, published],
    ] as const)
      expect(compareResponses(one, other)).toMatchObject({ isBalanceOnly: false });
  },
);

test('▲ what a return deducts later counts for the return, so that no order of it and a receipt lacks points (D194)', () => {
  const [sale, return_] = [{ pointsAwarded: 260 }, { pointsFromBalance: 200 }];
  const later = [
    { ...sale, pointsDeducted: 150 },
    { pointsFromBalance: 50, pointsToDeduct: 150 },
  ] as const;
  expect([sale, return_].map(pointsOf)).toEqual([260, -200]);
  expect(later.map(pointsOf)).toEqual([260, -200]);
});

test('▲ what a return claims counts for the return, so that no order of it and a void lacks points (D194, D300)', () => {
  const voidFirst = [
    { pointsRefunded: 100, pointsExpired: 0 },
    { pointsFromBalance: 100, redeemed: null },
  ];
  const returnFirst = [
    { pointsRefunded: 100, pointsExpired: 0, pointsDeducted: 100, deductions: [] },
    { pointsFromBalance: 0, pointsClaimable: 100, redeemed: null },
  ];
  expect(voidFirst.map(pointsOf)).toEqual([100, -100]);
  expect(returnFirst.map(pointsOf)).toEqual([100, -100]);
});

test('points move the balance: a redeem takes them, and a value that is no number moves nothing', () => {
  expect(pointsOf({ pointsRedeemed: 20 })).toBe(-20);
  expect(pointsOf({ pointsAwarded: 5 })).toBe(5);
  expect(pointsOf({ pointsAwarded: 'many' })).toBe(0);
});

test('▲ a response is kept within bounds: a long one without its lists, and without text that Postgres cannot store', () => {
  const campaigns = Array.from({ length: 200 }, () => ({ campaignId: 'c'.repeat(36) }));
  expect(boundedResponse({ ...published, campaigns })).toEqual({
    transactionId: 't',
    memberCreated: true,
    pointsAwarded: 10,
    pointsBalance: 110,
  });
  expect(boundedResponse({ text: 'x'.repeat(5_000) })).toEqual({});
  expect(boundedResponse({ text: '\u0000' })).toEqual({});
});
