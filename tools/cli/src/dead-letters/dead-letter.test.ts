import type { InboundRecord } from '@loyalty/kafka';
import { deadLetterFrom, originalOf, ownHeaders, withOriginal } from './dead-letter.ts';

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

test('a dead letter has its origin, reason, time and number of attempts', () => {
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

test('a dead letter names its group, and the size of a message that was not copied, if it has them', () => {
  expect(letterOf()).toMatchObject({ group: null, bytes: null });
  const headers = { loyalty_deadLetterGroup: 'tier-service', loyalty_deadLetterBytes: '300000' };
  expect(letterOf({ value: null }, headers)).toMatchObject({ group: 'tier-service', bytes: 300_000 });
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

/** The headers of a request, without its environment. */
const ofRequest = {
  kafka_correlationId: 'c',
  kafka_replyTopic: 'loyalty.replies',
  kafka_replyPartition: '1',
  traceparent: '00-1-2-01',
  loyalty_definitionRevision: '4',
  loyalty_notAfter: '1767323045000',
};

test('▲ a replayed message keeps its headers, except those of a reply, for which no caller waits any more', () => {
  const { headers } = originalOf(letterOf({}, ofRequest));
  expect(headers).toEqual({
    loyalty_environment: '7',
    loyalty_deadLetterAttempts: '2',
    traceparent: '00-1-2-01',
    loyalty_definitionRevision: '4',
    loyalty_notAfter: '1767323045000',
  });
  expect(ownHeaders(letterOf({}, ofRequest))).toMatchObject(ofRequest);
});

test('a replayed message is only for the group that gave it up, whichever it was for before', () => {
  const { headers } = originalOf(
    letterOf({}, { loyalty_deadLetterGroup: 'tier-service', loyalty_retryGroup: 'another' }),
  );
  expect(headers).toMatchObject({ loyalty_retryGroup: 'tier-service' });
  expect(headers).not.toHaveProperty('loyalty_deadLetterGroup');
  expect(originalOf(letterOf()).headers).not.toHaveProperty('loyalty_retryGroup');
});

test('a message that was not copied is read from its topic, with the attempts of its dead letter', () => {
  const own = { loyalty_deadLetterGroup: 'tier-service', loyalty_deadLetterBytes: '300000' };
  const letter = letterOf({ value: null }, { ...own, loyalty_environment: undefined });
  const original = {
    ...recordOf({ value: Buffer.from('large') }),
    headers: { ...ofRequest, loyalty_environment: '7', loyalty_deadLetterAttempts: '1' },
  };
  expect(originalOf(withOriginal(letter, original))).toEqual({
    topic: 'loyalty.receipts',
    partition: 3,
    key: Buffer.from('m'),
    value: Buffer.from('large'),
    headers: {
      loyalty_environment: '7',
      loyalty_deadLetterAttempts: '2',
      traceparent: '00-1-2-01',
      loyalty_definitionRevision: '4',
      loyalty_notAfter: '1767323045000',
      loyalty_retryGroup: 'tier-service',
    },
  });
});
