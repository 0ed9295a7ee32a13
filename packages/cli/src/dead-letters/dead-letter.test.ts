import type { InboundRecord } from '@loyalty/messaging';
import { deadLetterFrom, originalOf, ownHeaders } from './dead-letter.ts';
import { latestAttempts } from './replay-plan.ts';

const recordOf = (
  given: Partial<InboundRecord> = {},
  headers: InboundRecord['headers'] = {},
): InboundRecord => ({
  topic: 'loyalty.dead-letters',
  partition: 2,
  offset: 17,
  timestamp: 1,
  key: Buffer.from('m'),
  value: Buffer.from('bytes'),
  ...given,
  headers: {
    loyalty_environment: '7',
    loyalty_deadLetterTopic: 'loyalty.receipts',
    loyalty_deadLetterPartition: '3',
    loyalty_deadLetterOffset: '99',
    loyalty_deadLetterReason: 'UNDECODABLE',
    loyalty_deadLetterDetail: 'why',
    loyalty_deadLetterAttempts: '2',
    loyalty_deadLetterAt: '2026-01-02T03:04:05.000Z',
    ...headers,
  },
});
const letterOf = (...given: Parameters<typeof recordOf>) => {
  const letter = deadLetterFrom(recordOf(...given));
  if (letter === null) throw new Error('no letter');
  return letter;
};

test('a dead letter says where it came from, why, when and how often', () => {
  expect(letterOf()).toMatchObject({
    place: '2/17',
    topic: 'loyalty.receipts',
    partition: 3,
    offset: 99,
    reason: 'UNDECODABLE',
    detail: 'why',
    attempts: 2,
    at: '2026-01-02T03:04:05.000Z',
  });
});

test('the original has its bytes, its key, its partition and its headers, and the attempts so far', () => {
  expect(originalOf(letterOf())).toEqual({
    topic: 'loyalty.receipts',
    partition: 3,
    key: Buffer.from('m'),
    value: Buffer.from('bytes'),
    headers: { loyalty_environment: '7', loyalty_deadLetterAttempts: '2' },
  });
  expect(ownHeaders(letterOf())).toMatchObject({ loyalty_environment: '7' });
});

test.each([{ loyalty_deadLetterTopic: undefined }, { loyalty_deadLetterOffset: 'x' }])(
  'a record with %j is no letter of ours',
  (headers) => {
    expect(deadLetterFrom(recordOf({}, headers))).toBeNull();
  },
);

test('of a message that was given up several times only the last letter is replayed', () => {
  const first = letterOf({ offset: 1 }, { loyalty_deadLetterAttempts: '1' });
  const again = letterOf({ offset: 9 }, { loyalty_deadLetterAttempts: '2', loyalty_deadLetterOffset: '200' });
  const other = letterOf({ offset: 4, value: Buffer.from('other') });
  expect(latestAttempts([again, first, other])).toEqual([again, other]);
});
