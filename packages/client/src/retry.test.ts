import type { Exchanged } from './exchange.ts';
import { operations } from './operations.ts';
import { canRepeat, waitMsAfter } from './retry.ts';

const outcomeWith = (headers: Readonly<Record<string, string>>): Exchanged => ({
  kind: 'problem',
  status: 503,
  headers: new Headers(headers),
  problem: { code: 'SERVICE_UNAVAILABLE' },
});

test('waits double from 0.2 s to 8 s, and half of each is drawn', () => {
  const waits = (random: number) =>
    Array.from({ length: 8 }, (_, at) => waitMsAfter(outcomeWith({}), at + 1, random));
  expect(waits(1)).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 8_000, 8_000]);
  expect(waits(0)).toEqual([100, 200, 400, 800, 1_600, 3_200, 4_000, 4_000]);
});

test.each<[header: string, waitMs: number | null]>([
  ['0', 0],
  ['12', 12_000],
  ['30', 30_000],
  ['31', null],
  ['99999999999999999999', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', null],
])('Retry-After: %s is a wait of %p ms', (header, waitMs) => {
  expect(waitMsAfter(outcomeWith({ 'Retry-After': header }), 1)).toBe(waitMs);
});

test('a header that is neither seconds nor a date counts as none', () => {
  expect(waitMsAfter(outcomeWith({ 'Retry-After': 'soon' }), 1, 1)).toBe(200);
});

test.each<[operationId: keyof typeof operations, body: unknown, isRepeated: boolean]>([
  ['getMember', undefined, true],
  ['activateCampaign', undefined, true],
  ['createCampaign', { name: 'Autumn' }, true],
  ['evaluateTransaction', { transactionRef: 'r-1' }, true],
  ['adjustPoints', { ref: 'case-1' }, true],
  ['adjustPoints', { ref: '' }, false],
  ['adjustPoints', {}, false],
  ['redeemReward', undefined, false],
  ['returnPurchase', { transactionRef: 'r-1' }, false],
  ['bulkReturn', { items: [{ returnRef: 'a' }, { returnRef: 'b' }] }, true],
  ['bulkReturn', { items: [{ returnRef: 'a' }, {}] }, false],
])('%s with %j is repeated: %p (D195)', (operationId, body, isRepeated) => {
  expect(canRepeat(operations[operationId], body)).toBe(isRepeated);
});
