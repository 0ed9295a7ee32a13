import type { BurnRequest } from '@loyalty/contracts/burning';
import { returnRequest } from '@loyalty/contracts/testing';
import { authorizationOf, faultsOfBurnRequest, redemptionEndOf } from './burn-request-faults.ts';

const memberKey = Buffer.alloc(16);
const inRand = { memberKey, currency: 'ZAR' };

const body = { transactionRef: 'order-1', memberRef: 'customer-1', amount: 15_000, pointsRequested: 500 };

const saidOf = (asked: BurnRequest) =>
  faultsOfBurnRequest(asked).map(({ pointer, message }) => `${pointer} ${message}`);

describe('an authorization (D186)', () => {
  it('is 15 minutes long by default, in rand, and sound as a redeem is', () => {
    const asked = authorizationOf({ ...body, currency: 'ZAR' }, inRand);
    expect([asked.ttlSeconds, asked.currency, saidOf(asked)]).toEqual([900, null, []]);
    expect(saidOf(authorizationOf({ ...body, ttlSeconds: 604_800 }, inRand))).toEqual([]);
  });

  it.each([
    ['EUR', null],
    ['ZAR', 'ZAR'],
    [undefined, null],
  ])('in an environment of euros has the currency %s as %s (D321)', (currency, sent) => {
    const asked = authorizationOf(currency === undefined ? body : { ...body, currency }, {
      memberKey,
      currency: 'EUR',
    });
    expect(asked.currency).toBe(sent);
  });

  it.each<readonly [string, Partial<BurnRequest>]>([
    ['/ttlSeconds must be an integer from 1 to 604800', { ttlSeconds: 0 }],
    ['/ttlSeconds must be an integer from 1 to 604800', { ttlSeconds: 604_801 }],
    ['/ttlSeconds must be an integer from 1 to 604800', { ttlSeconds: null }],
    ['/pointsRequested must be an integer ≥ 1', { pointsRequested: null }],
    ['/amount must be an integer ≥ 1', { amountCents: null }],
    ['/campaignId must be a UUID', { campaignId: 'none' }],
    ['/memberKey must have 16 bytes', { memberKey: Buffer.alloc(15) }],
    ['/transactionRef must be a string of 1 to 255 characters', { ref: '' }],
  ])('%s', (fault, given) => {
    expect(saidOf({ ...authorizationOf(body, inRand), ...given })).toEqual([fault]);
  });
});

it.each(['CAPTURE', 'VOID'] as const)('a %s names a redeem, and no more', (kind) => {
  expect(saidOf(redemptionEndOf({ kind, ref: 'order-1', memberKey }))).toEqual([]);
  expect(saidOf(redemptionEndOf({ kind, ref: 'a\0', memberKey }))).toEqual([
    '/transactionRef must not contain NUL or lone surrogates',
  ]);
});

it.each<Partial<BurnRequest>>([
  {},
  { amountCents: null, isWhole: true },
  { amountCents: Number.MAX_SAFE_INTEGER },
  { lines: Array(500).fill({ sku: 'wine', quantity: 0.001 }) as BurnRequest['lines'] },
  { lines: [{ sku: 'a'.repeat(255), quantity: 100_000 }] },
  // What cost nothing comes back for nothing (D335).
  { amountCents: 0, lines: [{ sku: 'wine', quantity: 1 }] },
  { ref: 'a'.repeat(255), transactionRef: '😀'.repeat(255), reason: 'b'.repeat(255) },
])('a sound return has no faults: %j', (given) => {
  expect(faultsOfBurnRequest(returnRequest(given))).toEqual([]);
});

it.each<readonly [string, Partial<BurnRequest>]>([
  ['/kind must be a kind that this release supports', { kind: 'SETTLE' }],
  ['/returnRef must be a string of 1 to 255 characters', { ref: '' }],
  ['/returnRef must be a string of 1 to 255 characters', { ref: 'a'.repeat(256) }],
  ['/transactionRef must not contain NUL or lone surrogates', { transactionRef: 'a\0' }],
  ['/memberKey must have 16 bytes', { memberKey: Buffer.alloc(15) }],
  // Silence is never the whole (D166).
  ['/amount is required unless whole is true', { amountCents: null }],
  ['/amount must not be sent together with whole', { isWhole: true }],
  ['/amount must be an integer ≥ 1', { amountCents: 0 }],
  ['/amount must be an integer ≥ 1', { amountCents: -1 }],
  ['/amount must be an integer ≥ 1', { amountCents: 1.5 }],
  ['/amount must be an integer ≥ 0', { amountCents: -1, lines: [{ sku: 'wine', quantity: 1 }] }],
  [
    '/amount must not be sent together with whole',
    { amountCents: 0, isWhole: true, lines: [{ sku: 'wine', quantity: 1 }] },
  ],
  [
    '/products must not be sent without an amount',
    { amountCents: null, isWhole: true, lines: [{ sku: 'wine', quantity: 1 }] },
  ],
  [
    '/products must be an array of at most 500 items',
    { lines: Array(501).fill({ sku: 'wine', quantity: 1 }) as BurnRequest['lines'] },
  ],
  ['/products/0/sku must be a string of 1 to 255 characters', { lines: [{ sku: '', quantity: 1 }] }],
  [
    '/products/1/quantity must be a number > 0 and ≤ 100000 with at most 3 decimals',
    {
      lines: [
        { sku: 'wine', quantity: 1 },
        { sku: 'wine', quantity: 0.0001 },
      ],
    },
  ],
  ...[0, -1, 100_001, Number.NaN].map((quantity): readonly [string, Partial<BurnRequest>] => [
    '/products/0/quantity must be a number > 0 and ≤ 100000 with at most 3 decimals',
    { lines: [{ sku: 'wine', quantity }] },
  ]),
  ['/reason must be a string of 1 to 255 characters', { reason: '' }],
])('%s', (fault, given) => {
  expect(saidOf(returnRequest(given))).toEqual([fault]);
});

it('of many faults the first 20 are said', () => {
  const lines = Array(30).fill({ sku: '', quantity: 0 }) as BurnRequest['lines'];
  expect(faultsOfBurnRequest(returnRequest({ lines }))).toHaveLength(20);
});
