import type { BurnRequest } from '@loyalty/contracts/burning';
import { faultsOfBurnRequest } from './burn-request-faults.ts';

const request = (given: Partial<BurnRequest> = {}): BurnRequest => ({
  kind: 'RETURN',
  ref: 'return-1',
  transactionRef: 'receipt-1',
  memberKey: Buffer.alloc(16),
  amountCents: 100,
  isWhole: false,
  redeemRef: null,
  reason: null,
  lines: [],
  ...given,
});

it.each<Partial<BurnRequest>>([
  {},
  { amountCents: null, isWhole: true },
  { amountCents: Number.MAX_SAFE_INTEGER },
  { lines: Array(500).fill({ sku: 'wine', quantity: 0.001 }) as BurnRequest['lines'] },
  { lines: [{ sku: 'a'.repeat(255), quantity: 100_000 }] },
  { ref: 'a'.repeat(255), transactionRef: '😀'.repeat(255), reason: 'b'.repeat(255) },
])('a sound return has no faults: %j', (given) => {
  expect(faultsOfBurnRequest(request(given))).toEqual([]);
});

it.each<readonly [string, Partial<BurnRequest>]>([
  ['/kind must be a kind that this release knows', { kind: 'AUTHORIZE' }],
  ['/returnRef must have 1 to 255 characters', { ref: '' }],
  ['/returnRef must have 1 to 255 characters', { ref: 'a'.repeat(256) }],
  ['/transactionRef must not contain NUL or lone surrogates', { transactionRef: 'a\0' }],
  ['/memberKey must have 16 bytes', { memberKey: Buffer.alloc(15) }],
  // Silence is never the whole (D166).
  ['/amount either this or whole is required', { amountCents: null }],
  ['/amount must be absent beside whole', { isWhole: true }],
  ['/amount must be an integer from 1 to 9007199254740991', { amountCents: 0 }],
  ['/amount must be an integer from 1 to 9007199254740991', { amountCents: -1 }],
  ['/amount must be an integer from 1 to 9007199254740991', { amountCents: 1.5 }],
  [
    '/products must be absent without an amount',
    { amountCents: null, isWhole: true, lines: [{ sku: 'wine', quantity: 1 }] },
  ],
  [
    '/products must have at most 500 lines',
    { lines: Array(501).fill({ sku: 'wine', quantity: 1 }) as BurnRequest['lines'] },
  ],
  ['/products/0/sku must have 1 to 255 characters', { lines: [{ sku: '', quantity: 1 }] }],
  [
    '/products/1/quantity must have at most 3 decimals',
    {
      lines: [
        { sku: 'wine', quantity: 1 },
        { sku: 'wine', quantity: 0.0001 },
      ],
    },
  ],
  ...[0, -1, 100_001, Number.NaN].map((quantity): readonly [string, Partial<BurnRequest>] => [
    '/products/0/quantity must be greater than 0 and at most 100000',
    { lines: [{ sku: 'wine', quantity }] },
  ]),
  ['/reason must have 1 to 255 characters', { reason: '' }],
])('%s', (fault, given) => {
  expect(faultsOfBurnRequest(request(given)).map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    fault,
  ]);
});

it('of many faults the first 20 are said', () => {
  const lines = Array(30).fill({ sku: '', quantity: 0 }) as BurnRequest['lines'];
  expect(faultsOfBurnRequest(request({ lines }))).toHaveLength(20);
});
