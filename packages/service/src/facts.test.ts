import { type FactType, headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import { FollowerFetchSpacing, memberUpdateDecoder } from './facts.ts';

const memberKey = Buffer.from('0123456789abcdef');

const decoder = memberUpdateDecoder({ 'transaction.processed': 'PURCHASE', 'points.credited': 'POINTS' });

const factOf = (type: string | null, given: Partial<InboundRecord> = {}): InboundRecord => ({
  topic: 'loyalty.facts',
  partition: 0,
  offset: 0,
  timestamp: 1,
  key: Buffer.from(memberKey.toString('base64url')),
  value: Buffer.from('never decoded'),
  headers: { ...(type === null ? {} : { [names.factType]: type }), [names.environment]: '7' },
  ...given,
});

test.each<[FactType, string]>([
  ['transaction.processed', 'PURCHASE'],
  ['points.credited', 'POINTS'],
])('a fact %s is an update of its member: %s', (type, change) => {
  const value = { environmentId: 7, memberKey, change };
  expect(decoder.decode(factOf(type))).toMatchObject({ outcome: 'decoded', value });
});

test.each([['member.enrolled'], ['of.a.later.release'], ['constructor'], [null]])(
  'a fact of type %p is skipped, whatever else it holds',
  (type) => {
    const bare = { key: null, value: null };
    expect(decoder.decode(factOf(type, bare))).toEqual({ outcome: 'skipped' });
  },
);

test.each<[string, Partial<InboundRecord>]>([
  ['no environment', { headers: { [names.factType]: 'points.credited' } }],
  [
    'an environment that cannot exist',
    { headers: { [names.factType]: 'points.credited', [names.environment]: '5000000000' } },
  ],
  ['no key', { key: null }],
  [
    'a key with a character that no key has',
    { key: Buffer.from(`${memberKey.toString('base64url').slice(1)}!`) },
  ],
  ['the key of a campaign', { key: Buffer.from('0198c0de-0000-7000-8000-000000000001') }],
])('a wanted fact with %s is rejected', (_, given) => {
  expect(decoder.decode(factOf('points.credited', given))).toMatchObject({ outcome: 'rejected' });
});

describe('a follower fetches', () => {
  let nowMs = 0;
  let pace: FollowerFetchSpacing;
  beforeEach(() => {
    pace = new FollowerFetchSpacing({ now: () => nowMs });
  });
  const everyMs = (...records: readonly number[]): number[] =>
    records.map((brought) => pace.fetching.spacing.everyMs(brought));

  it('five times a second, however much comes, while nobody waits', () => {
    expect(everyMs(1, 10_000)).toEqual([200, 200]);
    pace.awaited();
    nowMs += 600_000;
    expect(everyMs(1, 10_000)).toEqual([200, 200]);
  });

  it('every 20 ms while somebody waits; every 60 ms from 64 facts on, until a fetch of 60 ms brings fewer than 128', () => {
    pace.awaited();
    expect(everyMs(1, 63, 64, 190, 128, 127, 63)).toEqual([20, 20, 60, 60, 60, 20, 20]);
  });
});
